// SPDX-License-Identifier: GPL-3.0-or-later
// Heatmaps, alone and in the window on the scripted engine.
#include "tests/ui/images_drawn.h"
#include "tests/ui/sweep.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/selection.h"
#include "ui/plots/heat_marks.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/knob_plot.h"
#include "ui/plots/slice_cloud.h"
#include "ui/style/checklist_button.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QRegularExpression>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::sweep;

class TestPanelPlots : public test::WindowTest {
    Q_OBJECT
private slots:
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
        const std::vector<qint64> made = test::imagesDrawn(plot, plot.frames());
        QCOMPARE(made.size(), std::size_t{2}); // one per panel
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
        QCOMPARE(test::imagesDrawn(plot, plot.frames()), made); // copied, not made again
        plot.resize(800, 400);
        plot.replot();
        const std::vector<qint64> narrower = test::imagesDrawn(plot, plot.frames());
        QCOMPARE(narrower.size(), made.size());
        for (std::size_t panel = 0; panel < made.size(); ++panel) {
            QVERIFY(narrower[panel] != made[panel]);
        }
        plot.replot();
        QCOMPARE(test::imagesDrawn(plot, plot.frames()), narrower);
        plot.setOverlay(HeatmapPlot::Contours, false);
        plot.replot();
        const std::vector<qint64> plain = test::imagesDrawn(plot, plot.frames()); // of the new fields
        QCOMPARE(plain.size(), made.size());
        for (std::size_t panel = 0; panel < made.size(); ++panel) {
            QVERIFY(plain[panel] != narrower[panel]);
        }
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
            const auto ofLines = plot.labels().filter(QRegularExpression(QStringLiteral("^r (= )?100?$")));
            QVERIFY2(ofLines.size() >= static_cast<qsizetype>(count) / 2, // which r; not where the ring lies
                     qPrintable(QString::number(ofLines.size())));
            // How good the best cell is: in the title, or else beside the ring.
            const auto ofBest =
                plot.labels().filter(QRegularExpression(QStringLiteral("[0-9][.][0-9]( %)?$")));
            QVERIFY(ofBest.size() >= static_cast<qsizetype>(count) - 3);
            const QCPAxis* below = plot.axisRect(static_cast<int>(count) - 1)->axis(QCPAxis::atBottom);
            QVERIFY(below->tickVectorLabels().size() >= 2); // one number is no scale
        }
        plot.resize(384, 260); // of one of 900 x 600: titles give way before panels become stripes
        plot.replot();
        QVERIFY2(plot.frames()[0].height() >= 12, qPrintable(QString::number(plot.frames()[0].height())));
        plot.resize(700, 420);
        plot.setOverlay(HeatmapPlot::IsoR, false);
        QVERIFY(plot.labels().filter(QRegularExpression(QStringLiteral("^r (= )?100?$"))).isEmpty());
    }

    void labelsOfHeatmapsLieOverNoMarkAndNoOther() {
        auto trials = sweep({0.1, 0.3, 1.0, 3.0});
        for (const double epsilon :
             {0.1, 0.3, 1.0, 3.0}) { // along a line of equal r, where its label would be
            for (int i = 1; i < 8; ++i) {
                session::TrialSnapshot searched = trials.front();
                searched.id = static_cast<std::int64_t>(trials.size()) + 1;
                searched.experiment = 2;
                searched.epsilon = epsilon;
                searched.r = 100.0;
                searched.steps = 10U + 18U * static_cast<unsigned>(i);
                searched.learningRate = *searched.r / searched.steps;
                searched.clamped = i % 2 == 0;
                trials.push_back(searched);
            }
        }
        Selection selection;
        HeatmapPlot plot(selection);
        plot.setTrials(trials);
        plot.setOverlay(HeatmapPlot::IsoNu, true);
        plot.show();
        for (const QSize& size : {QSize(384, 290), QSize(700, 420), QSize(1200, 700)}) {
            plot.resize(size);
            plot.replot();
            std::vector<QRectF> taken;
            for (int i = 0; i < plot.plottableCount(); ++i) {
                if (const auto* on = qobject_cast<HeatMarks*>(plot.plottable(i))) {
                    const auto places = on->places(on->keyAxis()->axisRect()->rect());
                    taken.insert(taken.end(), places.begin(), places.end());
                }
            }
            const std::size_t marks = taken.size();
            QVERIFY(marks >= 4 * 7);
            for (int i = 0; i < plot.itemCount(); ++i) {
                const auto* label = qobject_cast<QCPItemText*>(plot.item(i));
                if (label->brush().style() == Qt::NoBrush) {
                    continue; // it stands around the panels
                }
                const QRectF place(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
                for (const QRectF& other : taken) {
                    QVERIFY2(!place.intersects(other), qPrintable(label->text()));
                }
                taken.push_back(place);
            }
            QVERIFY(taken.size() > marks); // there is room for some
        }
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
        // Panels of an ε that differ in another knob are chosen together: there is one entry for each ε.
        auto trials = sweep({0.1, 0.3});
        for (auto trial : sweep({0.1, 0.3})) {
            trial.knobs = {{train::Knob::Momentum, 0.9}};
            trials.push_back(trial);
        }
        plot->setTrials(trials);
        QCOMPARE(plot->heatmap().panels.size(), std::size_t{4});
        QCOMPARE(budgets->list().count(), 2);
        budgets->list().item(0)->setCheckState(Qt::Checked);
        QCOMPARE(plot->frames().size(), std::size_t{2});
    }

    void titlesOfHeatmapsTellPanelsApartAtAnySize() {
        std::vector<session::TrialSnapshot> trials;
        for (const auto* encoder : {"full", "small-v2"}) {
            for (const double clip : {0.1, 1.0}) {
                for (auto trial : sweep({1.299})) {
                    trial.knobs = {{train::Knob::Encoder, 0.0, encoder}, {train::Knob::Clip, clip}};
                    trials.push_back(trial);
                }
            }
        }
        Selection selection;
        HeatmapPlot plot(selection);
        plot.setTrials(trials);
        plot.show();
        for (const QSize& size : {QSize(384, 290), QSize(520, 390), QSize(700, 420)}) {
            plot.resize(size);
            plot.replot();
            QStringList titles = plot.labels().filter(QStringLiteral("ε = "));
            QCOMPARE(titles.size(), qsizetype{4});
            titles.replaceInStrings(QStringLiteral("\n"), QStringLiteral(" · "));
            QCOMPARE(titles.filter(QStringLiteral("…")), QStringList());
            QCOMPARE(titles.filter(QStringLiteral("· full · c 0.1")).size(), qsizetype{1});
            QCOMPARE(titles.filter(QStringLiteral("· small-v2 · c 1")).size(), qsizetype{1});
            for (const QRect& frame : plot.frames()) {
                QVERIFY(plot.rect().contains(frame));
                QVERIFY(frame.height() > 20);
            }
            // Each stands above its panel, off the one above.
            for (int i = 0; i < plot.itemCount(); ++i) {
                const auto* label = qobject_cast<QCPItemText*>(plot.item(i));
                if (label->text().contains(QStringLiteral("ε = "))) {
                    const QRectF place(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
                    QVERIFY(place.top() >= 0);
                    for (const QRect& frame : plot.frames()) {
                        QVERIFY2(!place.intersects(frame), qPrintable(label->text()));
                    }
                }
            }
        }
        // In one column of a paper, whose figure grows as high as it takes.
        QVERIFY(plot.exportTo(m_dir.filePath(QStringLiteral("column.svg")), 238, 170, 8));
        QFile svg(m_dir.filePath(QStringLiteral("column.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QString drawn = QString::fromUtf8(svg.readAll());
        QVERIFY(!drawn.contains(QStringLiteral("…")));
        QCOMPARE(drawn.count(QStringLiteral("small-v2")), qsizetype{2});
        QCOMPARE(drawn.count(QStringLiteral("c 0.1")), qsizetype{2});
        plot.resize(1600, 700); // there is room for the options' names
        plot.replot();
        QCOMPARE(plot.labels().filter(QStringLiteral("ε = 1.299 · encoder full, max_grad_norm 0.1")).size(),
                 qsizetype{1});
    }

    /// A mark of fixed size would cover three cells of a small panel, and the next panel's title.
    void marksGrowWithTheCellsAndAreWholeAtEdges() {
        Selection selection;
        HeatmapPlot plot(selection);
        plot.resize(900, 400);
        plot.setTrials(sweep());
        const HeatPanel& panel = plot.heatmap().panels.front();
        QCOMPARE(HeatMarks::markSize({600, 500}, panel, 12.0), 12.0);
        QCOMPARE(HeatMarks::markSize({60, 100}, panel, 12.0), 10.0); // of 6 columns
        QCOMPARE(HeatMarks::markSize({12, 12}, panel, 12.0), 0.7 * 12.0);
        // The best cell of a small ε is the first: its ring is drawn beyond the panel too.
        plot.setTrials(sweep({1e-4, 2e-4, 3e-4, 4e-4}));
        plot.resize(220, 160);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.replot();
        const QImage shown = plot.grab().toImage();
        const QRect frame = plot.frames().front();
        const HeatMarks* marks = nullptr;
        for (int i = plot.plottableCount() - 1; i >= 0; --i) {
            const auto* found = qobject_cast<HeatMarks*>(plot.plottable(i));
            marks = found != nullptr ? found : marks;
        }
        QVERIFY(marks != nullptr);
        const QRectF ring = marks->places(frame).front();
        QVERIFY(ring.bottom() > frame.bottom() + 2.0);
        int darkest = 255; // of its black rim, which is thin here
        for (int y = frame.bottom() + 2; y <= static_cast<int>(ring.bottom()); ++y) {
            darkest = std::min(darkest, shown.pixelColor(static_cast<int>(ring.center().x()), y).lightness());
        }
        QVERIFY2(darkest < 180, qPrintable(QString::number(darkest)));
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

    void outermostDiscsStayWholeInPanelsOfAColumn() {
        for (const double side : {24.0, 48.0, 120.0, 600.0}) {
            for (const QRectF& frame : {QRectF(3, 5, side, 200), QRectF(3, 5, 200, side)}) {
                const double radius = SliceCloud::discRadius(frame);
                QVERIFY(radius > 0.0);
                for (const SlicePoint& point : {SlicePoint{0.0F, 0.0F}, SlicePoint{1.0F, 1.0F}}) {
                    const QPointF at = SliceCloud::pixelOf(point, frame);
                    const QRectF disc(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
                    QVERIFY(frame.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(disc));
                }
            }
        }
    }
};

PARSIMONY_UI_TEST(TestPanelPlots)
#include "test_panel_plots.moc"
