// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/private_selection.h"
#include "core/search/search_space.h"
#include "core/session/experiment_plan.h"

namespace parsimony::session {

/// The distribution that candidates are drawn from, fixed in the plan, and the noise of their runs.
[[nodiscard]] search::SearchSpace candidateSpace(const ExperimentPlan& plan);
[[nodiscard]] search::NoiseFor candidateNoise(const ExperimentPlan& plan);
/// The same over all records, by which the winner's ν is told.
[[nodiscard]] search::SearchSpace winnerSpace(const ExperimentPlan& plan);

/// The candidate that stands in where no run was made (Poisson): a public constant.
[[nodiscard]] search::StepChoice constantCandidate(const ExperimentPlan& plan);

/// The learning rate of the final run after subset tuning (Koskela and Kulkarni 2023): gradient sums of more
/// records are divided by more, so η grows with their number; Adam's steps do not depend on it.
[[nodiscard]] double extrapolatedRate(const ExperimentPlan& plan, const search::StepChoice& tuned);

} // namespace parsimony::session
