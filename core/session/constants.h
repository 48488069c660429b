// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/data/preprocess.h"
#include "core/privacy/event.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace parsimony::session {

/// One of several encoders of the same records.
struct EncoderFacts {
    std::string name;
    std::string id;        ///< "model@revision"; empty: not said
    std::uint32_t dim = 0; ///< numbers a record
    /// Of joined encoders how many of these each has; else empty.
    std::vector<std::size_t> blocks = {};
    /// What results call it.
    [[nodiscard]] const std::string& told() const { return id.empty() ? name : id; }
};

/// What a user declares about a dataset, together with what headers tell: the only facts a plan may depend on
/// (PRIVACY rule 9).
struct Constants {
    std::uint64_t publicRecords = 0;      ///< n_pub
    bool recordsDeclared = false;         ///< false: N of the file is taken as public
    std::uint32_t dim = 0;                ///< numbers a record; of the first of several encoders
    std::vector<EncoderFacts> encoders;   ///< two or more, which a search chooses from; empty: there is one
    std::vector<std::size_t> blocks = {}; ///< as EncoderFacts has them; of several encoders empty
    std::uint32_t classes = 0;
    std::vector<std::string> classNames; ///< of labels that are text; empty: labels are integers
    std::uint32_t labelsPerRecord = 1;   ///< the most that a record has; one with more counts as empty
    std::uint32_t views = 1;             ///< of a record, side by side in its row
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    bool peopleByIds = false; ///< rows have ids; false: a record is taken for a person
    data::RowNorm rowNorm = data::RowNorm::Unit;
    double rowBound = 1.0; ///< s, the largest norm of a row, or of each of its views; 0: there is no bound
    bool isPrivate = true;
    std::string initDigest;                 ///< of the matrix of `--init FILE`; else empty
    std::optional<std::string> initProject; ///< whose private rows that file is of, see StartWeights

    /// Null where there is none of that name.
    [[nodiscard]] const EncoderFacts* encoder(const std::string& name) const {
        const auto found = std::find_if(encoders.begin(), encoders.end(),
                                        [&name](const EncoderFacts& one) { return one.name == name; });
        return found == encoders.end() ? nullptr : &*found;
    }
    /// Numbers a record by that encoder; of the first, or only, one where there is none of that name.
    [[nodiscard]] std::uint32_t dimOf(const std::string& name) const {
        const EncoderFacts* known = encoder(name);
        return known != nullptr ? known->dim : dim;
    }
};

} // namespace parsimony::session
