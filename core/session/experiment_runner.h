// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/data/part.h"
#include "core/ledger/project.h"
#include "core/session/data_request.h"
#include "core/session/experiment_plan.h"
#include "core/session/session.h"
#include "core/train/trainer.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::session {

/// Carries out a reserved experiment from wherever the ledger says it stands, and writes every step of it
/// there: mean, trials phase by phase, final run, evaluations. Private rows are opened here, after the
/// reservation.
class ExperimentRunner {
public:
    ExperimentRunner(ledger::Project& project, ledger::RunningExperiment running, ExperimentPlan plan,
                     DataRequest request, std::unique_ptr<compute::ComputeBackend> backend,
                     std::stop_token stop, RunObserver observer);

    /// Returns when the experiment is finished or `stop` was requested; the snapshot's status tells. When
    /// something fails the experiment is left interrupted, resumable under the same reservation, and the
    /// error goes on.
    RunSnapshot run();

private:
    using Clock = std::chrono::steady_clock;

    void noticeInvalid(const std::string& part, std::size_t features, std::size_t labels) const;
    void makeResident(const RequestedPart& part, const std::vector<float>& mean);
    [[nodiscard]] std::vector<float> releasedMean();
    [[nodiscard]] bool searchAndEvaluate();
    [[nodiscard]] bool runSearch();
    [[nodiscard]] bool runPrivateSelection();
    /// A private selection that did not come to its end is over for good (PRIVACY rule 22).
    void endSelection(TrialId trial);
    [[nodiscard]] bool runProposal(const search::Proposal& proposal);
    [[nodiscard]] TrialId reserve(const search::Proposal& proposal, const train::TrialPlan& trial);
    /// The state a run begins with when it builds on released weights of earlier ones.
    [[nodiscard]] std::optional<train::TrainerState> startOf(const search::Proposal& proposal,
                                                             const compute::HeadShape& head) const;
    [[nodiscard]] bool evaluate();
    [[nodiscard]] bool evaluatePart(const EvaluationBudget& evaluation, const train::Model& model,
                                    const std::map<std::string, TrialId>& started);
    void readInitialWeights();
    void finish();
    void publish(bool force);
    void notice(const std::string& sentence) const;

    ledger::Project& m_project;
    ledger::RunningExperiment m_running;
    ExperimentPlan m_plan;
    DataRequest m_request;
    std::unique_ptr<compute::ComputeBackend> m_backend;
    std::stop_token m_stop;
    RunObserver m_observer;

    std::map<std::string, std::unique_ptr<compute::ResidentData>> m_resident;
    std::vector<double> m_initialWeights; ///< of `--init FILE`, read before the first trial
    std::unique_ptr<search::SequentialMethod> m_method;
    std::map<int, ledger::TrialRow> m_trials; ///< by the method's index
    bool m_over = false;                      ///< the experiment was ended as failed

    RunSnapshot m_snapshot; ///< the last one that was published
    std::map<std::int64_t, std::uint32_t> m_stepsDone;
    Clock::time_point m_started = Clock::now();
    Clock::time_point m_published{};
    double m_secondsLoad = 0.0, m_secondsSearch = 0.0, m_secondsFinal = 0.0;
};

} // namespace parsimony::session
