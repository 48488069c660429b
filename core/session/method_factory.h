// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/auto_method.h"
#include "core/search/search_space.h"
#include "core/search/sequential_method.h"
#include "core/session/experiment_plan.h"

#include <memory>
#include <string>

namespace parsimony::session {

/// The search that a plan describes, in its first state. Throws Error(Usage) for options that give no search,
/// Error(Failed) for a stored plan of another version.
[[nodiscard]] std::unique_ptr<search::SequentialMethod> makeSequentialMethod(const ExperimentPlan& plan);

/// How many runs `random`, `grid` and `oracle` make; their budget is shared out among them. Needs constants
/// and options only.
[[nodiscard]] int countRunsOf(const ExperimentPlan& plan);

/// How `auto` spends a total μ.
[[nodiscard]] search::AutoAllocation autoAllocationOf(const ExperimentPlan& plan, Mu total);

/// What r, η and T the options leave to the search.
[[nodiscard]] search::SearchSpace searchSpaceOf(const ExperimentPlan& plan);

} // namespace parsimony::session
