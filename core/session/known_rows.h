// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/ledger/registry.h"
#include "core/session/run_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace parsimony::session {

/// A registered part that shares rows with one of a request. Computed from the rows without a charge: curator
/// values, never part of a result.
struct KnownRows {
    std::string part;    ///< of the request
    std::string project; ///< where the other project lay when it last registered something
    std::string name;    ///< of the part there
    bool isPublic = false;
    bool linked = false;      ///< more than a fifth of the smaller one's rows, or a person: the same data
    std::uint64_t rows = 0;   ///< of the other part
    std::uint64_t shared = 0; ///< equal rows, counted as often as both have them
    std::uint64_t sharedPeople = 0; ///< people who have rows in both, by their ids
    double mu = 0.0;                ///< of all Gaussian charges that count for the other part, rounded up
    double epsilon = 0.0;           ///< of its fixed slices, summed
    /// Not linked by itself, but with others more than a fifth, which links a part that a project does not
    /// know yet.
    bool together = false;
    std::vector<Sentence> words{}; ///< all of it for people, as wordsOf() has it
    /// Of both kinds of charges together.
    [[nodiscard]] double spentEpsilon(Delta delta) const;
};

/// What this user's registry knows of the rows of each part that `options` name; most shared rows first.
/// Reads all rows of all parts and writes nothing. Throws Error(Failed) for files that cannot be read,
/// Error(Usage) for a request that is wrong.
[[nodiscard]] std::vector<KnownRows> knownRows(const RunOptions& options);

/// Whose rows they are, and what follows. What was spent on them is told as ε at the δ that was asked for, or
/// at 1e-5.
[[nodiscard]] std::vector<Sentence> wordsOf(const KnownRows& known, const RunOptions& asked);
/// What is said where nothing is known.
[[nodiscard]] inline Sentence noKnownRows() {
    return Sentence("None of these rows was used in a project of yours before.");
}

} // namespace parsimony::session
