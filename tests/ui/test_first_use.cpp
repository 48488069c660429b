// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody meets who has never seen the window: where the focus goes, what is said of a wrong entry, and
// whether everything that is said can be read.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/number_format.h"
#include "ui/plots/plot.h"
#include "ui/plots/tickers.h"
#include "ui/window/help_sheets.h"
#include "ui/window/run_bar.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTranslator>
#include <algorithm>

using namespace parsimony;
using namespace parsimony::ui;
using test::drop;
using test::find;
using test::type;

namespace {

/// A language whose every sentence is in brackets and half as long again.
class LongLanguage : public QTranslator {
public:
    QString translate(const char*, const char* source, const char*, int) const override {
        const QString text = QString::fromUtf8(source);
        return QLatin1Char('[') + text + QString(text.size() / 2, QLatin1Char('~')) + QLatin1Char(']');
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

} // namespace

class TestFirstUse : public test::WindowTest {
    Q_OBJECT
private slots:
    void theFocusStaysWhereThePersonIs() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("x.parsimony")),
                                               false);
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY(run->isEnabled());
        run->setFocus();
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::keyClick(run, Qt::Key_Space);
        auto* bar = find<RunBar>(*m_window, "runBar");
        const auto inBar = [&] {
            const QWidget* focus = QApplication::focusWidget();
            return focus == bar || bar->isAncestorOf(focus);
        };
        QVERIFY(inBar());
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(inBar());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space); // on the dock's x, this would close it
        QVERIFY(find<QDockWidget>(*m_window, "dock.setup")->isVisible());
    }

    void aPausedProjectSaysSo() {
        m_engine->stepTime = std::chrono::milliseconds(1);
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("p.parsimony")),
                                               true);
        auto* pause = find<QPushButton>(*m_window, "run.stop");
        QTRY_VERIFY(pause->isVisible());
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        m_window->parts().projects->close();
        m_window->parts().projects->open(file(QStringLiteral("p.parsimony")));
        QTRY_VERIFY(find<QPushButton>(*m_window, "run.resume")->isVisible());
        QTRY_VERIFY(find<QLabel>(*m_window, "run.reason")->text().contains(QStringLiteral("Paused")));
        m_engine->stepTime = std::chrono::milliseconds(0); // another one that is finished hides it not
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("p.parsimony")),
                                               true);
        QTRY_COMPARE(finished.size(), 2);
        m_window->parts().projects->close();
        m_window->parts().projects->open(file(QStringLiteral("p.parsimony")));
        auto* resume = find<QPushButton>(*m_window, "run.resume");
        QTRY_VERIFY(resume->isVisible());
        QVERIFY(resume->text().contains(QStringLiteral("experiment 1,")));
    }

    void escClearsTheFilterFromTheTable() {
        openSample();
        auto* table = find<QTableView>(*m_window, "trialsTable");
        auto* filter = find<QLineEdit>(*m_window, "trials.filter");
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("nothing like it"));
        QTRY_COMPARE(table->model()->rowCount(), 0);
        QTest::keyClick(filter, Qt::Key_Return); // into the table, where "Esc clears it" stands
        QTest::keyClick(table, Qt::Key_Escape);
        QTRY_COMPARE(table->model()->rowCount(), 7);
        QVERIFY(filter->text().isEmpty());
    }

    void sheetsGiveTheFocusBack() {
        openSample();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* table = find<QTableView>(*m_window, "trialsTable");
        table->setFocus();
        QTest::keyClick(table, Qt::Key_F1);
        auto* sheet = find<QWidget>(*m_window, "shortcutSheet");
        QTRY_VERIFY(sheet->hasFocus());
        QTest::keyClick(sheet, Qt::Key_Escape);
        QVERIFY(sheet->isHidden() && table->hasFocus());
        QTest::keyClick(table, Qt::Key_K, Qt::ControlModifier);
        auto* edit = find<QLineEdit>(*m_window, "commandPalette.edit");
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->isVisible());
        QVERIFY(table->hasFocus());
    }

    void wrongEntriesSayWhy() {
        drop(*m_window, {m_data});
        QTRY_VERIFY(m_window->request().hasData());
        const auto labels = m_window->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) { // where it will be stored
            return label->toolTip().contains(QStringLiteral("nouns.parsimony"));
        }));
        auto* reason = find<QLabel>(*m_window, "run.reason");
        QTRY_VERIFY(reason->text().contains(QStringLiteral("classes")) &&
                    reason->text().contains(QStringLiteral("ε")));
        auto* problem = find<QLabel>(*m_window, "budget.epsilon.problem");
        for (const char* wrong : {"abc", "0", "-1"}) {
            type(*m_window, "budget.epsilon", QLatin1String(wrong));
            QVERIFY2(problem->isHidden(), wrong); // not while somebody types
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY2(problem->isVisible() && !problem->text().isEmpty(), wrong);
            type(*m_window, "budget.epsilon", QStringLiteral("1"));
            QVERIFY2(problem->isHidden(), wrong);
        }
        type(*m_window, "budget.delta", QStringLiteral("1,5"));
        QTRY_VERIFY(find<QLabel>(*m_window, "budget.delta.problem")->isVisible()); // when the typing pauses
    }

    void aPriceIsNeverCut() {
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("x.parsimony")),
                                               false);
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY(run->isEnabled());
        const QString price = run->accessibleName();
        QVERIFY(price.contains(QStringLiteral("takes ε")));
        auto* bar = find<RunBar>(*m_window, "runBar");
        for (const int width : {400, 300, 280}) {
            bar->resize(width, bar->height());
            const QRect needed =
                QFontMetrics(run->font()).boundingRect(QRect(0, 0, 4000, 400), Qt::AlignLeft, run->text());
            QVERIFY2(needed.width() <= width - 24, qPrintable(QString::number(width)));
            QCOMPARE(QString(run->text()).replace(QLatin1Char('\n'), QLatin1Char(' ')), price);
        }
        bar->setInterrupted(12);
        bar->resize(250, bar->height());
        const auto* resume = find<QPushButton>(*m_window, "run.resume");
        QCOMPARE(resume->text(), QStringLiteral("Resume experiment 12,\ntakes nothing new"));
        QCOMPARE(resume->accessibleName(), QStringLiteral("Resume experiment 12, takes nothing new"));
    }

    /// What is missing is said; a cap that the project has is not missing.
    void nothingIsAskedForThatIsThere() {
        openSample();
        auto* hint = find<QLabel>(*m_window, "plan.empty");
        m_window->request().edit([](session::RunOptions& o) { o.epsilon = o.delta = {}; });
        QTest::qWait(50);              // a hint that comes later than the edit would be seen too
        QTRY_VERIFY(hint->isHidden()); // the project's accounts may come after the window shows it
        m_window->parts().projects->begin();
        QTRY_VERIFY(!hint->isHidden());
    }

    /// An empty field says what holds for the chosen method and trainer, in no more words than it shows.
    void emptyFieldsSayWhatHoldsNow() {
        auto options = test::sampleOptions();
        options.method = session::MethodKind::Grid;
        options.learningRates.reset();
        options.steps.reset();
        m_window->parts().projects->setRequest(options, file(QStringLiteral("x.parsimony")), false);
        auto* steps = find<QLineEdit>(*m_window, "plan.steps");
        auto* rates = find<QLineEdit>(*m_window, "plan.learningRates");
        QTRY_COMPARE(steps->placeholderText(), QStringLiteral("50"));
        QCOMPARE(rates->placeholderText(), QStringLiteral("r / T"));
        m_window->request().edit([](auto& o) { o.method = session::MethodKind::UnitNoise; });
        QTRY_COMPARE(steps->placeholderText(), QStringLiteral("100"));
        m_window->request().edit([](auto& o) {
            o.method = session::MethodKind::Single;
            o.trainer = session::TrainerKind::DpLs;
        });
        QTRY_COMPARE(steps->placeholderText(), QStringLiteral("1"));
    }

    void theTourGoesOnWithEnter() {
        drop(*m_window, {m_data});
        QTRY_VERIFY(m_window->parts().projects->working());
        auto* tour = find<Tour>(*m_window, "tour");
        tour->start();
        auto* ring = find<QFrame>(*m_window, "tour.ring");
        QVERIFY(ring->isVisible());
        for (int step = 0; tour->isVisible(); ++step) {
            QVERIFY2(step < 100, "the tour does not end");
            QCOMPARE(tour->step(), step);
            QVERIFY(m_window->rect().contains(ring->geometry()));
            QTest::keyClick(find<QPushButton>(*m_window, "tour.next"), Qt::Key_Return);
        }
        QVERIFY(tour->isHidden() && ring->isHidden());
    }

    /// What the terms mean, and which page answers what.
    void theTourExplainsTheTerms() {
        drop(*m_window, {m_data});
        QTRY_VERIFY(m_window->parts().projects->working());
        m_window->resize(900, 600);
        auto* tour = find<Tour>(*m_window, "tour");
        tour->start();
        QString told;
        for (int step = 0; tour->isVisible(); ++step) {
            QVERIFY2(step < 100, "the tour does not end");
            QVERIFY2(m_window->rect().contains(tour->geometry()), qPrintable(QString::number(step)));
            for (const QLabel* label : tour->findChildren<QLabel*>()) {
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
                told += label->text() + QLatin1Char('\n');
            }
            QTest::keyClick(find<QPushButton>(*m_window, "tour.next"), Qt::Key_Return);
        }
        for (const char* term : {"r = η · T", "ν is the noise", "add up as μ²"}) {
            QVERIFY2(told.contains(QString::fromUtf8(term)), term);
        }
        const auto* groups = find<QTabBar>(*m_window, "pageGroups");
        QCOMPARE(groups->count(), 7);
        for (int group = 0; group < groups->count(); ++group) {
            QVERIFY2(!groups->tabToolTip(group).isEmpty() && told.contains(groups->tabToolTip(group)),
                     qPrintable(groups->tabText(group)));
        }
    }

    void eachPartHasItsGauge() {
        auto* gauges = find<QWidget>(*m_window, "partGauges");
        QVERIFY(gauges->isHidden());
        openSample();
        const auto& budget = m_window->workbench().state()->budgets.front().second;
        const double spent = budget.parts.at("test").spentEpsilon;
        QVERIFY(spent > 0.0 && spent < 0.5 * budget.targetEpsilon); // a look takes a quarter of μ² at most
        QVERIFY(
            find<QLabel>(*m_window, "part.test.budget")->text().contains(formatEpsilon(spent, Rounding::Up)));
        QVERIFY(find<QLabel>(*m_window, "part.train.budget")->text().contains(QStringLiteral("left")));
        QVERIFY(gauges->isVisible());
        m_window->parts().projects->close();
        QTRY_VERIFY(gauges->isHidden());
    }

    void theOneClassifierIsChosen() {
        openSample();
        QVERIFY(find<QPushButton>(*m_window, "experiments.export")->isEnabled());
        QVERIFY(find<QPushButton>(*m_window, "experiments.rerun")->isEnabled());
        QVERIFY(find<QLabel>(*m_window, "evaluate.reason")->text().contains(QStringLiteral("labels")));
    }

    /// Rows to test on are dropped, and take no part in what is trained on.
    void filesAreDroppedOnTheTest() {
        openSample();
        const QString other = file(QStringLiteral("site C.npz"));
        QFile array(other);
        QVERIFY(array.open(QIODevice::WriteOnly));
        m_engine->addFile(other,
                          {{other, QStringLiteral("features"), QStringLiteral("float32"), {900, 64}, 1},
                           {other, QStringLiteral("labels"), QStringLiteral("int64"), {900}, 1}});
        m_window->parts().pages->showPage(QStringLiteral("experiments"));
        auto* panel = find<QWidget>(*m_window, "evaluationPanel");
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(other)});
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(panel, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(panel, &event);
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        QTRY_VERIFY(start->isEnabled());
        QCOMPARE(find<QComboBox>(*m_window, "evaluate.features")->currentText(),
                 other + QStringLiteral(":features"));
        QCOMPARE(find<QComboBox>(*m_window, "evaluate.labels")->currentText(),
                 other + QStringLiteral(":labels"));
        drop(*m_window, {m_data});
        QTest::mouseClick(find<QPushButton>(*m_window, "files.here"), Qt::LeftButton);
        QTRY_VERIFY(m_window->request().options().train.features.find("x_train") != std::string::npos);
        for (const auto& [name, part] : m_window->request().options().ood) {
            QVERIFY2(part.features.find("site C") == std::string::npos, name.c_str());
        }
    }

    void axesWriteNumbersInOneWay() {
        QCOMPARE(formatAlike({0.1, 0.01, 0.001}),
                 QStringList({QStringLiteral("0.1"), QStringLiteral("0.01"), QStringLiteral("0.001")}));
        QCOMPARE(formatAlike({0.0, 5e-5, 1e-4, 1.5e-4}),
                 QStringList({QStringLiteral("0"), QStringLiteral("5e-5"), QStringLiteral("1e-4"),
                              QStringLiteral("1.5e-4")}));
        QCOMPARE(formatAlike({500000, 1e6}), QStringList({QStringLiteral("5e5"), QStringLiteral("1e6")}));
        const auto labels = [](bool logarithmic, double from, double to) {
            QVector<double> ticks;
            QVector<QString> texts;
            numberTicker(logarithmic)->generate({from, to}, QLocale::c(), 'g', 6, ticks, nullptr, &texts);
            return QStringList(texts.begin(), texts.end());
        };
        const QStringList wide = labels(true, 1e-8, 1.0);
        QVERIFY(wide.size() > 3);
        QCOMPARE(wide.filter(QStringLiteral("e")).size(), wide.size());
        QCOMPARE(labels(true, 2.1, 80.0), QStringList({QStringLiteral("5"), QStringLiteral("10"),
                                                       QStringLiteral("20"), QStringLiteral("50")}));
        QVERIFY(labels(true, 0.31, 0.47).size() >= 2); // less than an octave
        const QStringList plain = labels(false, 0.0, 1.0);
        QVERIFY(plain.contains(QStringLiteral("0.2")));
        QVERIFY(plain.filter(QStringLiteral("e")).isEmpty());
    }

    void axesOfCountsHaveNoTickBetweenTwo() {
        for (const double last : {1.0, 2.0, 5.0, 8.0, 12.0, 100.0}) {
            QVector<double> ticks, between;
            wholeTicker()->generate({0.5, last + 0.5}, QLocale::c(), 'g', 6, ticks, &between, nullptr);
            QVERIFY(ticks.size() + between.size() > 0);
            for (const double tick : ticks + between) {
                QCOMPARE(tick, std::round(tick));
            }
        }
    }
};

PARSIMONY_UI_TEST(TestFirstUse)
#include "test_first_use.moc"
