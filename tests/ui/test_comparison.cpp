// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments side by side, and what heatmaps lay on top of each other.
#include "tests/ui/ui_test_main.h"
#include "ui/models/comparison.h"
#include "ui/models/heatmap.h"
#include "ui/models/trial_series.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <cmath>
#include <map>
#include <tuple>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

session::ExperimentSummary experiment(std::int64_t id, const char* method, double epsilon, double accuracy) {
    session::ExperimentSummary e;
    e.id = id;
    e.method = search::MethodName::read(method);
    e.trainer = "dp-gd";
    e.status = ExperimentStatus::Finished;
    e.epsilon = epsilon;
    e.testAccuracy = accuracy;
    e.testAccuracySe = 0.002;
    return e;
}

session::TrialSnapshot trial(std::int64_t experiment, const char* role, double mu) {
    session::TrialSnapshot t;
    t.experiment = experiment;
    t.role = role;
    t.mu = mu;
    return t;
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT
private slots:
    void repeatsBecomeOneRowWithTheirSpread() {
        const auto rows = compareRows(
            comparedExperiments({experiment(1, "auto", 1.0, 0.70), experiment(2, "auto", 1.0, 0.74),
                                 experiment(3, "auto", 2.0, 0.80)},
                                {}));
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].experiments.size(), std::size_t{2});
        QVERIFY(std::abs(rows[0].mean - 0.72) < 1e-12);
        QVERIFY(std::abs(rows[0].error - 0.04 / std::sqrt(2.0)) < 1e-12);
        QVERIFY(rows[0].repeated);
        QVERIFY(!rows[1].repeated);
        QCOMPARE(rows[1].error, 0.002); // of one run: the standard error that it was released with
    }

    /// What is tuned alike is called alike at every ε.
    void optionsAreCalledAlikeAtEveryBudget() {
        auto tuned = experiment(3, "auto", 1.0, 0.90);
        auto more = experiment(4, "auto", 2.0, 0.95);
        tuned.options = more.options = "{\"steps\":\"10\"}";
        const auto rows = compareRows(comparedExperiments(
            {experiment(1, "auto", 1.0, 0.72), experiment(2, "auto", 2.0, 0.82), tuned, more}, {}));
        QCOMPARE(rows.size(), std::size_t{4});
        for (const auto& row : rows) {
            const bool plain = row.options.empty();
            QVERIFY2(row.about.endsWith(plain ? QStringLiteral(" 1–2") : QStringLiteral(" 3–4")),
                     qPrintable(row.about));
        }
    }

    void onlyRepeatsOfOneQuestionArePooled() {
        auto other = experiment(2, "auto", 1.0, 0.70);
        other.classes = 12;
        auto elsewhere = experiment(3, "auto", 1.0, 0.60);
        elsewhere.dataset = "letters";
        auto tuned = experiment(4, "auto", 1.0, 0.90);
        tuned.options = "{\"steps\":\"10\"}";
        auto random = experiment(5, "random", 1.0, 0.50);
        auto oracle = experiment(6, "oracle", 1.0, 0.80);
        const auto rows = compareRows(comparedExperiments(
            {experiment(1, "auto", 1.0, 0.72), other, elsewhere, tuned, random, oracle}, {}));
        QCOMPARE(rows.size(), std::size_t{6});
        for (const auto& row : rows) {
            QVERIFY(!row.repeated);
        }
        QVERIFY2(rows[1].about.contains(QStringLiteral("12 classes")), qPrintable(rows[1].about));
        QVERIFY(!rows[1].rerr); // its random search would have had other classes
        QVERIFY2(rows[2].about.contains(QStringLiteral("letters")), qPrintable(rows[2].about));
        QVERIFY2(rows[3].about.contains(QStringLiteral("experiment 4")), qPrintable(rows[3].about));
        QVERIFY(rows[0].rerr.has_value());
    }

    void experimentsThatFollowEachOtherAreOneRange() {
        std::vector<session::ExperimentSummary> all{experiment(1, "auto", 1.0, 0.7)};
        for (const int id : {2, 3, 4, 7}) {
            all.push_back(experiment(id, "auto", 1.0, 0.8));
            all.back().options = "{\"steps\":\"10\"}";
        }
        const auto rows = compareRows(comparedExperiments(all, {}));
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[1].about, QStringLiteral("options of experiment 2–4, 7"));
    }

    void rerrNeedsBothEndsAndAPointBetweenThem() {
        auto rows = compareRows(
            comparedExperiments({experiment(1, "random", 1.0, 0.60), experiment(2, "oracle", 1.0, 0.80),
                                 experiment(3, "auto", 1.0, 0.75), experiment(4, "auto", 2.0, 0.9)},
                                {}));
        for (const auto& row : rows) {
            if (row.method == search::MethodKind::Auto && row.epsilon == 1.0) {
                QVERIFY(row.rerr.has_value());
                QVERIFY(std::abs(*row.rerr - 0.75) < 1e-9);
            }
            if (row.epsilon == 2.0) {
                QVERIFY(!row.rerr);
            }
        }
        rows = compareRows(comparedExperiments(
            {experiment(1, "random", 1.0, 0.795), experiment(2, "oracle", 1.0, 0.80)}, {}));
        QVERIFY(!rows[0].rerr && !rows[1].rerr);
    }

    void unfinishedOnesAndLooksAreLeftOut() {
        auto running = experiment(1, "auto", 1.0, 0.7);
        running.status = ExperimentStatus::Running;
        auto silent = experiment(2, "auto", 1.0, 0.7);
        silent.testAccuracy.reset();
        QVERIFY(comparedExperiments({running, silent, experiment(3, "evaluate", 0.1, 0.7)}, {}).empty());
    }

    void searchShareIsOfMuSquared() {
        const auto list =
            comparedExperiments({experiment(1, "auto", 1.0, 0.7)},
                                {trial(1, "trial", 3.0), trial(1, "final", 4.0), trial(2, "trial", 9.0)});
        QCOMPARE(list.size(), std::size_t{1});
        QVERIFY(std::abs(list[0].searchShare - 9.0 / 25.0) < 1e-12);
    }

    /// A test part's account pays for looks at it.
    void looksAtOtherPartsTakeNoShare() {
        const auto list = comparedExperiments(
            {experiment(1, "auto", 1.0, 0.7)},
            {trial(1, "trial", 3.0), trial(1, "final", 4.0), trial(1, "evaluation", 12.0)});
        QVERIFY(std::abs(list[0].searchShare - 9.0 / 25.0) < 1e-12);
    }

    void encodersAreNamed() {
        std::vector<session::TrialSnapshot> trials;
        for (const std::int64_t run : {1, 2, 3}) {
            trials.push_back(trial(run, "final", 4.0));
            trials.back().knobs = {{train::Knob::Encoder, 0.0, run == 2 ? "b" : "a"}};
        }
        ComparisonModel model;
        model.setRows(compareRows(
            comparedExperiments({experiment(1, "grid", 1.0, 0.7), experiment(2, "grid", 1.0, 0.8),
                                 experiment(3, "grid", 1.0, 0.7), experiment(4, "auto", 1.0, 0.9)},
                                trials)));
        QCOMPARE(model.rowCount(), 2);
        QStringList about;
        for (int row = 0; row < 2; ++row) {
            about << model.index(row, ComparisonModel::About).data().toString();
        }
        QVERIFY2(about.contains(QStringLiteral("a 2×, b 1×")) && about.contains(QString()),
                 qPrintable(about.join(QLatin1Char('|'))));
        QVERIFY(model.toCsv().contains(QStringLiteral("search_share,encoders\n")));
        QVERIFY(model.toCsv().contains(QStringLiteral("\"a 2×, b 1×\"\n")));
        const auto points = paretoSeries(std::vector{trials[1]});
        QVERIFY(points.empty()); // no score
        trials[1].score = 0.5;
        trials[1].epsilon = 1.0;
        QCOMPARE(paretoSeries(std::vector{trials[1]}).front().encoder, QStringLiteral("b"));
        QCOMPARE(courseSeries(std::vector{trials[1]}).front().encoder, QStringLiteral("b"));
    }

    /// Of searches without a final run the best trial of the last phase is the result.
    void theBestTrialSaysWhichEncoderWasChosen() {
        std::vector<session::TrialSnapshot> trials;
        for (const auto& [phase, score, encoder] :
             {std::tuple(0, 0.9, "a"), std::tuple(1, 0.5, "b"), std::tuple(1, 0.7, "c")}) {
            trials.push_back(trial(1, "trial", 4.0));
            trials.back().phase = phase;
            trials.back().score = score;
            trials.back().knobs = {{train::Knob::Encoder, 0.0, encoder}};
        }
        trials.push_back(trial(1, "evaluation", 1.0));
        const auto chosen = [&] {
            return comparedExperiments({experiment(1, "random", 1.0, 0.7)}, trials).front().encoder;
        };
        QCOMPARE(chosen(), QStringLiteral("c"));
        trials.push_back(trials.front());
        trials.back().role = "final";
        trials.back().phase = -1;
        QCOMPARE(chosen(), QStringLiteral("a"));
    }

    /// Runs that were made one by one, each on the features of one encoder.
    void encodersAreRowsOfTheirOwn() {
        auto clip = experiment(1, "auto", 1.0, 0.70), dino = experiment(2, "auto", 1.0, 0.80);
        clip.encoders = {{"", "clip@1"}};
        dino.encoders = {{"b", ""}};
        const auto rows = compareRows(comparedExperiments({clip, dino}, {}));
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].about, QStringLiteral("clip@1"));
        QCOMPARE(rows[1].about, QStringLiteral("b"));
        std::vector<session::TrialSnapshot> trials{trial(1, "final", 0.1), trial(2, "final", 0.1)};
        for (auto& one : trials) {
            one.score = 0.5;
            one.epsilon = 1.0;
        }
        const filter::ExperimentNamesById names{{1, filter::namesIn(clip)}, {2, filter::namesIn(dino)}};
        const auto points = paretoSeries(trials, names);
        QCOMPARE(points.size(), std::size_t{2});
        QCOMPARE(points[0].encoder, QStringLiteral("clip@1"));
        QCOMPARE(points[1].encoder, QStringLiteral("b"));
        const std::vector<session::TrialSnapshot> one{trials[0]};
        QVERIFY(paretoSeries(one, names).front().encoder.isEmpty()); // there is no other to tell it from
    }

    void splitsAreRowsOfTheirOwn() {
        const std::vector<ComparedExperiment> list{{experiment(1, "auto", 1.0, 0.7), 0.1},
                                                   {experiment(2, "auto", 1.0, 0.72), 0.3}};
        QCOMPARE(compareRows(list).size(), std::size_t{1});
        QCOMPARE(compareRows(list, true).size(), std::size_t{2});
    }

    void tableIsSound() {
        ComparisonModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(compareRows(
            comparedExperiments({experiment(1, "auto", 1.0, 0.7), experiment(2, "random", 1.0, 0.6)}, {})));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, ComparisonModel::Method).data().toString(), QStringLiteral("auto"));
        QCOMPARE(model.index(0, ComparisonModel::Rerr).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.toCsv().count(QLatin1Char('\n')), 3);
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }

    void courseFollowsTheOrderOfTrials() {
        std::vector<session::TrialSnapshot> trials(4);
        const double scores[] = {0.5, 0.4, 0.7, 0.6};
        for (int i = 0; i < 4; ++i) {
            trials[static_cast<std::size_t>(i)].id = 10 - i; // the table may be in any order
            trials[static_cast<std::size_t>(i)].score = scores[i];
        }
        const auto course = courseSeries(trials);
        QCOMPARE(course.size(), std::size_t{4});
        QCOMPARE(course[0].trial, qint64{7});
        QCOMPARE(course[0].x, 1.0);
        QVERIFY(course[0].onFront && course[1].onFront && !course[2].onFront && !course[3].onFront);
    }

    void searchesLieOnTheNearestPanelAndMakeNoGrid() {
        std::vector<session::TrialSnapshot> trials;
        const auto add = [&](std::int64_t experiment, double epsilon, double rate, std::uint32_t steps) {
            session::TrialSnapshot t;
            t.id = static_cast<std::int64_t>(trials.size()) + 1;
            t.experiment = experiment;
            t.epsilon = epsilon;
            t.learningRate = rate;
            t.steps = steps;
            t.score = 0.5;
            t.nu = rate;
            trials.push_back(t);
        };
        for (const double rate : {0.1, 1.0, 10.0}) {
            for (const std::uint32_t steps : {10U, 100U}) {
                add(1, 1.0, rate, steps);
                add(2, 10.0, rate, steps);
            }
        }
        add(3, 1.0, 0.316227766, 10); // drawn freely, at the same ε as a grid
        add(3, 7.0, 1.0, 32);
        add(3, 1.0, 500.0, 10); // outside of the axes
        const auto map = heatmapOf(trials);
        QCOMPARE(map.panels.size(), std::size_t{2});
        QCOMPARE(map.panels[0].rates.size(), std::size_t{3});
        QCOMPARE(map.panels[0].searched.size(), std::size_t{1});
        QVERIFY(std::abs(map.panels[0].searched[0].column - 0.5) < 1e-6);
        QCOMPARE(map.panels[1].searched.size(), std::size_t{1});
        QCOMPARE(map.panels[0].nu.values[2], 10.0);
    }

    /// Means are over repeats alone: other encoders, trainers and options have panels of their own.
    void gridsOfOtherSettingsArePanelsOfTheirOwn() {
        std::vector<session::TrialSnapshot> trials;
        const auto add = [&](std::int64_t experiment, double rate, std::uint32_t steps, double score) {
            session::TrialSnapshot t = trial(experiment, "trial", 0.1);
            t.id = static_cast<std::int64_t>(trials.size()) + 1;
            t.epsilon = 1.0;
            t.learningRate = rate;
            t.steps = steps;
            t.score = score;
            trials.push_back(t);
        };
        filter::ExperimentNamesById names;
        const auto addGrid = [&](std::int64_t id, const char* encoder, const char* trainer,
                                 const char* options, double score) {
            auto e = experiment(id, "grid", 1.0, score);
            e.encoders = {{encoder, ""}};
            e.trainer = trainer;
            e.options = options;
            names[id] = filter::namesIn(e);
            for (const double rate : {1.0, 10.0}) {
                for (const std::uint32_t steps : {10U, 20U}) {
                    add(id, rate, steps, score);
                }
            }
        };
        const char* plain = R"({"steps":"10,20","trainer":"dp-gd"})";
        addGrid(1, "full", "dp-gd", plain, 0.8);
        addGrid(2, "full", "dp-gd", R"({"steps":"10,20,30","trainer":"dp-gd"})", 0.9); // more of the same
        addGrid(3, "pool", "dp-gd", plain, 0.5);
        addGrid(4, "full", "dp-adam", R"({"trainer":"dp-adam"})", 0.6);
        addGrid(5, "full", "dp-gd", R"({"max-grad-norm":0.1})", 0.7);
        add(6, 3.0, 15, 0.8); // of a search on the other encoder
        auto searched = experiment(6, "random", 1.0, 0.8);
        searched.encoders = {{"pool", ""}};
        searched.options = plain;
        names[6] = filter::namesIn(searched);
        const auto map = heatmapOf(trials, names);
        QCOMPARE(map.panels.size(), std::size_t{4});
        std::map<QString, double> means;
        for (const HeatPanel& panel : map.panels) {
            means[panel.about] = panel.accuracy.values.front();
            QCOMPARE(panel.searched.size(), std::size_t(panel.setting.encoder == "pool" ? 1 : 0));
        }
        QVERIFY(std::abs(means.at(QStringLiteral("dp-gd · full")) - 0.85) < 1e-12); // repeats
        QVERIFY(std::abs(means.at(QStringLiteral("dp-gd · pool")) - 0.5) < 1e-12);
        QVERIFY(std::abs(means.at(QStringLiteral("dp-adam · full")) - 0.6) < 1e-12);
        QVERIFY(std::abs(means.at(QStringLiteral("dp-gd · full · max-grad-norm 0.1")) - 0.7) < 1e-12);
        names.erase(6); // it runs: not known yet
        QCOMPARE(heatmapOf(trials, names).panels.front().searched.size() +
                     heatmapOf(trials, names).panels.back().searched.size(),
                 std::size_t{1});
    }
};

PARSIMONY_UI_TEST(TestComparison)
#include "test_comparison.moc"
