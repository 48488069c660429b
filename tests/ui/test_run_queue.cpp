// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/known_rows_text.h"
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
    plan.method = "single";
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
        QCOMPARE(std::get<session::RunOptions>(*queue.takeFirst()).trials, 1U);
        QCOMPARE(std::get<session::RunOptions>(*queue.takeFirst()).trials, 3U);
        QVERIFY(!queue.takeFirst());
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

    void privateSelectionShowsItsWinnerOnly() {
        auto run = std::make_shared<session::RunSnapshot>();
        run->method = "papernot-steinke";
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
        run->method = "random";
        QCOMPARE(shownPart(run)->phases.size(), std::size_t{1});
    }

    void whatTheRegistryKnowsIsASentence() {
        KnownPart known{QStringLiteral("train"),
                        QStringLiteral("/a/b.parsimony"),
                        QStringLiteral("train"),
                        false,
                        true,
                        100,
                        90,
                        0.0};
        QVERIFY(knownPartText(known, 1e-5).contains(QStringLiteral("nothing spent")));
        known.mu = 0.2;
        QVERIFY(knownPartText(known, 1e-5).contains(QStringLiteral("ε 0.")));
        known.linked = false;
        QVERIFY(knownPartText(known, 1e-5).contains(QStringLiteral("too few")));
        known.isPublic = true;
        QVERIFY(knownPartText(known, 1e-5).contains(QStringLiteral("public")));
    }
};

QTEST_GUILESS_MAIN(TestRunQueue)
#include "test_run_queue.moc"
