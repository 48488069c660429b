// SPDX-License-Identifier: GPL-3.0-or-later
// Pages, palette, sheets and exports of the window on the scripted engine.
#include "tests/ui/window_fixture.h"
#include "ui/models/selection.h"
#include "ui/plots/edf_plot.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/knob_plot.h"
#include "ui/plots/line_bundle.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/profile_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/checklist_button.h"
#include "ui/style/theme.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheets.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTableWidget>
#include <QTemporaryDir>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

namespace {

std::vector<session::TrialSnapshot> sweep(const std::vector<double>& epsilons = {0.1, 1.0}) {
    std::vector<session::TrialSnapshot> trials;
    for (const double epsilon : epsilons) {
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 5; ++j) {
                session::TrialSnapshot t;
                t.id = static_cast<std::int64_t>(trials.size()) + 1;
                t.epsilon = epsilon;
                t.learningRate = 0.1 * std::pow(3.0, i);
                t.steps = 10U << j;
                t.r = *t.learningRate * t.steps;
                const double x = std::log(*t.r / (500 * epsilon));
                t.score = 0.75 - 0.02 * x * x;
                t.scoreSe = 0.003;
                trials.push_back(t);
            }
        }
    }
    return trials;
}

} // namespace

class TestPages : public test::WindowTest {
    Q_OBJECT
private slots:
    /// On a display at 2x a plot is drawn with its pixels, not drawn at 1x and enlarged.
    void plotsAreSharp() {
        if (qApp->devicePixelRatio() < 2.0) {
            QSKIP("for ui_test_sharp, which runs at 2x");
        }
        openSample();
        m_window->showPage(QStringLiteral("gap"));
        QTest::qWait(100);
        auto* plot = m_window->page(QStringLiteral("gap"))->findChild<Plot*>();
        QVERIFY(plot != nullptr && !plot->empty());
        const QImage image = plot->grab().toImage();
        QCOMPARE(image.width(), 2 * plot->width());
        int fine = 0; // squares of a pixel at 1x that are not of one colour
        for (int y = 0; y + 1 < image.height(); y += 2) {
            for (int x = 0; x + 1 < image.width(); x += 2) {
                const QRgb corner = image.pixel(x, y);
                fine += corner != image.pixel(x + 1, y) || corner != image.pixel(x, y + 1) ? 1 : 0;
            }
        }
        QVERIFY2(fine > 200, qPrintable(QString::number(fine)));
    }

    void paletteFindsAndRuns() {
        QVERIFY(fuzzyScore(QStringLiteral("thd"), QStringLiteral("View › Theme › Dark")) > 0);
        QCOMPARE(fuzzyScore(QStringLiteral("xyz"), QStringLiteral("View › Theme › Dark")), -1);
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* edit = find<QLineEdit>(*m_window, "commandPalette.edit");
        QTRY_VERIFY(edit->isVisible());
        QTest::keyClicks(edit, QStringLiteral("theme dark"));
        QVERIFY(find<QListWidget>(*m_window, "commandPalette.list")
                    ->item(0)
                    ->text()
                    .contains(QStringLiteral("Dark")));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!edit->isVisible());
        QVERIFY(Theme::instance().dark());
        Theme::instance().setMode(ThemeMode::Light);
        QVERIFY(!Theme::instance().dark());
    }

    void shortcutsOpenAndClose() {
        QTest::keyClick(m_window.get(), Qt::Key_Question);
        auto* sheet = find<ShortcutSheet>(*m_window, "shortcutSheet");
        QTRY_VERIFY(sheet->isVisible());
        QTest::keyClick(sheet, Qt::Key_Escape);
        QVERIFY(!sheet->isVisible());
    }

    void shortcutsAreUnambiguous() {
        QHash<QString, QString> seen;
        for (const auto& [name, action] : allActions(*m_window->menuBar())) {
            for (const auto& key : action->shortcuts()) {
                QVERIFY2(!seen.contains(key.toString()),
                         qPrintable(name + QStringLiteral(" and ") + seen.value(key.toString())));
                seen.insert(key.toString(), name);
            }
        }
    }

    void tourHasFiveStepsAndIsDismissedForGood() {
        QSettings().remove(QStringLiteral("tour/done"));
        QVERIFY(Tour::wanted());
        m_window->newProject();
        auto* tour = find<Tour>(*m_window, "tour");
        tour->start();
        auto* next = find<QPushButton>(*m_window, "tour.next");
        for (int step = 0; step < 5; ++step) {
            QVERIFY(tour->isVisible());
            QCOMPARE(tour->step(), step);
            QVERIFY(m_window->rect().contains(tour->geometry()));
            QTest::mouseClick(next, Qt::LeftButton);
        }
        QVERIFY(!tour->isVisible());
        QVERIFY(!Tour::wanted());
    }

    void auditSaysWhatItFinds() {
        openSample();
        m_window->showPage(QStringLiteral("audit"));
        auto* verify = find<QPushButton>(*m_window, "audit.verify");
        QTRY_VERIFY(verify->isEnabled());
        QTest::mouseClick(verify, Qt::LeftButton);
        auto* verdict = find<QLabel>(*m_window, "audit.verdict");
        QTRY_VERIFY(verdict->text().contains(QStringLiteral("holds")));
        QCOMPARE(find<QTableWidget>(*m_window, "audit.accounts")->rowCount(), 1);
        QVERIFY(find<QTableWidget>(*m_window, "audit.problems")->isHidden());
        QTest::mouseClick(find<QPushButton>(*m_window, "audit.receipt"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a receipt"));
        m_engine->corruptLedger = true;
        QTest::mouseClick(verify, Qt::LeftButton);
        QTRY_COMPARE(find<QTableWidget>(*m_window, "audit.problems")->rowCount(), 1);
        QVERIFY(find<QTableWidget>(*m_window, "audit.problems")->item(0, 0)->text() == QStringLiteral("17"));
    }

    void rerunTakesTheOptionsBack() {
        openSample();
        m_window->showPage(QStringLiteral("experiments"));
        auto* table = find<QTableView>(*m_window, "experimentsTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 1)).center());
        auto* rerun = find<QPushButton>(*m_window, "experiments.rerun");
        QTRY_VERIFY(rerun->isEnabled());
        m_window->request().edit([](auto& o) { o.trials = 9; });
        QTest::mouseClick(rerun, Qt::LeftButton);
        QTRY_VERIFY(!m_window->request().options().trials);
        QCOMPARE(m_engine->runs.load(), 1); // only the one that made the project
    }

    void calculatorWorksBothWays() {
        m_window->newProject();
        m_window->showPage(QStringLiteral("calculator"));
        auto* noise = find<QLineEdit>(*m_window, "calculator.noise");
        auto* epsilon = find<QLineEdit>(*m_window, "calculator.epsilon");
        epsilon->setFocus();
        epsilon->selectAll();
        QTest::keyClicks(epsilon, QStringLiteral("1"));
        const double z = noise->text().toDouble();
        QVERIFY(z > 26.0 && z < 27.0);
        noise->selectAll();
        QTest::keyClicks(noise, QStringLiteral("13"));
        QVERIFY(epsilon->text().toDouble() > 2.0);
        noise->selectAll();
        QTest::keyClicks(noise, QStringLiteral("no"));
        QVERIFY(epsilon->text().isEmpty());
        QVERIFY(find<ProfilePlot>(*m_window, "privacy-profile")->empty());
    }

    void heatmapsAreReadOutAndPicked() {
        Selection selection;
        HeatmapPlot plot(selection);
        plot.resize(900, 400);
        plot.show();
        QVERIFY(plot.empty());
        plot.setTrials(sweep());
        QVERIFY(!plot.empty());
        QCOMPARE(plot.heatmap().panels.size(), std::size_t{2});
        plot.replot();
        QString shown;
        connect(&plot, &Plot::readout, this, [&](const QString& text) { shown = text; });
        const auto middle = plot.axisRect(0)->rect().center();
        QMouseEvent move(QEvent::MouseMove, middle, plot.mapToGlobal(middle), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&plot, &move);
        QTRY_VERIFY(shown.contains(QStringLiteral("r ")));
        Theme::instance().setMode(ThemeMode::Dark); // restyling rebuilds the panels
        Theme::instance().setMode(ThemeMode::Light);
        plot.setTrials({});
        QVERIFY(plot.empty());
    }

    void heatmapsAreDrawnOnceUntilTheyChange() {
        Selection selection;
        HeatmapPlot plot(selection);
        plot.resize(900, 400);
        plot.setTrials(sweep());
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.replot();
        const int made = plot.picturesMade();
        QCOMPARE(made, 2); // one per panel
        int redrawn = 0;
        connect(&plot, &QCustomPlot::afterReplot, this, [&] { ++redrawn; });
        selection.selectOne(plot.heatmap().panels.front().trial.front());
        const auto middle = plot.axisRect(0)->rect().center();
        QMouseEvent move(QEvent::MouseMove, middle, plot.mapToGlobal(middle), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&plot, &move);
        QApplication::processEvents();
        QCOMPARE(redrawn, 0); // a mark and a read-out lie over the finished picture
        plot.replot();
        QCOMPARE(redrawn, 1);
        QCOMPARE(plot.picturesMade(), made); // copied, not made again
        plot.resize(800, 400);
        plot.replot();
        QCOMPARE(plot.picturesMade(), 2 * made);
        plot.setOverlay(HeatmapPlot::Contours, false);
        plot.replot();
        QCOMPARE(plot.picturesMade(), made); // of the new fields
    }

    void heatmapsWrapIntoEqualPanels() {
        Selection selection;
        HeatmapPlot plot(selection);
        plot.resize(700, 420); // the middle of a window of 1280 x 800
        plot.show();
        std::vector<double> epsilons;
        for (int i = 0; i < 25; ++i) {
            epsilons.push_back(0.1 * std::pow(1.2, i));
        }
        for (const std::size_t count : {std::size_t{1}, std::size_t{8}, std::size_t{25}}) {
            plot.setTrials(sweep({epsilons.begin(), epsilons.begin() + static_cast<std::ptrdiff_t>(count)}));
            plot.replot();
            const auto frames = plot.frames();
            QCOMPARE(frames.size(), count);
            for (std::size_t i = 0; i < count; ++i) {
                QCOMPARE(frames[i].size(), frames[0].size());
                QVERIFY(plot.rect().contains(frames[i]));
                for (std::size_t j = 0; j < i; ++j) {
                    QVERIFY(!frames[i].intersects(frames[j]));
                }
            }
            QVERIFY(frames[0].width() >= 60 && frames[0].height() >= 45); // readable
            QCOMPARE(frames.back().top() > frames[0].top(), count > 1);   // in more than one row
            QCOMPARE(plot.labels().filter(QStringLiteral("ε = ")).size(), static_cast<qsizetype>(count));
            const auto ofLines = plot.labels().filter(QRegularExpression(QStringLiteral("^(r = )?100$")));
            QVERIFY(ofLines.size() >= static_cast<qsizetype>(count) - 3); // lines of equal r say which
        }
        plot.setOverlay(HeatmapPlot::IsoR, false);
        QVERIFY(plot.labels().filter(QRegularExpression(QStringLiteral("^(r = )?100$"))).isEmpty());
    }

    void budgetsOfHeatmapsAreChosen() {
        auto* plot = find<HeatmapPlot>(*m_window, "heatmaps");
        auto* budgets = find<ChecklistButton>(*m_window, "heatmaps.budgets");
        QVERIFY(plot != nullptr && budgets != nullptr);
        plot->setTrials(sweep({0.1, 0.3, 1.0}));
        QCOMPARE(budgets->list().count(), 3);
        QVERIFY(budgets->text().contains(QStringLiteral("every")));
        budgets->list().item(1)->setCheckState(Qt::Checked);
        QCOMPARE(plot->frames().size(), std::size_t{1});
        QCOMPARE(plot->labels().filter(QStringLiteral("ε = ")).size(), qsizetype{1});
        QVERIFY(budgets->text().contains(QStringLiteral("0.3")));
        budgets->list().item(2)->setCheckState(Qt::Checked);
        QCOMPARE(plot->frames().size(), std::size_t{2});
        QVERIFY(budgets->text().contains(QLatin1Char('2')));
        plot->setTrials(sweep({0.1, 0.3, 1.0, 3.0})); // what was chosen stays chosen
        QCOMPARE(plot->frames().size(), std::size_t{2});
        plot->setTrials(sweep({5.0, 7.0, 9.0})); // and what is gone hides nothing
        QCOMPARE(plot->frames().size(), std::size_t{3});
    }

    void listsAreSearchedByKeyboard() {
        ChecklistButton button(QStringLiteral("b"), QStringLiteral("meaning"), QStringLiteral("all"),
                               QStringLiteral("%1 of %2"));
        button.setEntries({{QStringLiteral("1"), QStringLiteral("first"), {}},
                           {QStringLiteral("2"), QStringLiteral("second"), QColor(Qt::red)}});
        button.show();
        QStringList chosen;
        connect(&button, &ChecklistButton::chosenChanged, this,
                [&](const QStringList& keys) { chosen = keys; });
        auto* search = button.menu()->findChild<QLineEdit*>();
        QVERIFY(search != nullptr);
        button.menu()->popup(QPoint(0, 0));
        QTest::keyClicks(search, QStringLiteral("SEC"));
        QVERIFY(button.list().item(0)->isHidden());
        QVERIFY(!button.list().item(1)->isHidden());
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(chosen, QStringList{QStringLiteral("2")});
        QVERIFY(!button.menu()->isVisible());
        QVERIFY(button.text().startsWith(QStringLiteral("second")));
        button.menu()->popup(QPoint(0, 0)); // the search starts anew
        QVERIFY(!button.list().item(0)->isHidden());
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(&button.list(), Qt::Key_Space);
        QCOMPARE(chosen, (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
        QTest::keyClick(&button.list(), Qt::Key_Return);
        QVERIFY(!button.menu()->isVisible());
    }

    void selectedCellsAreMarked() {
        Selection selection;
        HeatmapPlot plot(selection);
        plot.resize(900, 400);
        plot.setTrials(sweep());
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.replot();
        const QImage before = plot.grab().toImage();
        selection.selectOne(plot.heatmap().panels.front().trial.front());
        const QImage marked = plot.grab().toImage();
        QVERIFY(before != marked);
        selection.clear();
        QCOMPARE(plot.grab().toImage(), before);
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
        plot.setSwept(swept);
        QVERIFY(plot.csv().contains(QStringLiteral("\nsweep,,")));
        QCOMPARE(plot.itemCount(), 0);
        // Two phases are over: the line meets both winners, and the plot says why there is no interval.
        run.fit.emplace();
        run.fit->coefficients = {0.0, 400.0};
        plot.setRun(std::make_shared<const session::RunSnapshot>(run));
        QCOMPARE(plot.itemCount(), 1);
        QVERIFY(qobject_cast<QCPItemText*>(plot.item(0))->text().startsWith(QStringLiteral("No interval")));
    }

    void knobsAreSortedByImportance() {
        Selection selection;
        KnobPlot plot(selection);
        plot.resize(700, 420);
        plot.show();
        QVERIFY(plot.empty());
        const auto shared = [](std::vector<session::TrialSnapshot> trials) {
            return std::make_shared<const std::vector<session::TrialSnapshot>>(std::move(trials));
        };
        const auto trials = shared(sweep({0.1, 0.3, 1.0}));
        QVERIFY(plot.setTrials(trials));
        QVERIFY(!plot.setTrials(trials)); // nothing to compute anew
        QVERIFY(!plot.empty());
        QCOMPARE(plot.shown(), (std::vector{TrialColumn::R, TrialColumn::Steps, TrialColumn::Epsilon}));
        QVERIFY(plot.labels().filter(QStringLiteral("importance")).isEmpty()); // not known yet
        auto found = importance::knobImportance(*trials, plot.knobs());
        QVERIFY(found.enough());
        QCOMPARE(found.knobs.front().field, TrialColumn::R);
        std::reverse(found.knobs.begin(), found.knobs.end()); // the plot sorts by shares, not by their order
        plot.setImportance(found);
        QCOMPARE(plot.shown().front(), TrialColumn::R);
        QVERIFY(!plot.labels().filter(QRegularExpression(QStringLiteral("^r · \\d+ %$"))).isEmpty());
        QVERIFY(!plot.labels().filter(QStringLiteral("it costs nothing")).isEmpty());
        QVERIFY(plot.csv().contains(QStringLiteral("knob,share,share_sd\nsteps,")) ||
                plot.csv().contains(QStringLiteral("knob,share,share_sd\nepsilon,")));
        // One trial is marked and read out on each slice.
        plot.replot();
        const QImage before = plot.grab().toImage();
        selection.selectOne(33);
        const QImage marked = plot.grab().toImage();
        for (const TrialColumn knob : plot.shown()) {
            const auto at = plot.pixelOf(33, knob);
            QVERIFY(at && plot.rect().contains(at->toPoint()));
            const QRect around = QRect(at->toPoint() - QPoint(8, 8), QSize(16, 16)).intersected(plot.rect());
            QVERIFY(before.copy(around) != marked.copy(around));
        }
        qint64 picked = 0;
        connect(&plot, &Plot::trialPicked, this, [&](qint64 trial) { picked = trial; });
        QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.pixelOf(1, TrialColumn::R)->toPoint());
        QVERIFY(picked > 0);
        plot.setTrials(shared({}));
        QVERIFY(plot.empty());
    }

    void importanceIsAskedForWhileThePageIsSeen() {
        auto* plot = find<KnobPlot>(*m_window, "knobs");
        auto* chosen = find<ChecklistButton>(*m_window, "knobs.chosen");
        QVERIFY(plot != nullptr && chosen != nullptr);
        m_engine->addProject(QStringLiteral("/knobs.parsimony"), test::sampleOptions());
        m_window->openProject(QStringLiteral("/knobs.parsimony"));
        QTRY_VERIFY(m_window->working());
        m_window->showPage(QStringLiteral("knobs"));
        // A search of a few trials: the page shows slices and says how many trials are missing.
        QTRY_VERIFY(!plot->shown().empty());
        QTRY_VERIFY(!plot->labels().filter(QStringLiteral("20 scored trials")).isEmpty());
        chosen->list().item(1)->setCheckState(Qt::Checked);
        QTRY_COMPARE(plot->knobs(), std::vector{TrialColumn::LearningRate});
        QTRY_COMPARE(plot->shown(), std::vector{TrialColumn::LearningRate});
    }

    void slicesOfManyTrialsAreOnePicture() {
        Selection selection;
        KnobPlot plot(selection);
        plot.resize(700, 420);
        plot.show();
        std::vector<session::TrialSnapshot> trials;
        for (int i = 0; i < 5000; ++i) {
            session::TrialSnapshot t;
            t.id = i + 1;
            t.r = 1.0 + i % 97;
            t.epsilon = 0.5;
            t.score = 0.5 + 0.4 * (i % 89) / 89.0;
            trials.push_back(t);
        }
        plot.setTrials(std::make_shared<const std::vector<session::TrialSnapshot>>(trials));
        plot.replot();
        const QImage shown = plot.grab().toImage();
        const QColor ground = Theme::instance().colors().base;
        for (const qint64 trial : {1, 50, 4000}) {
            const auto at = plot.pixelOf(trial, TrialColumn::R);
            QVERIFY(at);
            QVERIFY(shown.pixelColor(at->toPoint()) != ground);
        }
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

    void plotsFollowTheFilter() {
        openSample();
        m_window->showPage(QStringLiteral("pareto"));
        auto* pareto = m_window->page(QStringLiteral("pareto"))->findChild<TrialPlot*>();
        QTRY_COMPARE(pareto->points().size(), std::size_t{6});
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QTRY_COMPARE(pareto->points().size(), std::size_t{3});
        m_window->showPage(QStringLiteral("edf"));
        auto* edf = m_window->page(QStringLiteral("edf"))->findChild<EdfPlot*>();
        QTRY_COMPARE(edf->curves().size(), std::size_t{1});
        QCOMPARE(edf->curves().front().scores.size(), std::size_t{3});
        find<QLineEdit>(*m_window, "trials.filter")->clear();
        QTRY_COMPARE(edf->curves().front().scores.size(), std::size_t{6});
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
};

QTEST_MAIN(TestPages)
#include "test_pages.moc"
