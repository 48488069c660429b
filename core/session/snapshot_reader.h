// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"
#include "core/session/snapshot_runs.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace parsimony::session {

/// Of several encoders, the one on whose rows a run was trained: its name; empty where there is one.
[[nodiscard]] std::string encoderOf(const ledger::Project& project, const ExperimentPlan& plan,
                                    TrialId trial);
/// The trainer of a trial's model, of several the one that its search chose.
[[nodiscard]] std::string trainerOf(const ledger::Project& project, const ExperimentPlan& plan,
                                    TrialId trial);
/// Of records of several labels, the score above which a trial's model has a class for likelier than not.
[[nodiscard]] double labelThresholdOf(const ledger::Project& project, const ExperimentPlan& plan,
                                      TrialId trial);

/// The plan as a snapshot: phases with trials that are still planned.
[[nodiscard]] RunSnapshot snapshotOfPlan(const ExperimentPlan& plan, const std::string& datasetName);

/// An experiment as the ledger tells it; the same whether this process runs it or another.
[[nodiscard]] RunSnapshot readSnapshot(const ledger::Project& project, ExperimentId experiment);

/// The same again and again: each time only rows that followed are read, and only runs that they are about
/// are shown anew.
class SnapshotReader {
public:
    SnapshotReader(const ledger::Project& project, ExperimentId experiment);

    /// Holds until the next reading, which brings the same object up to date.
    [[nodiscard]] const RunSnapshot& read();
    [[nodiscard]] ExperimentId experiment() const { return m_experiment; }

    /// The same object for whoever shows more of a running experiment than the ledger knows.
    [[nodiscard]] RunSnapshot& shown() { return m_snapshot; }
    /// The run of that trial in it; null where it has none.
    [[nodiscard]] TrialSnapshot* run(TrialId trial);

    /// Steps of all runs: what the ledger knows to be done, and all there are.
    struct Steps {
        double done = 0.0, total = 0.0;
    };
    [[nodiscard]] const Steps& steps() const { return m_steps; }
    /// Of the search, as it is shown: another one after each phase.
    [[nodiscard]] int revision() const { return m_revision; }
    [[nodiscard]] std::size_t runs() const { return m_places.size(); }

private:
    [[nodiscard]] const RunSnapshot& readRows();
    void start(const ledger::ExperimentRow& row);
    [[nodiscard]] std::vector<int> readTrials(std::int64_t last);
    void showAllRuns();
    void showRun(int index);
    void showRunning();
    [[nodiscard]] TrialSnapshot* at(int index);
    void count(const TrialSnapshot& run, double sign);

    const ledger::Project* m_project;
    ExperimentId m_experiment;
    int m_planVersion = 0;
    ExperimentPlan m_plan;
    std::unique_ptr<search::SequentialMethod> m_method; ///< none of a plan that only looks
    int m_revision = -1;                                ///< of the method, as it is shown
    std::int64_t m_through = 0;                         ///< the last row that was read
    std::map<std::int64_t, int> m_indexOf;              ///< the method's index, by trial
    std::map<int, ledger::TrialRow> m_trials;           ///< by the method's index
    std::set<int> m_closed;                             ///< what the method knows to have ended
    std::set<int> m_running;                            ///< what the ledger says is running
    std::vector<ledger::ReleaseRow> m_accuracies;       ///< what looks released
    RunSnapshot m_snapshot;
    std::map<int, RunPlace> m_places; ///< by the method's index
    Steps m_steps;
};

/// As trialSnapshot(row); of a private selection with what it released about its winner, and the ε of the
/// whole.
[[nodiscard]] TrialSnapshot trialSnapshot(const ledger::Project& project, const ledger::TrialRow& row);

/// Closes in `method` what the ledger says has ended, in order of index. The map tells each run's trial by
/// index.
std::map<int, ledger::TrialRow> replayTrials(const ledger::Project& project, ExperimentId experiment,
                                             search::SequentialMethod& method);

} // namespace parsimony::session
