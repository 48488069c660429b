// SPDX-License-Identifier: GPL-3.0-or-later
// What every implementation of SessionPort keeps to: the engine's, here and behind a server, and the scripted
// one that the window's tests run on.
#include "tests/ui/array_files.h"
#include "tests/ui/fake_engine.h"
#include "tests/ui/session_port.h"
#include "tests/ui/ui_test_main.h"
#include "ui/workers/engine_session.h"
#include "ui/workers/remote_engine.h"
#include "ui/workers/trial_record.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

using namespace parsimony;
using namespace parsimony::ui;
using test::errorOf;
using test::silent;

class TestSessionPort : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    EnginePtr m_engine;
    session::RunOptions m_options;
    int m_projects = 0;

    std::unique_ptr<SessionPort> begin() {
        const QString file = m_dir.filePath(QStringLiteral("p%1.parsimony").arg(++m_projects));
        return m_engine->open(file.toStdString(), true);
    }
    session::RunSnapshot run(SessionPort& session) { return session.run(m_options, {}, silent()); }

private slots:
    void initTestCase_data() {
        QTest::addColumn<bool>("real");
        QTest::addColumn<bool>("remote");
        QTest::newRow("engine") << true << false;
        QTest::newRow("remote") << true << true;
        QTest::newRow("fake") << false << false;
    }
    void initTestCase() {
        test::writeZeros(m_dir.filePath(QStringLiteral("x.npy")), "<f4", {2000, 16});
        test::writeZeros(m_dir.filePath(QStringLiteral("y.npy")), "<i8", {2000});
    }
    void init() {
        QFETCH_GLOBAL(bool, real);
        QFETCH_GLOBAL(bool, remote);
        if (real) {
            qputenv("PARSIMONY_REGISTRY",
                    m_dir.filePath(QStringLiteral("registry-%1.db").arg(m_projects)).toUtf8());
            m_engine =
                remote ? makeRemoteEngine({PARSIMONY_CLI, "serve", "--stdio", "--curator", "--patience", "1"})
                       : makeEngine();
            m_options = {};
            m_options.train = {m_dir.filePath(QStringLiteral("x.npy")).toStdString(),
                               m_dir.filePath(QStringLiteral("y.npy")).toStdString()};
            m_options.classes = 10;
            m_options.epsilon = 1.0;
            m_options.delta = 1e-5;
            m_options.method = session::MethodKind::LinearScaling;
        } else {
            m_engine = std::make_shared<test::FakeEngine>();
            m_options = test::sampleOptions();
        }
    }

    void aProjectThatIsNotThereIsNotMade() {
        const std::string none = m_dir.filePath(QStringLiteral("none.parsimony")).toStdString();
        QVERIFY(errorOf([&] { (void)m_engine->open(none, false); }));
        QVERIFY(errorOf([&] { (void)m_engine->open(none, false); })); // still not
    }

    void aNewProjectIsEmpty() {
        auto session = begin();
        QVERIFY(!session->readOnly());
        QVERIFY(session->ask(wire::StateCall{}).experiments.empty());
        QVERIFY(session->ask(wire::StateCall{}).trials.empty());
        QVERIFY(session->ask(wire::StateCall{}).budgets.empty());
        QVERIFY(!session->ask(wire::StateCall{}).shown);
        const auto error = errorOf([&] { (void)session->files(wire::ExportCall{}, "model.npz"); });
        QVERIFY(error && error->code() == ErrorCode::Usage);
        QCOMPARE(session->resume({}, {}, silent()).status, ExperimentStatus::NothingToResume);
    }

    void aQueueIsKeptBesideTheProject() {
        QFETCH_GLOBAL(bool, real);
        QFETCH_GLOBAL(bool, remote);
        const QString project = m_dir.filePath(QStringLiteral("later/queue-%1.parsimony").arg(++m_projects));
        const auto add = [this](study::QueuedRuns& runs) { runs.emplace_back(m_options); };
        const auto look = [](study::QueuedRuns&) {};
        if (remote) { // what waits would hold paths and declarations of the server's curator
            QVERIFY(!m_engine->changeQueue(project.toStdString(), add));
            QVERIFY(!QFile::exists(project + QStringLiteral(".queue")));
            return;
        }
        QCOMPARE(m_engine->changeQueue(project.toStdString(), add)->size(), std::size_t{1});
        QCOMPARE(m_engine->changeQueue(project.toStdString(), look)->size(), std::size_t{1});
        if (!real) {
            return;
        }
        const QFile file(project + QStringLiteral(".queue"));
        QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
        study::StudyVariant study;
        study.sweep = study::SweepRequest{m_options, {0.5, 1.0}, 1, NumberList("1,2", "η"), {}, true};
        study::AttackRequest attack;
        attack.runs = 7;
        study::BenchRequest bench;
        bench.shapes = {"10,2,2"};
        study::LookRequest paid;
        paid.trial = 3;
        paid.on.name = "north";
        paid.on.files = {"/data/x.npz:rows", "/data/y.npy", "/data/ids.npy"};
        paid.on.metrics = {mechanism::MetricOf::LogLoss};
        paid.on.groups = "/data/groups.csv";
        paid.on.groupNames = {"a", "b"};
        (void)m_engine->changeQueue(project.toStdString(), [&](study::QueuedRuns& runs) {
            runs.insert(runs.end(), {study, paid, attack, bench});
        });
        // Another program, which knows of it from the file alone.
        const auto found = makeEngine()->changeQueue(project.toStdString(), look);
        QVERIFY(*found == study::QueuedRuns({m_options, study, paid, attack, bench}));
        (void)m_engine->changeQueue(project.toStdString(), [](study::QueuedRuns& runs) { runs.clear(); });
        QVERIFY(!file.exists());
    }

    void planningChangesNothing() {
        auto session = begin();
        const auto before = session->changeCounter();
        const auto plan = session->ask(wire::PlanCall{m_options});
        QCOMPARE(plan.experiment, std::int64_t{0});
        QCOMPARE(plan.status, ExperimentStatus::Planned);
        QVERIFY(plan.isPrivate && plan.guarantee.isPrivate);
        QCOMPARE(plan.guarantee.epsilon, plan.experimentEpsilon);
        QCOMPARE(plan.phases.size(), std::size_t{2});
        QVERIFY(plan.final.has_value());
        QCOMPARE(session->changeCounter(), before);
        QVERIFY(session->ask(wire::StateCall{}).experiments.empty());
    }

    void aPlanNeedsNoProject() {
        const session::RunSnapshot fresh = m_engine->ask(wire::FreshPlanCall{m_options});
        QCOMPARE(fresh.status, ExperimentStatus::Planned);
        auto session = begin();
        const session::RunSnapshot planned = session->ask(wire::PlanCall{m_options});
        QCOMPARE(fresh.phases.size(), planned.phases.size());
        QCOMPARE(fresh.experimentEpsilon, planned.experimentEpsilon);
        QVERIFY(session->ask(wire::StateCall{}).experiments.empty());
    }

    void whatIsWrongWithRowsIsSaidOfEachArray() {
        QFETCH_GLOBAL(bool, real);
        const std::string labels = real ? m_options.train.labels : "labels.npy";
        const auto found = m_engine->ask(wire::CheckCall{{labels}, 10, 1});
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.front().english().find(labels) != std::string::npos);
    }

    void aCopyAndPredictionsAreNewFiles() {
        QFETCH_GLOBAL(bool, real);
        auto session = begin();
        run(*session);
        const std::string folder = m_dir.filePath(QStringLiteral("new%1").arg(m_projects)).toStdString();
        std::filesystem::create_directory(folder);
        const std::string copy = folder + "/copy.parsimony";
        const std::string labels = folder + "/labels.csv";
        const wire::PredictCall predict{std::nullopt, m_options.train.features, {}};
        for (const auto& files : {session->files(wire::ShareCall{}, copy), session->files(predict, labels)}) {
            QCOMPARE(files.size(), std::size_t{1});
            QVERIFY(std::filesystem::file_size(files.front()) > 0);
        }
        QVERIFY(errorOf([&] { (void)session->files(wire::ShareCall{}, copy); })); // it is there already
        if (real) {
            QVERIFY(m_engine->ask(wire::AuditCall{copy}).problems.empty());
        }
    }

    void whatCannotBePaidIsRefusedWithItsFigures() {
        auto session = begin();
        m_options.phaseEpsilons = "0.6,0.7";
        const auto error = errorOf([&] { (void)session->ask(wire::PlanCall{m_options}); });
        QVERIFY(error && error->code() == ErrorCode::Refused && error->refusedSpend());
        QVERIFY(error->refusedSpend()->missing > 0.0);
        QVERIFY(errorOf([&] { (void)run(*session); }));
        QVERIFY(session->ask(wire::StateCall{}).budgets.empty() ||
                session->ask(wire::StateCall{}).budgets.front().second.spentEpsilon == 0.0);
    }

    void aRunEndsWithEverythingCharged() {
        auto session = begin();
        const auto before = session->changeCounter();
        std::vector<ExperimentStatus> told;
        auto observer = silent();
        observer.onSnapshot = [&](const session::RunSnapshot& now) { told.push_back(now.status); };
        const auto result = session->run(m_options, {}, observer);
        QCOMPARE(result.status, ExperimentStatus::Finished);
        QCOMPARE(result.experiment, std::int64_t{1});
        QVERIFY(!told.empty() && told.front() == ExperimentStatus::Running);
        QVERIFY(session->changeCounter() > before);
        const auto trials = session->ask(wire::StateCall{}).trials;
        QCOMPARE(trials.size(), std::size_t{7});
        for (const auto& trial : trials) {
            QVERIFY(trial.id > 0 && trial.experiment == 1);
            QVERIFY(trial.state == session::TrialState::Finished);
        }
        const auto experiments = session->ask(wire::StateCall{}).experiments;
        QCOMPARE(experiments.size(), std::size_t{1});
        QCOMPARE(experiments.front().status, ExperimentStatus::Finished);
        const auto budgets = session->ask(wire::StateCall{}).budgets;
        QCOMPARE(budgets.size(), std::size_t{1});
        const auto& budget = budgets.front().second;
        QVERIFY(budget.spentEpsilon > 0.9 && budget.spentEpsilon <= budget.targetEpsilon);
        QVERIFY(budget.remainingEpsilon < 0.1);
        QCOMPARE(session->ask(wire::StateCall{}).shown->status, ExperimentStatus::Finished);
        // What was spent is spent: the same once more is refused.
        const auto error = errorOf([&] { (void)session->ask(wire::PlanCall{m_options}); });
        QVERIFY(error && error->code() == ErrorCode::Refused && error->refusedSpend());
    }

    void aSweepTakesWhatItsPriceSays() {
        study::StudyVariant study;
        study.sweep =
            study::SweepRequest{m_options, {0.05, 0.1}, 1, NumberList("0.1,1"), NumberList("5,10"), true};
        const study::StudyPrice price = m_engine->ask(wire::PriceCall{{}, study});
        QCOMPARE(price.runs, std::size_t{8});
        QVERIFY(price.epsilon > 0.1 && price.epsilon < 1.0);
        const auto session = begin();
        double done = -1.0;
        session->study(study, {}, [&](const std::string&, double now, auto) { done = now; });
        QVERIFY(done >= 0.0);
        const double spent = session->ask(wire::StateCall{}).budgets.front().second.spentEpsilon;
        QVERIFY2(spent <= price.epsilon * (1.0 + 1e-6) && spent > 0.99 * price.epsilon,
                 qPrintable(QString::number(spent)));
        QCOMPARE(session->ask(wire::StateCall{}).experiments.size(), std::size_t{2});
        session->study(study, {}, {}); // what has run is found again
        QCOMPARE(session->ask(wire::StateCall{}).experiments.size(), std::size_t{2});
        study.sweep->counts.reset();
        QVERIFY(errorOf([&] { (void)m_engine->ask(wire::PriceCall{{}, study}); }));
    }

    void theFileOfAStudyIsPricedAndRun() {
        QFETCH_GLOBAL(bool, real);
        QVERIFY(!m_engine->ask(wire::StudiesCall{}).empty());
        study::StudyVariant study;
        study.file = study::StudyFile{"grid", true};
        if (real) {
            study.file->path = m_dir.filePath(QStringLiteral("s.toml")).toStdString();
            QFile file(m_dir.filePath(QStringLiteral("s.toml")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("title = 'Two cells'\nkind = 'sweep'\nplots = 'heatmap'\n[options]\ntrain = 'x.npy'\n"
                       "train-labels = 'y.npy'\ntest = 'x.npy'\ntest-labels = 'y.npy'\nclasses = 10\n"
                       "visibility = 'public'\nepsilons = 1\ndelta = 1e-5\nlearning-rates = '0.1,1'\n"
                       "steps = 5\n");
        }
        const study::StudyPrice price = m_engine->ask(wire::PriceCall{{}, study});
        QVERIFY(!price.title.empty());
        QCOMPARE(price.runs, std::size_t{real ? 2U : 8U});
        QCOMPARE(price.simulated, real);
        const auto session = begin();
        const Sheet found = session->study(study, {}, {});
        QCOMPARE(found.title, price.title);
        QCOMPARE(found.tables.size(), std::size_t{real ? 2U : 1U});
        QCOMPARE(found.pictures.size(), std::size_t{1});
        const auto before = session->ask(wire::StateCall{}).experiments.size();
        QVERIFY(before > 0);
        (void)session->study(study, {}, {}); // what has run is found again
        QCOMPARE(session->ask(wire::StateCall{}).experiments.size(), before);
        study.file->path = "none.toml";
        QVERIFY(errorOf([&] { (void)m_engine->ask(wire::PriceCall{{}, study}); }));
    }

    void anAttackAndTheMachine() {
        study::AttackRequest attack;
        attack.runs = 20;
        attack.oneRunCanaries = 0;
        attack.exposure = false;
        attack.canaries = {"dirac"};
        attack.asked.steps = NumberList("2", "steps");
        int told = 0;
        const Sheet found = m_engine->carryOut(
            attack, {}, [&](const std::string&, double, std::optional<double>) { ++told; });
        QVERIFY(told > 0);
        QCOMPARE(found.tables.front().rows.empty(), false);
        QVERIFY(QString::fromStdString(found.title).startsWith(QStringLiteral("dp-gd")));
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = errorOf([&] {
            (void)m_engine->carryOut(study::BenchRequest{}, stop.get_token(),
                                     [](const std::string&, double, std::optional<double>) {});
        });
        QVERIFY(stopped && stopped->code() == ErrorCode::Interrupted);
    }

    void trialsHaveTheirTimes() {
        const auto session = begin();
        const session::RunSnapshot result = run(*session);
        const auto times = session->ask(wire::TimesCall{result.experiment});
        QVERIFY(!times.empty());
        for (const TrialTime& time : times) {
            QVERIFY(time.trial > 0 && time.began > 0.0 && time.ended >= time.began);
        }
    }

    void aPrivateSelectionHasNoTimes() {
        m_options.method = session::MethodKind::PapernotSteinke;
        const auto session = begin();
        const session::RunSnapshot hidden = run(*session);
        QVERIFY(hidden.selection.has_value());
        QVERIFY(session->ask(wire::TimesCall{hidden.experiment}).empty());
    }

    void aStoppedRunGoesOn() {
        auto session = begin();
        std::stop_source stop;
        auto observer = silent();
        observer.onSnapshot = [&](const session::RunSnapshot&) { stop.request_stop(); };
        const auto paused = session->run(m_options, stop.get_token(), observer);
        QCOMPARE(paused.status, ExperimentStatus::Interrupted);
        QCOMPARE(session->ask(wire::StateCall{}).experiments.front().status, ExperimentStatus::Interrupted);
        const auto result = session->resume({paused.experiment, {}}, {}, silent());
        QCOMPARE(result.status, ExperimentStatus::Finished);
        QCOMPARE(result.experiment, paused.experiment);
        QCOMPARE(session->ask(wire::StateCall{}).trials.size(), std::size_t{7});
    }

    void aCapIsRaisedNeverLowered() {
        auto session = begin();
        run(*session);
        const auto error = errorOf([&] { session->ask(wire::RaiseCall{0.5, "less"}); });
        QVERIFY(error && error->code() == ErrorCode::Usage);
        const auto before = session->changeCounter();
        session->ask(wire::RaiseCall{2.0, "more people"});
        QVERIFY(session->changeCounter() > before);
        QCOMPARE(session->ask(wire::StateCall{}).budgets.front().second.targetEpsilon, 2.0);
    }

    void remarksStayWithTheirTrial() {
        auto session = begin();
        run(*session);
        const auto before = session->changeCounter();
        session->ask(wire::NoteCall{1, "looks good"});
        session->ask(wire::TagsCall{1, {"a", "b"}});
        QVERIFY(session->changeCounter() > before);
        const auto trials = session->ask(wire::StateCall{}).trials;
        for (const auto& trial : trials) {
            QCOMPARE(trial.note, trial.id == 1 ? std::string("looks good") : std::string());
            QCOMPARE(trial.tags.size(), trial.id == 1 ? std::size_t{2} : std::size_t{0});
        }
    }

    void curatorValuesLeaveARow() {
        auto session = begin();
        run(*session);
        const auto before = session->changeCounter();
        session->ask(wire::CuratorShownCall{"window"});
        QVERIFY(session->changeCounter() > before);
    }

    void eachExperimentHasItsRemarks() {
        auto session = begin();
        run(*session);
        const auto remarks = session->ask(wire::RemarksCall{1}).remarks;
        QVERIFY(remarks.has_value() && remarks->empty());
    }

    void optionsAndRecordsAreKept() {
        auto session = begin();
        run(*session);
        const auto options = session->ask(wire::OptionsCall{1});
        QCOMPARE(options.train.features, m_options.train.features);
        QVERIFY(options.method == search::MethodKind::LinearScaling);
        const TrialRecord record = trialRecordOf(1, session->ask(wire::TrialCall{1}));
        QCOMPARE(record.trial, std::int64_t{1});
        QVERIFY(!record.events.empty() && !record.mechanisms.isEmpty());
        const auto error = errorOf([&] { (void)session->ask(wire::TrialCall{99}); });
        QVERIFY(error && error->code() == ErrorCode::Usage);
    }

    void whatIsMadeArrivesHere() {
        QFETCH_GLOBAL(bool, real);
        if (!real) {
            return; // the scripted one writes no files
        }
        auto session = begin();
        run(*session);
        const QString folder = m_dir.filePath(QStringLiteral("made%1").arg(m_projects));
        QVERIFY(QDir().mkpath(folder));
        const auto model =
            session->files(wire::ExportCall{}, (folder + QStringLiteral("/m.npz")).toStdString());
        const auto report =
            session->files(wire::ReportCall{}, (folder + QStringLiteral("/r.md")).toStdString());
        QVERIFY(model.size() > 1 && report.size() > 1);
        for (const auto& files : {model, report}) {
            for (const auto& file : files) {
                const QFileInfo info(QString::fromStdString(file.string()));
                QVERIFY2(info.size() > 0 && info.absolutePath() == folder, file.c_str());
            }
        }
        const QString project = m_dir.filePath(QStringLiteral("p%1.parsimony").arg(m_projects));
        QVERIFY(m_engine->ask(wire::AuditCall{project.toStdString()}).problems.empty());
        const QString copy = folder + QStringLiteral("/before.parsimony");
        session.reset(); // then its file is whole
        QVERIFY(QFile::copy(project, copy));
        const auto compared = wire::CopiesCall{project.toStdString(), copy.toStdString()};
        QVERIFY(m_engine->ask(compared).problems.empty());
        m_engine->open(project.toStdString(), false)->ask(wire::NoteCall{1, "here"});
        makeEngine()->open(copy.toStdString(), false)->ask(wire::NoteCall{1, "there"});
        QVERIFY(!m_engine->ask(compared).problems.empty());
        QCOMPARE(m_engine->ask(wire::ArraysCall{m_dir.filePath(QStringLiteral("x.npy")).toStdString()})
                     .front()
                     .shape.front(),
                 std::uint64_t{2000});
        QVERIFY(!m_engine->ask(wire::FolderCall{folder.toStdString()}).empty());
        QVERIFY(!m_engine->ask(wire::KnownRowsCall{m_options}).empty());
    }
};

PARSIMONY_UI_TEST(TestSessionPort)
#include "test_session_port.moc"
