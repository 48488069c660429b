// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_session.h"

#include "tests/ui/fake_plan.h"
#include "ui/models/gaussian.h"

#include <cmath>
#include <random>

namespace parsimony::ui::test {

using namespace session;

namespace {

class FakeSession : public SessionPort {
public:
    FakeSession(FakeEngine& engine, std::shared_ptr<FakeEngine::Project> project)
        : m_engine(engine), m_project(std::move(project)) {}

    bool readOnly() const override { return m_project->readOnly; }
    RunSnapshot plan(const RunOptions& options) override {
        ++m_engine.plans;
        if (m_engine.planSlowly) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        const std::lock_guard lock(m_project->mutex);
        return planOf(options, m_project->budget);
    }

    RunSnapshot run(const RunOptions& options, std::stop_token stop, const RunObserver& observer) override {
        ++m_engine.runs;
        RunSnapshot now;
        {
            const std::lock_guard lock(m_project->mutex);
            now = planOf(options, m_project->budget);
            now.experiment = static_cast<std::int64_t>(m_project->runs.size()) + 1;
            now.status = "running";
            for (auto& phase : now.phases) {
                for (auto& t : phase.trials) {
                    reserve(t, now.experiment);
                }
            }
            reserve(now.final->trial, now.experiment);
            m_project->dataset = now.dataset;
            now.budget.reservedEpsilon = now.experimentEpsilon;
            m_project->runs.push_back(now);
            m_project->options.push_back(options);
        }
        publish(now);
        if (m_engine.failRun.exchange(false)) {
            now.status = "failed";
            publish(now);
            fail("the device ran out of memory; what was reserved stays charged");
        }
        return carryOn(now, stop, observer);
    }

    RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                       const RunObserver& observer) override {
        RunSnapshot now;
        {
            const std::lock_guard lock(m_project->mutex);
            for (const auto& run : m_project->runs) {
                if (run.status == "interrupted" && (!experiment || run.experiment == *experiment)) {
                    now = run;
                }
            }
        }
        if (now.experiment == 0) {
            now.status = "nothing_to_resume";
            return now;
        }
        now.status = "running";
        return carryOn(now, stop, observer);
    }

    std::vector<ExperimentSummary> experiments() override {
        const std::lock_guard lock(m_project->mutex);
        std::vector<ExperimentSummary> list;
        for (const auto& run : m_project->runs) {
            ExperimentSummary e{
                run.experiment,        run.method, run.trainer, run.status, "2026-03-01 10:00",
                run.experimentEpsilon, {},         {}};
            if (run.final && run.final->test) {
                e.testAccuracy = run.final->test->accuracy;
                e.testAccuracySe = run.final->test->se;
            }
            list.push_back(e);
        }
        return list;
    }
    std::optional<RunSnapshot> snapshot(std::optional<std::int64_t> experiment) override {
        const std::lock_guard lock(m_project->mutex);
        if (m_project->runs.empty()) {
            return std::nullopt;
        }
        return experiment ? m_project->runs[static_cast<std::size_t>(*experiment - 1)]
                          : m_project->runs.back();
    }
    std::vector<TrialSnapshot> trials() override {
        const std::lock_guard lock(m_project->mutex);
        std::vector<TrialSnapshot> all;
        for (const auto& run : m_project->runs) {
            for (const auto& phase : run.phases) {
                all.insert(all.end(), phase.trials.begin(), phase.trials.end());
            }
            if (run.final) {
                all.push_back(run.final->trial);
            }
        }
        return all;
    }
    std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>> budgets() override {
        const std::lock_guard lock(m_project->mutex);
        return m_project->runs.empty() ? std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>>{}
                                       : std::vector{std::pair(m_project->dataset, m_project->budget)};
    }
    void raiseBudget(double epsilon, const std::string&) override {
        const std::lock_guard lock(m_project->mutex);
        if (epsilon <= m_project->budget.targetEpsilon) {
            failUsage("the new cap must be larger than the present one");
        }
        m_project->budget.targetEpsilon = epsilon;
        ++m_project->counter;
    }
    std::vector<std::filesystem::path> exportModel(std::optional<std::int64_t>,
                                                   const std::filesystem::path& output) override {
        if (snapshot(std::nullopt) == std::nullopt) {
            failUsage("nothing has run yet, so there is no classifier to export");
        }
        if (output.extension() == ".nothing") {
            fail("cannot write " + output.string());
        }
        return {output};
    }
    Evaluation evaluate(const EvaluationRequest& request, std::stop_token, const RunObserver&) override {
        ++m_engine.evaluations;
        if (request.features.contains(QStringLiteral("private")) && !request.isPrivate) {
            refuse("these rows are private in another project, so their exact counts may not be shown");
        }
        Evaluation result;
        result.isPrivate = request.isPrivate;
        result.records = 40;
        result.accuracy = 0.75;
        if (request.isPrivate) {
            result.se = 0.01;
            result.epsilon = 0.11;
            result.remainingEpsilon = 0.8;
            return result;
        }
        result.classes = {{QStringLiteral("0"), 20, 18}, {QStringLiteral("1"), 20, 12}};
        result.confusion = {18, 2, 8, 12};
        if (!request.groups.isEmpty()) {
            result.groups = {{QStringLiteral("north"), 40, 30}};
        }
        return result;
    }
    void addNote(std::int64_t trial, const std::string& text) override {
        remark(trial, [&](TrialSnapshot& t) { t.note = text; });
    }
    void setTags(std::int64_t trial, const std::vector<std::string>& tags) override {
        remark(trial, [&](TrialSnapshot& t) { t.tags = tags; });
    }
    void recordCuratorShown(const std::string& what) override {
        const std::lock_guard lock(m_project->mutex);
        if (m_project->readOnly) {
            fail("the project is read-only");
        }
        m_project->curatorShown.push_back(what);
        ++m_project->counter;
    }
    RunOptions optionsOf(std::int64_t experiment) override {
        const std::lock_guard lock(m_project->mutex);
        return m_project->options.at(static_cast<std::size_t>(experiment - 1));
    }
    TrialRecord trialRecord(std::int64_t trial) override {
        if (trial < 1 || trial >= m_project->nextTrial) {
            failUsage("there is no trial " + std::to_string(trial));
        }
        const std::vector<TrialLedgerRow> rows = {
            {11, QStringLiteral("2026-03-01T10:00:01.000Z"), QStringLiteral("trial_reserved"),
             QStringLiteral("train"), false,
             R"({"epsilon":0.1,"events":[{"count":50,"gaussian":{"noise_multiplier":83.7}}],)"
             R"("plan":{"trial":{"options":{"momentum":0.9,"bias":false}}}})"},
            {12,
             QStringLiteral("2026-03-01T10:00:02.000Z"),
             QStringLiteral("trial_running"),
             {},
             false,
             R"({"attempt":1})"},
            {13,
             QStringLiteral("2026-03-01T10:00:03.000Z"),
             QStringLiteral("release"),
             {},
             false,
             R"({"what":"score","values":{"value":0.63,"se":0.02,"kind":"noisy"}})"},
            {14, QStringLiteral("2026-03-01T10:00:03.000Z"), QStringLiteral("counts"), {}, true, {}},
            {15,
             QStringLiteral("2026-03-01T10:00:04.000Z"),
             QStringLiteral("trial_finished"),
             {},
             false,
             R"({"record":{"steps_done":50}})"}};
        return trialRecordOf(trial, rows);
    }
    std::int64_t changeCounter() override {
        const std::lock_guard lock(m_project->mutex);
        return m_project->counter;
    }

private:
    template <class Change>
    void remark(std::int64_t trial, Change change) {
        const std::lock_guard lock(m_project->mutex);
        for (auto& run : m_project->runs) {
            for (auto& phase : run.phases) {
                for (auto& t : phase.trials) {
                    if (t.id == trial) {
                        change(t);
                    }
                }
            }
        }
        ++m_project->counter;
    }

    void reserve(TrialSnapshot& t, std::int64_t experiment) {
        t.id = m_project->nextTrial++;
        t.experiment = experiment;
        t.state = TrialState::Reserved;
    }

    void publish(const RunSnapshot& now) {
        const std::lock_guard lock(m_project->mutex);
        m_project->runs[static_cast<std::size_t>(now.experiment - 1)] = now;
        m_project->budget = now.budget;
        ++m_project->counter;
    }

    /// Trains one trial; false when stopped on the way.
    bool train(RunSnapshot& now, TrialSnapshot& t, std::stop_token stop, const RunObserver& observer) {
        t.state = TrialState::Running;
        while (t.stepsDone < t.steps) {
            if (stop.stop_requested()) {
                return false;
            }
            t.stepsDone += 10;
            now.secondsLeft = 3.0;
            std::this_thread::sleep_for(m_engine.stepTime * 10);
            observer.onSnapshot(now);
        }
        t.stepsDone = t.steps;
        t.state = TrialState::Finished;
        now.budget.spentMu = std::sqrt(now.budget.spentMu * now.budget.spentMu + t.mu * t.mu);
        now.budget.spentEpsilon =
            std::min(now.budget.targetEpsilon, epsilonOf(now.budget.spentMu, now.budget.targetDelta));
        return true;
    }

    RunSnapshot interruptedRun(RunSnapshot& now, const RunObserver& observer) {
        now.status = "interrupted";
        publish(now);
        observer.onSnapshot(now);
        return now;
    }

    RunSnapshot carryOn(RunSnapshot& now, std::stop_token stop, const RunObserver& observer) {
        observer.onSnapshot(now);
        std::vector<std::pair<double, double>> winners;
        std::mt19937 random(11);
        for (auto& phase : now.phases) {
            double best = -1.0;
            for (auto& t : phase.trials) {
                if (t.state != TrialState::Finished && !train(now, t, stop, observer)) {
                    return interruptedRun(now, observer);
                }
                if (!t.score) {
                    const double se = 0.0025 / phase.epsilon * 0.1;
                    t.score = accuracyAt(*t.r, phase.epsilon) + se * std::normal_distribution<>()(random);
                    t.scoreSe = se;
                    t.scoreKind = session::ScoreKind::Noisy;
                }
                if (*t.score > best) {
                    best = *t.score;
                    phase.selectedR = t.r;
                }
                publish(now);
            }
            winners.emplace_back(phase.epsilon, *phase.selectedR);
        }
        const double slope = (winners[1].second - winners[0].second) / (winners[1].first - winners[0].first);
        FitSnapshot fit;
        fit.coefficients = {winners[0].second - slope * winners[0].first, slope};
        fit.points = winners;
        auto& last = now.final->trial;
        fit.predictedR = fit.coefficients[0] + slope * last.epsilon;
        fit.r = fit.predictedR;
        now.fit = fit;
        last.r = fit.r;
        last.learningRate = fit.r / 50;
        last.nu = 0.86;
        if (!train(now, last, stop, observer)) {
            return interruptedRun(now, observer);
        }
        now.final->test = AccuracySnapshot{accuracyAt(fit.r, last.epsilon), 0.0025};
        now.final->ood["lemmas"] = AccuracySnapshot{0.482, 0.0031};
        now.status = "finished";
        now.secondsLeft.reset();
        now.secondsSearch = 21.0;
        now.secondsFinal = 6.0;
        now.budget.reservedEpsilon = 0.0;
        const double cap = muOf(now.budget.targetEpsilon, now.budget.targetDelta);
        const double left = cap * cap - now.budget.spentMu * now.budget.spentMu;
        now.budget.remainingEpsilon = left > 1e-9 ? epsilonOf(std::sqrt(left), now.budget.targetDelta) : 0.0;
        now.budget.parts["train"] = {now.budget.spentEpsilon, 0.0, now.budget.remainingEpsilon,
                                     now.budget.spentMu};
        now.budget.parts["test"] = {0.11, 0.0, 0.96, 0.03};
        publish(now);
        observer.onSnapshot(now);
        return now;
    }

    FakeEngine& m_engine;
    std::shared_ptr<FakeEngine::Project> m_project;
};

} // namespace

std::unique_ptr<SessionPort> makeFakeSession(FakeEngine& engine,
                                             std::shared_ptr<FakeEngine::Project> project) {
    return std::make_unique<FakeSession>(engine, std::move(project));
}

} // namespace parsimony::ui::test
