// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"
#include "core/train/trial_plan.h"

#include <cstdint>

namespace parsimony::train {

/// Δ of a clipped sum per unit of clip: the rows of one person may all change, each by 1 (added or removed)
/// or 2 (replaced), and the arithmetic adds its slack (PRIVACY rules 8 and 14).
[[nodiscard]] double sumFactor(Adjacency adjacency, std::uint32_t rowsPerPerson);

/// The same for sums of x xᵀ: two positive semidefinite matrices of norm 1 differ by at most √2.
[[nodiscard]] double gramFactor(Adjacency adjacency, std::uint32_t rowsPerPerson);

/// Δ of a release of that kind whose records contribute at most `clip` each.
[[nodiscard]] Sensitivity releaseSensitivity(ReleaseKind kind, double clip, Adjacency adjacency,
                                             std::uint32_t rowsPerPerson);

} // namespace parsimony::train
