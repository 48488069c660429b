// SPDX-License-Identifier: GPL-3.0-or-later
// What every implementation of SessionPort keeps to: the engine's, here and behind a server, and the scripted
// one that the window's tests run on.
#include "tests/ui/port_fixture.h"
#include "tests/ui/ui_test_main.h"
#include "ui/workers/trial_record.h"

#include <filesystem>

using namespace parsimony;
using namespace parsimony::ui;
using test::errorOf;
using test::silent;

class TestSessionPort : public test::PortTest {
    Q_OBJECT
private slots:
    void initTestCase_data() { addEngines(); }
    void initTestCase() { writeRows(); }
    void init() { beginEngine(); }

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
