// SPDX-License-Identifier: GPL-3.0-or-later
// One filter: what is typed reaches the table, every plot, the counts and what leaves the window.
#include "core/filter/filter_edit.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/selection.h"
#include "ui/models/trial_series.h"
#include "ui/models/trial_table_model.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/window/filter_field.h"
#include "ui/window/trials_panel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QScopeGuard>
#include <QTableView>
#include <QTranslator>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

class TestFilter : public test::WindowTest {
    Q_OBJECT
private:
    FilterField* field() { return find<FilterField>(*m_window, "trials.filter"); }
    QCompleter* completer() { return field()->findChild<QCompleter*>(); }
    int rows() { return find<QTableView>(*m_window, "trialsTable")->model()->rowCount(); }
    QStringList offered() {
        QStringList names;
        const auto* model = completer()->completionModel();
        for (int i = 0; i < model->rowCount(); ++i) {
            names << model->index(i, 0).data().toString();
        }
        return names;
    }

private slots:
    void whatCannotBeReadIsMarkedAndChangesNothing() {
        openSample();
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QCOMPARE(rows(), 3);
        type(*m_window, "trials.filter", QStringLiteral("phase=1 scoer>3"));
        QCOMPARE(rows(), 3);
        auto* problem = find<QLabel>(*m_window, "trials.filter.problem");
        QTRY_COMPARE(problem->text(),
                     QStringLiteral("character 9: there is no column 'scoer'; did you mean 'score'?"));
        QVERIFY(problem->isVisible());
        type(*m_window, "trials.filter", QStringLiteral("phase=1 score>0"));
        QTRY_VERIFY(!problem->isVisible());
    }

    void namesAndValuesAreCompleted() {
        openSample();
        type(*m_window, "trials.filter", QStringLiteral("phase=1 sta"));
        QCOMPARE(offered(), QStringList{QStringLiteral("state")});
        emit completer()->activated(QStringLiteral("state"));
        QCOMPARE(field()->text(), QStringLiteral("phase=1 state"));
        QTest::keyClicks(field(), QStringLiteral("=fi"));
        QCOMPARE(offered(), QStringList{QStringLiteral("finished")});
        type(*m_window, "trials.filter", QStringLiteral("method="));
        QCOMPARE(offered(), QStringList{QStringLiteral("linear-scaling")});
        type(*m_window, "trials.filter", QStringLiteral("method=linear-scaling"));
        QVERIFY(!completer()->popup()->isVisible());
        QVERIFY(rows() > 3);
        type(*m_window, "trials.filter", QStringLiteral("NOT trainer~gd"));
        QCOMPARE(rows(), 0);
    }

    void theSelectionComesBackFromBehindAFilter() {
        openSample();
        auto* table = find<QTableView>(*m_window, "trialsTable");
        table->selectRow(3);
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QCOMPARE(table->selectionModel()->selectedRows().size(), 0);
        field()->clear();
        const auto rows = table->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().row(), 3);
    }

    void keptFiltersReadInEveryLanguage() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/parsimony/translations/parsimony_de.qm")));
        QVERIFY(QCoreApplication::installTranslator(&german));
        const auto back = qScopeGuard([&] { QCoreApplication::removeTranslator(&german); });
        openSample();
        type(*m_window, "trials.filter",
             QStringLiteral("Zustand=fertig UND NICHT (phase=Ende ODER phase>1)"));
        QCOMPARE(rows(), 3);
        field()->keep();
        QCOMPARE(FilterField::kept().last(),
                 QStringLiteral("state=finished AND NOT (phase=final OR phase>1)"));
        QCoreApplication::removeTranslator(&german);
        field()->clear();
        field()->setText(FilterField::kept().last());
        QCOMPARE(rows(), 3);
        const auto before = FilterField::kept().size();
        field()->keep(); // the same once more
        QCOMPARE(FilterField::kept().size(), before);
        field()->forget();
        QCOMPARE(FilterField::kept().size(), before - 1);
    }

    void everyPlotFollows() {
        openSample();
        const auto* r = find<REpsilonPlot>(*m_window, "r-vs-epsilon");
        const auto all = r->series().points.size();
        QVERIFY(all > 3);
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QTRY_COMPARE(r->series().points.size(), std::size_t{3});
        QVERIFY(!r->series().line.empty());
        m_window->parts().pages->showPage(QStringLiteral("compare"));
        auto* compare = m_window->parts().pages->page(QStringLiteral("compare"))->findChild<ComparePlot*>();
        QTRY_VERIFY(!compare->csv().trimmed().contains(QStringLiteral("oracle")));
        QTRY_COMPARE(compare->csv().count(QLatin1Char('\n')), 2); // the head and the experiment
        type(*m_window, "trials.filter", QStringLiteral("exp=7"));
        QTRY_COMPARE(compare->csv().count(QLatin1Char('\n')), 1);
        field()->clear();
        QTRY_COMPARE(compare->csv().count(QLatin1Char('\n')), 2);
        m_window->parts().pages->showPage(QStringLiteral("scatter"));
        auto* scatter = find<ScatterPlot>(*m_window, "scatter");
        const QString own = scatter->emptyText();
        type(*m_window, "trials.filter", QStringLiteral("r>1e9"));
        QTRY_VERIFY(scatter->emptyText().startsWith(QStringLiteral("The filter leaves nothing")));
        field()->clear();
        QTRY_VERIFY(!scatter->empty());
        QVERIFY(!own.startsWith(QStringLiteral("The filter")));
        m_window->parts().pages->showPage(QStringLiteral("r-vs-epsilon"));
        QTRY_COMPARE(r->series().points.size(), all);
    }

    void aBrushIsATermOfTheFilter() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("parallel"));
        auto* plot = find<ParallelPlot>(*m_window, "parallel");
        QTRY_VERIFY(plot->axes().size() > 3);
        const auto drag = [&](double from, double to) {
            const auto at = [&](double v) { return plot->pixelOf(TrialColumn::Epsilon, v)->toPoint(); };
            QTest::mousePress(plot, Qt::LeftButton, {}, at(from));
            QTest::mouseMove(plot, at((from + to) / 2));
            QTest::mouseMove(plot, at(to));
            QTest::mouseRelease(plot, Qt::LeftButton, {}, at(to));
        };
        const int all = rows();
        const int drawn = plot->csv().count(QLatin1Char('\n'));
        type(*m_window, "trials.filter", QStringLiteral("state=finished"));
        drag(0.15, 0.1); // the first phase costs 0.1, the second 0.2
        QVERIFY2(field()->text().startsWith(QStringLiteral("state=finished epsilon")),
                 qPrintable(field()->text()));
        QVERIFY2(rows() > 0 && rows() < all, qPrintable(field()->text()));
        QTRY_VERIFY(plot->csv().count(QLatin1Char('\n')) < drawn);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->pixelOf(TrialColumn::Epsilon, 0.12)->toPoint());
        QCOMPARE(field()->text(), QStringLiteral("state=finished"));
        QTRY_COMPARE(plot->csv().count(QLatin1Char('\n')), drawn);
    }

    void axesAreMovedTurnedAndScaled() {
        Selection selection;
        ParallelPlot plot(selection);
        plot.resize(600, 400);
        std::vector<session::TrialSnapshot> trials(3);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].epsilon = 0.1 * static_cast<double>(i + 1);
            trials[i].r = 1.0 + static_cast<double>(i);
            trials[i].score = 0.5 + 0.1 * static_cast<double>(i);
        }
        plot.setTrials(trials);
        plot.replot(QCustomPlot::rpImmediateRefresh);
        using Columns = std::vector<TrialColumn>;
        QCOMPARE(plot.axes(), (Columns{TrialColumn::Epsilon, TrialColumn::R, TrialColumn::Score}));
        plot.moveAxis(TrialColumn::Score, -2);
        QCOMPARE(plot.axes(), (Columns{TrialColumn::Score, TrialColumn::Epsilon, TrialColumn::R}));
        plot.moveAxis(TrialColumn::Score, 1);
        QCOMPARE(plot.axes(), (Columns{TrialColumn::Epsilon, TrialColumn::Score, TrialColumn::R}));
        plot.moveAxis(TrialColumn::Epsilon, -1); // there is no place
        QCOMPARE(plot.axes().front(), TrialColumn::Epsilon);
        const double middle = plot.pixelOf(TrialColumn::R, 2.0)->y();
        QVERIFY(plot.pixelOf(TrialColumn::R, 3.0)->y() < middle);
        plot.setAxisLogarithmic(TrialColumn::R, true);
        QVERIFY(plot.pixelOf(TrialColumn::R, 2.0)->y() < middle - 5.0);
        plot.invertAxis(TrialColumn::R);
        QVERIFY(plot.pixelOf(TrialColumn::R, 3.0)->y() > plot.pixelOf(TrialColumn::R, 1.0)->y());
        plot.show(); // by the mouse, at the names below
        const auto nameOf = [&](TrialColumn column, double value) {
            return QPoint(qRound(plot.pixelOf(column, value)->x()), plot.axisRect()->bottom() + 12);
        };
        const QPoint first = nameOf(TrialColumn::Epsilon, 0.1);
        QTest::mousePress(&plot, Qt::LeftButton, {}, nameOf(TrialColumn::R, 2.0));
        QTest::mouseMove(&plot, first + QPoint(9, 0));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, first);
        QCOMPARE(plot.axes(), (Columns{TrialColumn::R, TrialColumn::Epsilon, TrialColumn::Score}));
    }

    void whatASearchChoseHasAnAxis() {
        Selection selection;
        ParallelPlot plot(selection);
        std::vector<session::TrialSnapshot> trials(3);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].maxGradNorm = 1.0; // of all
            trials[i].knobs = {{train::Knob::Momentum, 0.1 * static_cast<double>(i)}};
            trials[i].r = 1.0 + static_cast<double>(i);
            trials[i].score = 0.5;
        }
        plot.setTrials(trials);
        QCOMPARE(plot.axes(), (std::vector{TrialColumn::Momentum, TrialColumn::Epsilon, TrialColumn::R,
                                           TrialColumn::Score}));
        QVERIFY(plot.csv().startsWith(QStringLiteral("trial,momentum,epsilon,r,score\n1,0,")));
    }

    /// Encoder and trainer are words: each has its place on an axis, and a brush over some names asks for
    /// them.
    void wordsHaveAxesToo() {
        Selection selection;
        ParallelPlot plot(selection);
        plot.resize(700, 400);
        std::vector<session::TrialSnapshot> trials(4);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            trials[i].id = static_cast<std::int64_t>(i) + 1;
            trials[i].experiment = i < 2 ? 1 : 2;
            trials[i].r = 1.0 + static_cast<double>(i);
            trials[i].score = 0.5 + 0.1 * static_cast<double>(i);
            trials[i].knobs = {{train::Knob::Encoder, static_cast<double>(i % 3),
                                i % 3 == 0   ? "vit"
                                : i % 3 == 1 ? "clip"
                                             : "dino"}};
        }
        const filter::ExperimentNamesById names{{1, {"auto", "dp-gd"}}, {2, {"random", "dp-adam"}}};
        plot.setTrials(trials, {}, {}, names);
        QCOMPARE(plot.axes().at(0), TrialColumn::Encoder);
        QCOMPARE(plot.axes().at(1), TrialColumn::Trainer);
        QVERIFY2(plot.csv().startsWith(QStringLiteral("trial,encoder,trainer,")), qPrintable(plot.csv()));
        QVERIFY(plot.csv().contains(QStringLiteral("\n1,vit,dp-gd,")));
        QVERIFY(plot.csv().contains(QStringLiteral("\n3,dino,dp-adam,")));
        plot.show();
        plot.replot(QCustomPlot::rpImmediateRefresh);
        TrialColumn column = TrialColumn::Id;
        std::vector<std::string> asked{"none yet"};
        connect(&plot, &ParallelPlot::named, this,
                [&](TrialColumn of, const std::vector<std::string>& which) {
                    column = of;
                    asked = which;
                });
        const auto at = [&](double place) { return plot.pixelOf(TrialColumn::Encoder, place)->toPoint(); };
        QTest::mousePress(&plot, Qt::LeftButton, {}, at(0.0)); // clip 0, dino 1, vit 2
        QTest::mouseMove(&plot, at(1.2));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(1.2));
        QCOMPARE(column, TrialColumn::Encoder);
        QCOMPARE(asked, (std::vector<std::string>{"clip", "dino"}));
        QTest::mouseClick(&plot, Qt::LeftButton, {}, at(1.0));
        QVERIFY(asked.empty()); // a click takes them off
        // All alike: nothing to tell apart.
        for (auto& trial : trials) {
            trial.knobs.clear();
            trial.experiment = 1;
        }
        plot.setTrials(trials, {}, {}, names);
        QVERIFY(plot.axes().front() != TrialColumn::Encoder && plot.axes().front() != TrialColumn::Trainer);
    }

    void namesAreWrittenIntoTheFilter() {
        const filter::FilterWords words;
        const auto with = [&](const char* text, const std::vector<std::string>& names) {
            return QString::fromStdString(
                filter::withNamed(text, TrialColumn::Encoder, names, words).value_or("unreadable"));
        };
        QCOMPARE(with("", {"clip"}), QStringLiteral("encoder=clip"));
        QCOMPARE(with("r>1", {"clip", "dino v2"}),
                 QStringLiteral("r>1 (encoder=clip OR encoder=\"dino v2\")"));
        QCOMPARE(with("(encoder=a OR encoder=b) r>1", {"c"}), QStringLiteral("r>1 encoder=c"));
        QCOMPARE(with("encoder=a r>1", {}), QStringLiteral("r>1"));
        QCOMPARE(with("NOT encoder=a", {}), QStringLiteral("NOT encoder=a")); // written by a person
    }

    void scatterShowsAnyTwoColumns() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("scatter"));
        auto* plot = find<ScatterPlot>(*m_window, "scatter");
        const auto points = [&] { return plot->csv().count(QLatin1Char('\n')) - 1; }; // below the head
        QTRY_VERIFY(points() > 3);
        test::choose(*m_window, "scatter.x", "epsilon");
        test::choose(*m_window, "scatter.colour", "r");
        QVERIFY(plot->csv().startsWith(QStringLiteral("trial,epsilon,score,r,clamped\n1,")));
        const double score =
            plot->csv().section(QLatin1Char('\n'), 1, 1).section(QLatin1Char(','), 2, 2).toDouble();
        QVERIFY(score > 0.0 && score <= 1.0);
        const auto all = points();
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QTRY_COMPARE(points(), qsizetype{3});
        field()->clear();
        QTRY_COMPARE(points(), all);
    }

    void hypervolumeIsTheAreaUnderTheFront() {
        QCOMPARE(hypervolume({}), 0.0);
        std::vector<session::TrialSnapshot> trials(3);
        trials[0].epsilon = 1.0;
        trials[0].score = 0.5;
        trials[1].epsilon = 3.0;
        trials[1].score = 0.4; // beaten
        trials[2].epsilon = 2.0;
        trials[2].score = 0.8;
        // 0 up to 1, 0.5 up to 2, 0.8 up to 3
        QVERIFY(std::abs(hypervolume(paretoSeries(trials)) - (0.5 + 0.8) / 3.0) < 1e-12);
    }

    void whatLeavesIsWhatPasses() {
        openSample();
        type(*m_window, "trials.filter", QStringLiteral("phase=2"));
        auto* panel = find<TrialsPanel>(*m_window, "trialsPanel");
        QCOMPARE(panel->asText(TrialsPanel::Format::Csv).count(QLatin1Char('\n')), 4);
        const auto rows = QJsonDocument::fromJson(panel->asText(TrialsPanel::Format::Json).toUtf8()).array();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0].toObject()[QStringLiteral("phase")].toString(), QStringLiteral("phase 2"));
        QVERIFY(rows[0].toObject()[QStringLiteral("score_se")].isDouble());
        QVERIFY(rows[0].toObject()[QStringLiteral("r")].toDouble() > 0.0);
    }
};

PARSIMONY_UI_TEST(TestFilter)
#include "test_filter.moc"
