// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/spend_sum.h"
#include "core/session/experiment_plan.h"

namespace parsimony::session {

/// Fills phases, final run, selection and total of a plan as its method splits the budget: `total` is all μ²
/// that the experiment may take, (plan.epsilon, plan.delta) what a private selection takes. `scoreFraction`
/// is the share of a scored run's μ² that its count takes. Throws Error(Refused) when the budget does not
/// pay.
void shareBudget(ExperimentPlan& plan, const SpendSum& total, double scoreFraction);

/// The same for sub-sampled trainers, inside the slice (plan.epsilon, plan.delta): each phase's σ is the
/// smallest whose trial alone fits its ε, the final run's the smallest with which all events together fit the
/// slice (PRIVACY rules 6 and 7: q, T and σ of every trial are fixed here). Throws Error(Usage) for methods
/// that choose T or budgets by scores, Error(Refused) when nothing fits.
void shareSlice(ExperimentPlan& plan, double scoreFraction);

/// Of a slice: throws Error(Refused) where runs that follow scores would not all release what plannedEvents()
/// lists. A list of clips is none of that: the noise follows the clip.
void checkSlice(const ExperimentPlan& plan);

/// Every event that an experiment of kind slices will take of the train part, for its reservation: whoever
/// reads the ledger can recompute the slice from the plan. Empty for accounts that add up μ².
[[nodiscard]] std::vector<PrivacyEvent> plannedEvents(const ExperimentPlan& plan);

} // namespace parsimony::session
