// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"
#include "core/session/session.h"
#include "core/session/trial_ledger.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace parsimony::session {

/// Carries out several experiments on one public dataset side by side: its parts are loaded once, runs that
/// may start now train together whichever experiment they belong to, and each batch of them is one
/// transaction. Nothing else is durable in between: a batch that is cut off leaves no trace and is run again
/// with the same noise, because public data has no budget to lose.
class TogetherRunner {
public:
    struct Member {
        ExperimentPlan plan;
        ledger::RunningExperiment running;
    };

    /// Every member's plan is for `request`'s data. Public data only.
    TogetherRunner(ledger::Project& project, DataRequest request,
                   std::unique_ptr<compute::ComputeBackend> backend, std::vector<Member> members,
                   std::stop_token stop, TogetherProgress progress);

    /// The members' snapshots in their order, finished or, when `stop` was requested, interrupted. When
    /// something fails all that have not finished are left interrupted, and the error goes on.
    std::vector<RunSnapshot> run();

private:
    using Clock = std::chrono::steady_clock;

    struct Search {
        Member member;
        std::unique_ptr<search::SequentialMethod> method;
        std::map<int, TrialId> trials;      ///< finished runs by the method's index
        std::map<int, train::Model> models; ///< of those that this process trained
        double secondsSearch = 0.0, secondsFinal = 0.0;
        bool ended = false;
    };
    /// A run that is under way.
    struct Job {
        Search* search = nullptr;
        search::Proposal proposal;
        train::TrialPlan plan;
        compute::NoiseSource noise;
        std::optional<train::TrainerState> start;
    };

    void makeResident(const std::string& part);
    void loadParts();
    [[nodiscard]] std::vector<Job> openJobs();
    [[nodiscard]] train::Model modelOf(const Search& search, int index) const;
    [[nodiscard]] std::optional<train::TrainerState>
    startOf(const Search& search, const search::Proposal& proposal, const compute::HeadShape& head) const;
    [[nodiscard]] bool runBatch(std::span<Job> jobs);
    void record(std::span<Job> jobs, std::vector<train::TrainOutcome>& outcomes,
                const std::vector<ledger::Score>& scores);
    [[nodiscard]] bool searchAll();
    void evaluateAll();
    void interruptAll();
    void tell(double stepsNow);

    ledger::Project& m_project;
    DataRequest m_request;
    std::unique_ptr<compute::ComputeBackend> m_backend;
    std::stop_token m_stop;
    TogetherProgress m_progress;
    std::vector<Search> m_searches;
    ResidentParts m_resident;
    double m_secondsLoad = 0.0;
    double m_stepsTotal = 0.0, m_stepsDone = 0.0; ///< of all runs; done: in batches that are recorded
    Clock::time_point m_trainingSince{};
    Clock::time_point m_told{};
};

} // namespace parsimony::session
