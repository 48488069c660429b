// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/contours.h"
#include "ui/models/experiment_table_model.h"
#include "ui/models/gaussian.h"
#include "ui/models/gaussian_calculator.h"
#include "ui/models/heat_lines.h"
#include "ui/models/heatmap.h"
#include "ui/models/trial_series.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <cmath>
#include <limits>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

Field2D field(std::size_t columns, std::size_t rows, const std::function<double(double, double)>& f) {
    Field2D out{columns, rows, {}};
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            out.values.push_back(f(static_cast<double>(x), static_cast<double>(y)));
        }
    }
    return out;
}

session::TrialSnapshot trial(std::int64_t id, double epsilon, double rate, std::uint32_t steps,
                             double score) {
    session::TrialSnapshot t;
    t.id = id;
    t.epsilon = epsilon;
    t.learningRate = rate;
    t.steps = steps;
    t.r = rate * steps;
    t.score = score;
    return t;
}

} // namespace

class TestPlotData : public QObject {
    Q_OBJECT
private slots:
    void contourOfAPlaneIsStraight() {
        const auto lines = contourLines(field(6, 5, [](double x, double y) { return x + y; }), 3.5);
        QCOMPARE(lines.size(), std::size_t{1});
        for (const auto& [x, y] : lines[0]) {
            QVERIFY(std::abs(x + y - 3.5) < 1e-12);
        }
        QCOMPARE(lines[0].size(), std::size_t{8});
    }

    void contourOfAConeIsAClosedCircle() {
        const auto lines =
            contourLines(field(41, 41, [](double x, double y) { return std::hypot(x - 20, y - 20); }), 10.3);
        QCOMPARE(lines.size(), std::size_t{1});
        const auto& circle = lines[0];
        QVERIFY(std::hypot(circle.front().first - circle.back().first,
                           circle.front().second - circle.back().second) < 1e-9);
        for (const auto& [x, y] : circle) {
            QVERIFY(std::abs(std::hypot(x - 20, y - 20) - 10.3) < 0.02);
        }
    }

    void saddlesAreJoinedByTheMean() {
        // High on one diagonal: two lines either way, but which corners they cut off depends on the middle.
        const auto low = contourLines({2, 2, {1.0, 0.0, 0.0, 1.0}}, 0.6);
        const auto high = contourLines({2, 2, {1.0, 0.0, 0.0, 1.0}}, 0.4);
        QCOMPARE(low.size(), std::size_t{2});
        QCOMPARE(high.size(), std::size_t{2});
        // Below the mean the high corners are joined: each line stays at one low corner.
        for (const auto& line : high) {
            const auto& [x0, y0] = line.front();
            const auto& [x1, y1] = line.back();
            QVERIFY(std::abs((x0 + x1) - (y0 + y1)) > 0.5);
        }
        for (const auto& line : low) {
            const auto& [x0, y0] = line.front();
            const auto& [x1, y1] = line.back();
            QVERIFY(std::abs((x0 + x1) - (y0 + y1)) < 1e-9);
        }
    }

    void holesAreSkipped() {
        auto f = field(5, 5, [](double x, double) { return x; });
        f.values[12] = std::numeric_limits<double>::quiet_NaN();
        std::size_t points = 0;
        for (const auto& line : contourLines(f, 1.5)) {
            points += line.size();
        }
        QCOMPARE(points, std::size_t{4}); // two of four cells remain, apart from each other
        QVERIFY(contourLines({1, 5, std::vector<double>(5, 1.0)}, 0.5).empty());
    }

    void levelsAreRound() {
        const auto levels = contourLevels(field(10, 1, [](double x, double) { return 61.3 + x; }), 5);
        QVERIFY(levels.size() >= 3 && levels.size() <= 6);
        for (const double level : levels) {
            QVERIFY(std::abs(level - std::round(level)) < 1e-9);
        }
        QVERIFY(contourLevels(field(3, 3, [](double, double) { return 1.0; }), 5).empty());
    }

    void contoursAreSmoothed() {
        auto f = field(7, 7, [](double x, double) { return x; });
        f.values[3 * 7 + 3] = 9.0; // one noisy trial
        f.values[0] = std::numeric_limits<double>::quiet_NaN();
        const auto mean = smoothed(f);
        QVERIFY(std::isnan(mean.values[0])); // no value is made up
        QVERIFY(std::abs(mean.at(1, 5) - 1.0) < 1e-12);
        QVERIFY(std::abs(mean.at(3, 3) - 4.5) < 1e-12); // 3 + 6 · 4 / 16
        QVERIFY(std::isfinite(mean.at(1, 0)));
        const Polyline corner{{0, 0}, {1, 0}, {1, 1}};
        const auto round = rounded(corner);
        QCOMPARE(round.front(), corner.front());
        QCOMPARE(round.back(), corner.back());
        for (const auto& [x, y] : round) {
            QVERIFY(x < 1.0 - 1e-9 || y > 1e-9); // the corner itself is cut
        }
        const auto ring = rounded({{0, 0}, {1, 0}, {1, 1}, {0, 0}});
        QCOMPARE(ring.front(), ring.back());
        QVERIFY(ring.size() > 8);
    }

    void heatmapsComeFromGridsAlone() {
        std::vector<session::TrialSnapshot> trials;
        std::int64_t id = 1;
        for (const double epsilon : {0.5, 0.1}) {
            for (const double rate : {0.1, 1.0, 10.0}) {
                for (const std::uint32_t steps : {10U, 50U}) {
                    trials.push_back(trial(id++, epsilon, rate, steps, 0.5 + 0.01 * rate));
                }
            }
        }
        trials.push_back(trial(id++, 0.5, 1.0, 50, 0.71)); // a repeat
        for (int i = 0; i < 5; ++i) {
            trials.push_back(
                trial(id++, 2.0, 0.37 * (i + 1), 20U + static_cast<std::uint32_t>(i), 0.6)); // a free search
        }
        const auto map = heatmapOf(trials);
        QCOMPARE(map.panels.size(), std::size_t{2});
        QCOMPARE(map.panels[0].epsilon, 0.1);
        const auto& p = map.panels[1];
        QCOMPARE(p.rates, (std::vector{0.1, 1.0, 10.0}));
        QCOMPARE(p.repeats[4], 2);
        QVERIFY(std::abs(p.accuracy.at(1, 1) - 0.61) < 1e-12);
        QCOMPARE(p.trial[4], qint64{13});
        QVERIFY(std::abs(logPosition(p.rates, 1.0) - 1.0) < 1e-12);
        QVERIFY(std::abs(logPosition(p.rates, std::sqrt(10.0)) - 1.5) < 1e-12);
    }

    void linesOfEqualRAreThereInASmallGrid() {
        HeatPanel panel;
        panel.rates = {1.0, 2.0, 3.0};
        panel.steps = {11.0, 20.0, 30.0}; // r from 11 to 90: no power of ten
        QCOMPARE(equalRLines(panel).values, (std::vector{20.0, 50.0}));
        panel.rates = {0.1, 1.0, 100.0};
        QCOMPARE(equalRLines(panel).values, (std::vector{10.0, 100.0, 1000.0}));
    }

    void paretoKeepsWhatNothingBeats() {
        const auto points = paretoSeries(std::vector{trial(1, 0.1, 1, 50, 0.6), trial(2, 0.2, 1, 50, 0.55),
                                                     trial(3, 0.3, 1, 50, 0.7), trial(4, 0.3, 1, 50, 0.65)});
        QCOMPARE(points.size(), std::size_t{4});
        for (const auto& p : points) {
            QCOMPARE(p.onFront, p.trial == 1 || p.trial == 3);
        }
    }

    void gapIsWithinOneBudget() {
        const auto points = gapSeries(
            std::vector{trial(1, 0.1, 1, 50, 0.6), trial(2, 0.1, 2, 50, 0.55), trial(3, 0.3, 1, 50, 0.7)});
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points[0].y, 0.0);
        QVERIFY(std::abs(points[1].y - 0.05) < 1e-12);
        QCOMPARE(points[2].y, 0.0);
    }

    void calculatorNeverPromisesTooMuch() {
        for (const double epsilon : {0.01, 0.3, 1.0, 8.0}) {
            for (const double steps : {1.0, 50.0, 1000.0}) {
                const auto noise = noiseFor(epsilon, 1e-5, steps);
                QVERIFY(noise);
                const auto back = epsilonOfMechanism({*noise * (1 + 1e-12), steps}, 1e-5);
                QVERIFY(back && *back <= epsilon * (1 + 1e-9));
            }
        }
        QVERIFY(!noiseFor(-1.0, 1e-5, 1));
        QVERIFY(!epsilonOfMechanism({1.0, 0.0}, 1e-5));
        QVERIFY(!epsilonOfMechanism({1.0, 10.0}, 1.0));
    }

    void experimentsAreListed() {
        test::FakeEngine engine;
        engine.addProject(QStringLiteral("/p"), test::sampleOptions());
        ExperimentTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setExperiments(engine.open("/p", false)->ask(wire::StateCall{}).experiments);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, ExperimentTableModel::Method).data().toString(),
                 QStringLiteral("linear-scaling"));
        QVERIFY(
            model.index(0, ExperimentTableModel::Accuracy).data().toString().contains(QStringLiteral("±")));
        QVERIFY(!model.namesEncoders());
        auto experiments = model.experiments();
        experiments.front().encoders = {{"vit", "vit-b@1"}};
        experiments.push_back(experiments.front());
        experiments.back().encoders["dino"] = "";
        model.setExperiments(experiments);
        QVERIFY(model.namesEncoders());
        QCOMPARE(model.index(0, ExperimentTableModel::Encoder).data().toString(), QStringLiteral("vit-b@1"));
        QCOMPARE(model.index(1, ExperimentTableModel::Encoder).data().toString(),
                 QStringLiteral("dino, vit"));
    }
};

PARSIMONY_UI_TEST(TestPlotData)
#include "test_plot_data.moc"
