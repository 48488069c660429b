// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/line_fit.h"
#include "core/session/account_state.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"

namespace parsimony::session {

/// Accounts that nobody has used: every part of the request has (ε, δ).
[[nodiscard]] AccountStates freshAccounts(const DataRequest& request, Epsilon epsilon, Delta delta);

/// Makes the whole plan from options, declared constants and what the accounts have left; reads no data.
/// Throws Error(Usage) for options that do not go together, Error(Refused) with requested, remaining and
/// missing ε for a plan the budget cannot pay or that no (ε, δ) holds for. The plan keeps all it needs of
/// `tuning`. `reused`: what reusedFit() found for the options.
[[nodiscard]] ExperimentPlan planExperiment(const RunOptions& options, const DataRequest& request,
                                            const AccountStates& accounts, const MethodTuning& tuning = {},
                                            const std::optional<search::ReleasedFit>& reused = {});

} // namespace parsimony::session
