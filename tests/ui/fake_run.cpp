// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_run.h"

#include "core/session/search_request.h"
#include "core/session/snapshot_runs.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace parsimony::ui::test {

using namespace session;

namespace {

void fill(ledger::TrialRow& row, const ExperimentPlan& plan, const search::Proposal& proposal) {
    row.phase = proposal.phase;
    row.role = proposal.role;
    row.r = proposal.r;
    row.nu = proposal.nu;
    row.learningRate = proposal.learningRate;
    row.noiseMultiplier = proposal.noiseMultiplier;
    row.maxGradNorm = plan.options.maxGradNorm->first();
    row.steps = proposal.steps;
    row.mu = plan.budgetOf(proposal.phase).mu;
    row.epsilon = plan.budgetOf(proposal.phase).epsilon;
}

/// The curve that runs follow: the best step is the one whose noise in the logits is of size 1.
double accuracyOf(const ledger::TrialRow& row) {
    return 0.755 - 0.09 * std::pow(std::log(row.nu.value_or(1.0)) / 1.5, 2.0) -
           0.02 / (1.0 + 10 * row.epsilon);
}

} // namespace

FakeRunner::FakeRunner(FakeEngine& engine, std::shared_ptr<FakeEngine::Project> project)
    : m_engine(engine), m_project(std::move(project)) {}

FakeRun& FakeRunner::begin(const RunOptions& options) {
    const RunOptions onDisk = m_engine.onDisk(options);
    const std::lock_guard lock(m_project->mutex);
    FakePlan planned = planOf(onDisk, m_project->accounts);
    if (m_project->runs.empty()) {
        m_project->accounts.epsilon = planned.snapshot.budget.targetEpsilon;
        m_project->accounts.delta = planned.snapshot.budget.targetDelta;
    }
    planned.snapshot.dataset.id = 1;
    if (m_project->runs.empty()) {
        m_project->dataset = planned.snapshot.dataset;
    }
    if (planned.plan.constants.isPrivate) {
        m_project->accounts.reserve(planned.plan);
    }
    auto run = std::make_unique<FakeRun>();
    run->options = options;
    run->dataset = planned.snapshot.dataset;
    run->method = session::makeMethod(planned.plan);
    run->plan = std::move(planned.plan);
    run->shown.experiment = static_cast<std::int64_t>(m_project->runs.size()) + 1;
    for (const search::Proposal& proposal : run->method->outline()) {
        ledger::TrialRow& row = run->rows[proposal.index];
        row.id = TrialId{m_project->nextTrial++};
        row.experiment = ExperimentId{run->shown.experiment};
        fill(row, run->plan, proposal);
    }
    m_project->runs.push_back(std::move(run));
    show(*m_project->runs.back(), ExperimentStatus::Running);
    return *m_project->runs.back();
}

void FakeRunner::show(FakeRun& run, ExperimentStatus status) {
    RunSnapshot now = blankSnapshot(run.plan);
    (void)fillRuns(now, run.plan, *run.method, run.rows);
    if (!now.final && run.method->finished()) {
        if (const auto index = run.method->result()) {
            now.final = FinalSnapshot{trialSnapshot(run.rows.at(*index), run.plan), std::nullopt, {}};
        }
    }
    now.experiment = run.shown.experiment;
    now.status = status;
    now.dataset = run.dataset;
    now.budget = m_project->budget();
    if (status == ExperimentStatus::Finished && now.final) {
        const double accuracy = accuracyOf(run.rows.rbegin()->second);
        for (const EvaluationBudget& look : run.plan.evaluations) {
            if (look.part == "test") {
                now.final->test = AccuracySnapshot{accuracy, 0.0025};
            } else {
                now.final->ood[look.part] = AccuracySnapshot{0.482, 0.0031};
            }
        }
        now.secondsSearch = 21.0;
        now.secondsFinal = 6.0;
    }
    run.shown = std::move(now);
    ++m_project->counter;
}

RunSnapshot FakeRunner::publish(FakeRun& run, ExperimentStatus status) {
    const std::lock_guard lock(m_project->mutex);
    show(run, status);
    return run.shown;
}

bool FakeRunner::train(FakeRun& run, const ledger::TrialRow& row, std::stop_token stop,
                       const RunObserver& observer) {
    RunSnapshot now = publish(run, ExperimentStatus::Running);
    now.secondsLeft = 3.0;
    for (std::int64_t step = 0; step < row.steps; step += 10) {
        if (stop.stop_requested()) {
            return false;
        }
        const auto done = static_cast<std::uint32_t>(std::min(step + 10, row.steps));
        for (auto& phase : now.phases) {
            for (auto& t : phase.trials) {
                t.stepsDone = t.id == row.id.value() ? done : t.stepsDone;
            }
        }
        if (now.final && now.final->trial.id == row.id.value()) {
            now.final->trial.stepsDone = done;
        }
        std::this_thread::sleep_for(m_engine.stepTime * 10);
        observer.onSnapshot(now);
    }
    return !stop.stop_requested();
}

bool FakeRunner::perform(FakeRun& run, const search::Proposal& proposal, std::stop_token stop,
                         const RunObserver& observer) {
    ledger::TrialRow row;
    {
        const std::lock_guard lock(m_project->mutex);
        ledger::TrialRow& stored = run.rows.at(proposal.index);
        fill(stored, run.plan, proposal);
        stored.state = TrialState::Running;
        row = stored;
    }
    if (!train(run, row, std::move(stop), observer)) {
        return false;
    }
    std::mt19937 random(static_cast<std::uint32_t>(11 + proposal.index));
    const std::lock_guard lock(m_project->mutex);
    ledger::TrialRow& stored = run.rows.at(proposal.index);
    std::optional<search::Score> score;
    if (proposal.scored) {
        const double se = 0.00025 / row.epsilon;
        score = search::Score{accuracyOf(row) + se * std::normal_distribution<>()(random), se};
        stored.score = score->accuracy;
        stored.scoreSe = score->se;
        stored.scoreKind = run.plan.options.score;
    }
    stored.state = TrialState::Finished;
    run.method->observe(proposal.index, score);
    if (run.plan.constants.isPrivate) {
        m_project->accounts.spend(row.mu);
    }
    show(run, ExperimentStatus::Running);
    return true;
}

RunSnapshot FakeRunner::carryOn(FakeRun& run, std::stop_token stop, const RunObserver& observer) {
    observer.onSnapshot(publish(run, ExperimentStatus::Running));
    while (!run.method->finished()) {
        for (const search::Proposal& proposal : run.method->nextBatch()) {
            if (!perform(run, proposal, stop, observer)) {
                const RunSnapshot now = publish(run, ExperimentStatus::Interrupted);
                observer.onSnapshot(now);
                return now;
            }
        }
    }
    {
        const std::lock_guard lock(m_project->mutex);
        m_project->accounts.settle();
    }
    const RunSnapshot now = publish(run, ExperimentStatus::Finished);
    observer.onSnapshot(now);
    return now;
}

} // namespace parsimony::ui::test
