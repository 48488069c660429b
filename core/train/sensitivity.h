// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"
#include "core/train/planned_release.h"

#include <cstdint>
#include <vector>

namespace parsimony::train {

/// Δ of a clipped sum per unit of clip: the rows of one person may all change, each by 1 (added or removed)
/// or 2 (replaced), and the arithmetic adds its slack (PRIVACY rules 8 and 14).
[[nodiscard]] double sumFactor(Adjacency adjacency, std::uint32_t rowsPerPerson);

/// The same for sums of x xᵀ: two positive semidefinite matrices of norm 1 differ by at most √2.
[[nodiscard]] double gramFactor(Adjacency adjacency, std::uint32_t rowsPerPerson);

/// Δ of a release of that kind whose records contribute at most `clip` each.
[[nodiscard]] Sensitivity releaseSensitivity(ReleaseKind kind, double clip, Adjacency adjacency,
                                             std::uint32_t rowsPerPerson);

/// One clipped sum a step with noise of `sigma` clips: all that most trainers release.
[[nodiscard]] std::vector<PlannedRelease> clippedSums(const TrialSpec& spec, double sigma, ReleaseKind kind);
[[nodiscard]] std::vector<PlannedRelease> gradientSums(const TrialSpec& spec, double sigma);

/// The budget of a trainer that releases a matrix beside its sums.
struct MatrixBudget {
    double matrixMu = 0.0, sumMu = 0.0;       ///< of all releases of a kind together
    double gramFactor = 0.0, sumFactor = 0.0; ///< Δ per unit of clip
};
/// `sigma` is that of one clipped sum that costs as much as all releases together.
[[nodiscard]] MatrixBudget matrixBudget(const TrialSpec& spec, double sigma);

/// √K, rounded up: of what a record adds to K classes' sums, in units of what it adds to one.
[[nodiscard]] double labelFactor(std::uint32_t labelsPerRecord);

/// The largest squared norm of a row that is clipped: a trained bias appends a 1.
[[nodiscard]] double rowNormSquared(const TrainerOptions& options);

/// `count` releases of sensitivity `delta`, each of which costs `mu`.
[[nodiscard]] PlannedRelease gaussianRelease(ReleaseKind kind, std::uint32_t count, double clip, double delta,
                                             double mu);

} // namespace parsimony::train
