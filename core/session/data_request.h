// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/part.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

inline constexpr const char* kTrainPart = "train";
inline constexpr const char* kValidationPart = "validation";
inline constexpr const char* kTestPart = "test";
inline constexpr const char* kPriorPart = "prior";

/// One part that a request names, its structure checked from headers alone.
struct RequestedPart {
    std::string name; ///< train, validation, test, prior, or the name of an out-of-distribution set
    data::PartFiles files;
    data::PartInfo info;
    bool isPublic = false; ///< the whole dataset is, or the user declared this part so
    std::optional<std::uint64_t> declaredRecords = {}; ///< the public record count of a private part
    /// A private part of a dataset whose train part's number is declared, and its own is not: nothing may
    /// tell the number in the file (PRIVACY rule 30).
    bool recordsPrivate = false;
    bool isPrior = false; ///< of `--prior`: public, and no evaluation. A set of `--ood` may have its name
    /// The public number of its records, the file's where none was declared; 0 where there is none.
    [[nodiscard]] std::uint64_t records() const {
        return recordsPrivate ? 0 : declaredRecords.value_or(info.rows);
    }
    /// Noisy counts that its accuracy takes: right predictions, and the records where their number is
    /// private.
    [[nodiscard]] std::uint32_t accuracyCounts() const { return recordsPrivate ? 2 : 1; }
    [[nodiscard]] bool isEvaluation() const {
        return name != kTrainPart && name != kValidationPart && !isPrior;
    }
};

/// What a request says about its data: parts (train first) and declared constants.
struct DataRequest {
    std::string name; ///< for people: the stem of the train file, or its folder
    std::vector<RequestedPart> parts;
    Constants constants;

    [[nodiscard]] const RequestedPart* find(const std::string& partName) const;
    [[nodiscard]] const RequestedPart& train() const { return parts.front(); }
};

/// Does `--init` name a file?
[[nodiscard]] bool startsFromFile(const RunOptions& options);

/// `--head` as the plan keeps it: `sequence` without a length takes the second of three axes of the features.
[[nodiscard]] train::HeadOption resolvedHead(const RunOptions& options, const RequestedPart& train);

/// Resolves files, reads their headers and checks that they fit each other; no private row is read (labels of
/// public data are, where `--classes` is absent). Throws Error(Usage) for a request that is wrong,
/// Error(Failed) for files that are.
[[nodiscard]] DataRequest describeData(const RunOptions& options);

/// The same for a plan that is there: its classes have the names that it was made with, whatever the file
/// says now. Whether a name that changed meanwhile occurs among labels must not decide anything.
[[nodiscard]] DataRequest describeData(const ExperimentPlan& plan);

/// PROJECT[:PART], as --linked-to has it; no part: the one of the same name.
struct LinkedPart {
    std::string project, part;
};
[[nodiscard]] LinkedPart parseLink(const std::string& text);

/// The same options with absolute paths, so that an experiment can be resumed from another folder.
[[nodiscard]] RunOptions withAbsolutePaths(RunOptions options);

/// What two experiments must have in common to share their data: parts, visibility, cap, constants and
/// pre-processing, all other options at their defaults.
[[nodiscard]] RunOptions dataOptionsOf(const RunOptions& options);

/// How rows are pre-processed before they are trained on.
[[nodiscard]] data::Preprocessing preprocessingOf(const Constants& constants);

} // namespace parsimony::session
