// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/account_state.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"

#include <optional>
#include <vector>

// What a plan's looks at evaluation parts count and cost.
namespace parsimony::session {

/// μ², as accounts add it up.
[[nodiscard]] SpendSum squareOf(Mu mu);

/// One look at each evaluation part with the result: enough for the standard error that is asked for, at most
/// search::kLookShare of what the part's account has left. Throws Error(Refused) where nothing could be told.
[[nodiscard]] std::vector<EvaluationBudget>
planEvaluations(const ExperimentPlan& plan, const DataRequest& request, const AccountStates& accounts);

/// Scores on a private validation part share search::kLookShare of its account between all scored runs.
/// Throws Error(Refused) where that account cannot be charged for them.
[[nodiscard]] std::optional<EvaluationBudget>
planValidation(const ExperimentPlan& plan, const DataRequest& request, const AccountStates& accounts);

} // namespace parsimony::session
