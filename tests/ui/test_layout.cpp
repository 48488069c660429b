// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the window stand, at every size of it: nothing covers another, is cut or wastes space.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/experiment_table_model.h"
#include "ui/models/trial_columns.h"
#include "ui/pages/experiments_page.h"
#include "ui/style/widgets.h"
#include "ui/window/page_area.h"
#include "ui/window/part_gauges.h"
#include "ui/window/window_layout.h"
#include "ui/workers/workbench.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <cmath>

using namespace parsimony;
using namespace parsimony::ui;
using test::drop;
using test::find;

namespace {

constexpr int kTitleMargins = 16; ///< of a title in the table: padding, and the arrow of a sorting

} // namespace

class TestLayout : public test::WindowTest {
    Q_OBJECT
private:
    static bool isOnScreen(const MainWindow& window) {
        const auto screens = QGuiApplication::screens();
        return std::any_of(screens.begin(), screens.end(), [&](const QScreen* screen) {
            return screen->availableGeometry().intersects(window.geometry());
        });
    }

private slots:
    void thePlanIsReadWhole() {
        m_window->resize(1280, 800);
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("x.parsimony")),
                                               false);
        auto* table = find<QTableView>(*m_window, "planTable");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() == 3);
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QString text = table->model()->index(row, column).data().toString();
                QTRY_VERIFY2(table->columnWidth(column) >= table->fontMetrics().horizontalAdvance(text),
                             qPrintable(text));
            }
        }
        QVERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
    }

    void modelsAreAListAndNotALine() {
        openSample();
        m_window->parts().pages->showPage(PageName::experiments);
        auto* page = find<ExperimentsPage>(*m_window, "plotPage");
        auto* table = find<QTableView>(*m_window, "experimentsTable");
        auto many = std::make_shared<ProjectState>(*m_window->workbench().state());
        while (many->experiments.size() < 54) {
            many->experiments.push_back(many->experiments.front());
            many->experiments.back().id = static_cast<std::int64_t>(many->experiments.size());
            many->experiments.back().method = search::MethodKind::PapernotSteinke;
        }
        page->setState(many);
        const auto rows = [&] { return table->viewport()->height() / table->rowHeight(0); };
        m_window->resize(1280, 800);
        QTRY_VERIFY2(rows() >= 6, qPrintable(QString::number(rows())));
        const int text = table->fontMetrics().horizontalAdvance(QStringLiteral("papernot-steinke"));
        QVERIFY(table->columnWidth(ExperimentTableModel::Method) > text + 4);
        m_window->resize(900, 600);
        QTRY_COMPARE(m_window->size(), QSize(900, 600));
        QTRY_VERIFY2(rows() >= 3, qPrintable(QString::number(rows())));
    }

    void docksDoNotCoverEachOther() {
        QLabel* widest = nullptr;
        openSample();
        for (auto* label : m_window->findChildren<QLabel*>(QStringLiteral("trials.progress"))) {
            widest = label;
        }
        QVERIFY(widest != nullptr);
        m_window->resize(900, 600);
        const auto apart = [this] {
            const auto* trials = find<QDockWidget>(*m_window, "dock.trials");
            const auto* inspector = find<QDockWidget>(*m_window, "dock.inspector");
            return m_window->size() == QSize(900, 600) && trials->isVisible() && inspector->isVisible() &&
                   !trials->geometry().intersects(inspector->geometry()) &&
                   m_window->rect().contains(inspector->geometry());
        };
        QTRY_VERIFY(apart());
        QVERIFY(widest->minimumSizeHint().width() < 100); // whatever a run has to say
    }

    void nothingOfTheSetupIsCut() {
        drop(*m_window, {m_data});
        QTRY_VERIFY(m_window->parts().projects->working());
        m_window->resize(900, 600);
        const auto* body = find<QWidget>(*m_window, "setupBody");
        for (auto* section : body->findChildren<Section*>()) {
            for (const bool folded : {true, false}) {
                section->setFolded(folded);
                section->setSummary(QString(200, QLatin1Char('x')));
                QTRY_VERIFY2(body->minimumSizeHint().width() <= 280, qPrintable(section->objectName()));
                QTRY_VERIFY2(body->width() <= body->parentWidget()->width(),
                             qPrintable(section->objectName()));
            }
        }
    }

    void whatIsReservedFitsBesideItsGauge() {
        session::BudgetSnapshot budget;
        budget.targetEpsilon = 3.0;
        budget.targetDelta = 1e-5;
        budget.parts["train"] = {0.361, 1.951, 2.061, 0.1};
        PartGauges gauges;
        gauges.setBudget(budget);
        gauges.show();
        QVERIFY(gauges.findChild<QLabel*>(QStringLiteral("part.train.budget"))
                    ->text()
                    .contains(QStringLiteral("2.061")));
        QVERIFY(gauges.minimumSizeHint().width() <= 240); // of the setup in a window of 900 pixels
    }

    void toolsOfPlotsAreWhole() {
        openSample();
        m_window->resize(900, 600);
        QTRY_COMPARE(m_window->size(), QSize(900, 600));
        int boxes = 0;
        for (const QString& page : m_window->parts().pages->names()) {
            m_window->parts().pages->showPage(page);
            QTest::qWait(1); // laid out
            for (const auto* row : m_window->findChildren<QWidget*>(QStringLiteral("plotTools"))) {
                for (const auto* tool : row->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                    const QString name = page + QLatin1Char(' ') + tool->objectName();
                    QVERIFY2(!tool->isVisible() || row->rect().contains(tool->geometry()), qPrintable(name));
                    boxes += tool->isVisible() && qobject_cast<const QComboBox*>(tool) != nullptr ? 1 : 0;
                }
            }
        }
        QVERIFY(boxes > 0);
    }

    void accountsOfTheAuditAreReadWhole() {
        openSample();
        m_window->resize(900, 600);
        m_window->parts().pages->showPage(QStringLiteral("audit"));
        QTest::mouseClick(find<QPushButton>(*m_window, "audit.verify"), Qt::LeftButton);
        auto* accounts = find<QTableView>(*m_window, "audit.accounts");
        QTRY_VERIFY(accounts->isVisible() && accounts->model()->rowCount() > 0);
        QTRY_VERIFY(accounts->horizontalScrollBar()->maximum() > 0); // it takes height of the rows
        QVERIFY(accounts->viewport()->height() >= accounts->verticalHeader()->length());
    }

    void theTableKeepsItsShareOfTheWindow() {
        m_window->resize(1280, 800);
        m_window->parts().layout->reset();
        openSample();
        const auto* dock = find<QDockWidget>(*m_window, "dock.trials");
        QTRY_VERIFY(std::abs(dock->height() - 280) < 4);
        m_window->resize(1280, 1600);
        QTRY_VERIFY2(std::abs(dock->height() - 560) < 8, qPrintable(QString::number(dock->height())));
        m_window->resizeDocks({const_cast<QDockWidget*>(dock)}, {400}, Qt::Vertical); // by hand
        QTRY_VERIFY(std::abs(dock->height() - 400) < 4);
        m_window->resize(1280, 800);
        QTRY_VERIFY2(std::abs(dock->height() - 200) < 8, qPrintable(QString::number(dock->height())));
    }

    /// The same of the window's width as a person gave it, at another size and in the next window.
    void aSideKeepsTheShareThatItWasGiven() {
        m_window->resize(1280, 800);
        m_window->parts().layout->reset();
        openSample();
        const auto width = [this](const char* dock) { return find<QDockWidget>(*m_window, dock)->width(); };
        QTRY_VERIFY(std::abs(width("dock.setup") - 320) < 4);
        m_window->resize(1600, 800); // a form is read no better where the window is wider
        QTRY_VERIFY2(std::abs(width("dock.setup") - 320) < 4,
                     qPrintable(QString::number(width("dock.setup"))));
        m_window->resize(1280, 800);
        QTRY_VERIFY(std::abs(width("dock.inspector") - 256) < 4);
        const auto* setup = find<QDockWidget>(*m_window, "dock.setup");
        const QPoint border = setup->mapTo(m_window.get(), QPoint(setup->width(), setup->height() / 2));
        QTest::mousePress(m_window.get(), Qt::LeftButton, {}, border);
        for (int step = 1; step <= 4; ++step) {
            QMouseEvent drag(QEvent::MouseMove, border + QPoint(20 * step, 0),
                             m_window->mapToGlobal(border + QPoint(20 * step, 0)), Qt::NoButton,
                             Qt::LeftButton, {});
            QApplication::sendEvent(m_window.get(), &drag);
            QTest::qWait(20);
        }
        QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, border + QPoint(80, 0));
        QTRY_VERIFY2(std::abs(width("dock.setup") - 400) < 8,
                     qPrintable(QString::number(width("dock.setup"))));
        m_window->resize(1920, 800);
        QTRY_VERIFY2(std::abs(width("dock.setup") - 600) < 12,
                     qPrintable(QString::number(width("dock.setup"))));
        QVERIFY(std::abs(width("dock.inspector") - 256) < 4); // that border was not touched
        m_window->close();
        m_window = std::make_unique<MainWindow>(m_engine);
        m_window->show();
        m_window->resize(1280, 800);
        openSample();
        QTRY_VERIFY2(std::abs(width("dock.setup") - 400) < 8,
                     qPrintable(QString::number(width("dock.setup"))));
        m_window->parts().layout->reset();
        QTRY_VERIFY(std::abs(width("dock.setup") - 320) < 4);
    }

    void theWindowFitsTheScreen() {
        const QSize screen = m_window->screen()->availableGeometry().size();
        m_window->resize(screen * 2);
        m_window->parts().layout->fitScreen();
        QVERIFY(m_window->width() <= std::max(screen.width(), m_window->minimumWidth()));
        QVERIFY(m_window->height() < screen.height());
        m_window->resize(m_window->minimumSize());
        const QSize before = m_window->size();
        m_window->parts().layout->fitScreen();
        QCOMPARE(m_window->size(), before);
    }

    /// Of a large display too, and none of it is cut in a small window.
    void theStartPageUsesItsSpace() {
        auto* middle = find<QWidget>(*m_window, "start.middle");
        m_window->resize(900, 600);
        QTRY_VERIFY(middle->width() <= 900 && middle->height() <= m_window->height());
        const int small = find<QListView>(*m_window, "start.recent")->minimumHeight();
        m_window->resize(3840, 2160);
        QTRY_VERIFY2(middle->width() >= 1200, qPrintable(QString::number(middle->width())));
        QVERIFY(find<QListView>(*m_window, "start.recent")->minimumHeight() >= 2 * small);
    }

    /// In the window of a small laptop, with the columns that are shown at first and that of experiments.
    void noColumnOfTheTableIsCut() {
        m_window->resize(1280, 800);
        m_window->parts().layout->reset();
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.3;
        for (int i = 0; i < 2; ++i) {
            m_engine->addProject(QStringLiteral("/data/two.parsimony"), options);
        }
        m_window->parts().projects->open(QStringLiteral("/data/two.parsimony"));
        auto* table = find<QTableView>(*m_window, "trialsTable");
        const auto* header = table->horizontalHeader();
        QTRY_VERIFY(table->model()->rowCount() > 0 &&
                    !table->isColumnHidden(static_cast<int>(TrialColumn::Experiment)));
        QTRY_VERIFY2(
            header->length() <= table->viewport()->width(),
            qPrintable(QStringLiteral("%1 of %2").arg(header->length()).arg(table->viewport()->width())));
        for (int column = 0; column < kTrialColumns; ++column) {
            const QString title = trialColumnTitle(static_cast<TrialColumn>(column));
            QVERIFY2(table->isColumnHidden(column) ||
                         table->columnWidth(column) >=
                             header->fontMetrics().horizontalAdvance(title) + kTitleMargins,
                     qPrintable(title));
            for (int row = 0; row < table->model()->rowCount() && !table->isColumnHidden(column); ++row) {
                const QModelIndex cell = table->model()->index(row, column);
                const int needed = table->sizeHintForIndex(cell).width();
                QVERIFY2(table->columnWidth(column) >= needed, qPrintable(QStringLiteral("%1: %2 of %3")
                                                                              .arg(cell.data().toString())
                                                                              .arg(table->columnWidth(column))
                                                                              .arg(needed)));
            }
        }
    }

    void windowsComeBackOnScreen() {
        m_window->setGeometry(40000, 40000, 1000, 700);
        m_window->close();
        MainWindow again(m_engine);
        again.show();
        QVERIFY(isOnScreen(again));
    }

    void anUnpluggedDisplay() {
        m_window->setGeometry(40000, 40000, 1000, 700); // on a display that goes now
        QVERIFY(!isOnScreen(*m_window));
        emit qGuiApp->screenRemoved(QGuiApplication::primaryScreen());
        QTRY_VERIFY(isOnScreen(*m_window));
        QCOMPARE(m_window->size(), QSize(1000, 700));
    }
};

PARSIMONY_UI_TEST(TestLayout)
#include "test_layout.moc"
