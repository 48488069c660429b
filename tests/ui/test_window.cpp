// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person uses it: clicks, keys and drops on the scripted engine.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/result_files.h"
#include "ui/window/screenshots.h"
#include "ui/window/split_editor.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

using namespace parsimony;
using namespace parsimony::ui;
using test::drop;
using test::find;
using test::type;

class TestWindow : public test::WindowTest {
    Q_OBJECT
private slots:
    /// From dropped files to an exported classifier, with mouse and keyboard alone.
    void journey() {
        QVERIFY(!m_window->parts().projects->working());
        drop(*m_window, {m_data});
        QTRY_VERIFY(m_window->parts().projects->working());
        QTRY_VERIFY(m_window->request().hasData());
        auto* run = find<QPushButton>(*m_window, "run.start");
        auto* reason = find<QLabel>(*m_window, "run.reason");
        QVERIFY(!run->isEnabled());
        QVERIFY(reason->text().contains(QStringLiteral("ε")));
        type(*m_window, "budget.epsilon", QStringLiteral("1"));
        type(*m_window, "budget.delta", QStringLiteral("1e-5"));
        QTRY_VERIFY(reason->text().contains(QStringLiteral("classes")));
        type(*m_window, "data.classes", QStringLiteral("26"));
        QTRY_VERIFY(run->isEnabled());
        QCOMPARE(run->accessibleName(), QStringLiteral("Run, takes ε = 1.000, nothing left after"));
        QVERIFY(reason->isHidden());
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(!run->isEnabled());
        QTest::mouseClick(run, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(m_engine->runs.load(), 1);
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTRY_COMPARE(table->model()->rowCount(), 3); // of the method that is the default here: auto
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.export")) != nullptr);
        QVERIFY(find<BudgetStrip>(*m_window, "budgetStrip")->text().contains(QStringLiteral("nothing left")));
        m_window->parts().results->writeExport(0, file(QStringLiteral("model.safetensors")));
        QTRY_VERIFY(find<QLabel>(*m_window, "status")->text().startsWith(QStringLiteral("Wrote ")));
    }

    /// With the style sheet there, each part of a window that gets its place has all that is in it styled
    /// again.
    void partsAreStyledOnceWhileAWindowIsBuilt() {
        class Restyled : public QObject {
        public:
            int times = 0;
            bool eventFilter(QObject*, QEvent* event) override {
                times += event->type() == QEvent::StyleChange ? 1 : 0;
                return false;
            }
        } restyled;
        m_window->hide();
        const QString sheet = qApp->styleSheet();
        QVERIFY(!sheet.isEmpty());
        qApp->installEventFilter(&restyled);
        const MainWindow another(m_engine);
        qApp->removeEventFilter(&restyled);
        QCOMPARE(qApp->styleSheet(), sheet);
        const auto parts = QApplication::allWidgets().size(); // of both windows
        QVERIFY2(restyled.times < 2 * parts,
                 qPrintable(QStringLiteral("%1 of %2").arg(restyled.times).arg(parts)));
        m_window->show();
    }

    void theStripTellsViewsOfARecord() {
        BudgetStrip strip;
        session::DatasetSnapshot dataset;
        dataset.records = 1400;
        dataset.dim = 128;
        strip.showBudget({}, dataset, false, 0.0);
        QVERIFY2(strip.text().endsWith(QStringLiteral("1,400 × 128")), qPrintable(strip.text()));
        dataset.views = 2;
        strip.showBudget({}, dataset, false, 0.0);
        QVERIFY2(strip.text().endsWith(QStringLiteral("1,400 × 128 (2 views of 64)")),
                 qPrintable(strip.text()));
    }

    void dropsThatAreNoData() {
        QFile picture(file(QStringLiteral("photo.png")));
        QVERIFY(picture.open(QIODevice::WriteOnly));
        drop(*m_window, {picture.fileName()});
        auto* problem = find<QLabel>(*m_window, "data.problem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY(problem->text().contains(QStringLiteral("photo.png")));
        // A file that vanished between the drop and the look at it.
        drop(*m_window, {file(QStringLiteral("gone.npy"))});
        QTRY_VERIFY(problem->text().contains(QStringLiteral("gone.npy")));
    }

    void plansThatCannotBePaid() {
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("x.parsimony")),
                                               false);
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY(run->isEnabled());
        type(*m_window, "budget.phaseEpsilons", QStringLiteral("0.6,0.7"));
        QTRY_VERIFY(!run->isEnabled());
        QVERIFY(find<QLabel>(*m_window, "budget.problem")->isVisible());
        QTRY_VERIFY(find<QLabel>(*m_window, "run.reason")->text().contains(QStringLiteral("missing")));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        find<QTableView>(*m_window, "trialsTable")->setFocus();
        m_window->request().undo();
        QTRY_VERIFY(run->isEnabled());
    }

    void splitIsDraggedAndMovedByKeys() {
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("y.parsimony")),
                                               false);
        auto* editor = find<SplitEditor>(*m_window, "splitEditor");
        QTRY_VERIFY(editor->width() > 100);
        editor->setFocus();
        QTest::keyClick(editor, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(m_window->request().phaseEpsilons()[0] > 0.1);
        const double first = m_window->request().phaseEpsilons()[0];
        // The right edge of phase 2 is dragged to the middle of the bar.
        const BudgetSplit split(1.0, 1e-5, {{first, 3}, {m_window->request().phaseEpsilons()[1], 3}});
        const double x =
            4.5 + (split.shares()[0].fraction + split.shares()[1].fraction) * (editor->width() - 9.0);
        QTest::mousePress(editor, Qt::LeftButton, {}, QPoint(static_cast<int>(std::lround(x)), 30));
        QTest::mouseMove(editor, QPoint(editor->width() / 2, 30));
        QTest::mouseRelease(editor, Qt::LeftButton, {}, QPoint(editor->width() / 2, 30));
        QVERIFY(m_window->request().phaseEpsilons()[1] > 0.25);
        QCOMPARE(m_window->request().phaseEpsilons()[0], first);
    }

    void visibilityIsAClick() {
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("z.parsimony")),
                                               false);
        auto* card = find<QWidget>(*m_window, "visibility.public");
        QTest::mouseClick(card, Qt::LeftButton, {}, QPoint(20, card->height() - 8));
        QVERIFY(m_window->request().options().visibility == session::Visibility::Public);
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY(run->isEnabled() && run->text().contains(QStringLiteral("simulates")));
    }

    void pauseAndResumeByButtons() {
        m_engine->stepTime = std::chrono::milliseconds(1);
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("p.parsimony")),
                                               true);
        auto* pause = find<QPushButton>(*m_window, "run.stop");
        QTRY_VERIFY(pause->isVisible());
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        auto* resume = find<QPushButton>(*m_window, "run.resume");
        QTRY_VERIFY(resume->isVisible());
        m_engine->stepTime = std::chrono::milliseconds(0);
        QTest::mouseClick(resume, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 2);
        QVERIFY(resume->isHidden());
    }

    void selectionIsOneEverywhere() {
        m_engine->addProject(QStringLiteral("/data/s.parsimony"), test::sampleOptions());
        m_window->parts().projects->open(QStringLiteral("/data/s.parsimony"));
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTRY_COMPARE(table->model()->rowCount(), 7);
        auto* plot = find<REpsilonPlot>(*m_window, "r-vs-epsilon");
        QTRY_VERIFY(plot->positionOf(5).has_value());
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->positionOf(5)->toPoint());
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(table->currentIndex().row(), 4);
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.rerun")) != nullptr);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QCOMPARE(table->currentIndex().row(), 1);
    }

    void filterByKeyboard() {
        m_engine->addProject(QStringLiteral("/data/f.parsimony"), test::sampleOptions());
        m_window->parts().projects->open(QStringLiteral("/data/f.parsimony"));
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTRY_COMPARE(table->model()->rowCount(), 7);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Slash);
        auto* filter = find<QLineEdit>(*m_window, "trials.filter");
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, QStringLiteral("phase=2"));
        QCOMPARE(table->model()->rowCount(), 3);
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(table->model()->rowCount(), 7);
    }

    void everyControlHasAName() {
        m_engine->addProject(QStringLiteral("/data/n.parsimony"), test::sampleOptions());
        m_window->parts().projects->open(QStringLiteral("/data/n.parsimony"));
        QTRY_VERIFY(m_window->parts().projects->working());
        QStringList nameless;
        for (const auto* widget : m_window->findChildren<QWidget*>()) {
            const bool control = qobject_cast<const QAbstractButton*>(widget) ||
                                 qobject_cast<const QLineEdit*>(widget) ||
                                 qobject_cast<const QAbstractItemView*>(widget);
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool inner =
                widget->objectName().startsWith(QLatin1String("qt_")) ||
                QLatin1String(widget->metaObject()->className()) == QLatin1String("QLineEditIconButton") ||
                widget->inherits("QHeaderView") || widget->inherits("QTableCornerButton") ||
                (widget->parentWidget() != nullptr &&
                 (widget->parentWidget()->inherits("QComboBox") ||
                  widget->parentWidget()->inherits("QTabBar") ||
                  widget->parentWidget()->inherits("QComboBoxPrivateContainer") ||
                  widget->parentWidget()->inherits("QToolBar")));
            if (control && !inner && widget->focusPolicy() != Qt::NoFocus &&
                widget->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty())) {
                nameless << QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
                                widget->objectName();
            }
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }

    void picturesOfEveryView() {
        m_engine->addProject(QStringLiteral("/data/q.parsimony"), test::sampleOptions());
        m_window->parts().projects->open(QStringLiteral("/data/q.parsimony"));
        QTRY_VERIFY(m_window->parts().projects->working());
        QTemporaryDir out;
        const Pictures taken = takeScreenshots(*m_window, out.path());
        QVERIFY(taken.size() >= 16);
        const QStringList files = QDir(out.path()).entryList({QStringLiteral("*.png")});
        QCOMPARE(files.size(), taken.size());
        for (const QString& name : files) {
            const QImage image(out.filePath(name));
            QVERIFY2(image.width() >= 200 && image.height() >= 100, qPrintable(name));
            QSet<QRgb> colors;
            for (int y = 0; y < image.height(); y += 7) {
                for (int x = 0; x < image.width(); x += 7) {
                    colors.insert(image.pixel(x, y));
                }
            }
            QVERIFY2(colors.size() > 5, qPrintable(name)); // something is drawn
        }
        QVERIFY(files.contains(QStringLiteral("r-vs-epsilon-light.png")));
    }
};

PARSIMONY_UI_TEST(TestWindow)
#include "test_window.moc"
