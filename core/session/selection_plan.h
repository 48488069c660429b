// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/private_selection.h"
#include "core/search/search_space.h"
#include "core/session/experiment_plan.h"

#include <memory>
#include <string>

namespace parsimony::session {

/// Fills a plan's selection, inside the slice (plan.epsilon, plan.delta): the μ of a run is the largest whose
/// whole selection fits. Throws Error(Usage) for options that do not go with it and for trainers without a
/// step size, Error(Refused) when nothing fits or no theorem covers the request.
void shareSelection(ExperimentPlan& plan, double scoreFraction);

/// The law of the number of runs.
[[nodiscard]] search::RunsFamily runsFamilyOf(const ExperimentPlan& plan);

/// The distribution that candidates are drawn from, fixed in the plan, and the noise of their runs.
[[nodiscard]] search::SearchSpace candidateSpace(const ExperimentPlan& plan);
[[nodiscard]] search::NoiseFor candidateNoise(const ExperimentPlan& plan);

/// The candidate that stands in where no run was made (Poisson): a public constant.
[[nodiscard]] search::StepChoice constantCandidate(const ExperimentPlan& plan);

/// The learning rate of the final run after subset tuning (Koskela and Kulkarni 2023): gradient sums of more
/// records are divided by more, so η grows with their number; Adam's steps do not depend on it.
[[nodiscard]] double extrapolatedRate(const ExperimentPlan& plan, double tunedRate);

/// The selection as a search of one run, its winner, so that ledger, snapshots and exports treat it alike.
[[nodiscard]] std::unique_ptr<search::SequentialMethod> makeSelection(const ExperimentPlan& plan);

} // namespace parsimony::session
