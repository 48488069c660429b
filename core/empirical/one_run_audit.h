// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/empirical/exposure.h"
#include "core/empirical/trials_audit.h"

#include <cstdint>
#include <span>
#include <vector>

namespace parsimony::empirical {

struct OneRunOutcome {
    Verdict verdict;
};

struct OneRunOptions {
    std::size_t score = 0;     ///< which of the attack's scores counts
    std::uint64_t guesses = 0; ///< even; 0: bestGuessCount() of the claim
    std::uint32_t references =
        4; ///< runs on the data without canaries whose mean score is taken off each canary's
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
};

/// The audit in one run (Steinke, Nasr and Jagielski 2023): a coin for each canary decides whether it is in
/// the data, the mechanism runs once, the `guesses`/2 canaries with the highest scores are guessed in and as
/// many with the lowest out. Options and canaries are fixed beforehand. `base` should hold public rows alone:
/// the attacker knows them, and by reference runs what a model makes of a canary that it never saw.
[[nodiscard]] OneRunOutcome auditInOneRun(const Mechanism& mechanism, const Attack& attack,
                                          const Dataset& base, std::span<const Canary> canaries,
                                          const OneRunOptions& options, const Claim& claim,
                                          const AuditLevels& levels, const AuditRandomness& randomness);

/// Exposure of canaries that are in the data 1, 10, … times (repetitions[g] for group g) after one run, among
/// `candidates` that are not. More than once is beyond the protected unit: this tells, it proves nothing.
[[nodiscard]] std::vector<Exposure> exposureAfterRun(const Mechanism& mechanism, const Attack& attack,
                                                     const Dataset& base,
                                                     std::span<const std::vector<Canary>> groups,
                                                     std::span<const std::uint32_t> repetitions,
                                                     std::span<const Canary> candidates);

} // namespace parsimony::empirical
