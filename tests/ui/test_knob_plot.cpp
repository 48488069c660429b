// SPDX-License-Identifier: GPL-3.0-or-later
// Slices along knobs, alone and in the window on the scripted engine.
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

#include <QRegularExpression>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::sweep;

class TestKnobPlot : public test::WindowTest {
    Q_OBJECT
private slots:
    void knobsAreSortedByImportance() {
        Selection selection;
        KnobPlot plot(selection);
        plot.resize(700, 420);
        plot.show();
        QVERIFY(plot.empty());
        const auto trials = sweep({0.1, 0.3, 1.0});
        QVERIFY(plot.setTrials(trials));
        QVERIFY(!plot.setTrials(trials)); // nothing to compute anew
        QVERIFY(!plot.labels().filter(QStringLiteral("Colour: ε")).isEmpty());
        plot.setColour(TrialColumn::Steps);
        QVERIFY(!plot.setTrials(trials)); // neither for a colour, which is shown all the same
        QVERIFY(!plot.labels().filter(QStringLiteral("Colour: T")).isEmpty());
        QVERIFY(!plot.empty());
        QCOMPARE(plot.shown(), (std::vector{TrialColumn::R, TrialColumn::Steps, TrialColumn::Epsilon}));
        QVERIFY(plot.labels().filter(QStringLiteral("importance")).isEmpty()); // not known yet
        QVERIFY(!plot.complete());
        auto found = importance::knobImportance(trials, plot.knobs());
        QVERIFY(found.enough());
        QCOMPARE(found.knobs.front().field, TrialColumn::R);
        std::reverse(found.knobs.begin(), found.knobs.end()); // the plot sorts by shares, not by their order
        plot.setImportance(found);
        QVERIFY(plot.complete());
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
        // In a small plot the largest alone are told, each in a line of its own.
        const auto bars = [&] {
            return plot.labels().filter(QRegularExpression(QStringLiteral("  [0-9.]+ %$"))).size();
        };
        QCOMPARE(bars(), 6);
        plot.resize(380, 270);
        QTRY_VERIFY(bars() >= 1 && bars() < 5);
        for (const QSize& size : {QSize(384, 215), QSize(384, 270), QSize(480, 300)}) {
            plot.resize(size);
            plot.replot();
            QVERIFY(plot.axisRect(0)->width() >= 80); // numbers stand beside each other
            std::vector<QRectF> taken;
            for (int i = 0; i < plot.itemCount(); ++i) {
                const auto* text = qobject_cast<QCPItemText*>(plot.item(i));
                if (text->rotation() == 0.0) {
                    const QRectF place(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
                    QVERIFY2(QRectF(plot.rect()).contains(place), qPrintable(text->text()));
                    for (const QRectF& other : taken) {
                        QVERIFY2(!place.adjusted(1, 1, -1, -1).intersects(other), qPrintable(text->text()));
                    }
                    taken.push_back(place);
                }
            }
        }
        plot.setTrials(std::vector<session::TrialSnapshot>());
        QVERIFY(plot.empty());
    }

    void importanceIsAskedForWhileThePageIsSeen() {
        auto* plot = find<KnobPlot>(*m_window, "knobs");
        auto* chosen = find<ChecklistButton>(*m_window, "knobs.chosen");
        QVERIFY(plot != nullptr && chosen != nullptr);
        m_engine->addProject(QStringLiteral("/knobs.parsimony"), test::sampleOptions());
        m_window->parts().projects->open(QStringLiteral("/knobs.parsimony"));
        QTRY_VERIFY(m_window->parts().projects->working());
        m_window->parts().pages->showPage(QStringLiteral("knobs"));
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
        plot.setTrials(trials);
        plot.replot();
        const QImage shown = plot.grab().toImage();
        const QColor ground = Theme::instance().colors().base;
        for (const qint64 trial : {1, 50, 4000}) {
            const auto at = plot.pixelOf(trial, TrialColumn::R);
            QVERIFY(at);
            QVERIFY(shown.pixelColor(at->toPoint()) != ground);
        }
    }
};

PARSIMONY_UI_TEST(TestKnobPlot)
#include "test_knob_plot.moc"
