// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace parsimony::session {

/// The plan as a snapshot: phases with trials that are still planned.
[[nodiscard]] RunSnapshot snapshotOfPlan(const ExperimentPlan& plan, const std::string& datasetName);

/// The plan with what rows say of its runs, by the method's index; without the project around it (status,
/// budget, what is known of the dataset).
[[nodiscard]] RunSnapshot snapshotOfRuns(const ExperimentPlan& plan, const search::SequentialMethod& method,
                                         const std::map<int, ledger::TrialRow>& rows);

/// An experiment as the ledger tells it; the same whether this process runs it or another.
[[nodiscard]] RunSnapshot readSnapshot(const ledger::Project& project, ExperimentId experiment);

/// The same again and again: each time only trials that changed since are read.
class SnapshotReader {
public:
    SnapshotReader(const ledger::Project& project, ExperimentId experiment);

    [[nodiscard]] RunSnapshot read();
    [[nodiscard]] ExperimentId experiment() const { return m_experiment; }

private:
    void start(const ledger::ExperimentRow& row);
    void readTrials();

    const ledger::Project* m_project;
    ExperimentId m_experiment;
    int m_planVersion = 0;
    ExperimentPlan m_plan;
    std::unique_ptr<search::SequentialMethod> m_method; ///< none of a plan that only looks
    std::int64_t m_through = 0;                         ///< the last row that was read
    std::map<std::int64_t, int> m_indexOf;              ///< the method's index, by trial
    std::map<int, ledger::TrialRow> m_trials;           ///< by the method's index
    std::set<int> m_closed;                             ///< what the method knows to have ended
};

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

} // namespace parsimony::session
