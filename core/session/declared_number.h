// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/look_request.h"
#include "core/session/requested_parts.h"
#include "core/session/run_options.h"

#include <cstdint>
#include <optional>
#include <vector>

// How many records a part has is a secret or a public number, and once it was declared it stays what it was:
// for the same records by whatever encoders, in runs and in looks. It is told by the files that a part was
// declared with, since no private row may be read for it.
namespace parsimony::session {

/// The public numbers of records that options declare.
struct DeclaredNumbers {
    std::optional<std::uint64_t> train; ///< of the files with the train part
    std::optional<std::uint64_t> test;

    /// `options` with these numbers, whatever they had.
    [[nodiscard]] RunOptions in(RunOptions options) const;
};

[[nodiscard]] DeclaredNumbers numbersIn(const RunOptions& options);

/// What is kept of a number with a dataset or a part.
[[nodiscard]] nlohmann::json numberFacts(std::uint64_t records, bool isDeclared);

/// `options` with the numbers that they leave out and that `project` knows of `dataset`, if it is there, and
/// of the test part; absent where there are none. `parts` are those of the options, train first. Throws
/// Error(Usage) for another number than was declared, and for one of a test part that was declared without.
[[nodiscard]] std::optional<RunOptions> withKnownNumbers(RunOptions options, const ledger::Project& project,
                                                         const std::optional<ledger::DatasetRow>& dataset,
                                                         const std::vector<RequestedPart>& parts);

/// The same for the part that a look is at, before it is declared; one that was declared without may get a
/// number for this look.
void takeKnownNumber(RequestedPart& part, const ledger::Project& project);

/// The same once it was declared as `id`: its rows may lie in other files than they did.
void takeNumberOf(RequestedPart& part, const ledger::Project& project, PartId id);

/// The number that was declared before of the rows of a look, which holds where the look names none.
[[nodiscard]] std::optional<std::uint64_t> knownNumber(const PrivateEvaluationRequest& look,
                                                       const ledger::Project& project);

} // namespace parsimony::session
