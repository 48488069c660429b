// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"

#include "core/base/quantity.h"
#include "core/privacy/gaussian_dp.h"
#include "tests/ui/fake_plan.h"
#include "tests/ui/fake_session.h"

#include <cmath>
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

RunSnapshot FakeEngine::planWithoutProject(const RunOptions& options) {
    ++plans;
    if (planSlowly) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (refusePlan) {
        refuse("this is refused by the script");
    }
    return planOf(onDisk(options), {}).snapshot;
}

study::StudyPrice FakeEngine::priceOf(const std::filesystem::path& path, const study::StudyVariant& study) {
    if (study.compare) {
        refuse("a comparison is for public data");
    }
    if (study.file) {
        if (study.file->path != "grid") {
            fail("there is no study file '" + study.file->path + "'");
        }
        study::StudyPrice price = priceOf(path, gridStudy());
        price.title = studies().front().title;
        return price;
    }
    if (!study.sweep->rates || !study.sweep->counts) {
        failUsage("sweep needs the grid");
    }
    const auto stored = project(path.string());
    const Delta delta{*study.sweep->base.delta};
    double square = 0.0;
    std::size_t grids = 0;
    for (const RunOptions& grid : gridsOf(*study.sweep)) {
        const double mu = muOf(Epsilon{*grid.experimentEpsilon}, delta).value();
        ++grids;
        square += stored && stored->has(grid) ? 0.0 : mu * mu;
    }
    const std::size_t cells = study.sweep->rates->values().size() * study.sweep->counts->values().size();
    return {cells * grids, square > 0.0 ? epsilonOf(Mu{std::sqrt(square)}, delta).value() : 0.0,
            std::sqrt(square)};
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

study::QueuedRuns FakeEngine::queueOf(const std::string& project) {
    return *changeQueue(project, [](study::QueuedRuns&) {});
}

std::vector<study::StudyTitle> FakeEngine::studies() {
    return {{"grid", "A grid of the script", "table 1"}};
}

std::vector<Sentence> FakeEngine::check(const std::vector<std::string>& arrays,
                                        std::optional<std::uint32_t> classes) {
    std::vector<Sentence> found;
    for (const std::string& array : arrays) {
        found.push_back(
            Sentence("{1}: {2} of {3} labels are outside 0..{4}", array, 3, 100, classes.value_or(0)));
    }
    return found;
}

Sheet FakeEngine::carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) {
    for (int k = 0; k < 10; ++k) {
        progress("guessing", k / 10.0, std::nullopt);
        std::this_thread::sleep_for(stepTime);
        if (stop.stop_requested()) {
            interrupted("stopped");
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

std::vector<ArrayInfo> FakeEngine::listArrays(const std::filesystem::path& file) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_files.find(file.string());
    if (found == m_files.end()) {
        fail(file.string() + " cannot be read: no such file");
    }
    return found->second;
}

KnownParts FakeEngine::knownRows(const RunOptions& options) {
    KnownPart known{QStringLiteral("train"),
                    QStringLiteral("/data/other.parsimony"),
                    QStringLiteral("train"),
                    false,
                    true,
                    40000,
                    39000,
                    0.1};
    return options.train.features.find("sample") == std::string::npos ? KnownParts() : KnownParts{known};
}

std::vector<FolderEntry> FakeEngine::listFolder(const std::filesystem::path& folder) {
    const std::lock_guard lock(m_mutex);
    std::vector<FolderEntry> inside;
    for (const auto& [file, arrays] : m_files) {
        if (std::filesystem::path(file).parent_path() == folder) {
            inside.push_back(
                {QString::fromStdString(std::filesystem::path(file).filename().string()), false});
        }
    }
    if (!inside.empty()) {
        return inside;
    }
    return {{QStringLiteral("data"), true}, {QStringLiteral("p.parsimony"), false}};
}

AuditFindings FakeEngine::audit(const std::filesystem::path& path) {
    const auto stored = project(path.string());
    if (!stored) {
        fail(path.string() + " does not exist");
    }
    AuditFindings findings;
    findings.rows = 31;
    findings.head = QStringLiteral("6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b");
    findings.receipt = QStringLiteral("a receipt");
    const BudgetSnapshot budget = stored->accounts.snapshot(false);
    findings.accounts.push_back({QStringLiteral("sample"), QStringLiteral("train"), budget.spentEpsilon, 1e-5,
                                 budget.targetEpsilon, budget.spentMu, false});
    findings.accesses = {
        {3, QStringLiteral("2026-03-01 10:00"), RowKind::Part, QStringLiteral("train"), 0, 0},
        {9, QStringLiteral("2026-03-01 10:01"), RowKind::TrialRunning, {}, 1, 1}};
    if (corruptLedger) {
        findings.problems.push_back({17, QStringLiteral("its hash does not follow from its content")});
    }
    return findings;
}

void FakeEngine::addFile(const QString& path, std::vector<ArrayInfo> arrays) {
    const std::lock_guard lock(m_mutex);
    for (const ArrayInfo& array : arrays) {
        m_shapes->add(array);
    }
    m_files[path.toStdString()] = std::move(arrays);
}

RunOptions FakeEngine::onDisk(const RunOptions& options) {
    const std::lock_guard lock(m_mutex);
    return m_shapes->onDisk(options);
}

void FakeEngine::addProject(const QString& path, const RunOptions& options, int trials) {
    auto session = open(path.toStdString(), true);
    RunObserver observer;
    observer.onSnapshot = [](const RunSnapshot&) {};
    observer.onCuratorNotice = [](const std::string&) {};
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
