// SPDX-License-Identifier: GPL-3.0-or-later
// Plots with axes of their own, and their exports.
#include "tests/ui/sweep.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/selection.h"
#include "ui/plots/edf_plot.h"
#include "ui/plots/gantt_plot.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/line_bundle.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/theme.h"
#include "ui/window/page_area.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QSet>
#include <QSvgRenderer>
#include <QTemporaryDir>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::sweep;

namespace {

/// A line upwards, through the axes and beyond them.
class Pole : public Plot {
public:
    explicit Pole(double above) : Plot(QStringLiteral("pole"), QStringLiteral("Pole")), m_above(above) {
        restyle();
        xAxis->setRange(0.0, 1.0);
        yAxis->setRange(0.0, 1.0);
    }
    [[nodiscard]] QString csv() const override { return {}; }

protected:
    void restyle() override {
        clearPlottables();
        addGraph()->setPen(QPen(Qt::red, 4.0));
        graph(0)->addData(0.5, -m_above);
        graph(0)->addData(0.5, m_above);
    }
    void fitAxes() override {}

private:
    double m_above;
};

} // namespace

class TestPlots : public test::WindowTest {
    Q_OBJECT
private slots:
    void trialsStandInTime() {
        session::RunSnapshot run;
        run.experiment = 1;
        run.phases.resize(2);
        for (int i = 0; i < 5; ++i) {
            session::TrialSnapshot t;
            t.id = i + 1;
            t.state = i < 4 ? session::TrialState::Finished : session::TrialState::Running;
            run.phases[i < 3 ? 0 : 1].trials.push_back(t);
        }
        const double start = 1767225600.0;
        // The second begins while the first goes on, the third after it; the fourth has not begun.
        const std::vector<TrialTime> times = {{1, start, start + 10},
                                              {2, start + 5, start + 15},
                                              {3, start + 10, start + 20},
                                              {5, start + 20, 0.0}};
        const Gantt gantt = ganttOf(run, times, start + 30);
        QCOMPARE(gantt.bars.size(), std::size_t{4});
        QCOMPARE(gantt.phases, (std::vector{0, 1}));
        QCOMPARE(gantt.lanes, (std::vector{2, 1}));
        QCOMPARE(gantt.bars[1].lane, 1);
        QCOMPARE(gantt.bars[2].lane, 0);
        QCOMPARE(gantt.bars[3].ended, start + 30);
        run.phases[1].trials[1].state = session::TrialState::Interrupted; // nobody knows when
        QCOMPARE(ganttOf(run, times, start + 3000).bars[3].ended, start + 20);
        Selection selection;
        GanttPlot plot(selection);
        plot.resize(600, 300);
        plot.show();
        QVERIFY(plot.empty());
        plot.setGantt(gantt, false);
        QVERIFY(!plot.empty());
        plot.replot();
        const auto barOf = [&](qint64 trial) {
            return plot.rectOf(*std::find_if(gantt.bars.begin(), gantt.bars.end(),
                                             [&](const GanttBar& bar) { return bar.trial == trial; }));
        };
        QVERIFY(barOf(1).right() < barOf(3).right());
        QVERIFY(barOf(1).bottom() <= barOf(2).top() + 1);
        QVERIFY(barOf(5).top() > barOf(2).bottom());
        QCOMPARE(plot.csv().count(QLatin1Char('\n')), 5);
        QVERIFY(
            plot.csv().contains(QStringLiteral("1,1,2026-01-01T00:00:00.000Z,2026-01-01T00:00:10.000Z\n")));
        qint64 picked = 0;
        connect(&plot, &Plot::trialPicked, this, [&](qint64 trial) { picked = trial; });
        QTest::mouseClick(&plot, Qt::LeftButton, {}, barOf(3).center().toPoint());
        QCOMPARE(picked, qint64{3});
        run.selection.emplace(); // of a private selection not even the empty rows
        QVERIFY(ganttOf(run, times, start + 30).bars.empty());
        plot.setGantt({}, true);
        QVERIFY(plot.empty());
    }

    void timesOfTheShownExperiment() {
        openSample();
        m_window->parts().pages->showPage(PageName::gantt);
        auto* plot = find<GanttPlot>(*m_window, "gantt");
        QTRY_COMPARE(plot->gantt().bars.size(), std::size_t{7});
        QCOMPARE(plot->gantt().phases, (std::vector{0, 1, -1}));
        QVERIFY(plot->xAxis->label().endsWith(QStringLiteral("experiment 1")));
        test::type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QTRY_COMPARE(plot->gantt().bars.size(), std::size_t{3});
    }

    void scoresAreDistributed() {
        Selection selection;
        EdfPlot plot(selection);
        QVERIFY(plot.empty());
        std::vector<session::TrialSnapshot> trials;
        for (const double score : {0.7, 0.5, 0.6, 0.6}) {
            session::TrialSnapshot t;
            t.id = static_cast<std::int64_t>(trials.size()) + 1;
            t.experiment = t.id == 4 ? 2 : 1;
            t.score = score;
            trials.push_back(t);
        }
        trials.emplace_back(); // without a score
        plot.setTrials(trials, {{1, QStringLiteral("random")}, {2, QStringLiteral("grid")}});
        QVERIFY(!plot.empty());
        QCOMPARE(plot.curves().size(), std::size_t{2});
        QCOMPARE(plot.curves()[0].name, QStringLiteral("experiment 1 · random"));
        const std::vector<std::pair<double, qint64>> sorted = {{0.5, 2}, {0.6, 3}, {0.7, 1}};
        QCOMPARE(plot.curves()[0].scores, sorted);
        QVERIFY2(plot.csv().contains(QStringLiteral("\"experiment 1 · random\",3,0.6,0.666")),
                 qPrintable(plot.csv()));
        QCOMPARE(plot.csv().count(QLatin1Char('\n')), 5);
        QVERIFY(plot.exportTo(m_dir.filePath(QStringLiteral("edf.svg")), 240, 180, 8));
        for (int i = 0; i < 12; ++i) { // too many experiments to tell apart: one curve for each method
            trials.push_back(trials[0]);
            trials.back().id = 10 + i;
            trials.back().experiment = 10 + i;
        }
        plot.setTrials(trials, {{1, QStringLiteral("random")}, {2, QStringLiteral("grid")}});
        QCOMPARE(plot.curves().size(), std::size_t{3}); // and one for those of unknown method
        plot.setTrials({}, {});
        QVERIFY(plot.empty());
    }

    void plotsNobodySeesAreNotDrawn() {
        Selection selection;
        TrialPlot plot(TrialPlot::Kind::Pareto, selection);
        plot.resize(500, 300);
        QTest::qWait(0); // a new plot draws itself once
        int redrawn = 0;
        connect(&plot, &QCustomPlot::afterReplot, this, [&] { ++redrawn; });
        plot.setTrials(sweep());
        selection.selectOne(1);
        QTest::qWait(0);
        QApplication::processEvents();
        QCOMPARE(redrawn, 0);
        plot.show();
        QTRY_VERIFY(redrawn > 0);
    }

    void ofTooManyLinesTheBestAndAFairShareAreDrawn() {
        Selection selection;
        ParallelPlot plot(selection);
        const auto linesDrawn = [&] {
            std::size_t lines = 0;
            for (int i = 0; i < plot.plottableCount(); ++i) {
                lines += qobject_cast<LineBundle*>(plot.plottable(i))->lines();
            }
            return lines;
        };
        auto trials = sweep();
        plot.setTrials(trials);
        QCOMPARE(linesDrawn(), std::size_t{60});
        QVERIFY(plot.xAxis->label().isEmpty());
        for (int i = 60; i < 20000; ++i) {
            trials.push_back(trials[static_cast<std::size_t>(i % 60)]);
            trials.back().id = i + 1;
            *trials.back().score -= 1e-6 * i;
        }
        trials[15000].score = 0.99;
        plot.setTrials(trials);
        QCOMPARE(linesDrawn(), std::size_t{1000 + 19000 / 10});
        QVERIFY(plot.xAxis->label().contains(QStringLiteral("1 in 10 of the others")));
        const auto* best = qobject_cast<LineBundle*>(plot.plottable(plot.plottableCount() - 1));
        QCOMPARE(best->lines(), std::size_t{1}); // alone in the brightest colour
        QCOMPARE(plot.csv().count(QLatin1Char('\n')), 20001);
        // A selected one lies over the picture, which is not drawn again for it.
        plot.resize(700, 420);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.replot();
        const QImage before = plot.grab().toImage();
        int redrawn = 0;
        connect(&plot, &QCustomPlot::afterReplot, this, [&] { ++redrawn; });
        selection.selectOne(15001);
        const QImage marked = plot.grab().toImage();
        QVERIFY(before != marked);
        QApplication::processEvents();
        QCOMPARE(redrawn, 0);
        const auto at = plot.pixelOf(TrialColumn::Score, 0.99);
        QVERIFY(at);
        const QColor accent = Theme::instance().colors().accent;
        QVERIFY(marked.pixelColor(at->toPoint()) == accent ||
                marked.pixelColor(at->toPoint() - QPoint(1, 0)) == accent);
    }

    void pointsOfACloudAreWhereTheyBelong() {
        Selection selection;
        TrialPlot plot(TrialPlot::Kind::Pareto, selection);
        plot.resize(700, 500);
        std::vector<session::TrialSnapshot> trials;
        for (int i = 0; i < 4000; ++i) {
            session::TrialSnapshot t;
            t.id = i + 1;
            const bool alone = i % 500 == 0; // the others crowd in a corner
            t.epsilon = alone ? 4.0 + i / 500 : 1.0 + 1e-4 * i;
            t.score = alone ? 0.2 + 1e-4 * i : 0.8 + 1e-6 * i;
            trials.push_back(t);
        }
        plot.setTrials(trials);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.replot();
        const QImage picture = plot.grab().toImage();
        const auto drawnAt = [&](double x, double y) {
            const int column = static_cast<int>(plot.xAxis->coordToPixel(x));
            const int row = static_cast<int>(plot.yAxis->coordToPixel(y));
            const QColor color = Theme::instance().phaseColor(0);
            int close = 255;
            for (int dx = -4; dx <= 4; ++dx) {
                for (int dy = -4; dy <= 4; ++dy) {
                    const QColor p = picture.pixelColor(column + dx, row + dy);
                    close = std::min(close, std::abs(p.red() - color.red()) +
                                                std::abs(p.green() - color.green()) +
                                                std::abs(p.blue() - color.blue()));
                }
            }
            return close < 60;
        };
        for (int i = 0; i < 4000; i += 500) {
            QVERIFY(drawnAt(4.0 + i / 500, 100.0 * (0.2 + 1e-4 * i)));
        }
        QVERIFY(drawnAt(1.2, 100.0 * 0.802));
        QVERIFY(!drawnAt(8.5, 30.0));
    }

    /// Beside noisy scores of the same phase too.
    void exactScoresHaveNoWhiskers() {
        Selection selection;
        TrialPlot plot(TrialPlot::Kind::Pareto, selection);
        std::vector<session::TrialSnapshot> trials(2);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].epsilon = 1.0 + static_cast<double>(i);
            trials[i].score = 0.8;
        }
        trials[1].scoreSe = 0.02;
        plot.setTrials(trials);
        const QCPErrorBars* bars = nullptr;
        for (int i = 0; i < plot.plottableCount(); ++i) {
            const auto* found = qobject_cast<QCPErrorBars*>(plot.plottable(i));
            bars = found != nullptr ? found : bars;
        }
        QVERIFY(bars != nullptr && bars->data()->size() == 2);
        QVERIFY(std::isnan(bars->data()->at(0).errorPlus));
        QCOMPARE(bars->data()->at(1).errorPlus, 2.0);
    }

    /// Whiskers of so many points are not drawn: an axis that shows none needs no room for them.
    void theGapEndsWhereItsPointsEnd() {
        Selection selection;
        TrialPlot plot(TrialPlot::Kind::Gap, selection);
        std::vector<session::TrialSnapshot> trials(500);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].epsilon = 1.0;
            trials[i].r = 1.0 + static_cast<double>(i);
            trials[i].score = 0.9 - 0.0005 * static_cast<double>(i);
            trials[i].scoreSe = 0.2;
        }
        plot.setTrials(trials);
        QVERIFY(plot.yAxis->range().lower > -3.0);
        trials.resize(100);
        plot.setTrials(trials);
        QVERIFY(plot.yAxis->range().lower < -20.0);
    }

    void plotsExport() {
        QTemporaryDir dir;
        Selection selection;
        TrialPlot pareto(TrialPlot::Kind::Pareto, selection);
        pareto.resize(500, 300);
        pareto.setTrials(sweep());
        HeatmapPlot heat(selection);
        heat.setTrials(sweep());
        for (Plot* plot : {static_cast<Plot*>(&pareto), static_cast<Plot*>(&heat)}) {
            for (const char* suffix : {"svg", "pdf", "png"}) {
                const QString path =
                    dir.filePath(plot->objectName() + QLatin1Char('.') + QLatin1String(suffix));
                QVERIFY2(plot->exportTo(path, 238, 170, 8), qPrintable(path));
                QVERIFY(QFile(path).size() > 1000);
            }
            QVERIFY(plot->csv().count(QLatin1Char('\n')) == 61);
        }
        QVERIFY(!pareto.exportTo(QStringLiteral("/nowhere/x.svg"), 238, 170, 8));
        QFile svg(dir.filePath(QStringLiteral("pareto.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("<svg"));
    }

    /// QSvgGenerator does not clip: a line that goes on beyond the axes would run through legend and numbers.
    void nothingBeyondTheAxesStandsInAFigure() {
        QTemporaryDir dir;
        for (const double above : {10.0, 90.0}) {
            Pole plot(above);
            const QString path = dir.filePath(QStringLiteral("pole.svg"));
            QVERIFY(plot.exportTo(path, 238, 170, 8));
            QCOMPARE(plot.layerCount(), Pole(above).layerCount());
            QImage drawn(238, 170, QImage::Format_RGB32);
            drawn.fill(Qt::white);
            QPainter painter(&drawn);
            QSvgRenderer(path).render(&painter);
            painter.end();
            QSet<QRgb> colors;
            bool inside = false;
            for (int x = 0; x < drawn.width(); ++x) {
                colors << drawn.pixel(x, 1);
                inside |= QColor(drawn.pixel(x, 85)) == QColor(Qt::red);
            }
            QCOMPARE(colors.size(), 1);
            QVERIFY(inside);
        }
    }
};

PARSIMONY_UI_TEST(TestPlots)
#include "test_plots.moc"
