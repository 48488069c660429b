// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"

#include "core/study/experiments.h"
#include "core/study/sweep.h"
#include "tests/ui/fake_plan.h"
#include "tests/ui/fake_session.h"

#include <random>

namespace parsimony::ui::test {

using namespace session;

FakeEngine::FakeEngine() : m_shapes(std::make_unique<FakeFiles>()) {
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
    return makeFakeSession(*this, project);
}

std::any FakeEngine::answerTo(const wire::FreeCalls::Any& call) {
    return std::visit([this](const auto& one) { return std::any(answer(one)); }, call);
}

RunSnapshot FakeEngine::answer(const wire::FreshPlanCall& call) {
    ++plans;
    if (planSlowly) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (refusePlan) {
        refuse("this is refused by the script");
    }
    return planOf(onDisk(call.options), {}).snapshot;
}

study::StudyPrice FakeEngine::answer(const wire::PriceCall& call) {
    const study::StudyVariant& study = call.study;
    if (study.compare) {
        refuse("a comparison is for public data");
    }
    if (study.file) {
        if (study.file->path != "grid") {
            fail("there is no study file '" + study.file->path + "'");
        }
        study::StudyPrice price = ask(wire::PriceCall{call.project, gridStudy()});
        price.title = ask(wire::StudiesCall{}).front().title;
        return price;
    }
    const auto stored = project(call.project);
    const std::vector<RunOptions> grids = gridsOf(*study.sweep);
    study::StudyPrice price =
        study::priceOfGrids(grids, [&](const RunOptions& grid) { return stored && stored->has(grid); });
    price.runs = grids.size() * study.sweep->rates->values().size() * study.sweep->counts->values().size();
    return price;
}

std::optional<study::QueuedRuns>
FakeEngine::changeQueue(const std::filesystem::path& project,
                        const std::function<void(study::QueuedRuns&)>& change) {
    const std::lock_guard lock(m_mutex);
    if (!keepsQueues) {
        return std::nullopt;
    }
    study::QueuedRuns& kept = m_queues[project.string()];
    change(kept);
    return kept;
}

std::optional<study::QueuedRun> FakeEngine::takeFirst(const std::filesystem::path& project,
                                                      const study::QueuedRun& first) {
    std::optional<study::QueuedRun> taken;
    changeQueue(project, [&](study::QueuedRuns& kept) {
        if (!kept.empty() && kept.front() == first) {
            taken = first;
            kept.erase(kept.begin());
        }
    });
    if (taken && taken->request.empty()) {
        taken->request = "request " + std::to_string(++m_requests);
    }
    return taken;
}

void FakeEngine::endTaken(const std::filesystem::path& project, const study::QueuedRun& taken,
                          bool finished) {
    const auto stored = this->project(project.string());
    const bool begun = stored && stored->begun.contains(taken.request);
    const bool task = std::holds_alternative<study::AttackRequest>(taken) ||
                      std::holds_alternative<study::BenchRequest>(taken);
    const bool study = std::holds_alternative<study::StudyVariant>(taken);
    if (!finished && !task && (study || !begun)) {
        changeQueue(project, [&](study::QueuedRuns& kept) {
            kept.insert(kept.begin(), taken);
            kept.front().request.clear();
        });
    }
}

study::QueuedRuns FakeEngine::queueOf(const std::string& project) {
    return *changeQueue(project, [](study::QueuedRuns&) {});
}

wire::Nothing FakeEngine::answer(const wire::MachineCall& call) {
    study::checkMachine(call.options ? *call.options : RunOptions());
    return {};
}

std::vector<study::StudyTitle> FakeEngine::answer(const wire::StudiesCall&) {
    return {{"grid", "A grid of the script", "table 1"}};
}

std::vector<Sentence> FakeEngine::answer(const wire::CheckCall& call) {
    std::vector<Sentence> found;
    for (const std::string& array : call.arrays) {
        found.push_back(
            Sentence("{1}: {2} of {3} labels are outside 0..{4}", array, 3, 100, call.classes.value_or(0)));
    }
    return found;
}

Sheet FakeEngine::carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) {
    for (int k = 0; k < 10; ++k) {
        progress("guessing", k / 10.0, std::nullopt);
        std::this_thread::sleep_for(stepTime);
        if (stop.stop_requested()) {
            interrupted(Sentence("stopped"));
        }
    }
    Sheet found;
    if (const auto* attack = std::get_if<study::AttackRequest>(&task)) {
        if (attack->runs == 13) {
            failUsage("13 runs are unlucky");
        }
        found.title =
            std::string(train::trainerName(attack->asked.trainer)) + ", " + std::to_string(attack->runs);
    } else {
        found.title = std::get<study::BenchRequest>(task).device;
    }
    found.tables = {{"", {{Sentence("claim"), true}, {Sentence("epsilon ≥")}}, {{"holds", "0.5"}}, {}}};
    found.json = "{}\n";
    return found;
}

std::vector<wire::ArrayView> FakeEngine::answer(const wire::ArraysCall& call) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_files.find(call.file);
    if (found == m_files.end()) {
        fail(call.file + " cannot be read: no such file");
    }
    std::vector<wire::ArrayView> arrays;
    for (const ArrayInfo& array : found->second) {
        arrays.push_back({array.file.toStdString(), array.key.toStdString(), array.dtype.toStdString(),
                          array.shape, array.bytes});
    }
    return arrays;
}

std::vector<KnownRows> FakeEngine::answer(const wire::KnownRowsCall& call) {
    if (call.options.train.features.find("sample") == std::string::npos) {
        return {};
    }
    KnownRows known{"train", "/data/other.parsimony", "train", false, true, 40000, 39000};
    known.mu = 0.1;
    known.words = wordsOf(known, call.options);
    return {known};
}

std::vector<wire::FolderEntry> FakeEngine::answer(const wire::FolderCall& call) {
    const std::lock_guard lock(m_mutex);
    std::vector<wire::FolderEntry> inside;
    for (const auto& [file, arrays] : m_files) {
        if (std::filesystem::path(file).parent_path() == call.folder) {
            inside.push_back({std::filesystem::path(file).filename().string(), false});
        }
    }
    if (!inside.empty()) {
        return inside;
    }
    return {{"data", true}, {"p.parsimony", false}};
}

wire::AuditView FakeEngine::answer(const wire::AuditCall& call) {
    const auto stored = project(call.project);
    if (!stored) {
        fail(call.project + " does not exist");
    }
    wire::AuditView view;
    view.rows = 31;
    view.tip = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";
    view.receipt = "a receipt";
    const BudgetSnapshot budget = stored->accounts.snapshot(false);
    view.accounts.push_back(
        {"sample", "train", budget.spentEpsilon, 1e-5, budget.targetEpsilon, budget.spentMu, false});
    view.accesses = {{3, "2026-03-01 10:00", RowKind::Part, "train", 0, 0},
                     {9, "2026-03-01 10:01", RowKind::TrialRunning, {}, 1, 1}};
    if (corruptLedger) {
        view.problems.push_back({17, Sentence("was changed: its contents don't match its hash")});
    }
    return view;
}

wire::AuditView FakeEngine::answer(const wire::CopiesCall& call) {
    wire::AuditView view = answer(wire::AuditCall{call.project});
    view.notes.push_back(
        Sentence("'{1}' is an older copy: the other file goes on after row {2}", call.copy, 30));
    return view;
}

void FakeEngine::addFile(const QString& path, std::vector<ArrayInfo> arrays) {
    const std::lock_guard lock(m_mutex);
    for (const ArrayInfo& array : arrays) {
        m_shapes->add(array);
    }
    m_files[path.toStdString()] = std::move(arrays);
}

void FakeEngine::loseFile(const QString& path) {
    const std::lock_guard lock(m_mutex);
    m_files.erase(path.toStdString());
}

RunOptions FakeEngine::onDisk(const RunOptions& options) {
    const std::lock_guard lock(m_mutex);
    return m_shapes->onDisk(options);
}

void FakeEngine::addProject(const QString& path, const RunOptions& options, int trials) {
    auto session = open(path.toStdString(), true);
    RunObserver observer;
    observer.onSnapshot = [](const RunSnapshot&) {};
    observer.onCuratorNotice = [](const Sentence&) {};
    session->run(options, {}, observer);
    auto stored = project(path.toStdString());
    std::mt19937 random(3);
    auto& phase = stored->runs.front()->shown.phases.front();
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
    o.method = session::MethodKind::LinearScaling;
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
