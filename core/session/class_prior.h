// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"

#include <span>
#include <vector>

namespace parsimony::session {

/// What a prior makes of counts that noise may have made up. A plan stores it: retuned, it changes no plan.
struct ClassPriorLaw {
    double leastSd = 3.0;   ///< no count is taken for less than so many standard deviations of its noise
    double mostShare = 0.5; ///< of the records may always have a class, whatever noise there is
};
/// Of plans that do not name it.
inline constexpr ClassPriorLaw kFirstClassPriorLaw{3.0, 0.5};

/// Class counts as they were released.
struct KnownCounts {
    std::vector<double> counts;
    double sd = 0.0; ///< of the noise in each
    ClassPriorLaw law = {};
};

/// Logarithms of the classes' shares, centred: noisy counts are pulled towards equal ones by what their noise
/// alone would be, and kept above what their law says and above 1. Post-processing.
[[nodiscard]] std::vector<double> logPrior(const KnownCounts& known);

/// The same where each class is a question of its own: log(p/(1 − p)), p a class's share of `records`.
[[nodiscard]] std::vector<double> logOdds(const KnownCounts& known, double records);

/// The matrix whose logits of every mapped row are the log prior: it stands in the bias coordinate, the last
/// of a row of norm `rowBound`, with a share of its squared norm.
[[nodiscard]] std::vector<double> weightsOfPrior(std::span<const double> prior,
                                                 const compute::HeadShape& head, double biasShare,
                                                 double rowBound);

} // namespace parsimony::session
