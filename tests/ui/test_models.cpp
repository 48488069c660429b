// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/access_table_model.h"
#include "ui/models/budget_split.h"
#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/models/plan_lines.h"
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
        QCOMPARE(formatAccuracy(1.0184, 0.0447), QStringLiteral("100.00 ± 4.47 %"));
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
        QCOMPARE(model.index(2, 0).data().toString(), phaseTitle(-1)); // the final run
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

    void planTableShowsWhatIsReleasedBeforeTheRuns() {
        test::FakeEngine engine;
        auto options = test::sampleOptions();
        options.method = session::MethodKind::Auto;
        const auto plan =
            std::make_shared<const session::RunSnapshot>(engine.ask(wire::FreshPlanCall{options}));
        QVERIFY(!plan->statistics.empty());
        PlanTableModel model;
        model.setPlan(plan);
        const int before = static_cast<int>(plan->statistics.size());
        QCOMPARE(model.rowCount(), before + static_cast<int>(plan->phases.size()) + 1);
        for (int row = 0; row < before; ++row) {
            const auto& statistic = plan->statistics[static_cast<std::size_t>(row)];
            QCOMPARE(model.index(row, PlanTableModel::What).data().toString(), statisticName(statistic.name));
            QVERIFY(!statisticName(statistic.name).contains(QLatin1Char('_'))); // in words
            QCOMPARE(model.index(row, PlanTableModel::Epsilon).data().toString(),
                     formatEpsilon(statistic.epsilon, Rounding::Up));
            QCOMPARE(model.index(row, PlanTableModel::Mu).data().toString(), formatMu(statistic.mu));
        }
        const auto last = model.rowCount() - 1;
        QVERIFY(model.index(last, PlanTableModel::StepSize).data().toString() != QStringLiteral("from fit"));
        options.method = session::MethodKind::LinearScaling; // where there is one
        model.setPlan(std::make_shared<const session::RunSnapshot>(engine.ask(wire::FreshPlanCall{options})));
        QCOMPARE(model.index(model.rowCount() - 1, PlanTableModel::StepSize).data().toString(),
                 QStringLiteral("from fit"));
    }

    void planSaysWhatIsSearched() {
        session::RunSnapshot plan;
        QCOMPARE(planLines(plan), QStringList());
        plan.axes = {{train::Knob::Clip, {0.1, 1.0}}, {train::Knob::Encoder, {}, {"vit", "dino", "clip"}}};
        plan.searched = session::SearchedSnapshot{search::Range{1.0, 100.0}, {}, {10, 50}, {}};
        QCOMPARE(
            planLines(plan),
            QStringList({QStringLiteral("Draws r from 1 to 100; T of 10, 50."),
                         QStringLiteral("Searches c 0.1, 1; encoder vit, dino, clip: 6 combinations. A run "
                                        "costs the same with each.")}));
        plan.searched.reset();
        plan.noises = {{0.1, 50, 3.5}, {0.5, 50, 8.0}};
        QCOMPARE(
            planLines(plan),
            QStringList({QStringLiteral("Searches c 0.1, 1; encoder vit, dino, clip: 6 combinations."),
                         QStringLiteral("Noise σ = %1 at q = 0.1, T = 50; %2 at q = 0.5, T = 50, whatever "
                                        "the scores.")
                             .arg(formatSigma(3.5), formatSigma(8.0))}));
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

PARSIMONY_UI_TEST(TestModels)
#include "test_models.moc"
