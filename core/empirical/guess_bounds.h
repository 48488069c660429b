// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"

#include <cstdint>

namespace parsimony::empirical {

/// An upper bound of P[Binomial(n, p) ≥ k] up to the last places of a double; 1 for k = 0.
[[nodiscard]] double binomialTail(std::uint64_t n, double p, std::uint64_t k);

/// The lower end of the one-sided Clopper-Pearson interval: the largest p at which `correct` or more of
/// `guesses` would be seen with probability at most `level`. 0 where nothing was guessed right.
[[nodiscard]] double accuracyLowerBound(std::uint64_t guesses, std::uint64_t correct, double level);

/// Guesses about `canaries` independent fair coins, of which some were abstained from. The numbers of
/// canaries and guesses are fixed before the mechanism runs.
struct GuessCount {
    std::uint64_t canaries = 0;
    std::uint64_t guesses = 0; ///< ≤ canaries
    std::uint64_t correct = 0; ///< ≤ guesses
};

/// Steinke, Nasr and Jagielski 2023, theorem 5.2: if every coin steers one record of an (ε, δ)-DP mechanism,
/// at least this many right guesses have probability at most the result,
///     P[B ≥ v] + 2mδ·max_{i ≥ 1} P[v > B ≥ v − i]/i  with B ~ Binomial(r, e^ε/(1 + e^ε)),
/// however the records influence each other. Throws Error(Usage) for counts that contradict each other.
[[nodiscard]] double coinPValue(const GuessCount& count, Epsilon epsilon, Delta delta);

/// The largest ε at which coinPValue is at most `level`: a lower bound of the mechanism's ε at δ with
/// confidence 1 − level, rounded down. 0 where there is none.
[[nodiscard]] Epsilon coinEpsilon(const GuessCount& count, Delta delta, double level);

/// How many of `canaries` to guess, half of them "in", so that coinEpsilon would be largest at `level` if
/// scores were N(±μ/2, 1). Depends on its arguments alone, so the number is fixed before the mechanism runs;
/// even, at least 2.
[[nodiscard]] std::uint64_t bestGuessCount(std::uint64_t canaries, Mu mu, Delta delta, double level);

} // namespace parsimony::empirical
