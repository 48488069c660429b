// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace parsimony::empirical {

/// How much a model gives canaries away, in bits (Carlini et al. 2019; Li et al. 2022, appendix M): a
/// canary's exposure is log2 of the number of candidates over its rank among them, and −log2 of the chance
/// that a candidate scores as high where scores are modelled by a distribution.
struct Exposure {
    std::size_t canaries = 0;
    std::size_t candidates = 0;              ///< that were not in the data
    double byRankMean = 0.0, byRankSd = 0.0; ///< at most log2(candidates + 1)
    double mean = 0.0, sd = 0.0; ///< a skew normal law fitted to the candidates' moments; at most 50 bits
};

/// Scores grow when a model knows a record. Throws Error(Usage) for fewer than 8 candidates or no canary.
[[nodiscard]] Exposure exposureOf(std::span<const double> canaries, std::span<const double> candidates);

} // namespace parsimony::empirical
