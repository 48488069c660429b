// SPDX-License-Identifier: GPL-3.0-or-later
// One trial looked at closely, run again, and the way back of what was done to the view.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/step_pace.h"
#include "ui/plots/plot.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"
#include "ui/window/timeline.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_layout.h"

#include <QApplication>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QWheelEvent>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

namespace {

/// Cells as the style paints them, without a box around one of a row that is marked as a whole.
class StyledCells : public QStyledItemDelegate {
public:
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem shown = option;
        shown.state.setFlag(QStyle::State_HasFocus, option.state.testFlag(QStyle::State_HasFocus) &&
                                                        !option.state.testFlag(QStyle::State_Selected));
        QStyledItemDelegate::paint(painter, shown, index);
    }
};

} // namespace

class TestTrials : public test::WindowTest {
    Q_OBJECT
private:
    QTableView* table() { return find<QTableView>(*m_window, "trialsTable"); }
    void clickRow(int row) {
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(table()->model()->index(row, 0)).center());
    }
    QPushButton* button(const char* name) {
        auto* found = m_window->findChild<QPushButton*>(QLatin1String(name));
        return found != nullptr && found->isVisible() ? found : nullptr;
    }
    void pressUndo(Qt::KeyboardModifiers more = {}) {
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier | more);
    }

private slots:
    /// Cells of text alone are painted without the style, which takes three times as long: to the same
    /// pixels.
    void cellsLookAsTheStylePaintsThem() {
        openSample();
        table()->setColumnHidden(static_cast<int>(TrialColumn::Experiment), true); // these have marks
        table()->setColumnHidden(static_cast<int>(TrialColumn::State), true);
        table()->setColumnWidth(static_cast<int>(TrialColumn::Score), 60); // cut
        table()->setColumnWidth(static_cast<int>(TrialColumn::Phase), 48);
        clickRow(1);
        QAbstractItemDelegate* own = table()->itemDelegate();
        StyledCells plain;
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            for (const bool focused : {true, false}) {
                focused ? table()->setFocus() : table()->clearFocus();
                const QImage shown = table()->viewport()->grab().toImage();
                table()->setItemDelegate(&plain);
                const QImage expected = table()->viewport()->grab().toImage();
                table()->setItemDelegate(own);
                QCOMPARE(shown, expected);
            }
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    /// Each column is as wide as what it shows, and together they fit beside both docks.
    void theTableIsReadWholeAtItsFirstSize() {
        QSettings().remove(QStringLiteral("trials/hidden"));
        m_window->resize(1280, 800);
        m_window->parts().layout->reset();
        openSample();
        auto* header = table()->horizontalHeader();
        const auto widthOf = [&](TrialColumn column) {
            table()->setColumnHidden(static_cast<int>(column), false);
            return header->sectionSize(static_cast<int>(column));
        };
        QTRY_VERIFY(header->length() <= table()->viewport()->width());
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            for (int column = 0; column < kTrialColumns; ++column) {
                const QString text = table()->model()->index(row, column).data().toString();
                QVERIFY2(table()->isColumnHidden(column) ||
                             header->sectionSize(column) >=
                                 table()->fontMetrics().horizontalAdvance(text) + 8,
                         qPrintable(text));
            }
        }
        QVERIFY(widthOf(TrialColumn::Score) >=
                table()->fontMetrics().horizontalAdvance(QStringLiteral("75.38 ± 0.16 %")) + 8);
        QVERIFY(widthOf(TrialColumn::Mu) < widthOf(TrialColumn::Score));
        QVERIFY(widthOf(TrialColumn::Steps) >=
                table()->fontMetrics().horizontalAdvance(QStringLiteral("160")) + 14);
        for (const TrialColumn column : {TrialColumn::Encoder, TrialColumn::Tags, TrialColumn::Note}) {
            QVERIFY(widthOf(column) >= 80);
        }
    }

    /// Small numbers are longer than usual ones: a column that is too narrow for its own becomes wider.
    void numbersAreReadWhole() {
        QSettings().remove(QStringLiteral("trials/hidden"));
        openSample();
        for (const TrialColumn column : {TrialColumn::R, TrialColumn::Nu, TrialColumn::NoiseMultiplier}) {
            table()->setColumnWidth(static_cast<int>(column), 30);
        }
        openSample();
        for (const TrialColumn column : {TrialColumn::R, TrialColumn::Nu, TrialColumn::NoiseMultiplier}) {
            for (int row = 0; row < table()->model()->rowCount(); ++row) {
                const QString text = table()->model()->index(row, static_cast<int>(column)).data().toString();
                QTRY_VERIFY2(table()->columnWidth(static_cast<int>(column)) >=
                                 table()->fontMetrics().horizontalAdvance(text) + 8,
                             qPrintable(text));
            }
        }
    }

    /// That of the experiment stands beside them where there are several, and no column is cut for it.
    void theTableFitsBesideSeveralExperiments() {
        QSettings().remove(QStringLiteral("trials/hidden"));
        m_window->resize(1280, 800);
        m_window->parts().layout->reset();
        openSample();
        auto* header = table()->horizontalHeader();
        table()->setColumnHidden(static_cast<int>(TrialColumn::Experiment), false);
        const auto advance = [this](const char* text) {
            return table()->fontMetrics().horizontalAdvance(QString::fromUtf8(text));
        };
        // More trials than these bring a scroll bar.
        const int room = table()->width() - table()->verticalScrollBar()->sizeHint().width();
        const int mark = 14;
        QTRY_VERIFY(header->sectionViewportPosition(static_cast<int>(TrialColumn::State)) + mark +
                        advance("finished") + 8 <=
                    room);
        for (const auto& [column, text] : {std::pair(TrialColumn::Id, "454"),
                                           {TrialColumn::Phase, "evaluation"},
                                           {TrialColumn::R, "104.3"},
                                           {TrialColumn::Nu, "0.912"},
                                           {TrialColumn::LearningRate, "0.1177"},
                                           {TrialColumn::Steps, "3200"},
                                           {TrialColumn::NoiseMultiplier, "89.38"},
                                           {TrialColumn::Epsilon, "0.500"},
                                           {TrialColumn::Mu, "0.1422"},
                                           {TrialColumn::Score, "81.86 ± 0.25 %"}}) {
            QVERIFY2(header->sectionSize(static_cast<int>(column)) >= advance(text) + 8, text);
        }
    }

    void theTableFollowsARun() {
        m_window->show();
        m_window->resize(900, 600);
        m_window->parts().layout->reset();
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("f.parsimony")),
                                               true);
        QTRY_COMPARE(finished.size(), 1);
        const auto* bar = find<QTableView>(*m_window, "trialsTable")->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        QTRY_COMPARE(bar->value(), bar->maximum());
    }

    void aRunSaysHowFastItIs() {
        session::RunSnapshot run;
        run.experiment = 1;
        run.status = ExperimentStatus::Running;
        run.secondsLeft = 61.0;
        run.phases.resize(1);
        for (int i = 0; i < 2; ++i) {
            session::TrialSnapshot trial;
            trial.id = i + 1;
            trial.steps = 1000;
            trial.stepsDone = i == 0 ? 1000 : 100;
            trial.state = i == 0 ? session::TrialState::Finished : session::TrialState::Running;
            run.phases[0].trials.push_back(trial);
        }
        StepPace pace;
        pace.hear({run.phases[0].trials[1]}, 10.0);
        QVERIFY(!pace.stepsPerSecond(2));
        run.phases[0].trials[1].stepsDone = 600;
        pace.hear({run.phases[0].trials[1]}, 12.0);
        QCOMPARE(pace.stepsPerSecond(2), std::optional(250.0));
        QCOMPARE(pace.secondsLeft(run.phases[0].trials[1]), std::optional(1.6));
        Timeline line;
        run.phases[0].trials[1].stepsDone = 100;
        line.setRun(std::make_shared<session::RunSnapshot>(run));
        QCOMPARE(line.summary(), QStringLiteral("1 of 2 trials done · 01:01 left"));
        QTest::qWait(300);
        run.phases[0].trials[1].stepsDone = 1000;
        line.setRun(std::make_shared<session::RunSnapshot>(run));
        static const QRegularExpression said(QStringLiteral(
            "^1 of 2 trials done · 01:01 left · trial 2: step 1,000/1,000, .+ a second, 00:00$"));
        QVERIFY2(said.match(line.summary()).hasMatch(), qPrintable(line.summary()));
        // Of a private selection nothing but that it goes on, or has ended.
        run.method = search::MethodKind::PapernotSteinke;
        run.selection.emplace();
        line.setRun(std::make_shared<session::RunSnapshot>(run));
        QCOMPARE(line.summary(), QStringLiteral("searching; only the winner will be released"));
        run.status = ExperimentStatus::Finished;
        line.setRun(std::make_shared<session::RunSnapshot>(run));
        QCOMPARE(line.summary(), QStringLiteral("finished"));
    }

    /// "They appear one by one" would be wrong, and what does not appear must not be counted either.
    void ofAPrivateSelectionNoTrialsArePromised() {
        test::drop(*m_window, {m_data});
        auto* panel = find<TrialsPanel>(*m_window, "trialsPanel");
        auto* empty = find<QLabel>(*m_window, "trials.empty");
        QVERIFY2(empty->text().startsWith(QStringLiteral("No trials yet")), qPrintable(empty->text()));
        session::RunSnapshot run;
        run.method = search::MethodKind::PapernotSteinke;
        run.isPrivate = true;
        run.status = ExperimentStatus::Running;
        run.selection.emplace();
        panel->setRun(std::make_shared<session::RunSnapshot>(run));
        QVERIFY2(empty->text().startsWith(QStringLiteral("A private selection runs")),
                 qPrintable(empty->text()));
        run.status = ExperimentStatus::Finished;
        panel->setRun(std::make_shared<session::RunSnapshot>(run));
        QVERIFY(empty->text().startsWith(QStringLiteral("No trials yet")));
    }

    void theRecordTellsEverything() {
        openSample();
        clickRow(0);
        QTRY_VERIFY(button("inspector.record") != nullptr);
        auto* events = find<QLabel>(*m_window, "record.events");
        QVERIFY(!events->isVisible());
        QTest::mouseClick(button("inspector.record"), Qt::LeftButton);
        QTRY_VERIFY(events->text().contains(QStringLiteral("finished after 50 steps")));
        QVERIFY(events->isVisible());
        QVERIFY(events->text().contains(QStringLiteral("for the curator alone")));
        QCOMPARE(find<QLabel>(*m_window, "record.mechanisms")->text(),
                 QStringLiteral("50 × Gaussian, noise 83.7 times the sensitivity, on train"));
        QCOMPARE(find<QLabel>(*m_window, "record.settings")->text(), QStringLiteral("momentum 0.9"));
        QTest::mouseClick(button("record.copy"), Qt::LeftButton);
        const auto copied = QJsonDocument::fromJson(QApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(copied[QStringLiteral("trial")].toInt(), 1);
        QVERIFY(!copied[QStringLiteral("rows")][3].toObject().contains(QStringLiteral("body")));
        clickRow(2); // it stays open for the next trial
        QTRY_VERIFY(button("record.copy") != nullptr);
    }

    void aTrialBecomesAPlan() {
        openSample();
        const auto before = m_engine->runs.load();
        clickRow(4);
        QTRY_VERIFY(button("inspector.rerunTrial") != nullptr);
        QTest::mouseClick(button("inspector.rerunTrial"), Qt::LeftButton);
        QTRY_VERIFY(m_window->request().options().method == session::MethodKind::Single);
        const auto& o = m_window->request().options();
        QCOMPARE(o.steps ? o.steps->text() : "", std::string("50"));
        QVERIFY(o.learningRates && o.learningRates->values().front() > 0.0);
        QCOMPARE(o.experimentEpsilon.value_or(0.0), 0.2);
        QCOMPARE(find<QLineEdit>(*m_window, "plan.learningRates")->text().toStdString(),
                 o.learningRates->text());
        // The budget was spent by the experiment: the price says what is missing, and nothing runs.
        QTRY_VERIFY(find<QLabel>(*m_window, "run.reason")->text().contains(QStringLiteral("missing")));
        QCOMPARE(m_engine->runs.load(), before);
    }

    void viewsAreUndone() {
        openSample();
        auto* filter = find<QLineEdit>(*m_window, "trials.filter");
        type(*m_window, "trials.filter", QStringLiteral("phase=2"));
        QCOMPARE(table()->model()->rowCount(), 3);
        // Sorted by a click on the header of ε.
        auto* header = table()->horizontalHeader();
        const int column = static_cast<int>(TrialColumn::Epsilon);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(column) + 10, header->height() / 2));
        QCOMPARE(header->sortIndicatorSection(), column);
        // Zoomed by two turns of the wheel.
        auto* plot = find<Plot>(*m_window, "r-vs-epsilon");
        const auto whole = plot->xAxis->range();
        for (int i = 0; i < 2; ++i) {
            const QPointF middle = plot->rect().center();
            QWheelEvent wheel(middle, plot->mapToGlobal(middle), {}, QPoint(0, 120), Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(plot, &wheel);
            QApplication::processEvents();
        }
        const auto near = plot->xAxis->range();
        QVERIFY(near.size() < whole.size());
        // An edit of the forms comes last, and is undone first.
        type(*m_window, "budget.trials", QStringLiteral("5"));
        QCOMPARE(m_window->request().options().trials, 5U);
        pressUndo();
        QVERIFY(!m_window->request().options().trials);
        pressUndo();
        QCOMPARE(plot->xAxis->range(), whole);
        pressUndo();
        QCOMPARE(header->sortIndicatorSection(), -1);
        pressUndo();
        QVERIFY(filter->text().isEmpty());
        QCOMPARE(table()->model()->rowCount(), 7);
        for (int i = 0; i < 3; ++i) {
            pressUndo(Qt::ShiftModifier); // the way forth
        }
        QCOMPARE(filter->text(), QStringLiteral("phase=2"));
        QCOMPARE(plot->xAxis->range(), near);
    }
};

PARSIMONY_UI_TEST(TestTrials)
#include "test_trials.moc"
