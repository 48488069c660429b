// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/empirical/claim.h"
#include "core/empirical/guess_bounds.h"
#include "core/empirical/mechanism.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace parsimony::empirical {

/// One number that an audit found, and what the claim says about it.
struct Verdict {
    GuessCount count;
    double epsilonLower = 0.0; ///< with confidence `confidence`, at the claim's δ
    double pValue = 1.0;       ///< the most likely this count is under the claim
};

/// How sure an audit is of what it says.
struct AuditLevels {
    double confidence = 0.99; ///< of the printed lower bounds
    double alarm =
        1e-6; ///< p-value below which a claim counts as broken, for all tests of the audit together
};

struct TrialsOptions {
    std::uint32_t calibration = 500; ///< runs that choose the score and its threshold; their coins are known
    std::uint32_t runs = 2000;       ///< runs that are guessed
    std::size_t preferred = 0;       ///< the score to use unless another is clearly better
    unsigned threads = 1;
    std::stop_token stop;
    std::function<void(double)> progress; ///< share that is done, 0..1; from any thread, one at a time
};

/// Two neighbouring data sets and what tells them apart.
struct NeighbourPair {
    Dataset without, with;
    Canary canary;
};

/// Guesses the `guesses`/2 largest of `values` in and as many of the smallest out (0: bestGuessCount() of the
/// claim), and judges by theorem 5.2 of Steinke et al. coins[i] is the truth about values[i]. The lower bound
/// is at the claim's δ. The p-value is at so small a δ of the claimed events that the theorem's 2mδ, the
/// chance that a mechanism may fail altogether, does not drown levels.alarm; a budget claim has its one δ
/// only.
[[nodiscard]] Verdict guessClearest(std::span<const double> values, const std::vector<bool>& coins,
                                    std::uint64_t guesses, const Claim& claim, const AuditLevels& levels);

struct TrialsOutcome {
    Verdict curve; ///< every run guessed by the threshold, against the claim's trade-off curve
    Verdict
        budget; ///< the clearest runs guessed, against (ε, δ) alone: assumes nothing of the mechanism's shape
};

/// The test of many cheap runs: each flips a fair coin, runs on one of two neighbours and is guessed from
/// what it released. A part of the runs, apart from those that count, chooses the score (one of the attack's,
/// or a linear discriminant of them) and the threshold; so these, like the numbers of runs and guesses, are
/// fixed beforehand and the right guesses are binomial with probability at most Claim::accuracy(). Throws
/// Error(Interrupted) when stopped.
[[nodiscard]] TrialsOutcome auditByTrials(const Mechanism& mechanism, const Attack& attack,
                                          const NeighbourPair& pair, const Claim& claim,
                                          const AuditLevels& levels, const AuditRandomness& randomness,
                                          const TrialsOptions& options);

} // namespace parsimony::empirical
