// SPDX-License-Identifier: GPL-3.0-or-later
// Legends hide no data: in the window, at small sizes, and on paper.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/selection.h"
#include "ui/plots/cloud_graph.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/edf_plot.h"
#include "ui/plots/legend_place.h"
#include "ui/plots/trial_plot.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <set>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

/// Sees, whenever a plot is drawn, whether its legend lies over a point of a graph, and whether a name in it
/// has less room than it takes.
class LegendWitness : public QCPAbstractItem {
public:
    explicit LegendWitness(QCustomPlot* plot) : QCPAbstractItem(plot) {}
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }
    int looks = 0, over = 0, clipped = 0;
    double symbol = 0.0, line = 0.0; ///< of the first graph

protected:
    void draw(QCPPainter*) override {
        ++looks;
        if (looks == 1 && mParentPlot->graphCount() > 0) { // on paper; it is drawn in the window afterwards
            symbol = mParentPlot->graph(0)->scatterStyle().size();
            line = mParentPlot->graph(0)->pen().widthF();
        }
        for (int g = 0; g < mParentPlot->graphCount(); ++g) {
            const QCPGraph* graph = mParentPlot->graph(g);
            for (int i = 0; i < graph->dataCount(); ++i) {
                const QPointF at = graph->coordsToPixels(graph->dataMainKey(i), graph->dataMainValue(i));
                const QCPLegend* legend = mParentPlot->legend;
                over += legend->visible() && legend->outerRect().contains(at.toPoint()) ? 1 : 0;
            }
        }
        const QRect paper = mParentPlot->viewport();
        for (int i = 0; i < mParentPlot->legend->itemCount(); ++i) {
            const QCPAbstractLegendItem* entry = mParentPlot->legend->item(i);
            if (entry == nullptr) {
                continue; // a free place in the last column
            }
            const QSize needed = entry->minimumOuterSizeHint();
            const QRect room = entry->outerRect();
            clipped +=
                room.width() < needed.width() || room.height() < needed.height() || !paper.contains(room) ? 1
                                                                                                          : 0;
        }
    }
};

/// Methods whose means lie in every corner of the plot.
std::vector<ComparisonRow> everywhere(int methods) {
    std::vector<ComparisonRow> rows;
    for (int m = 0; m < methods; ++m) {
        for (int at = 0; at <= 8; ++at) {
            ComparisonRow row;
            row.method = search::MethodName::read("method " + std::to_string(m));
            row.trainer = QStringLiteral("dp-gd");
            row.experiments = {m};
            row.epsilon = 0.1 + at;
            row.mean = 0.2 + 0.75 * m / methods;
            row.error = 0.05;
            rows.push_back(row);
        }
    }
    return rows;
}

/// What it tells of a place, as for a cursor there.
class ReadPlot : public ComparePlot {
public:
    using ComparePlot::ComparePlot;
    using ComparePlot::readoutAt;
};

bool isAbove(const QCustomPlot& plot) {
    return plot.legend->outerRect().bottom() <= plot.axisRect()->rect().top();
}

} // namespace

class TestLegends : public QObject {
    Q_OBJECT
private slots:
    void aLegendStandsAboveWhereNoCornerIsFree() {
        ComparePlot plot(ComparePlot::Against::Epsilon);
        plot.resize(380, 260);
        plot.show();
        plot.setRows(everywhere(3));
        plot.replot();
        auto* witness = new LegendWitness(&plot);
        plot.replot();
        QVERIFY(plot.legend->visible());
        QVERIFY(isAbove(plot));
        QVERIFY(witness->looks > 0);
        QCOMPARE(witness->over, 0);
        QCOMPARE(witness->clipped, 0);
        plot.xAxis->setRange(-5.0, 15.0); // somebody zooms out: it stays where it is
        plot.replot();
        QVERIFY(isAbove(plot));
        plot.fitView();
        plot.resize(900, 900);
        plot.setRows(everywhere(1));
        plot.replot();
        QVERIFY(!isAbove(plot)); // there is room in the plot again
        QCOMPARE(plot.plotLayout()->rowCount(), 1);
        plot.setRows(everywhere(3));
        plot.resize(380, 260);
        plot.replot();
        QVERIFY(isAbove(plot));
        QTemporaryDir dir;
        QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("legend.svg")), 238, 170, 8));
        plot.replot();
        QVERIFY(isAbove(plot));
    }

    void aLegendThatIsMostOfThePlotIsLeftToTheTable() {
        ComparePlot plot(ComparePlot::Against::Epsilon);
        plot.resize(300, 200);
        plot.show();
        plot.setRows(everywhere(24));
        plot.replot();
        QVERIFY(!plot.legend->visible());
        QVERIFY(plot.axisRect()->rect().height() > 100);
        QVERIFY(plot.markOf(0).toImage() != plot.markOf(9).toImage()); // of another method
        QCOMPARE(plot.markOf(0).toImage(), plot.markOf(8).toImage());
        plot.setRows(everywhere(2));
        plot.replot();
        QVERIFY(plot.legend->visible());
    }

    void aLegendLiesOnNoLineBetweenTwoPoints() {
        QCustomPlot plot;
        plot.resize(420, 300);
        plot.legend->setVisible(true);
        auto* graph = plot.addGraph();
        graph->setName(QStringLiteral("from corner to corner"));
        graph->addData(0.0, 0.0);
        graph->addData(1.0, 1.0);
        plot.xAxis->setRange(0, 1);
        plot.yAxis->setRange(0, 1);
        plot.replot(); // the legend lies at the top right
        QVERIFY(!placeLegend(plot));
        plot.replot();
        for (double along = 0.0; along <= 1.0; along += 0.01) {
            QVERIFY(!plot.legend->outerRect().contains(graph->coordsToPixels(along, along).toPoint()));
        }
    }

    /// Points have a width: one whose middle lies beside the legend is hidden too.
    void aLegendHidesNoHalfOfAPoint() {
        for (double x = 0.3; x < 0.95; x += 0.01) {
            QCustomPlot plot;
            plot.resize(420, 300);
            plot.legend->setVisible(true);
            auto* graph = plot.addGraph();
            graph->setName(QStringLiteral("one point"));
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 8));
            graph->addData(x, 0.95);
            plot.xAxis->setRange(0, 1);
            plot.yAxis->setRange(0, 1);
            plot.replot(); // the legend lies at the top right
            QVERIFY(!placeLegend(plot));
            plot.replot();
            const QPoint at = graph->coordsToPixels(x, 0.95).toPoint();
            QVERIFY2(!plot.legend->outerRect().adjusted(-4, -4, 4, 4).contains(at),
                     qPrintable(QString::number(x)));
        }
    }

    /// On paper no table beside it has the marks: a long legend makes the picture higher, not its axes lower.
    void anExportedLegendTakesNothingFromTheAxes() {
        QTemporaryDir dir;
        ComparePlot plot(ComparePlot::Against::Epsilon);
        plot.resize(640, 420);
        plot.setRows(everywhere(14));
        const QString file = dir.filePath(QStringLiteral("many.svg"));
        QVERIFY(plot.exportTo(file, 238, 170, 8));
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        static const QRegularExpression box(QStringLiteral("viewBox=\"0 0 238 (\\d+)"));
        const auto found = box.match(QString::fromUtf8(svg.readAll()));
        QVERIFY(found.hasMatch() && found.captured(1).toInt() > 170 + 59);
    }

    /// A name longer than the paper is cut in its middle: what tells names apart stands at their ends.
    void longNamesFitOntoPaper() {
        QTemporaryDir dir;
        ComparePlot plot(ComparePlot::Against::Split);
        plot.resize(640, 420);
        auto rows = everywhere(3);
        for (auto& row : rows) {
            row.about = QStringLiteral("options of the experiments 10, 12, 14, 16, 18, 20, 22 and 24–39");
            row.share = row.epsilon / 9.0;
        }
        plot.setRows(rows);
        auto* witness = new LegendWitness(&plot);
        QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("long.svg")), 238, 170, 8));
        QVERIFY(witness->looks > 0);
        QCOMPARE(witness->clipped, 0);
        QVERIFY(plot.graph(0)->name().endsWith(QStringLiteral("24–39"))); // whole again in the window
    }

    /// A method has a symbol and an ε a colour: not each pair of them an entry.
    void theLegendOfSplitsIsShort() {
        ComparePlot plot(ComparePlot::Against::Split);
        auto rows = everywhere(4);
        for (auto& row : rows) {
            row.share = row.epsilon / 9.0;
        }
        plot.setRows(rows);
        QCOMPARE(plot.legend->itemCount(), 4 + 2);                     // the least and the largest of nine
        QVERIFY(plot.markOf(0).toImage() != plot.markOf(1).toImage()); // another ε
        QVERIFY(plot.markOf(0).toImage() != plot.markOf(9).toImage()); // another method
        std::erase_if(rows, [](const ComparisonRow& row) { return row.epsilon > 3.0; });
        plot.setRows(rows);
        QCOMPARE(plot.legend->itemCount(), 4 + 3);
    }

    /// In a column of a paper lines and symbols of a window would cover each other.
    void narrowFiguresHaveThinnerLinesAndSmallerSymbols() {
        QTemporaryDir dir;
        ComparePlot plot(ComparePlot::Against::Epsilon);
        plot.resize(640, 420);
        plot.setRows(everywhere(3));
        const auto onPaper = [&](double points) {
            auto* witness = new LegendWitness(&plot);
            (void)plot.exportTo(dir.filePath(QStringLiteral("x.png")), points, 170, 8);
            return std::pair(witness->symbol, witness->line);
        };
        const auto [symbol, line] = onPaper(238);
        QVERIFY(symbol < 6.0 && line < 0.7);
        QCOMPARE(onPaper(720), std::pair(9.0, 1.0));
        QCOMPARE(plot.graph(0)->scatterStyle().size(), 9.0); // in the window as before
        QCOMPARE(plot.graph(0)->pen().widthF(), 1.0);
    }

    /// A picture stands alone: no table beside it says what a search chose.
    void aComparisonNamesTheEncodersThatSearchesChose() {
        ReadPlot plot(ComparePlot::Against::Epsilon);
        plot.resize(640, 420);
        auto rows = everywhere(2);
        rows[0].encoders = {{QStringLiteral("clip"), 1}};
        rows[1].encoders = {{QStringLiteral("clip"), 1}, {QStringLiteral("dino"), 2}};
        plot.setRows(rows);
        QStringList named;
        for (int i = 0; i < plot.graphCount(); ++i) {
            named << plot.graph(i)->name();
        }
        QCOMPARE(named.join(QLatin1Char('|')), QStringLiteral("method 0 · clip 2×, dino 2×|method 1"));
        plot.replot();
        const QPointF at(plot.xAxis->coordToPixel(rows[1].epsilon),
                         plot.yAxis->coordToPixel(100.0 * rows[1].mean));
        const QString read = plot.readoutAt(at);
        QVERIFY2(read.startsWith(QStringLiteral("method 0 · clip 1×, dino 2× · ε 1.1")), qPrintable(read));
    }

    void trialsOfThreeEncodersAreFilledDifferently() {
        Selection selection;
        TrialPlot plot(TrialPlot::Kind::Pareto, selection);
        std::vector<session::TrialSnapshot> trials(3);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].epsilon = 1.0;
            trials[i].score = 0.5 + 0.1 * static_cast<double>(i);
            trials[i].knobs = {{train::Knob::Encoder, 0.0, std::string(1, static_cast<char>('a' + i))}};
        }
        plot.setTrials(trials);
        std::set<QRgb> fills;
        QStringList named;
        for (int i = 0; i < plot.plottableCount(); ++i) {
            const auto* cloud = dynamic_cast<const CloudGraph*>(plot.plottable(i));
            if (cloud != nullptr && !cloud->name().isEmpty() && cloud->name().contains(QLatin1Char(' '))) {
                fills.insert(cloud->scatterStyle().brush().color().rgb());
                named << cloud->name();
            }
        }
        named.sort();
        QCOMPARE(named.join(QLatin1Char('|')), QStringLiteral("phase 1 · a|phase 1 · b|phase 1 · c"));
        QCOMPARE(fills.size(), std::size_t{3});
    }

    void legendsHideNoPoint() {
        QCustomPlot plot;
        plot.resize(420, 300);
        plot.legend->setVisible(true);
        auto* graph = plot.addGraph();
        graph->setName(QStringLiteral("one in each corner"));
        graph->setScatterStyle(QCPScatterStyle::ssCircle);
        graph->setLineStyle(QCPGraph::lsNone);
        for (const double x : {0.06, 0.94}) {
            for (const double y : {0.06, 0.94}) {
                graph->addData(x, y);
            }
        }
        plot.xAxis->setRange(0, 1);
        plot.yAxis->setRange(0, 1);
        plot.replot();
        placeLegend(plot);
        plot.replot();
        for (int i = 0; i < graph->dataCount(); ++i) {
            const QPointF at = graph->coordsToPixels(graph->dataMainKey(i), graph->dataMainValue(i));
            QVERIFY(!plot.legend->outerRect().contains(at.toPoint()));
        }
    }

    void anExportedLegendHidesNoData() {
        QTemporaryDir dir;
        Selection selection;
        EdfPlot plot(selection);
        plot.resize(640, 420);
        std::vector<session::TrialSnapshot> trials(40);
        for (std::size_t i = 0; i < trials.size(); ++i) { // from corner to corner, both ways
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].experiment = static_cast<std::int64_t>(i % 4) + 1;
            trials[i].score = 0.2 + 0.02 * static_cast<double>(i);
        }
        plot.setTrials(trials, {{1, QStringLiteral("random")},
                                {2, QStringLiteral("grid")},
                                {3, QStringLiteral("auto")},
                                {4, QStringLiteral("linear-scaling")}});
        auto* witness = new LegendWitness(&plot);
        QVERIFY(plot.exportTo(dir.filePath(QStringLiteral("legend.svg")), 238, 170, 8));
        QVERIFY(witness->looks > 0);
        QCOMPARE(witness->over, 0);
        QCOMPARE(witness->clipped, 0);
        QVERIFY(plot.axisRect()->insetLayout()->elementCount() == 1); // in the window it lies where it lay
        QCOMPARE(plot.plotLayout()->rowCount(), 1);
    }
};

PARSIMONY_UI_TEST(TestLegends)
#include "test_legends.moc"
