// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"

#include <map>
#include <optional>
#include <string>

namespace parsimony::session {

/// The plan as a snapshot: phases with trials that are still planned.
[[nodiscard]] RunSnapshot snapshotOfPlan(const ExperimentPlan& plan, const std::string& datasetName);

/// An experiment as the ledger tells it; the same whether this process runs it or another.
[[nodiscard]] RunSnapshot readSnapshot(const ledger::Project& project, ExperimentId experiment);

[[nodiscard]] TrialSnapshot trialSnapshot(const ledger::TrialRow& row);
/// The same; of a private selection with what it released about its winner, and the ε of the whole.
[[nodiscard]] TrialSnapshot trialSnapshot(const ledger::Project& project, const ledger::TrialRow& row);
[[nodiscard]] DatasetSnapshot datasetSnapshot(const ledger::DatasetRow& row);
[[nodiscard]] BudgetSnapshot budgetSnapshot(const ledger::Project& project,
                                            const ledger::DatasetRow& dataset);

/// Closes in `method` what the ledger says has ended, in order of index. The map tells each run's trial by
/// index.
std::map<int, ledger::TrialRow> replayTrials(const ledger::Project& project, ExperimentId experiment,
                                             search::SequentialMethod& method);

/// The trial whose model is the experiment's result, once the search finished.
[[nodiscard]] std::optional<TrialId> resultTrial(const std::map<int, ledger::TrialRow>& trials,
                                                 const search::SequentialMethod& method);

} // namespace parsimony::session
