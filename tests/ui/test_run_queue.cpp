// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/options_json.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/run_queue.h"
#include "ui/models/selection_method.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

session::RunSnapshot planOf(double mu) {
    session::RunSnapshot plan;
    plan.method = search::MethodKind::Single;
    plan.trainer = "dp-gd";
    plan.experimentEpsilon = 10.0 * mu;
    plan.experimentMu = mu;
    return plan;
}

} // namespace

class TestRunQueue : public QObject {
    Q_OBJECT
private slots:
    void orderIsKeptAndChanged() {
        RunQueue queue;
        QAbstractItemModelTester tester(&queue, QAbstractItemModelTester::FailureReportingMode::QtTest);
        session::RunOptions options;
        for (const std::uint32_t trials : {1U, 2U, 3U}) {
            options.trials = trials;
            queue.add(options, planOf(0.1));
        }
        queue.move(2, -1); // 1 3 2
        queue.move(0, -1); // nothing before the first
        queue.move(2, 1);  // nothing behind the last
        queue.removeAt(2); // 1 3
        queue.removeAt(7);
        QCOMPARE(std::get<session::RunOptions>(*queue.first()).trials, 1U);
        queue.dropFirst();
        QCOMPARE(std::get<session::RunOptions>(*queue.first()).trials, 3U);
        queue.dropFirst();
        QVERIFY(!queue.first());
    }

    void whatIsChangedHereIsToldAsAChangeThere() {
        RunQueue queue;
        QAbstractItemModelTester tester(&queue, QAbstractItemModelTester::FailureReportingMode::QtTest);
        study::QueuedRuns kept;
        connect(&queue, &RunQueue::edited, this, [&](const RunQueue::Edit& edit) { edit(kept); });
        session::RunOptions options;
        for (const std::uint32_t trials : {1U, 1U, 2U}) { // two alike
            options.trials = trials;
            queue.add(options, planOf(0.1));
        }
        QVERIFY(kept == queue.runs());
        queue.move(1, 1);
        QVERIFY(kept == queue.runs());
        queue.removeAt(2);
        QVERIFY(kept == queue.runs());
        queue.putFirst(kept.back()); // whoever took it out there puts it back there
        QCOMPARE(queue.rowCount(), 3);
        kept.insert(kept.begin(), kept.back());
        QVERIFY(kept == queue.runs());
        kept.pop_back(); // by another program
        kept.emplace_back(study::BenchRequest());
        queue.show(kept);
        QVERIFY(kept == queue.runs());
        QVERIFY(queue.index(2).data().toString().contains(QStringLiteral("takes nothing")));
    }

    void whatIsFoundAgainIsPricedLater() {
        RunQueue queue;
        session::RunOptions options;
        options.trials = 4;
        queue.show({options});
        QVERIFY(queue.unpriced().has_value());
        QVERIFY(queue.index(0).data().toString().contains(QStringLiteral("worked out")));
        queue.setPrice(*queue.unpriced(), planOf(0.1));
        QVERIFY(!queue.unpriced());
        QVERIFY(queue.index(0).data().toString().contains(QStringLiteral("takes ε 1")));
        study::StudyVariant file;
        file.file = study::StudyFile{"x.toml", false};
        queue.show({options, file});
        QVERIFY(queue.index(0).data().toString().contains(QStringLiteral("takes ε 1"))); // as it was
        queue.setProblem(*queue.unpriced(), QStringLiteral("there is no such file"));
        QVERIFY(!queue.unpriced());
        QCOMPARE(queue.index(1).data(Qt::ToolTipRole).toString(), QStringLiteral("there is no such file"));
    }

    void entriesSayWhatDiffersAndWhatIsPaidTwice() {
        RunQueue queue;
        const auto line = [&](int row) { return queue.index(row).data().toString(); };
        session::RunOptions options;
        options.trials = 4;
        options.data = "/data/faces";
        queue.add(options, planOf(0.1));
        QVERIFY(!line(0).contains(QLatin1Char('\n')));
        options.trials = 5;
        queue.add(options, planOf(0.1));
        QVERIFY(line(0).contains(QStringLiteral("trials 4")) && line(1).contains(QStringLiteral("trials 5")));
        QVERIFY(!line(1).contains(QStringLiteral("faces"))); // the same in both
        queue.add(options, planOf(0.1));
        QVERIFY(line(2).contains(QStringLiteral("entry 2: pays twice")));
        session::ExperimentSummary past;
        past.id = 7;
        past.epsilon = 1.0;
        options.trials = 4;
        past.options = session::shapingOptions(session::toJson(options)).dump();
        queue.setPast({past});
        QVERIFY(line(0).contains(QStringLiteral("experiment 7: pays again")));
        past.epsilon = 0.5;
        queue.setPast({past});
        QVERIFY(queue.repetition(0).isEmpty());
    }

    void pricesAddUpInSquares() {
        RunQueue queue;
        session::RunOptions options;
        for (int i = 0; i < 3; ++i) {
            queue.add(options, planOf(1.0));
        }
        QVERIFY(std::abs(queue.totalMu() - std::sqrt(3.0)) < 1e-12);
        queue.setRoom(std::sqrt(2.0));
        QVERIFY(queue.fits(0) && queue.fits(1) && !queue.fits(2));
        QVERIFY(queue.index(2).data().toString().contains(QStringLiteral("does not fit")));
        QSignalSpy changed(&queue, &QAbstractItemModel::dataChanged);
        queue.removeAt(0);
        QVERIFY(!changed.isEmpty()); // what waits behind it moves up and fits
        QVERIFY(queue.fits(1));
        queue.setRoom(-1.0);
        QVERIFY(queue.fits(1));
    }

    /// A simulated budget is not taken, and what has a price of its own is not called free.
    void itsButtonSaysWhatAllOfItTakes() {
        RunQueue queue;
        auto simulated = planOf(1.0);
        simulated.isPrivate = false;
        queue.add(session::RunOptions(), simulated);
        QCOMPARE(queue.startText(1e-5), QStringLiteral("Run the queue, public data"));
        queue.add(session::RunOptions(), planOf(1.0));
        QVERIFY(queue.startText(1e-5).startsWith(QStringLiteral("Run the queue, takes ε = 4.")));
        QCOMPARE(queue.totalMu(), 1.0);
        RunQueue looks;
        looks.add(study::LookRequest(), 0.25);
        QCOMPARE(looks.startText(1e-5), QStringLiteral("Run the queue"));
    }

    /// Its part has an account of its own: it takes nothing of what the others share.
    void aLookIsPricedByItself() {
        RunQueue queue;
        QAbstractItemModelTester tester(&queue, QAbstractItemModelTester::FailureReportingMode::QtTest);
        study::LookRequest look;
        look.on.name = "north";
        look.on.files = {"/data/x.npy", "/data/y.npy", {}};
        queue.add(look, 0.25);
        QVERIFY(
            queue.index(0).data().toString().contains(QStringLiteral("part “north”, takes at most ε 0.25")));
        QCOMPARE(queue.totalMu(), 0.0);
        QVERIFY(queue.repetition(0).isEmpty());
        queue.add(look, 0.25);
        QCOMPARE(queue.repetition(1), QStringLiteral("the same as entry 1: pays twice"));
        queue.setPaidParts({"north"});
        QVERIFY(queue.repetition(0).contains(QStringLiteral("pays again")));
        // As another window reads it, before its price is known there.
        RunQueue other;
        other.show(queue.runs());
        QVERIFY(other.unpriced().has_value());
        QVERIFY(other.index(0).data().toString().contains(QStringLiteral("worked out")));
        other.setPrice(*other.unpriced(), 0.5);
        QVERIFY(!other.unpriced());
        QVERIFY(other.index(1).data().toString().contains(QStringLiteral("at most ε 0.5")));
    }

    void privateSelectionShowsItsWinnerOnly() {
        auto run = std::make_shared<session::RunSnapshot>();
        run->method = search::MethodKind::PapernotSteinke;
        run->status = ExperimentStatus::Running;
        run->secondsLeft = 12.0;
        run->phases.push_back({1.0, 0.3, 5.0, {session::TrialSnapshot{}}});
        run->final = session::FinalSnapshot{};
        const auto shown = shownPart(run);
        QVERIFY(shown->phases.empty() && !shown->final && !shown->secondsLeft);
        run->status = ExperimentStatus::Finished;
        QVERIFY(shownPart(run)->final.has_value());
        QVERIFY(shownPart(run)->phases.empty());
        run->isPrivate = false; // a public benchmark may show all of it
        QCOMPARE(shownPart(run)->phases.size(), std::size_t{1});
        run->isPrivate = true;
        run->method = search::MethodKind::Random;
        QCOMPARE(shownPart(run)->phases.size(), std::size_t{1});
    }

    void whatAPrivateSelectionReleasesBesideItsWinnerIsShown() {
        ProjectState state;
        state.experiments.emplace_back();
        state.experiments.back().id = 7;
        state.experiments.back().method = search::MethodKind::PapernotSteinke;
        for (const char* role : {"mean", "trial", "selection", "evaluation"}) {
            state.trials.emplace_back();
            state.trials.back().experiment = 7;
            state.trials.back().role = role;
            state.trials.back().state = session::TrialState::Finished;
        }
        const auto rolesShown = [&] {
            std::vector<std::string> roles;
            const auto shown = shownTrials(std::make_shared<const ProjectState>(state));
            for (const auto& trial : *shown) {
                roles.push_back(trial.role);
            }
            return roles;
        };
        QCOMPARE(rolesShown(), (std::vector<std::string>{"mean", "selection", "evaluation"}));
        state.trials[2].state = session::TrialState::Running;
        QCOMPARE(rolesShown(), (std::vector<std::string>{"mean", "evaluation"}));
        state.experiments.back().method = search::MethodKind::Random;
        QCOMPARE(rolesShown().size(), std::size_t{4});
    }
};

PARSIMONY_UI_TEST(TestRunQueue)
#include "test_run_queue.moc"
