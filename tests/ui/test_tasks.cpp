// SPDX-License-Identifier: GPL-3.0-or-later
// Operations without a project: attacks on trainers and the measuring of the machine, on the scripted engine.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/samples.h"
#include "ui/pages/evaluation_panel.h"
#include "ui/style/widgets.h"
#include "ui/window/page_area.h"
#include "ui/window/result_files.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRadioButton>
#include <QTableView>
#include <QTableWidget>

using namespace parsimony;
using namespace parsimony::ui;
using test::choose;
using test::find;
using test::type;

class TestTasks : public test::WindowTest {
    Q_OBJECT

    [[nodiscard]] QTableWidget* tableOn(QLatin1String page) const {
        return m_window->parts().pages->page(page)->findChild<QTableWidget*>();
    }
    [[nodiscard]] QString titleOn(QLatin1String page) const {
        return find<QLabel>(*m_window->parts().pages->page(page), "sheet.title")->text();
    }
    [[nodiscard]] QString statusText() const { return find<QLabel>(*m_window, "status")->toolTip(); }
    void chooseExperiment() {
        m_window->parts().pages->showPage(PageName::experiments);
        auto* list = find<QTableView>(*m_window, "experimentsTable");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        list->selectRow(0);
    }

private slots:
    void anAttackIsStartedStoppedAndShown() {
        m_engine->stepTime = std::chrono::milliseconds(10);
        m_window->parts().projects->begin();
        m_window->parts().pages->showPage(PageName::attack);
        auto* start = find<QPushButton>(*m_window, "attack.start");
        choose(*m_window, "attack.trainer", "dp-ls");
        type(*m_window, "attack.runs", QStringLiteral("50"));
        QVERIFY(start->isEnabled());
        start->click();
        QVERIFY(m_window->workbench().running() && !start->isEnabled());
        auto* progress = find<QLabel>(*m_window, "attack.progress");
        QTRY_VERIFY(progress->text().contains(QLatin1Char('%')));
        QVERIFY(statusText().contains(QStringLiteral("takes nothing")));
        QVERIFY(find<QLabel>(*m_window, "run.reason")->text().contains(QStringLiteral("takes nothing")));
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
        m_window->parts().projects->begin();
        m_window->parts().pages->showPage(PageName::attack);
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
        m_window->parts().projects->begin();
        find<QPushButton>(*m_window, "bench.enqueue")->click();
        find<QPushButton>(*m_window, "attack.enqueue")->click();
        auto* list = find<QListView>(*m_window, "queue.list");
        QCOMPARE(list->model()->rowCount(), 2);
        QVERIFY(list->model()->index(0, 0).data().toString().endsWith(QStringLiteral("takes nothing")));
        QCOMPARE(find<QPushButton>(*m_window, "run.queue")->accessibleName(),
                 QStringLiteral("Run the queue, takes nothing"));
        find<QPushButton>(*m_window, "run.queue")->click();
        QTRY_VERIFY(tableOn(PageName::attack) != nullptr);
        QCOMPARE(titleOn(PageName::machine), QStringLiteral("cpu"));
        QCOMPARE(list->model()->rowCount(), 0);
    }

    void whatStandsInTheFormsIsWrittenForTheCommandLine() {
        m_window->parts().projects->setRequest(m_engine->onDisk(sampleOptions(QStringLiteral("digits"), {})),
                                               file(QStringLiteral("p.parsimony")), false);
        m_window->parts().results->writePlan(file(QStringLiteral("plan.toml")));
        QFile written(file(QStringLiteral("plan.toml")));
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QVERIFY2(text.contains("classes = 10\n") && text.contains("storage = \""), text.constData());
        m_window->parts().results->writePlan(file(QStringLiteral("none/plan.toml")));
        QVERIFY(statusText().contains(QStringLiteral("cannot be written")));
    }

    void aCopyForOthersIsWrittenAndReplacesNothing() {
        openSample();
        const QString copy = file(QStringLiteral("copy.parsimony"));
        m_window->parts().results->writeCopy(copy);
        QTRY_VERIFY(statusText().contains(QStringLiteral("copy.parsimony")));
        QVERIFY(QFile::exists(copy));
        m_window->parts().results->writeCopy(copy);
        QTRY_VERIFY(statusText().contains(QStringLiteral("already")));
    }

    void predictedClassesAreWrittenForWhoMaySeeThem() {
        openSample();
        chooseExperiment();
        auto* panel = m_window->findChild<EvaluationPanel*>();
        auto* predict = find<QPushButton>(*m_window, "evaluate.predict");
        auto* features = find<QComboBox>(*m_window, "evaluate.features");
        QVERIFY(!predict->isEnabled());
        features->setEditText(QStringLiteral("/data/wide.npy"));
        QVERIFY(predict->isEnabled());
        panel->predictTo(file(QStringLiteral("classes.csv")));
        auto* problem = find<QLabel>(*m_window, "evaluate.problem");
        QTRY_VERIFY(problem->text().contains(QStringLiteral("another width")));
        features->setEditText(QStringLiteral("/data/x.npy"));
        panel->predictTo(file(QStringLiteral("classes.csv")));
        auto* said = find<QLabel>(*m_window, "status");
        QTRY_VERIFY(said->toolTip().contains(QStringLiteral("classes.csv")));
        QVERIFY(!problem->isVisible());
        QFile written(file(QStringLiteral("classes.csv")));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().endsWith("/data/x.npy"));
        m_engine->tellsCurator = false;
        features->setEditText(QStringLiteral("/data/y.npy"));
        QVERIFY(!predict->isEnabled() && predict->toolTip().contains(QStringLiteral("curator")));
    }

    void severalSetsAreTestedInOneLook() {
        openSample();
        chooseExperiment();
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        auto* reason = find<QLabel>(*m_window, "evaluate.reason");
        find<QComboBox>(*m_window, "evaluate.features")->setEditText(QStringLiteral("/data/o.npz:x"));
        find<QComboBox>(*m_window, "evaluate.labels")->setEditText(QStringLiteral("/data/o.npz:y"));
        QVERIFY(start->isEnabled());
        type(*m_window, "evaluate.sets", QStringLiteral("night"));
        QVERIFY(!start->isEnabled() && reason->text().contains(QStringLiteral("NAME=")));
        type(*m_window, "evaluate.sets", QStringLiteral("night=/n.npy,/l.npy; rain=/private.npy,/l.npy"));
        type(*m_window, "evaluate.groups", QStringLiteral("/groups.csv"));
        QVERIFY(!start->isEnabled() && reason->text().contains(QStringLiteral("one set")));
        find<QLineEdit>(*m_window, "evaluate.groups")->clear();
        start->click();
        auto* shown = find<QComboBox>(*m_window, "evaluate.shown");
        QTRY_COMPARE(shown->count(), 2); // the third is refused, and what was found before it stays
        QVERIFY(shown->itemText(1).startsWith(QStringLiteral("night: ")));
        QVERIFY(find<QLabel>(*m_window, "evaluate.problem")->text().contains(QStringLiteral("private")));
        QCOMPARE(m_engine->evaluations.load(), 3);
        find<QRadioButton>(*m_window, "evaluate.private")->click();
        QVERIFY(start->text().contains(QStringLiteral("3 sets")));
        start->click();
        QTRY_COMPARE(shown->count(), 3);
        QVERIFY(shown->itemText(2).startsWith(QStringLiteral("rain: ")));
    }

    void rowsAreCheckedForTheCurator() {
        openSample();
        QTRY_VERIFY(m_window->request().hasData());
        auto* check = find<QPushButton>(*m_window, "data.curator.check");
        check->click();
        auto* found = find<QLabel>(*m_window, "data.curator.known");
        QTRY_VERIFY(found->text().contains(QStringLiteral("3 of 100 labels are outside")));
        QVERIFY(check->isEnabled());
        m_engine->tellsCurator = false;
        m_window->request().edit([](session::RunOptions& o) { o.classes = 7; });
        QVERIFY(!check->isEnabled() && check->toolTip().contains(QStringLiteral("curator")));
    }
};

PARSIMONY_UI_TEST(TestTasks)
#include "test_tasks.moc"
