// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/journal.h"
#include "core/mechanism/noisy_count.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"
#include "core/session/live_snapshot.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/prior_snapshot.h"
#include "core/session/run_observer.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::session {

/// Carries out reserved experiments from wherever the ledger says they stand: statistics, runs as their
/// searches propose them, looks at the result. It decides what is next; the journal does it.
///
/// One experiment is performed mechanism by mechanism. Several, on one public dataset, share their rows: runs
/// that may start now train side by side whichever experiment they belong to, and each batch of them is one
/// transaction.
class Executor {
public:
    struct Member {
        ExperimentPlan plan;
        ledger::RunningExperiment running;
        std::vector<Sentence> remarks = {}; ///< what the curator was told of its rows before
    };

    /// `backend` computes, `request` has the files of every member's plan.
    Executor(ledger::Project& project, DataRequest request, std::unique_ptr<compute::ComputeBackend> backend,
             std::stop_token stop);

    /// One experiment. Its snapshot's status is finished, or interrupted when `stop` was requested. When
    /// something fails it is left as its mechanisms allow, and the error goes on.
    RunSnapshot run(Member member, const RunObserver& observer);

    /// Several, public data only: their snapshots in their order. When something fails all that have not
    /// finished are left interrupted, and the error goes on.
    std::vector<RunSnapshot> runTogether(std::vector<Member> members, const TogetherProgress& progress);

private:
    using Clock = std::chrono::steady_clock;

    /// An experiment on its way.
    struct Search {
        Member member;
        std::unique_ptr<search::SequentialMethod> method;
        std::map<int, TrialId> trials;      ///< runs by the method's index
        std::map<int, train::Model> models; ///< of those that ran together here
        double secondsSearch = 0.0, secondsFinal = 0.0;
        std::optional<PriorVerdict> prior; ///< where it was looked at
        bool ended = false;
    };
    /// A run that may start now.
    struct Job {
        Search* search = nullptr;
        search::Proposal proposal;
        std::unique_ptr<mechanism::Mechanism> mechanism;
    };
    struct Look {
        Search* search = nullptr;
        mechanism::NoisyCount mechanism;
    };

    [[nodiscard]] bool isTogether() const { return !m_live; }
    void carryOut();
    void add(Member member);
    /// Of the same, and the ledger keeps what the curator is told.
    [[nodiscard]] RunObserver remarking(const RunObserver& observer);
    void openRows(const RunObserver& observer);
    void readInitialWeights(const RunObserver& observer);
    /// False where it was stopped.
    bool startFromPrior();
    /// What of the plan follows from the first statistics.
    void decide(Search& search, const Released& released);
    /// Maps rows, and makes what runs start from, of one encoder where there are several.
    void mapRows(const std::string& encoder, const Released& released);

    /// Releases what rows are prepared by, unless that was done before an interruption.
    [[nodiscard]] bool prepareFeatures();
    [[nodiscard]] bool searchAll();
    [[nodiscard]] std::vector<Job> openJobs();
    /// What it begins with beside what it starts from.
    [[nodiscard]] RunStart startOf(const search::Proposal& proposal) const;
    [[nodiscard]] std::size_t widthOf(const Job& job) const;
    /// How many of one experiment's next runs are trained side by side: on public data, where nothing of them
    /// has to be durable before the others, as many as a moment is enough for.
    [[nodiscard]] std::size_t sideBySide(std::span<const Job> jobs);
    [[nodiscard]] train::Model modelOf(const Search& search, int index) const;
    [[nodiscard]] bool perform(std::span<Job> jobs);
    [[nodiscard]] bool performAlone(Job& job);
    [[nodiscard]] bool performSideBySide(std::span<Job> jobs);
    [[nodiscard]] bool performTogether(std::span<Job> jobs);
    void close(Job& job, mechanism::Performed& performed);
    void lose(Job& job, const mechanism::Performed& performed);

    [[nodiscard]] bool lookAtResults();
    [[nodiscard]] std::vector<Look> openLooks();
    [[nodiscard]] LiveSnapshot::Seconds secondsOf(const Search& search) const;
    void finishAll();

    [[nodiscard]] mechanism::Performed performed(const Search& search, const mechanism::Mechanism& mechanism);
    void tell(double stepsNow);

    const ledger::Project& m_project;
    DataRequest m_request;
    std::shared_ptr<compute::ComputeBackend> m_backend;
    std::stop_token m_stop;
    mechanism::Journal m_journal;
    std::optional<mechanism::Rows> m_rows;
    std::vector<Search> m_searches;
    std::vector<double> m_initialWeights; ///< of `--init FILE`, read before the first trial
    /// That every run begins with, by encoder ("" where there is one): class counts of the feature map,
    /// `--prior`.
    std::map<std::string, RunStart> m_starts;

    std::optional<LiveSnapshot> m_live; ///< of one experiment
    double m_secondsPerStep = 0.0;      ///< of its last run that was performed by itself
    TogetherProgress m_progress;        ///< of several
    double m_stepsTotal = 0.0, m_stepsDone = 0.0;
    Clock::time_point m_began = Clock::now(), m_told{};
};

} // namespace parsimony::session
