// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/part_name.h"
#include "core/data/part.h"
#include "core/session/run_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

/// The same part by one more encoder. Its rows are read in the order of the first encoder's, as ids say
/// where the part is declared.
struct EncodedPart {
    std::string encoder;
    data::PartFiles files;
    data::PartInfo info;
};

/// One part that a request names, its structure checked from headers alone.
struct RequestedPart {
    PartName name; ///< train, validation, test, prior, or the name of an out-of-distribution set
    data::PartFiles files;
    data::PartInfo info;
    bool isPublic = false; ///< the whole dataset is, or the user declared this part so
    std::optional<std::uint64_t> declaredRecords = {}; ///< the public record count of a private part
    /// A private part of a dataset whose train part's number is declared, and its own is not: nothing may
    /// tell the number in the file (PRIVACY rule 30).
    bool recordsPrivate = false;
    std::string content = {}; ///< the digest of its values, once they were declared
    bool isPrior = false;     ///< of `--prior`: public, and no evaluation. A set of `--ood` may have its name
    std::string encoder = {}; ///< what made `files`, where there are several
    std::vector<EncodedPart> otherEncoders = {}; ///< beside the first, which `files` are of
    /// Of a file that `--split` divides; `files` and `info` are then of the whole file.
    std::optional<data::Side> side = {};
    double share = 0.0; ///< of such a part: what it has of the file, in percent
    /// Of such a part: what the records of the whole file are told by, so that parts of two files are not the
    /// same where both have no row.
    std::optional<Digest> division = {};
    /// Of such a part: its share of the file's public number, or where its rows are public what it has.
    std::optional<std::uint64_t> sideRecords = {};
    /// The public number of its records, the file's where none was declared; 0 where there is none.
    [[nodiscard]] std::uint64_t records() const {
        return recordsPrivate ? 0 : declaredRecords.value_or(sideRecords.value_or(info.rows));
    }
    /// Noisy counts that its accuracy takes: right predictions, and the records where their number is
    /// private.
    [[nodiscard]] std::uint32_t accuracyCounts() const { return recordsPrivate ? 2 : 1; }
    [[nodiscard]] bool isEvaluation() const { return !name.isTrain() && !name.isValidation() && !isPrior; }
};

/// The features of a part by an encoder, for people: of joined ones all.
template <class Part>
[[nodiscard]] const std::string& featuresOf(const Part& part) {
    return part.files.beside.empty() ? part.files.features : part.info.features.path;
}

/// May a part lack its labels, which another encoder has?
enum class Labels { Needed, Elsewhere };

/// The parts that the options of one encoder, which may be one of several, name, train first, by their files
/// alone. Throws Error(Usage) for what does not go together, Error(Failed) where `--data` has no parts.
[[nodiscard]] std::vector<RequestedPart> requestedParts(const RunOptions& options,
                                                        Labels labels = Labels::Needed,
                                                        data::FilesOf files = data::FilesOf::All);

/// Adds the public rows that training starts from, where the options name some.
void addPrior(std::vector<RequestedPart>& parts, const RunOptions& options);

/// Throws Error(Usage) where a part has labels and no features, or features and no labels anywhere. `option`
/// names the part: "test".
void requireBoth(const RunOptions& options, const PartFiles& part, const std::string& option);
/// The same for each part of a request that names its files.
void requireBoth(const RunOptions& options);

} // namespace parsimony::session
