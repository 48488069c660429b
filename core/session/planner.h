// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"

#include <map>
#include <optional>
#include <string>

namespace parsimony::session {

/// What an account can still pay, as the ledger tells it; a fresh one has its whole cap.
struct AccountState {
    std::optional<ledger::AccountKind> kind;             ///< none before the first experiment
    double epsilon = 0.0, delta = 0.0;                   ///< the cap
    SpendSum remainingMuSquared;                         ///< exact
    double remainingEpsilon = 0.0, remainingDelta = 0.0; ///< of kind slices
};

/// The accounts of a dataset by part name. Of a public dataset they are simulated: always whole.
using AccountStates = std::map<std::string, AccountState>;

/// Accounts that nobody has used: every part of the request has (ε, δ).
[[nodiscard]] AccountStates freshAccounts(const DataRequest& request, Epsilon epsilon, Delta delta);

/// Makes the whole plan from options, declared constants and what the accounts have left; reads no data.
/// Throws Error(Usage) for options that do not go together, Error(Refused) with requested, remaining and
/// missing ε for a plan the budget cannot pay or that no (ε, δ) holds for. The plan keeps all it needs of
/// `tuning`.
[[nodiscard]] ExperimentPlan planExperiment(const RunOptions& options, const DataRequest& request,
                                            const AccountStates& accounts, const MethodTuning& tuning = {});

} // namespace parsimony::session
