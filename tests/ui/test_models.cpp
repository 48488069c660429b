// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"
#include "ui/models/access_table_model.h"
#include "ui/models/budget_split.h"
#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/models/plan_table_model.h"
#include "ui/models/project_budget.h"
#include "ui/models/r_series.h"
#include "ui/models/recent_projects.h"
#include "ui/models/request.h"
#include "ui/models/trial_table_model.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace parsimony;
using namespace parsimony::ui;
using session::TrialSnapshot;
using session::TrialState;

namespace {

std::vector<TrialSnapshot> someTrials(int count) {
    std::vector<TrialSnapshot> trials;
    for (int i = 0; i < count; ++i) {
        TrialSnapshot t;
        t.id = i + 1;
        t.experiment = 1;
        t.phase = i % 3 == 2 ? -1 : i % 3;
        t.role = t.phase < 0 ? "final" : "trial";
        t.r = 10.0 * ((i * 7) % count + 1);
        t.steps = 50;
        t.epsilon = 0.1 + 0.1 * (i % 3);
        t.mu = 0.03;
        if (i % 4 != 3) {
            t.score = 0.5 + 0.001 * i;
            t.scoreSe = 0.01;
        }
        t.state = i % 5 == 4 ? TrialState::Failed : TrialState::Finished;
        trials.push_back(t);
    }
    return trials;
}

QStringList column(const TrialTableModel& model, TrialColumn which) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts << model.index(row, static_cast<int>(which)).data().toString();
    }
    return texts;
}

} // namespace

class TestModels : public QObject {
    Q_OBJECT
private slots:
    void theSetupShowsTheBudgetOfItsRows() {
        const auto named = [](std::int64_t id, const char* name) {
            session::DatasetSnapshot dataset;
            dataset.id = id;
            dataset.name = name;
            return dataset;
        };
        const auto spent = [](double epsilon) {
            session::BudgetSnapshot budget;
            budget.spentEpsilon = epsilon;
            return budget;
        };
        auto project = std::make_shared<ProjectState>();
        QVERIFY(budgetInSetup(project, {}) == nullptr);
        project->budgets = {{named(1, "first"), spent(0.1)}, {named(2, "second"), spent(0.2)}};
        QCOMPARE(budgetInSetup(project, {})->spentEpsilon, 0.2);
        auto shown = std::make_shared<session::RunSnapshot>();
        shown->dataset = named(1, "first");
        project->shown = shown;
        QCOMPARE(budgetInSetup(project, {})->spentEpsilon, 0.1);
        auto plan = std::make_shared<session::RunSnapshot>();
        plan->dataset = named(0, "second");
        plan->budget = spent(0.15); // as of when it was made
        QCOMPARE(budgetInSetup(project, plan)->spentEpsilon, 0.2);
        plan->dataset.name = "third"; // nobody ran on it yet
        QCOMPARE(budgetInSetup(project, plan)->spentEpsilon, 0.15);
    }

    void numbersNeverFlatterABudget() {
        QCOMPARE(formatEpsilon(0.8841), QStringLiteral("0.884"));
        QCOMPARE(formatEpsilon(0.8841, Rounding::Up), QStringLiteral("0.885"));
        QCOMPARE(formatEpsilon(0.8849, Rounding::Down), QStringLiteral("0.884"));
        QCOMPARE(formatEpsilon(0.3, Rounding::Up), QStringLiteral("0.300"));
        QCOMPARE(formatEpsilon(0.1 + 0.2, Rounding::Up), QStringLiteral("0.300"));
        QCOMPARE(formatEpsilon(12.345), QStringLiteral("12.35"));
        QCOMPARE(formatEpsilon(0.0), QStringLiteral("0"));
        QCOMPARE(formatEpsilon(std::numeric_limits<double>::infinity()), QStringLiteral("∞"));
        QVERIFY(formatEpsilon(4.21e-5, Rounding::Up).toDouble() >= 4.21e-5);
        QVERIFY(formatEpsilon(4.29e-5, Rounding::Down).toDouble() <= 4.29e-5);
    }

    void numbersReadWell() {
        QCOMPARE(formatDelta(1e-5), QStringLiteral("1e-5"));
        QCOMPARE(formatDelta(2.5e-6), QStringLiteral("2.5e-6"));
        QCOMPARE(formatCount(40000), QStringLiteral("40,000"));
        QCOMPARE(formatAccuracy(0.7529, 0.0025), QStringLiteral("75.29 ± 0.25 %"));
        QCOMPARE(formatAccuracy(0.7529, 0.0), QStringLiteral("75.29 %"));
        QCOMPARE(formatDuration(41), QStringLiteral("00:41"));
        QCOMPARE(formatDuration(3723), QStringLiteral("1:02:03"));
        QCOMPARE(parseTyped(QStringLiteral(" 0,5 ")), std::optional(0.5));
        QCOMPARE(parseTyped(QStringLiteral("1e-5")), std::optional(1e-5));
        QVERIFY(!parseTyped(QStringLiteral("one")));
        QVERIFY(!parseTyped(QStringLiteral("inf")));
    }

    void numbersOfOtherLocales() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto back = qScopeGuard([] { QLocale::setDefault(QLocale::c()); });
        QCOMPARE(formatEpsilon(0.8841, Rounding::Up), QStringLiteral("0,885"));
        QCOMPARE(formatEpsilon(4.29e-5, Rounding::Down), QStringLiteral("4,2e-5"));
        QCOMPARE(formatDelta(2.5e-6), QStringLiteral("2,5e-6"));
        QCOMPARE(formatMu(0.24071), QStringLiteral("0,2407"));
        QCOMPARE(formatQuantity(1234.5, 3), QStringLiteral("1230"));
        QCOMPARE(formatCount(40000), QStringLiteral("40.000"));
        QCOMPARE(formatAccuracy(0.7529, 0.0025), QStringLiteral("75,29 ± 0,25 %"));
        QCOMPARE(parseTyped(formatQuantity(0.125)), std::optional(0.125));
        QCOMPARE(parseCount(formatCount(1234567)), std::optional<std::uint64_t>(1234567));
        const PortableNumbers portable;
        QCOMPARE(formatEpsilon(0.8841), QStringLiteral("0.884"));
        QCOMPARE(formatCount(40000), QStringLiteral("40,000"));
    }

    void countsAreReadWithTheirMarks() {
        for (const char* text : {"40000", "40,000", "40.000", "40 000", " 40'000 ", "40\u202f000"}) {
            QCOMPARE(parseCount(QString::fromUtf8(text)), std::optional<std::uint64_t>(40000));
        }
        for (const char* text : {"", "40.5", "4,00", "40,000.5", "-1", "1e5", "40,,000"}) {
            QVERIFY2(!parseCount(QString::fromUtf8(text)), text);
        }
    }

    void splitIsTheTheorem() {
        // Theorem 4.1: n trials of ε1, n of ε2 and the final run add up in μ².
        const BudgetSplit split(1.0, 1e-5, {{0.1, 3}, {0.2, 3}});
        QVERIFY(split.affordable());
        const double mu1 = muOf(0.1, 1e-5);
        const double mu2 = muOf(0.2, 1e-5);
        const double total = muOf(1.0, 1e-5);
        const double final = std::sqrt(total * total - 3 * mu1 * mu1 - 3 * mu2 * mu2);
        QVERIFY(std::abs(split.finalEpsilon() - epsilonOf(final, 1e-5)) < 1e-9);
        QVERIFY(std::abs(split.shares()[0].fraction + split.shares()[1].fraction +
                         split.finalShare().fraction - 1.0) < 1e-12);
        QVERIFY(std::abs(split.finalEpsilon() - 0.884) < 0.002);
    }

    void splitSaysWhatIsMissing() {
        const BudgetSplit split(1.0, 1e-5, {{0.5, 3}, {0.6, 3}});
        QVERIFY(!split.affordable());
        QVERIFY(split.missingEpsilon() > 0.3);
        QCOMPARE(split.finalEpsilon(), 0.0);
        QVERIFY(!BudgetSplit(0.0, 1e-5, {}).valid());
        QVERIFY(!BudgetSplit(1.0, 1.0, {}).valid());
    }

    void splitDragsBackToItself() {
        const BudgetSplit split(1.0, 1e-5, {{0.1, 3}, {0.2, 3}});
        for (std::size_t phase = 0; phase < 2; ++phase) {
            const double back = split.epsilonForFraction(phase, split.shares()[phase].fraction * 1.0001);
            QVERIFY2(std::abs(back - split.shares()[phase].epsilon) < 0.0025,
                     qPrintable(QString::number(back)));
        }
    }

    void tableFiltersAndSortsOnAnIndex() {
        TrialTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrials(someTrials(20));
        QCOMPARE(model.rowCount(), 20);
        model.setFilter(QStringLiteral("state=failed"));
        QCOMPARE(model.rowCount(), 4);
        model.setFilter(QStringLiteral("phase=2 score>50.5%"));
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.trialAt(row).phase, 1);
            QVERIFY(*model.trialAt(row).score > 0.505);
        }
        QVERIFY(model.rowCount() > 0);
        model.setFilter({});
        const int r = static_cast<int>(TrialColumn::R);
        model.sort(r, Qt::DescendingOrder);
        for (int row = 1; row < model.rowCount(); ++row) {
            QVERIFY(*model.trialAt(row - 1).r >= *model.trialAt(row).r);
        }
        // What has no number stands last in both directions.
        const int score = static_cast<int>(TrialColumn::Score);
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(score, order);
            QVERIFY(!model.trialAt(model.rowCount() - 1).score);
            QVERIFY(model.trialAt(0).score);
        }
        // Equal ones stay in the order they came in.
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(static_cast<int>(TrialColumn::Phase), order);
            for (int row = 1; row < model.rowCount(); ++row) {
                const auto& before = model.trialAt(row - 1);
                const auto& here = model.trialAt(row);
                const bool right =
                    order == Qt::AscendingOrder ? before.phase < here.phase : before.phase > here.phase;
                QVERIFY(right || (before.phase == here.phase && before.id < here.id) || before.phase < 0 ||
                        here.phase < 0);
            }
        }
        model.sort(-1, Qt::AscendingOrder);
        QCOMPARE(column(model, TrialColumn::Id).first(), QStringLiteral("1"));
    }

    void bareWordsAreFoundInWhatATrialIsCalled() {
        auto trials = someTrials(20);
        trials[3].tags = {"Keep"};
        trials[5].note = "odd Loss";
        TrialTableModel model;
        model.setTrials(trials);
        const auto rows = [&](const char* text) {
            model.setFilter(QString::fromLatin1(text));
            return model.rowCount();
        };
        QCOMPARE(rows("fail"), 4);
        QCOMPARE(rows("FINAL"), 6);
        QCOMPARE(rows("phase fail"), 3);
        QCOMPARE(rows("#2"), 2); // 2 and 20
        QCOMPARE(rows("2"), 8);  // phase 2, and 12
        QCOMPARE(rows("keep"), 1);
        QCOMPARE(rows("ODD loss"), 1);
        QCOMPARE(rows("loss fail"), 0);
        QCOMPARE(rows("nothing"), 0);
    }

    void tableKeepsPersistentIndexes() {
        TrialTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrials(someTrials(10));
        const QPersistentModelIndex fourth(model.index(3, 0));
        model.sort(static_cast<int>(TrialColumn::R), Qt::DescendingOrder);
        QCOMPARE(model.trialAt(fourth.row()).id, std::int64_t{4});
        model.setFilter(QStringLiteral("id=4"));
        QCOMPARE(fourth.row(), 0);
        model.setFilter(QStringLiteral("id=5"));
        QVERIFY(!fourth.isValid());
    }

    void tableMergesWhatRuns() {
        TrialTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrials(someTrials(5));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        auto more = someTrials(7);
        more[1].score = 0.9;
        more.push_back({}); // only planned: no id, no row
        model.mergeTrials(more);
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(inserted.size(), 1);
        QVERIFY(!changed.isEmpty());
        QCOMPARE(*model.trialById(2)->score, 0.9);
        QCOMPARE(model.rowOf(7), 6);
        // A run hands over all of its trials each time: only what differs is told of.
        changed.clear();
        model.mergeTrials(more);
        QCOMPARE(changed.size(), 0);
        more[2].stepsDone += 1;
        model.mergeTrials(more);
        const int state = static_cast<int>(TrialColumn::State);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex(), model.index(2, state));
        QCOMPARE(changed[0][1].toModelIndex(), model.index(2, state));
        changed.clear();
        more[4].score = 0.8;
        model.setTrials({more.begin(), more.begin() + 7});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex(), model.index(4, 0));
        QCOMPARE(changed[0][1].toModelIndex(), model.index(4, kTrialColumns - 1));
        model.setFilter(QStringLiteral("state=finished"));
        more[0].state = TrialState::Failed;
        model.mergeTrials(more);
        QCOMPARE(model.rowOf(1), -1);
    }

    void aSearchAmongEncodersIsGroupedByThem() {
        TrialTableModel model;
        auto trials = someTrials(6);
        for (std::size_t i = 0; i < 5; ++i) {
            trials[i].knobs = {{train::Knob::Encoder, 0.0, i % 2 == 0 ? "a" : "b"}};
        }
        model.setTrials(trials);
        model.setGroup(TrialColumn::Encoder);
        QStringList groups;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.isGroup(row)) {
                groups << model.index(row, 0)
                              .data(TrialTableModel::GroupRole)
                              .toString()
                              .section(QStringLiteral(" · "), 0, 1);
            }
        }
        QCOMPARE(groups, (QStringList{QStringLiteral("a · 3 trials"), QStringLiteral("b · 2 trials"),
                                      absent() + QStringLiteral(" · 1 trial")}));
    }

    void tableCopies() {
        TrialTableModel model;
        model.setTrials(someTrials(3));
        const QString csv = model.toCsv({0, 2}, {TrialColumn::Id, TrialColumn::R, TrialColumn::Score});
        QCOMPARE(csv, QStringLiteral("id,r,score,score_se\n1,10,0.5,0.01\n3,30,0.502,0.01\n"));
        QCOMPARE(model.toCsv({1, 2}, {TrialColumn::Phase, TrialColumn::State}),
                 QStringLiteral("phase,state\n2,finished\nfinal,finished\n")); // words that a filter takes
        const QString latex = model.toLatex({0}, {TrialColumn::Epsilon, TrialColumn::Score});
        QVERIFY(latex.contains(QStringLiteral("$\\varepsilon$ & score")));
        QVERIFY(latex.contains(QStringLiteral("50.00 $\\pm$ 1.00\\,\\%")));
        QVERIFY(model.columnIsConstant(TrialColumn::Steps));
        QVERIFY(!model.columnIsConstant(TrialColumn::R));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const QString german = model.toLatex({0}, {TrialColumn::Epsilon, TrialColumn::Score});
        QLocale::setDefault(QLocale::c());
        QCOMPARE(german, latex);
    }

    void planTableShowsPrices() {
        PlanTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        test::FakeEngine engine;
        model.setPlan(std::make_shared<const session::RunSnapshot>(
            engine.ask(wire::FreshPlanCall{test::sampleOptions()})));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, PlanTableModel::Trials).data().toString(), QStringLiteral("3"));
        QCOMPARE(model.index(0, PlanTableModel::Epsilon).data().toString(), QStringLiteral("0.100"));
        for (int section = 0; section < model.columnCount(); ++section) { // an empty text is not "no font"
            QVERIFY(!model.headerData(section, Qt::Horizontal, Qt::FontRole).isValid());
        }
        QVERIFY(model.index(2, 0).data(PlanTableModel::IsFinalRole).toBool());
        auto options = test::sampleOptions();
        options.method = session::MethodKind::PapernotSteinke;
        model.setPlan(std::make_shared<const session::RunSnapshot>(engine.ask(wire::FreshPlanCall{options})));
        QCOMPARE(model.rowCount(), 1); // one mechanism: how many runs it makes is its secret
        QVERIFY(model.index(0, PlanTableModel::Trials).data().toString().startsWith(QStringLiteral("≈ ")));
        QCOMPARE(model.index(0, PlanTableModel::Mu).data().toString(), QStringLiteral("–"));
        session::TrialSnapshot winner;
        winner.role = "selection";
        QCOMPARE(trialText(winner, TrialColumn::Mu), QStringLiteral("–"));
        model.setPlan({});
        QCOMPARE(model.rowCount(), 0);
    }

    void requestUndoes() {
        Request request;
        QSignalSpy changed(&request, &Request::changed);
        request.replace(test::sampleOptions());
        request.edit([](auto& o) { o.epsilon = 2.0; }, QStringLiteral("epsilon"));
        request.edit([](auto& o) { o.epsilon = 2.5; }, QStringLiteral("epsilon"));
        request.edit([](auto& o) { o.epsilon = 2.5; });
        request.edit([](auto& o) { o.trials = 5; });
        QCOMPARE(changed.size(), 4);
        request.undo();
        QVERIFY(!request.options().trials);
        request.undo();
        QCOMPARE(*request.options().epsilon, 1.0); // typing was one step
        QVERIFY(!request.canUndo());
        request.redo();
        QCOMPARE(*request.options().epsilon, 2.5);
        QCOMPARE(request.phaseEpsilons(), (std::vector{0.25, 0.5}));
    }

    void seriesFollowsTheFit() {
        test::FakeEngine engine;
        engine.addProject(QStringLiteral("/p"), test::sampleOptions());
        const auto run = engine.open("/p", false)->ask(wire::StateCall{}).shown;
        const RSeries series = rSeries(*run);
        QCOMPARE(series.points.size(), std::size_t{7});
        QCOMPARE(std::count_if(series.points.begin(), series.points.end(),
                               [](const RPoint& p) { return p.winner; }),
                 2);
        QVERIFY(series.extrapolated);
        QCOMPARE(series.end, series.againstMu ? run->final->trial.mu : run->final->trial.epsilon);
        auto plan = *run; // before anything has run the axis is as long
        plan.phases.back().trials.clear();
        plan.fit.reset();
        QCOMPARE(rSeries(plan).end, series.end);
        auto two = *run;
        two.fit->residualSd.reset();
        QVERIFY(rSeries(two).untested);
        two.fit->residualSd = 0.1;
        QVERIFY(!rSeries(two).untested);
        QVERIFY(std::abs(series.line.back().second - series.extrapolated->r) < 1e-6 * series.extrapolated->r);
        for (std::size_t i = 0; i < series.lower.size(); ++i) {
            QVERIFY(series.lower[i].second <= series.upper[i].second);
        }
    }

    void accessesAreListedNewestFirst() {
        AccessTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QString time = QStringLiteral("2026-11-22T03:40:10Z");
        model.setAccesses({{7, time, RowKind::Part, QStringLiteral("train"), 0, 0},
                           {9, time, RowKind::TrialRunning, {}, 1, 3}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, AccessTableModel::Row).data().toString(), QStringLiteral("9"));
        QCOMPARE(model.index(0, AccessTableModel::Trial).data().toString(), QStringLiteral("3"));
        QCOMPARE(model.index(1, AccessTableModel::Part).data().toString(), QStringLiteral("train"));
        QCOMPARE(model.index(1, AccessTableModel::Time).data().toString(),
                 QStringLiteral("2026-11-22 03:40:10"));
        model.setAccesses({});
        QCOMPARE(model.rowCount(), 0);
    }

    void recentProjectsForget() {
        RecentProjects recent;
        const QAbstractItemModelTester tester(&recent,
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        recent.add(QStringLiteral("/nowhere/a.parsimony"));
        QCOMPARE(recent.rowCount(), 1);
        const auto remark = [&] { return recent.index(0).data(RecentProjects::RemarkRole).toString(); };
        recent.note(QStringLiteral("/nowhere/a.parsimony"), true, 0.5);
        QCOMPARE(remark(), QStringLiteral("interrupted: open it to resume · ε 0.500 left"));
        recent.note(QStringLiteral("/nowhere/a.parsimony"), false, std::nullopt); // public data
        QCOMPARE(remark(), QString());
        recent.reload();
        QCOMPARE(recent.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
