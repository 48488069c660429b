// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_session.h"

#include "core/study/sweep.h"
#include "tests/ui/fake_run.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace parsimony::ui::test {

using namespace session;

namespace {

class FakeSession : public SessionPort {
public:
    FakeSession(FakeEngine& engine, std::shared_ptr<FakeEngine::Project> project)
        : m_engine(engine), m_project(std::move(project)), m_runner(engine, m_project) {}

    bool readOnly() const override { return m_project->readOnly; }
    bool readsSideBySide() const override { return m_engine.far; }
    RunSnapshot answer(const wire::PlanCall& call) {
        ++m_engine.plans;
        if (m_engine.planSlowly) {
            const int now = ++m_engine.planning;
            m_engine.mostPlanning = std::max(now, m_engine.mostPlanning.load());
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            --m_engine.planning;
        }
        const RunOptions onDisk = m_engine.onDisk(call.options);
        const std::lock_guard lock(m_project->mutex);
        return planOf(onDisk, m_project->accounts).snapshot;
    }

    RunSnapshot run(const RunOptions& options, std::stop_token stop, const RunObserver& observer,
                    const std::string& request) override {
        ++m_engine.runs;
        FakeRun& run = m_runner.begin(options);
        noteRequest(request);
        if (m_engine.failRun.exchange(false)) {
            (void)m_runner.publish(run, ExperimentStatus::Failed);
            fail("the device ran out of memory; what was reserved stays charged");
        }
        return m_runner.carryOn(run, stop, observer);
    }

    /// A sweep: a grid of its own for each ε that is not there yet.
    Sheet study(const study::StudyVariant& asked, std::stop_token stop,
                const study::Progress& progress) override {
        const study::StudyVariant study = asked.file ? gridStudy() : asked;
        const auto grids = gridsOf(*study.sweep);
        for (std::size_t i = 0; i < grids.size(); ++i) {
            if (progress) {
                progress("cells", static_cast<double>(i) / static_cast<double>(grids.size()), 5.0);
            }
            if (m_project->has(grids[i])) {
                continue;
            }
            const RunObserver silent{[](const RunSnapshot&) {}, [](const Sentence&) {}};
            if (run(grids[i], stop, silent, {}).status != ExperimentStatus::Finished) {
                interrupted(Sentence("stopped"));
            }
        }
        Sheet found;
        found.title = asked.file ? m_engine.ask(wire::StudiesCall{}).front().title : "";
        found.tables = {
            {"grids", {{Sentence("method"), true}, {Sentence("accuracy")}}, {{"auto", "0.5 %"}}, {}}};
        found.pictures = {{"bars", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"40\">"
                                   "<rect width=\"80\" height=\"40\" fill=\"#ffffff\"/></svg>"}};
        found.json = "{}\n";
        return found;
    }

    RunSnapshot resume(const wire::ResumeCall& call, std::stop_token stop,
                       const RunObserver& observer) override {
        const auto& experiment = call.experiment;
        FakeRun* open = nullptr;
        {
            const std::lock_guard lock(m_project->mutex);
            m_project->moved = call.moved;
            for (const auto& run : m_project->runs) {
                if (run->shown.status == ExperimentStatus::Interrupted &&
                    (!experiment || run->shown.experiment == *experiment)) {
                    open = run.get();
                }
            }
        }
        if (open == nullptr) {
            RunSnapshot nothing;
            nothing.status = ExperimentStatus::NothingToResume;
            return nothing;
        }
        return m_runner.carryOn(*open, stop, observer);
    }

    ProjectView answer(const wire::StateCall& call) {
        const auto counter = changeCounter();
        return {"id of a project",        readOnly(), counter, experiments(), budgets(), trials(),
                snapshot(call.experiment)};
    }
    wire::CounterCall::Answer answer(const wire::CounterCall&) { return {changeCounter()}; }
    std::vector<ExperimentSummary> experiments() {
        const std::lock_guard lock(m_project->mutex);
        std::vector<ExperimentSummary> list;
        for (const auto& each : m_project->runs) {
            const RunSnapshot& run = each->shown;
            ExperimentSummary e{
                run.experiment,        run.method, run.trainer, "2026-03-01 10:00", run.status,
                run.experimentEpsilon, {},         {}};
            if (run.final && run.final->test) {
                e.testAccuracy = run.final->test->accuracy;
                e.testAccuracySe = run.final->test->se;
            }
            e.dataset = run.dataset.name;
            e.classes = run.dataset.classes;
            e.severalLabels = each->plan.constants.labelsPerRecord > 1;
            list.push_back(e);
        }
        return list;
    }
    std::optional<RunSnapshot> snapshot(std::optional<std::int64_t> experiment) {
        const std::lock_guard lock(m_project->mutex);
        if (m_project->runs.empty()) {
            return std::nullopt;
        }
        return experiment ? m_project->runs.at(static_cast<std::size_t>(*experiment - 1))->shown
                          : m_project->runs.back()->shown;
    }
    std::vector<TrialSnapshot> trials() {
        const std::lock_guard lock(m_project->mutex);
        std::vector<TrialSnapshot> all;
        for (const auto& run : m_project->runs) {
            for (const auto& phase : run->shown.phases) {
                all.insert(all.end(), phase.trials.begin(), phase.trials.end());
            }
            if (run->shown.final) {
                all.push_back(run->shown.final->trial);
            }
        }
        return all;
    }
    std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>> budgets() {
        const std::lock_guard lock(m_project->mutex);
        return m_project->runs.empty() ? std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>>{}
                                       : std::vector{std::pair(m_project->dataset, m_project->budget())};
    }
    wire::Nothing answer(const wire::RaiseCall& call) {
        const std::lock_guard lock(m_project->mutex);
        if (call.epsilon <= m_project->accounts.epsilon) {
            failUsage("the new cap must be larger than the present one");
        }
        m_project->accounts.epsilon = call.epsilon;
        ++m_project->counter;
        return {};
    }
    std::vector<std::filesystem::path> write(const wire::ExportCall& call,
                                             const std::filesystem::path& output) {
        if (snapshot(std::nullopt) == std::nullopt) {
            failUsage("nothing has run yet, so there is no classifier to export");
        }
        if (output.extension() == ".nothing") {
            fail("cannot write " + output.string());
        }
        if (call.key.empty()) {
            return {output};
        }
        return {output, output.string() + ".statement.json"};
    }
    std::vector<std::filesystem::path> write(const wire::ReportCall& call,
                                             const std::filesystem::path& output) {
        m_engine.reportAsked = call;
        if (output.extension() == ".nothing") {
            failUsage("a report's file ends in .html or .md");
        }
        std::ofstream(output) << "# Report\n\n| | |\n|---|---|\n| spent | 1 |\n\n![a plot](<report-1.svg>)\n";
        std::ofstream(output.parent_path() / "report-1.svg")
            << R"(<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>)";
        return {output};
    }
    std::vector<std::filesystem::path> write(const wire::ShareCall&, const std::filesystem::path& output) {
        if (std::filesystem::exists(output)) {
            failUsage("that is there already");
        }
        std::ofstream(output) << "a copy";
        return {output};
    }
    std::vector<std::filesystem::path> write(const wire::PredictCall& call,
                                             const std::filesystem::path& output) {
        if (call.features.find("wide") != std::string::npos) {
            fail("its rows have another width");
        }
        m_engine.predictAsked = call;
        std::ofstream(output) << call.trial.value_or(0) << ' ' << call.features;
        return {output};
    }
    Evaluation evaluate(const EvaluationRequest& request, std::stop_token, const RunObserver&) override {
        ++m_engine.evaluations;
        m_engine.looked = request;
        if (request.features.contains(QStringLiteral("private")) && !request.isPrivate) {
            refuse("these rows are private in another project, so their exact counts may not be shown");
        }
        if (request.features.contains(QStringLiteral("spent"))) {
            refuse("nothing is left of this part's budget");
        }
        noteRequest(request.waitedAs);
        Evaluation result;
        result.isPrivate = request.isPrivate;
        result.records = 40;
        result.accuracy = 0.75;
        if (request.isPrivate) {
            result.se = 0.01;
            result.epsilon = 0.11;
            result.remainingEpsilon = 0.8;
            if (request.perClass) {
                result.classes = {{"0", 21, 0.9, 0.02}, {"1", 19, {}, 0.0}};
                result.figures.push_back({session::EvaluationFigure::Of::Balanced, 0.9, 0.02, 1});
            }
            for (std::size_t i = 0; i < request.metrics.size(); ++i) {
                result.figures.push_back({session::EvaluationFigure::Of::LogLoss, 1.25, 0.125});
            }
            return result;
        }
        result.classes = {{"0", 20, 0.9}, {"1", 20, 0.6}};
        result.confusion = {18, 2, 8, 12};
        result.figures.push_back(
            {session::EvaluationFigure::Of::Auc, 0.875, 0.0, request.positive.value_or(1)});
        if (!request.groups.isEmpty()) {
            result.groups = {{"north", 40, 0.75}};
        }
        return result;
    }
    wire::Nothing answer(const wire::NoteCall& call) {
        remark(call.trial, [&](auto& t) { t.note = call.text; });
        return {};
    }
    wire::Nothing answer(const wire::TagsCall& call) {
        remark(call.trial, [&](auto& t) { t.tags = call.tags; });
        return {};
    }
    wire::Nothing answer(const wire::CuratorShownCall& call) {
        const std::lock_guard lock(m_project->mutex);
        if (m_project->readOnly) {
            fail("the project is read-only");
        }
        m_project->curatorShown.push_back(call.what);
        ++m_project->counter;
        return {};
    }
    wire::RemarksCall::Answer answer(const wire::RemarksCall& call) {
        const std::lock_guard lock(m_project->mutex);
        const auto found = m_project->remarks.find(call.experiment);
        return {found == m_project->remarks.end() ? std::optional(std::vector<Sentence>()) : found->second};
    }
    RunOptions answer(const wire::OptionsCall& call) {
        const std::lock_guard lock(m_project->mutex);
        return m_project->runs.at(static_cast<std::size_t>(call.experiment - 1))->options;
    }
    std::vector<wire::TrialRow> answer(const wire::TrialCall& call) {
        if (call.trial < 1 || call.trial >= m_project->nextTrial) {
            failUsage("there is no trial " + std::to_string(call.trial));
        }
        return {{11, "2026-03-01T10:00:01.000Z", RowKind::TrialReserved, "train", false,
                 R"({"epsilon":0.1,"events":[{"count":50,"gaussian":{"noise_multiplier":83.7}}],)"
                 R"("plan":{"trial":{"options":{"momentum":0.9,"bias":false}}}})"},
                {12, "2026-03-01T10:00:02.000Z", RowKind::TrialRunning, {}, false, R"({"attempt":1})"},
                {13,
                 "2026-03-01T10:00:03.000Z",
                 RowKind::Release,
                 {},
                 false,
                 R"({"what":"score","values":{"value":0.63,"se":0.02,"kind":"noisy"}})"},
                {14, "2026-03-01T10:00:03.000Z", RowKind::Release, {}, true, {}},
                {15,
                 "2026-03-01T10:00:04.000Z",
                 RowKind::TrialFinished,
                 {},
                 false,
                 R"({"record":{"steps_done":50}})"}};
    }
    /// A minute for each trial, one after another from the year 2026 on.
    std::vector<TrialTime> answer(const wire::TimesCall& call) {
        std::vector<TrialTime> times;
        if (snapshot(call.experiment)->selection) {
            return times;
        }
        for (const TrialSnapshot& trial : trials()) {
            if (trial.experiment == call.experiment && trial.state == TrialState::Finished) {
                const double began = 1767225600.0 + 60.0 * static_cast<double>(trial.id);
                times.push_back({trial.id, began, began + 59.0});
            }
        }
        return times;
    }
    wire::LookRecordsCall::Answer answer(const wire::LookRecordsCall& call) {
        const auto named = call.request.declaredRecords();
        return {named ? named : m_project->declaredRecords};
    }
    std::int64_t changeCounter() override {
        const std::lock_guard lock(m_project->mutex);
        return m_project->counter;
    }

private:
    std::any answerTo(const wire::ProjectCalls::Any& call) override {
        return std::visit(
            [this](const auto& one) {
                if constexpr (wire::FileCalls::has<std::decay_t<decltype(one)>>) {
                    fail("the window asks for files by files()");
                    return std::any();
                } else {
                    return std::any(answer(one));
                }
            },
            call);
    }
    std::vector<std::filesystem::path> writeFiles(const wire::FileCalls::Any& call,
                                                  const std::filesystem::path& output) override {
        return std::visit([&](const auto& one) { return write(one, output); }, call);
    }

    /// Of a trial in the rows, and as it was published.
    template <class Change>
    void remark(std::int64_t trial, Change change) {
        const std::lock_guard lock(m_project->mutex);
        for (auto& run : m_project->runs) {
            for (auto& [index, row] : run->rows) {
                if (row.id.value() == trial) {
                    change(row);
                }
            }
            for (auto& phase : run->shown.phases) {
                for (auto& t : phase.trials) {
                    if (t.id == trial) {
                        change(t);
                    }
                }
            }
        }
        ++m_project->counter;
    }

    void noteRequest(const std::string& request) {
        const std::lock_guard lock(m_project->mutex);
        m_project->begun.insert(request);
    }

    FakeEngine& m_engine;
    std::shared_ptr<FakeEngine::Project> m_project;
    FakeRunner m_runner;
};

} // namespace

bool FakeEngine::Project::has(const RunOptions& options) const {
    return std::any_of(runs.begin(), runs.end(), [&](const auto& run) {
        return run->options == options && run->shown.status == ExperimentStatus::Finished;
    });
}

study::StudyVariant gridStudy() {
    study::StudyVariant study;
    study.sweep = study::SweepRequest{
        sampleOptions(), {0.05, 0.1}, 1, NumberList("0.1,1", "rates"), NumberList("10,20", "steps"), true};
    return study;
}

std::vector<RunOptions> gridsOf(const study::SweepRequest& sweep) {
    study::SweepRequest request = sweep;
    request.base.learningRates = sweep.rates;
    request.base.steps = sweep.counts;
    return study::privateGrids(request);
}

std::unique_ptr<SessionPort> makeFakeSession(FakeEngine& engine,
                                             std::shared_ptr<FakeEngine::Project> project) {
    return std::make_unique<FakeSession>(engine, std::move(project));
}

} // namespace parsimony::ui::test
