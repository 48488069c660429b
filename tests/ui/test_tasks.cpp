// SPDX-License-Identifier: GPL-3.0-or-later
// Operations without a project: attacks on trainers and the measuring of the machine, on the scripted engine.
#include "tests/ui/window_fixture.h"
#include "ui/style/widgets.h"
#include "ui/window/page_area.h"

#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QTableWidget>

using namespace parsimony;
using namespace parsimony::ui;
using test::choose;
using test::find;
using test::type;

class TestTasks : public test::WindowTest {
    Q_OBJECT

    [[nodiscard]] QTableWidget* tableOn(QLatin1String page) const {
        return m_window->page(page)->findChild<QTableWidget*>();
    }
    [[nodiscard]] QString titleOn(QLatin1String page) const {
        return find<QLabel>(*m_window->page(page), "sheet.title")->text();
    }

private slots:
    void anAttackIsStartedStoppedAndShown() {
        m_engine->stepTime = std::chrono::milliseconds(10);
        m_window->newProject();
        m_window->showPage(PageName::attack);
        auto* start = find<QPushButton>(*m_window, "attack.start");
        choose(*m_window, "attack.trainer", "dp-ls");
        type(*m_window, "attack.runs", QStringLiteral("50"));
        QVERIFY(start->isEnabled());
        start->click();
        QVERIFY(m_window->workbench().running() && !start->isEnabled());
        auto* progress = find<QLabel>(*m_window, "attack.progress");
        QTRY_VERIFY(progress->text().contains(QLatin1Char('%')));
        find<QPushButton>(*m_window, "run.stop")->click();
        QTRY_VERIFY(!m_window->workbench().running());
        QVERIFY(tableOn(PageName::attack) == nullptr); // nothing was found yet
        m_engine->stepTime = std::chrono::milliseconds(0);
        start->click();
        QTRY_VERIFY(tableOn(PageName::attack) != nullptr);
        QCOMPARE(titleOn(PageName::attack), QStringLiteral("dp-ls, 50"));
        QCOMPARE(tableOn(PageName::attack)->item(0, 1)->text(), QStringLiteral("0.5"));
        QVERIFY(tableOn(PageName::machine) == nullptr);
        QVERIFY(m_window->workbench().projectPath().isEmpty()); // none was made for it
    }

    void whatItCannotReadOrDoStandsOnThePage() {
        m_window->newProject();
        m_window->showPage(PageName::attack);
        auto* start = find<QPushButton>(*m_window, "attack.start");
        type(*m_window, "attack.runs", QStringLiteral("many"));
        QVERIFY(!start->isEnabled());
        QVERIFY(find<Field>(*m_window, "attack.runs")->property("invalid").toBool());
        type(*m_window, "attack.runs", QStringLiteral("13"));
        start->click();
        QTRY_VERIFY(find<QLabel>(*m_window, "attack.problem")->text().contains(QStringLiteral("unlucky")));
        QVERIFY(!m_window->workbench().running() && start->isEnabled());
        QVERIFY(find<QLabel>(*m_window, "bench.problem")->text().isEmpty());
    }

    void bothWaitInTheQueueAndFollowEachOther() {
        m_window->newProject();
        find<QPushButton>(*m_window, "bench.enqueue")->click();
        find<QPushButton>(*m_window, "attack.enqueue")->click();
        auto* list = find<QListView>(*m_window, "queue.list");
        QCOMPARE(list->model()->rowCount(), 2);
        QVERIFY(list->model()->index(0, 0).data().toString().endsWith(QStringLiteral("takes nothing")));
        find<QPushButton>(*m_window, "run.queue")->click();
        QTRY_VERIFY(tableOn(PageName::attack) != nullptr);
        QCOMPARE(titleOn(PageName::machine), QStringLiteral("cpu"));
        QCOMPARE(list->model()->rowCount(), 0);
    }
};

QTEST_MAIN(TestTasks)
#include "test_tasks.moc"
