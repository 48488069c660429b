// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"
#include "core/search/sequential_method.h"
#include "core/session/experiment_plan.h"

#include <memory>

namespace parsimony::session {

/// The search that a plan describes, in its first state. Throws Error(Usage) for options that give no search.
[[nodiscard]] std::unique_ptr<search::SequentialMethod> makeSequentialMethod(const ExperimentPlan& plan);

/// How many runs `random`, `grid` and `oracle` make; their budget is shared out among them. Needs constants
/// and options only.
[[nodiscard]] int countRunsOf(const ExperimentPlan& plan);

/// Steps of a pilot of `auto`: a third of the final run's.
[[nodiscard]] std::uint32_t autoPilotSteps(const ExperimentPlan& plan);

/// The share of the total μ² that each of the two pilots of `auto` takes; 0 where they would not pay.
[[nodiscard]] double autoPilotShareOf(const ExperimentPlan& plan, Mu total);

/// What r, η and T the options leave to the search.
[[nodiscard]] search::SearchSpace searchSpaceOf(const ExperimentPlan& plan);

} // namespace parsimony::session
