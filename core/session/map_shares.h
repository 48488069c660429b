// SPDX-License-Identifier: GPL-3.0-or-later
// Shares of μ² that the releases of a feature map take.
#pragma once

#include "core/base/quantity.h"
#include "core/session/constants.h"

#include <cstdint>

namespace parsimony::session {

/// The least of one mean, and of one where each encoder has a pilot: what the losers' take is gone, and noise
/// is no longer than it may be at any share.
inline constexpr double kLeastMeanShare = 0.02, kLeastPilotMeanShare = 0.0025;
/// The most of the means of several encoders together.
inline constexpr double kMostMeansShare = 0.3;
/// Of the class counts.
inline constexpr double kCountShare = 0.01;

/// What the mean of rows of `dim` numbers takes: where it is noisy, more of the budget goes into it.
[[nodiscard]] double meanShare(const Constants& constants, std::uint32_t dim, Mu totalMu, double least);

/// What the mean takes that `auto` asks with: its squared norm is known well enough, and four times as well
/// where that takes no more than the least share of a mean (methods.md).
[[nodiscard]] double askingShare(const Constants& constants, Mu totalMu);

/// What the counts take that `auto` asks with, of which all have the noise `noise`, of the mean of equal
/// ones.
[[nodiscard]] double askingCountShare(const Constants& constants, double noise);

} // namespace parsimony::session
