// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/planner.h"
#include "core/session/run_options.h"

namespace parsimony::session {

/// What each part's account still pays for, by the part's name; all of it on public data, where nothing is
/// enforced.
[[nodiscard]] AccountStates accountStates(const ledger::Project& project, DatasetId dataset);

/// What the ledger is asked to begin: the plan as it is stored, and the charge of each part for the whole
/// experiment, reserved before anything is opened. `plan` must know the ids of its parts.
[[nodiscard]] ledger::ExperimentSpec specOf(const ExperimentPlan& plan, const RunOptions& options,
                                            DatasetId dataset);

} // namespace parsimony::session
