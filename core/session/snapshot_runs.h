// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/search/sequential_method.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"

#include <cstddef>
#include <map>

namespace parsimony::session {

/// Where a run of the search stands in a snapshot.
struct RunPlace {
    std::size_t phase = 0, trial = 0;
    bool final = false;
};

[[nodiscard]] TrialSnapshot trialSnapshot(const ledger::TrialRow& row);
/// What a release of an accuracy says; absent where noise left nothing of it.
[[nodiscard]] std::optional<AccuracySnapshot> accuracyOf(const ledger::ReleaseRow& release);
/// In an account of kind `slices` a row has neither μ nor ε of its own: takes what the plan gives a run of
/// its phase, its statistic or its look.
void takePlanned(TrialSnapshot& trial, const ExperimentPlan& plan);
[[nodiscard]] TrialSnapshot trialSnapshot(const ledger::TrialRow& row, const ExperimentPlan& plan);

/// What is true of a trial that the ledger knows as `state`: none runs in an experiment that nobody runs.
[[nodiscard]] TrialState stateWithin(ExperimentStatus experiment, TrialState state);

/// What a snapshot shows of a plan, whatever has happened.
[[nodiscard]] RunSnapshot blankSnapshot(const ExperimentPlan& plan);

/// Phases and final run of the method's outline, with what the ledger knows of each run, by the method's
/// index, in its place. Tells the places of runs.
std::map<int, RunPlace> fillRuns(RunSnapshot& snapshot, const ExperimentPlan& plan,
                                 const search::SequentialMethod& method,
                                 const std::map<int, ledger::TrialRow>& rows);

/// Public remarks that follow from what the snapshot shows, and the encoder of its result where there are
/// several.
void fillNotices(RunSnapshot& snapshot, const ExperimentPlan& plan);

} // namespace parsimony::session
