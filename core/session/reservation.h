// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/planner.h"
#include "core/session/run_options.h"

namespace parsimony::session {

/// What an account still pays for; all of it on public data, where nothing is enforced.
[[nodiscard]] AccountState accountState(const ledger::AccountRow& account);

/// What each part's account still pays for, by the part's name; all of it on public data, where nothing is
/// enforced.
[[nodiscard]] AccountStates accountStates(const ledger::Project& project, DatasetId dataset,
                                          const std::map<std::string, std::int64_t>& parts = {});

/// One account of each name. Rows that were declared later under the name of others are a part of their own:
/// `parts` says which is meant; where nothing is said, the one that can pay most.
[[nodiscard]] std::map<std::string, ledger::AccountRow>
accountsByName(const std::vector<ledger::AccountRow>& accounts,
               const std::map<std::string, std::int64_t>& parts);

/// What the ledger is asked to begin: the plan as it is stored, and the charge of each part for the whole
/// experiment, reserved before anything is opened. `plan` must know the ids of its parts.
[[nodiscard]] ledger::ExperimentSpec specOf(const ExperimentPlan& plan, const RunOptions& options,
                                            DatasetId dataset);

} // namespace parsimony::session
