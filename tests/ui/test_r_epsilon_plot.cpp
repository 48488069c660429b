// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of r against ε: trials, sweeps, the line through the winners and what is told of it.
#include "tests/ui/fake_session.h"
#include "tests/ui/sweep.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/selection.h"
#include "ui/plots/cut_arrows.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/held_back.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/window/page_area.h"

#include <QRegularExpression>
#include <set>
#include <utility>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::sweep;

namespace {

/// What a plot's legend says.
QStringList legendOf(const QCustomPlot& plot) {
    QStringList entries;
    for (int i = 0; i < plot.legend->itemCount(); ++i) {
        if (auto* entry = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i))) {
            entries << entry->plottable()->name();
        }
    }
    return entries;
}

/// The first mark that the legend would cut: half a pixel goes to the middle of the icon, on either side.
QString cutInLegend(const QCustomPlot& plot) {
    const QSize icon = plot.legend->iconSize();
    for (int i = 0; i < plot.legend->itemCount(); ++i) {
        auto* entry = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i));
        const auto* graph = entry != nullptr ? qobject_cast<QCPGraph*>(entry->plottable()) : nullptr;
        if (graph == nullptr || graph->scatterStyle().shape() == QCPScatterStyle::ssCustom) {
            continue;
        }
        const QCPScatterStyle style = graph->scatterStyle();
        if (style.size() + style.pen().widthF() + 1.0 > std::min(icon.width(), icon.height())) {
            return graph->name();
        }
    }
    return {};
}

} // namespace

class TestREpsilonPlot : public test::WindowTest {
    Q_OBJECT
private slots:
    /// A trial that the largest learning rate kept from its r is marked wherever r is read.
    void trialsThatWereHeldBackAreMarked() {
        Selection selection;
        auto trials = sweep({0.1});
        session::TrialSnapshot searched = trials.front();
        searched.id = 1000;
        searched.experiment = 77;
        *searched.learningRate *= 1.01;
        for (const bool clamped : {false, true}) {
            searched.clamped = clamped;
            auto all = trials;
            all.push_back(searched);
            ScatterPlot scatter(selection);
            scatter.setColumn(ScatterPlot::Role::X, TrialColumn::R);
            scatter.setTrials(all);
            QCOMPARE(legendOf(scatter).contains(heldBackWords()), clamped);
            QVERIFY(scatter.csv().startsWith(QStringLiteral("trial,r,score,epsilon,clamped\n")));
            QCOMPARE(scatter.csv().count(QStringLiteral(",true\n")), clamped ? 1 : 0);
            const Heatmap map = heatmapOf(all);
            QCOMPARE(map.panels.front().searched.size(), std::size_t{1});
            QCOMPARE(map.panels.front().searched.front().clamped, clamped);
            session::RunSnapshot run;
            run.experiment = 77;
            run.status = ExperimentStatus::Finished;
            searched.r = 3.0;
            run.phases.resize(1);
            run.phases.front().trials = {searched};
            REpsilonPlot plot(selection);
            plot.setRun(std::make_shared<const session::RunSnapshot>(run));
            QCOMPARE(legendOf(plot).contains(heldBackWords()), clamped);
            QVERIFY(
                plot.csv().startsWith(QStringLiteral("kind,phase,trial,epsilon,r,score,score_se,clamped\n")));
            QCOMPARE(plot.csv().count(QStringLiteral(",true\n")), clamped ? 1 : 0);
        }
    }

    /// A graph for each trial of a random search of thousands is made anew at each keystroke in the filter.
    void manyTrialsShareAGraphForEachLook() {
        session::RunSnapshot run;
        run.experiment = 1;
        run.status = ExperimentStatus::Finished;
        run.phases.resize(1);
        for (int i = 0; i < 1000; ++i) {
            session::TrialSnapshot t;
            t.id = i + 1;
            t.epsilon = 0.1;
            t.r = 1.0 + i;
            t.state = i % 10 == 9 ? session::TrialState::Failed : session::TrialState::Finished;
            t.score = 0.001 * ((i * 7) % 1000);
            run.phases.front().trials.push_back(t);
        }
        run.phases.front().selectedR = 501.0;
        Selection selection;
        REpsilonPlot plot(selection);
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QVERIFY2(plot.graphCount() < 25, qPrintable(QString::number(plot.graphCount())));
        std::set<std::pair<double, double>> drawn;
        qsizetype points = 0;
        double last = 0.0;
        for (int i = 0; i < plot.graphCount(); ++i) {
            for (const QCPGraphData& point : *plot.graph(i)->data()) {
                drawn.emplace(point.key, point.value);
                ++points;
                last = point.value;
            }
        }
        QCOMPARE(points, qsizetype{1000});
        QCOMPARE(drawn.size(), std::size_t{1000});
        QCOMPARE(last, 501.0); // the winner lies on all others
    }

    void sweepsAndStatesStandBesideTheLine() {
        const auto swept = sweptR(sweep({0.1, 1.0}), false);
        QCOMPARE(swept.size(), std::size_t{2});
        QCOMPARE(swept[0].x, 0.1);
        QVERIFY(swept[0].r > 15 && swept[0].r < 150); // the scores have their hill at r = 500 ε
        QVERIFY(swept[1].r > 5 * swept[0].r);
        session::RunSnapshot run;
        run.experiment = 1;
        run.status = ExperimentStatus::Running;
        run.phases.resize(2);
        for (std::size_t phase = 0; phase < 2; ++phase) {
            for (int i = 0; i < 3; ++i) {
                session::TrialSnapshot t;
                t.id = static_cast<std::int64_t>(3 * phase) + i + 1;
                t.epsilon = phase == 0 ? 0.1 : 0.4;
                t.r = 20.0 * (i + 1) * static_cast<double>(phase + 1);
                t.state = phase == 0 ? session::TrialState::Finished
                          : i == 0   ? session::TrialState::Running
                                     : session::TrialState::Planned;
                if (phase == 0) {
                    t.score = 0.5 + 0.1 * i;
                }
                run.phases[phase].trials.push_back(t);
            }
        }
        run.phases[0].selectedR = 60.0;
        run.final.emplace();
        run.final->trial.epsilon = 1.0; // its r is not known yet
        Selection selection;
        REpsilonPlot plot(selection);
        plot.resize(700, 420);
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QVERIFY(plot.xAxis->range().upper > 1.0); // fixed by the plan, not by what has run
        run.experiment = 7;
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QVERIFY(plot.xAxis->label().contains(QStringLiteral("experiment 7")));
        run.experiment = 0; // a plan
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QCOMPARE(plot.xAxis->label(), QStringLiteral("ε"));
        const auto brushOf = [&](qint64 trial) {
            const auto& points = plot.series().points;
            const auto at =
                std::find_if(points.begin(), points.end(), [&](const RPoint& p) { return p.trial == trial; });
            for (int i = 0; i < plot.graphCount(); ++i) {
                const auto data = plot.graph(i)->data();
                if (data->size() == 1 && data->at(0)->key == at->x && data->at(0)->value == at->r) {
                    return plot.graph(i)->scatterStyle();
                }
            }
            return QCPScatterStyle();
        };
        QVERIFY(brushOf(1).brush() != brushOf(2).brush()); // by score
        QVERIFY(brushOf(3).size() > brushOf(1).size());    // the winner
        QVERIFY(brushOf(4).brush() != brushOf(5).brush()); // running, planned
        QCOMPARE(brushOf(5).pen().style(), Qt::DotLine);
        QCOMPARE(brushOf(1).pen().style(), Qt::SolidLine);
        QStringList explained;
        for (int i = 0; i < plot.legend->itemCount(); ++i) {
            explained << qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i))->plottable()->name();
        }
        QVERIFY(explained.contains(QStringLiteral("running")) &&
                explained.contains(QStringLiteral("planned")));
        QVERIFY(!explained.contains(QStringLiteral("failed")));
        run.phases[1].trials[0].state = session::TrialState::Interrupted;
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QCOMPARE(brushOf(4).pen().style(), Qt::DashLine);
        plot.setSwept(swept);
        QVERIFY(plot.csv().contains(QStringLiteral("\nsweep,,")));
        QCOMPARE(plot.itemCount(), 0);
        // Two phases are over: the line meets both winners, and the plot says why there is no interval.
        run.fit.emplace();
        run.fit->coefficients = {0.0, 400.0};
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QCOMPARE(plot.itemCount(), 1);
        QVERIFY(qobject_cast<QCPItemText*>(plot.item(0))->text().startsWith(QStringLiteral("No interval")));
        // Three winners leave something: the engine's interval stands at the final run.
        run.fit->residualSd = 10.0;
        run.fit->interval = {-20.0, 520.0};
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QCOMPARE(plot.itemCount(), 0);
        QList<QPointF> ends;
        for (int i = 0; i < plot.graphCount(); ++i) {
            const auto data = plot.graph(i)->data();
            if (plot.graph(i)->name().startsWith(QStringLiteral("95 %"))) {
                ends << QPointF(data->at(0)->key, data->at(0)->value)
                     << QPointF(data->at(1)->key, data->at(1)->value);
            }
        }
        QCOMPARE(ends, (QList<QPointF>{{1.0, 0.0}, {1.0, 520.0}}));
        QVERIFY(plot.yAxis->range().upper > 520.0);
        QVERIFY(plot.yAxis->range().lower < 0.0); // symbols at zero are whole
        // Where an end lies beyond the axes, an arrow says that the interval goes on.
        const CutArrows* arrows = nullptr;
        for (int i = 0; i < plot.plottableCount(); ++i) {
            const auto* found = qobject_cast<CutArrows*>(plot.plottable(i));
            arrows = found != nullptr ? found : arrows;
        }
        QVERIFY(arrows != nullptr && arrows->tips().empty());
        plot.yAxis->setRange(0.0, 400.0);
        QCOMPARE(arrows->tips().size(), std::size_t{1});
        plot.yAxis->setRange(50.0, 400.0);
        QCOMPARE(arrows->tips().size(), std::size_t{2});
        plot.yAxis->setRange(600.0, 900.0); // none of it is there
        QVERIFY(arrows->tips().empty());
        const auto named = [&](const QString& name) {
            for (int i = 0; i < plot.graphCount(); ++i) {
                if (plot.graph(i)->name() == name) {
                    return true;
                }
            }
            return false;
        };
        QVERIFY(named(QStringLiteral("winner of its phase")));
        QCOMPARE(cutInLegend(plot), QString());
    }

    /// One experiment is fitted against ε and another against μ: sweeps stand on the axis that is shown.
    void sweepsFollowTheAxis() {
        const QString path = QStringLiteral("/sweep.parsimony");
        m_engine->addProject(path, test::sampleOptions());
        auto& trials = m_engine->project(path.toStdString())->runs.front()->shown.phases.front().trials;
        trials = sweep({0.1, 1.0});
        for (auto& trial : trials) {
            trial.mu = 3.0 * trial.epsilon;
        }
        m_window->parts().projects->open(path);
        QTRY_VERIFY(m_window->parts().projects->working());
        auto* plot = find<REpsilonPlot>(*m_window, "r-vs-epsilon");
        const QRegularExpression atEpsilon(QStringLiteral("\nsweep,,\\d+,1,"));
        const QRegularExpression atMu(QStringLiteral("\nsweep,,\\d+,3,"));
        QTRY_VERIFY(plot->csv().contains(atEpsilon));
        session::RunSnapshot run;
        run.experiment = 1;
        run.fit.emplace();
        run.fit->against = session::FitAxis::Mu;
        auto* pages = find<PageArea>(*m_window, "pageArea");
        pages->setRun(std::make_shared<const session::RunSnapshot>(run));
        QVERIFY(plot->csv().contains(atMu) && !plot->csv().contains(atEpsilon));
        run.fit->against = session::FitAxis::Epsilon;
        pages->setRun(std::make_shared<const session::RunSnapshot>(run));
        QVERIFY(plot->csv().contains(atEpsilon) && !plot->csv().contains(atMu));
        Selection selection;
        TrialPlot course(TrialPlot::Kind::Course, selection); // whatever the picker says, it is of one
        std::vector<session::TrialSnapshot> ofOne = trials;
        ofOne.front().experiment = 3;
        course.setTrials(ofOne);
        QVERIFY(course.xAxis->label().contains(QStringLiteral("experiment 3")));
    }
};

PARSIMONY_UI_TEST(TestREpsilonPlot)
#include "test_r_epsilon_plot.moc"
