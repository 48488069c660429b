// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/map_shares.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

/// Most of μ² for one mean, and how long its noise is to be, of rows of norm 1.
constexpr double kMostMeanShare = 0.10, kMeanReach = 0.2;
/// How well a first look at the mean knows its squared norm, of the squared norm of a row.
constexpr double kAskedSd = 0.1, kLeastAskingShare = 0.0025;
/// What counts take first, where it is asked whether they are equal: so much that the spread of equal ones,
/// squared and of their mean, is known to that, and no less than the share.
constexpr double kAskedSpreadSd = 0.07, kLeastCountShare = 0.0025;

} // namespace

double meanShare(const Constants& constants, std::uint32_t dim, Mu totalMu, double least) {
    const double strength = static_cast<double>(constants.publicRecords) * totalMu.value();
    const double noise = dim / (strength * strength); // squared, of a mean that takes all, at bound 1
    // Even the most would leave noise that is longer than any mean of unit rows can be.
    return noise > kMostMeanShare ? kLeastMeanShare
                                  : std::clamp(noise / (kMeanReach * kMeanReach), least, kMostMeanShare);
}

double askingShare(const Constants& constants, Mu totalMu) {
    // √(2d)·σ² is the standard deviation of d squares: how well a squared norm is known that is next to
    // nothing.
    const double strength = static_cast<double>(constants.publicRecords) * totalMu.value();
    const double enough = std::sqrt(2.0 * constants.dim) / (strength * strength) / kAskedSd;
    return std::max(enough, std::clamp(4.0 * enough, kLeastAskingShare, kLeastMeanShare));
}

double askingCountShare(const Constants& constants, double noise) {
    // √(2/(C − 1))·σ² is the standard deviation of the spread of C noisy counts.
    const double most = kAskedSpreadSd * std::sqrt(0.5 * (constants.classes - 1.0));
    return std::max(kCountShare * noise * noise / most, kLeastCountShare);
}

} // namespace parsimony::session
