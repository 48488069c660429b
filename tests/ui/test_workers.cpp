// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "ui/workers/workbench.h"

#include <QSignalSpy>
#include <QTest>
#include <future>

using namespace parsimony;
using namespace parsimony::ui;

class TestWorkers : public QObject {
    Q_OBJECT
private slots:
    void plansAreDebouncedAndStaleOnesDropped() {
        auto engine = std::make_shared<test::FakeEngine>();
        Workbench bench(engine);
        QSignalSpy ready(&bench, &Workbench::planReady);
        auto options = test::sampleOptions();
        for (int i = 0; i < 20; ++i) { // a burst of keystrokes
            options.epsilon = 1.0 + i;
            bench.requestPlan(options);
        }
        QCOMPARE(engine->plans.load(), 0);
        QTRY_COMPARE(ready.size(), 1);
        QCOMPARE(engine->plans.load(), 1);
        QCOMPARE(ready[0][0].value<RunSnapshotPtr>()->experimentEpsilon, 20.0);
        // A plan that is under way when a newer request comes is not delivered.
        engine->planSlowly = true;
        bench.requestPlan(options);
        QTRY_COMPARE(engine->plans.load(), 2);
        options.epsilon = 5.0;
        bench.requestPlan(options);
        QTRY_COMPARE(ready.size(), 2);
        QTest::qWait(80);
        QCOMPARE(ready.size(), 2);
        QCOMPARE(ready[1][0].value<RunSnapshotPtr>()->experimentEpsilon, 5.0);
    }

    void problemsCarryTheirPrice() {
        auto engine = std::make_shared<test::FakeEngine>();
        Workbench bench(engine);
        QSignalSpy failed(&bench, &Workbench::planFailed);
        auto options = test::sampleOptions();
        options.phaseEpsilons = "0.6,0.7";
        bench.requestPlan(options);
        QTRY_COMPARE(failed.size(), 1);
        const auto problem = failed[0][0].value<Problem>();
        QCOMPARE(problem.code, ErrorCode::Refused);
        QVERIFY(problem.spend && problem.spend->missing > 0.0);
    }

    void runsStreamAndOpenTheirProject() {
        auto engine = std::make_shared<test::FakeEngine>();
        Workbench bench(engine);
        QSignalSpy opened(&bench, &Workbench::projectOpened);
        QSignalSpy snapshots(&bench, &Workbench::runSnapshot);
        QSignalSpy ended(&bench, &Workbench::runEnded);
        QVERIFY(bench.startRun(QStringLiteral("/tmp/a.parsimony"), test::sampleOptions()));
        QVERIFY(
            !bench.startRun(QStringLiteral("/tmp/a.parsimony"), test::sampleOptions())); // no second click
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(!bench.running());
        QCOMPARE(engine->runs.load(), 1);
        QVERIFY(!snapshots.isEmpty());
        QTRY_COMPARE(opened.size(), 1);
        QTRY_VERIFY(bench.state() && bench.state()->shown &&
                    bench.state()->shown->status == ExperimentStatus::Finished);
        QCOMPARE(bench.state()->trials.size(), std::size_t{7});
    }

    /// Who is killed writes nothing: there is no change to be told of.
    void aRunElsewhereThatDiesIsSeen() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->addProject(QStringLiteral("/tmp/d.parsimony"), test::sampleOptions());
        const auto project = engine->project("/tmp/d.parsimony");
        const auto become = [&](ExperimentStatus status) {
            const std::lock_guard lock(project->mutex);
            project->runs.front()->shown.status = status;
        };
        become(ExperimentStatus::Running);
        Workbench bench(engine);
        bench.openProject(QStringLiteral("/tmp/d.parsimony"));
        QTRY_VERIFY(bench.state() && statusOf(*bench.state()->shown) == ExperimentStatus::Running);
        become(ExperimentStatus::Interrupted);
        QTRY_VERIFY_WITH_TIMEOUT(statusOf(*bench.state()->shown) == ExperimentStatus::Interrupted, 30000);
    }

    void pauseAndResume() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->stepTime = std::chrono::milliseconds(1);
        Workbench bench(engine);
        QSignalSpy ended(&bench, &Workbench::runEnded);
        bench.startRun(QStringLiteral("/tmp/b.parsimony"), test::sampleOptions());
        QTRY_VERIFY(bench.live() && bench.live()->phases.front().trials.front().stepsDone > 10);
        bench.requestStop();
        QVERIFY(bench.stopping());
        QTRY_COMPARE(ended.size(), 1);
        const auto paused = ended[0][0].value<RunSnapshotPtr>();
        QCOMPARE(paused->status, ExperimentStatus::Interrupted);
        engine->stepTime = std::chrono::milliseconds(0);
        QVERIFY(bench.resumeRun(QStringLiteral("/tmp/b.parsimony"), paused->experiment));
        QTRY_COMPARE(ended.size(), 2);
        QCOMPARE(ended[1][0].value<RunSnapshotPtr>()->status, ExperimentStatus::Finished);
    }

    void showingRestsFiftyTimesAsLongAsItTook() {
        std::chrono::milliseconds time{0};
        std::chrono::milliseconds work{0};
        LivePace pace({}, {[&] { return time; }, [&] { return work; }});
        QCOMPARE(pace.wait().count(), 0); // what begins is shown at once
        pace.shown();
        QCOMPARE(pace.wait().count(), 250);
        time += std::chrono::milliseconds(100);
        QCOMPARE(pace.wait().count(), 150);
        work += std::chrono::milliseconds(12); // the price becomes known after the showing
        QCOMPARE(pace.wait().count(), 500);
        time += std::chrono::milliseconds(500);
        QCOMPARE(pace.wait().count(), 0);
        pace.shown();
        QCOMPARE(pace.wait().count(), 250); // each showing pays for itself alone
        work += std::chrono::milliseconds(700);
        QCOMPARE(pace.wait().count(), 2000); // and none waits for ever
        pace.reset();
        QCOMPARE(pace.wait().count(), 0);
    }

    void aRunIsShownAtThePace() {
        auto engine = std::make_shared<test::FakeEngine>();
        // A clock that stands still: after the first snapshot nothing may be shown before the end.
        const auto still = [] { return LivePace::Nanoseconds(1); };
        Workbench bench(
            engine, nullptr,
            LivePace({LivePace::Milliseconds(3600000), LivePace::Milliseconds(3600000), 50}, {still, still}));
        QSignalSpy snapshots(&bench, &Workbench::runSnapshot);
        QSignalSpy ended(&bench, &Workbench::runEnded);
        bench.startRun(QStringLiteral("/tmp/f.parsimony"), test::sampleOptions());
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(snapshots.size(), 1);
        QCOMPARE(bench.live()->status, ExperimentStatus::Finished); // what waited was the newest
        QCOMPARE(ended[0][0].value<RunSnapshotPtr>()->status, ExperimentStatus::Finished);
        // What a person asks for does not wait.
        QTRY_VERIFY(bench.state());
        std::string shownNote;
        QObject::connect(&bench, &Workbench::projectChanged, &bench,
                         [&](const ProjectStatePtr& state) { shownNote = state->trials.front().note; });
        bench.ask(
            &bench,
            [](SessionPort& session) {
                session.ask(wire::NoteCall{1, "looks good"});
            },
            [&bench] { bench.refresh(); }, [](const Problem&) {});
        QTRY_COMPARE(shownNote, std::string("looks good"));
    }

    void aFailedRunEnds() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->failRun = true;
        Workbench bench(engine);
        QSignalSpy failed(&bench, &Workbench::runFailed);
        bench.startRun(QStringLiteral("/tmp/c.parsimony"), test::sampleOptions());
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!bench.running());
        QTRY_VERIFY(bench.state() && bench.state()->experiments.size() == 1); // the charge is seen
    }

    void anotherProcessIsSeen() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->addProject(QStringLiteral("/tmp/d.parsimony"), test::sampleOptions());
        Workbench bench(engine);
        bench.openProject(QStringLiteral("/tmp/d.parsimony"));
        QTRY_VERIFY(bench.state());
        QSignalSpy changed(&bench, &Workbench::projectChanged);
        engine->open("/tmp/d.parsimony", false)->ask(wire::RaiseCall{2.0, "more people"});
        QTRY_VERIFY(!changed.isEmpty());
        QCOMPARE(bench.state()->budgets.front().second.targetEpsilon, 2.0);
    }

    void whatCannotBeReadIsSaid() {
        auto engine = std::make_shared<test::FakeEngine>();
        Workbench bench(engine);
        QSignalSpy failed(&bench, &Workbench::projectOpenFailed);
        bench.openProject(QStringLiteral("/tmp/none.parsimony"));
        QTRY_COMPARE(failed.size(), 1);
        const auto listing =
            listFiles(*engine, {QStringLiteral("/data/sample.npz"), QStringLiteral("/data/gone.npy")});
        QCOMPARE(listing.arrays.size(), std::size_t{6});
        QCOMPARE(listing.problems.size(), 1);
        QString problem;
        Question question;
        bench.ask(
            question, [](SessionPort& session) { return session.ask(wire::StateCall{}).trials; },
            [](const std::vector<session::TrialSnapshot>&) { QFAIL("no project is open"); },
            [&](const Problem& p) { problem = p.message; });
        QTRY_COMPARE(problem, QStringLiteral("no project is open"));
    }

    void whatIsFarAwayIsReadSideBySide() {
        for (const bool far : {false, true}) {
            auto engine = std::make_shared<test::FakeEngine>();
            engine->far = far;
            engine->addProject(QStringLiteral("/tmp/d.parsimony"), test::sampleOptions());
            Workbench bench(engine);
            bench.openProject(QStringLiteral("/tmp/d.parsimony"));
            QTRY_VERIFY(bench.state());
            engine->planSlowly = true;
            int answered = 0;
            Question first;
            Question second;
            for (Question* question : {&first, &second}) {
                bench.ask(
                    *question, wire::PlanCall{test::sampleOptions()},
                    [&](const session::RunSnapshot&) { ++answered; }, [&](const Problem&) { ++answered; });
            }
            QTRY_COMPARE(answered, 2);
            QCOMPARE(engine->mostPlanning.load(), far ? 2 : 1);
        }
    }

    /// A window that goes while an answer is under way waits for it.
    void whatIsReadFarAwayEndsWithTheWindow() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->far = true;
        engine->addProject(QStringLiteral("/tmp/d.parsimony"), test::sampleOptions());
        Question question;
        {
            Workbench bench(engine);
            bench.openProject(QStringLiteral("/tmp/d.parsimony"));
            QTRY_VERIFY(bench.state());
            engine->planSlowly = true;
            const int before = engine->plans;
            bench.ask(
                question, wire::PlanCall{test::sampleOptions()}, [](const session::RunSnapshot&) {},
                [](const Problem&) {});
            QTRY_VERIFY(engine->plans.load() > before);
            bench.closeProject();
        }
        QCOMPARE(engine->planning.load(), 0);
    }

    void answersComeHereFromOtherThreads() {
        auto engine = std::make_shared<test::FakeEngine>();
        Workbench bench(engine);
        const auto here = std::this_thread::get_id();
        std::thread::id worked;
        std::thread::id answered;
        Question question;
        bench.ask(
            question, [](const EngineAccess&) { return std::this_thread::get_id(); },
            [&](std::thread::id thread) {
                worked = thread;
                answered = std::this_thread::get_id();
            },
            [](const Problem& problem) { QFAIL(qPrintable(problem.message)); });
        QVERIFY(question.pending());
        QTRY_VERIFY(!question.pending());
        QVERIFY(worked != here && worked != std::thread::id());
        QCOMPARE(answered, here);
    }

    void aNewerQuestionDropsAnOlderOne() {
        auto engine = std::make_shared<test::FakeEngine>();
        Workbench bench(engine);
        Question question;
        QList<int> answers;
        std::atomic<int> worked = 0;
        std::promise<void> gate;
        const auto open = gate.get_future().share();
        for (int i = 0; i < 5; ++i) {
            bench.ask(
                question,
                [i, open, &worked](const EngineAccess&) {
                    open.wait();
                    ++worked;
                    return i;
                },
                [&](int answer) { answers << answer; }, [](const Problem&) {});
        }
        // What is to be done is answered each time, whatever is asked later.
        for (int i = 10; i < 12; ++i) {
            bench.ask(
                &bench, [i](const EngineAccess&) { return i; }, [&](int answer) { answers << answer; },
                [](const Problem&) {});
        }
        gate.set_value();
        QTRY_COMPARE(answers.size(), 3);
        QCOMPARE(answers, (QList<int>{4, 10, 11}));
        QVERIFY(worked <= 2); // the one that had begun; stale ones in the queue are not worked on
    }

    void nobodyIsToldWhoIsGone() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->addProject(QStringLiteral("/tmp/g.parsimony"), test::sampleOptions());
        Workbench bench(engine);
        bench.openProject(QStringLiteral("/tmp/g.parsimony"));
        QTRY_VERIFY(bench.state());
        int told = 0;
        const auto tell = [&](const std::vector<session::TrialSnapshot>&) { ++told; };
        const auto trials = [](SessionPort& session) { return session.ask(wire::StateCall{}).trials; };
        Question kept;
        {
            Question gone;
            auto asker = std::make_unique<QObject>();
            bench.ask(gone, trials, tell, [](const Problem&) {});
            bench.ask(asker.get(), trials, tell, [](const Problem&) {});
        }
        bench.ask(kept, trials, tell, [](const Problem&) {});
        bench.closeProject(); // an answer about a project that is closed is none
        QTRY_VERIFY(!kept.pending());
        QCOMPARE(told, 0);
        bench.openProject(QStringLiteral("/tmp/g.parsimony"));
        QTRY_VERIFY(bench.state());
        bench.ask(kept, trials, tell, [](const Problem&) {});
        QTRY_COMPARE(told, 1);
    }

    void closingInMidRunLeavesAResumableProject() {
        auto engine = std::make_shared<test::FakeEngine>();
        engine->stepTime = std::chrono::milliseconds(1);
        {
            Workbench bench(engine);
            bench.startRun(QStringLiteral("/tmp/e.parsimony"), test::sampleOptions());
            QTRY_VERIFY(bench.live() && bench.live()->phases.front().trials.front().stepsDone > 10);
        }
        QCOMPARE(engine->open("/tmp/e.parsimony", false)->ask(wire::StateCall{}).shown->status,
                 ExperimentStatus::Interrupted);
    }
};

PARSIMONY_UI_TEST(TestWorkers)
#include "test_workers.moc"
