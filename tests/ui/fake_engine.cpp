// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"

#include "ui/models/budget_split.h"
#include "ui/models/gaussian.h"

#include <cmath>
#include <random>

namespace parsimony::ui::test {

using namespace session;

struct FakeEngine::Project {
    std::mutex mutex;
    DatasetSnapshot dataset;
    BudgetSnapshot budget;
    std::vector<RunSnapshot> runs;
    std::vector<RunOptions> options;
    std::int64_t counter = 1, nextTrial = 1;
};

namespace {

RunSnapshot planOf(const RunOptions& o, const BudgetSnapshot& before) {
    RunSnapshot run;
    const double epsilon = o.epsilon.value_or(before.targetEpsilon);
    const double delta = o.delta.value_or(before.targetDelta);
    run.isPrivate = o.visibility != "public";
    if (run.isPrivate && !o.classes) {
        failUsage("--classes is required for private data: declare the number of classes");
    }
    run.method = o.method.value_or("linear-scaling");
    run.trainer = o.trainer;
    run.guarantee = run.isPrivate
                        ? "The experiment is (1, 1e-05)-differentially private under adding or removing one "
                          "row; N is public."
                        : "Public data, simulated budget: no guarantee is given and none is needed.";
    run.dataset = {1, "sample", 40000, 384, o.classes.value_or(26), o.visibility, o.adjacency, o.rowNorm};
    const double taken = o.experimentEpsilon.value_or(epsilon);
    std::vector<double> each{0.1 * taken, 0.2 * taken};
    if (o.phaseEpsilons) {
        each = BudgetSplit::parsePhaseEpsilons(QString::fromStdString(*o.phaseEpsilons)).value_or(each);
    }
    std::vector<BudgetSplit::Phase> phases;
    for (const double e : each) {
        phases.push_back({e, static_cast<int>(o.trials)});
    }
    const BudgetSplit split(taken, delta, phases);
    if (!split.affordable()) {
        throw Error("the phases cost more than the budget",
                    RefusedSpend{taken + split.missingEpsilon(), taken, split.missingEpsilon()});
    }
    const double spent = before.spentMu;
    const double cap = muOf(epsilon, delta);
    const double mu = muOf(taken, delta);
    if (run.isPrivate && spent * spent + mu * mu > cap * cap * (1 + 1e-9)) {
        const double left = cap * cap - spent * spent;
        const double remaining = left > 1e-12 ? epsilonOf(std::sqrt(left), delta) : 0.0;
        throw Error("the budget of sample has ε = " + std::to_string(remaining) + " left",
                    RefusedSpend{taken, remaining, taken - remaining});
    }
    run.budget = before;
    run.budget.targetEpsilon = epsilon;
    run.budget.targetDelta = delta;
    run.budget.simulated = !run.isPrivate;
    run.budget.remainingEpsilon =
        spent > 0.0 ? epsilonOf(std::sqrt(cap * cap - spent * spent), delta) : epsilon;
    run.experimentEpsilon = taken;
    run.experimentMu = mu;
    std::mt19937 random(7);
    for (std::size_t i = 0; i < each.size(); ++i) {
        PhaseSnapshot phase;
        phase.epsilon = split.shares()[i].epsilon;
        phase.mu = split.shares()[i].mu;
        const double scale = 900.0 * phase.epsilon;
        for (std::uint32_t t = 0; t < o.trials; ++t) {
            TrialSnapshot trial;
            trial.phase = static_cast<int>(i);
            const double u = (t + std::uniform_real_distribution<>(0, 1)(random)) / o.trials;
            trial.r = scale * std::exp(std::log(0.3) + u * std::log(10.0));
            trial.steps = 50;
            trial.learningRate = *trial.r / 50;
            trial.nu = 0.15 * std::pow(20.0, u);
            trial.maxGradNorm = 1.0;
            trial.epsilon = phase.epsilon;
            trial.mu = phase.mu;
            trial.noiseMultiplier = std::sqrt(50.0) / (phase.mu * std::sqrt(0.9));
            phase.trials.push_back(trial);
        }
        run.phases.push_back(phase);
    }
    FinalSnapshot final;
    final.trial.phase = -1;
    final.trial.role = "final";
    final.trial.steps = 50;
    final.trial.epsilon = split.finalEpsilon();
    final.trial.mu = split.finalShare().mu;
    final.trial.noiseMultiplier = std::sqrt(50.0) / final.trial.mu;
    final.trial.maxGradNorm = 1.0;
    run.final = final;
    return run;
}

double accuracyAt(double r, double epsilon) {
    const double best = 700.0 * epsilon;
    return 0.755 - 0.09 * std::pow(std::log(r / best) / 1.5, 2.0) - 0.02 / (1.0 + 10 * epsilon);
}

class FakeSession : public SessionPort {
public:
    FakeSession(FakeEngine& engine, std::shared_ptr<FakeEngine::Project> project)
        : m_engine(engine), m_project(std::move(project)) {}

    bool readOnly() const override { return false; }
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
        if (output.extension() == ".nothing") {
            fail("cannot write " + output.string());
        }
        return {output};
    }
    RunOptions optionsOf(std::int64_t experiment) override {
        const std::lock_guard lock(m_project->mutex);
        return m_project->options.at(static_cast<std::size_t>(experiment - 1));
    }
    std::int64_t changeCounter() override {
        const std::lock_guard lock(m_project->mutex);
        return m_project->counter;
    }

private:
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
                    t.scoreKind = "noisy";
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

FakeEngine::FakeEngine() {
    addFile(QStringLiteral("/data/sample.npz"), sampleArrays(QStringLiteral("/data/sample.npz")));
}
FakeEngine::~FakeEngine() = default;

std::shared_ptr<FakeEngine::Project> FakeEngine::project(const std::string& path) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_projects.find(path);
    return found == m_projects.end() ? nullptr : found->second;
}

std::unique_ptr<SessionPort> FakeEngine::open(const std::filesystem::path& path, bool createIfMissing) {
    const std::lock_guard lock(m_mutex);
    auto& project = m_projects[path.string()];
    if (!project) {
        if (!createIfMissing) {
            m_projects.erase(path.string());
            fail(path.string() + " does not exist: check the name, or drop feature files to begin a project");
        }
        project = std::make_shared<Project>();
    }
    return std::make_unique<FakeSession>(*this, project);
}

RunSnapshot FakeEngine::planWithoutProject(const RunOptions& options) {
    ++plans;
    if (planSlowly) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (refusePlan) {
        refuse("this is refused by the script");
    }
    return planOf(options, {});
}

std::vector<ArrayInfo> FakeEngine::listArrays(const std::filesystem::path& file) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_files.find(file.string());
    if (found == m_files.end()) {
        fail(file.string() + " cannot be read: no such file");
    }
    return found->second;
}

AuditFindings FakeEngine::audit(const std::filesystem::path& path) {
    const auto stored = project(path.string());
    if (!stored) {
        fail(path.string() + " does not exist");
    }
    AuditFindings findings;
    findings.rows = 31;
    findings.head = QStringLiteral("6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b");
    findings.accounts.push_back({QStringLiteral("sample"), QStringLiteral("train"),
                                 stored->budget.spentEpsilon, 1e-5, stored->budget.targetEpsilon,
                                 stored->budget.spentMu, false});
    if (corruptLedger) {
        findings.problems.push_back({17, QStringLiteral("its hash does not follow from its content")});
    }
    return findings;
}

void FakeEngine::addFile(const QString& path, std::vector<ArrayInfo> arrays) {
    const std::lock_guard lock(m_mutex);
    m_files[path.toStdString()] = std::move(arrays);
}

void FakeEngine::addProject(const QString& path, const RunOptions& options, int trials) {
    auto session = open(path.toStdString(), true);
    RunObserver observer;
    observer.onSnapshot = [](const RunSnapshot&) {};
    observer.onCuratorNotice = [](const std::string&) {};
    session->run(options, {}, observer);
    auto stored = project(path.toStdString());
    std::mt19937 random(3);
    auto& phase = stored->runs.front().phases.front();
    for (int i = 0; i < trials; ++i) {
        TrialSnapshot t = phase.trials.front();
        t.id = stored->nextTrial++;
        t.r = std::exp(std::uniform_real_distribution<>(0, 8)(random));
        t.score = std::uniform_real_distribution<>(0.1, 0.8)(random);
        phase.trials.push_back(t);
    }
}

RunOptions sampleOptions() {
    RunOptions o;
    o.train = {"/data/sample.npz:x_train", "/data/sample.npz:y_train"};
    o.test = {"/data/sample.npz:x_test", "/data/sample.npz:y_test"};
    o.ood["lemmas"] = {"/data/sample.npz:x_lemmas", "/data/sample.npz:y_lemmas"};
    o.epsilon = 1.0;
    o.delta = 1e-5;
    o.classes = 26;
    return o;
}

std::vector<ArrayInfo> sampleArrays(const QString& path) {
    const auto matrix = [&](const char* key, std::uint64_t rows) {
        return ArrayInfo{path, QLatin1String(key), QStringLiteral("int8"), {rows, 384}, rows * 384};
    };
    const auto labels = [&](const char* key, std::uint64_t rows) {
        return ArrayInfo{path, QLatin1String(key), QStringLiteral("int64"), {rows}, rows * 8};
    };
    return {matrix("x_train", 40000), labels("y_train", 40000), matrix("x_test", 8000),
            labels("y_test", 8000),   matrix("x_lemmas", 8000), labels("y_lemmas", 8000)};
}

} // namespace parsimony::ui::test
