// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_plan.h"

// ε = ∞: what the same run would reach without noise and clipping, on public data only. No account is
// charged.
namespace parsimony::session {

/// A new dataset that no budget is asked of has this cap, until one is named: of public data it limits
/// nothing.
inline constexpr double kFreeCap = 1.0;
inline constexpr double kFreeDelta = 1e-5;

/// The options with what an experiment without noise takes where nobody asks for others: one run, and steps
/// enough to come near its end. Throws Error(Refused) for private data, Error(Usage) for what has no meaning
/// without noise.
[[nodiscard]] RunOptions noiselessOptions(RunOptions options, const Constants& constants);

/// Numbers that a search without noise takes its step from: η = 2(1 + ρ)/B² for rows of norm B and momentum
/// ρ, half of what heavy-ball descent of a softmax is sure to converge at (its curvature is at most B²/2).
/// Throws Error(Usage) for trainers that it does not hold for, unless the user gives a rate.
void takeNoiselessSteps(ExperimentPlan& plan);

/// Gives every run that `plan` is to have an infinite ε, and charges nothing.
void shareNothing(ExperimentPlan& plan);

} // namespace parsimony::session
