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

/// What a look at a private part may take of its account: at most search::kLookShare, as μ² or as a slice.
struct LookLimit {
    SpendSum shareOf; ///< the account's μ², or that of four such slices, of which the share may go; zero:
                      ///< nothing is left
    double sliceEpsilon = 0.0, sliceDelta = 0.0; ///< of an account of kind slices
};

[[nodiscard]] LookLimit lookLimit(ledger::AccountKind kind, const AccountState& account);

/// ε of the slice that a look with these events takes: what they cost together at the δ of `limit`, rounded
/// up, as the ledger checks it. Never 0, which is no slice.
[[nodiscard]] double sliceEpsilonOf(const std::vector<PrivacyEvent>& events, const LookLimit& limit);

/// One look at each evaluation part with the result: enough for the standard error that is asked for, at most
/// search::kLookShare of what the part's account has left. Throws Error(Refused) where nothing could be told.
[[nodiscard]] std::vector<EvaluationBudget>
planEvaluations(const ExperimentPlan& plan, const DataRequest& request, const AccountStates& accounts);

/// Scores on a private validation part share search::kLookShare of its account between all scored runs.
/// Throws Error(Refused) where that account cannot be charged for them.
[[nodiscard]] std::optional<EvaluationBudget>
planValidation(const ExperimentPlan& plan, const DataRequest& request, const AccountStates& accounts);

} // namespace parsimony::session
