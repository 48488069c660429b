// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of classifiers on public and on private rows, by clicks and keys.
#include "core/session/look_price.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"
#include "ui/pages/confusion_view.h"
#include "ui/pages/evaluation_panel.h"
#include "ui/style/checklist_button.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

class TestEvaluations : public test::WindowTest {
    Q_OBJECT
private:
    [[nodiscard]] QString firstNote() {
        const QAbstractItemModel* trials = find<QTableView>(*m_window, "trialsTable")->model();
        return trials->index(0, static_cast<int>(TrialColumn::Note)).data().toString();
    }
    void chooseExperiment() {
        m_window->parts().pages->showPage(QStringLiteral("experiments"));
        auto* list = find<QTableView>(*m_window, "experimentsTable");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 1)).center());
    }
    void typeInto(const char* name, const QString& text) {
        auto* box = find<QComboBox>(*m_window, name);
        box->lineEdit()->setFocus();
        box->lineEdit()->selectAll();
        QTest::keyClicks(box->lineEdit(), text);
    }

private slots:
    void classifiersAreTestedOnPublicRows() {
        openSample();
        chooseExperiment();
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        QVERIFY(!start->isEnabled());
        typeInto("evaluate.features", QStringLiteral("/data/other.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/other.npz:y"));
        type(*m_window, "evaluate.groups", QStringLiteral("/data/groups.csv"));
        QTRY_VERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QVERIFY(!start->isEnabled()); // no second click while it counts
        auto* verdict = find<QLabel>(*m_window, "evaluate.verdict");
        QTRY_VERIFY(verdict->text().contains(QStringLiteral("75.00")));
        QCOMPARE(find<QTableWidget>(*m_window, "evaluate.table")->rowCount(), 4);
        QCOMPARE(find<QTableWidget>(*m_window, "evaluate.table")->item(0, 0)->text(),
                 QStringLiteral("AUC of class 1"));
        auto* matrix = find<ConfusionView>(*m_window, "confusion");
        QVERIFY(!matrix->empty());
        QVERIFY(matrix->textAt(QPointF(40, 8)).contains(QStringLiteral("18 times")));
        QVERIFY(matrix->textAt(QPointF(1, 1)).isEmpty());
        QCOMPARE(m_engine->evaluations.load(), 1);
        test::writeNote(*m_window, 1, "something else changes");
        QTRY_COMPARE(firstNote(), QStringLiteral("something else changes"));
        QVERIFY(verdict->text().contains(QStringLiteral("75.00"))); // and the result stays
        // Nothing of it is cut, whatever the window's size.
        auto* table = find<QTableWidget>(*m_window, "evaluate.table");
        auto* panel = find<QWidget>(*m_window, "evaluationPanel");
        m_window->parts().pages->showPage(QStringLiteral("experiments"));
        for (const QSize size : {QSize(900, 600), QSize(1280, 800), QSize(3840, 2160)}) {
            m_window->resize(size);
            QTRY_COMPARE(m_window->size(), size);
            QTRY_VERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
            for (int column = 0; column < table->columnCount(); ++column) {
                const QString title = table->horizontalHeaderItem(column)->text();
                QVERIFY2(table->columnWidth(column) > table->fontMetrics().horizontalAdvance(title),
                         qPrintable(title));
            }
            for (const QWidget* widget : {static_cast<QWidget*>(table), static_cast<QWidget*>(matrix)}) {
                QTRY_VERIFY(widget->width() >= 160 && widget->height() >= 60);
                QTRY_VERIFY(widget->mapTo(panel, QPoint(widget->width(), 0)).x() <= panel->width());
            }
        }
    }

    void privateRowsArePriced() {
        openSample();
        chooseExperiment();
        typeInto("evaluate.features", QStringLiteral("/data/private.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/private.npz:y"));
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        QTest::mouseClick(start, Qt::LeftButton);
        auto* problem = find<QLabel>(*m_window, "evaluate.problem");
        QTRY_VERIFY(problem->isVisible()); // known as private: no exact counts
        auto* radio = find<QRadioButton>(*m_window, "evaluate.private");
        QTest::mouseClick(radio, Qt::LeftButton, {}, QPoint(8, radio->height() / 2));
        QVERIFY(start->text().contains(QStringLiteral("takes at most ε")));
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY(find<QLabel>(*m_window, "evaluate.verdict")->text().contains(QStringLiteral("±")));
        QVERIFY(find<ConfusionView>(*m_window, "confusion")->isHidden());
        QVERIFY(find<QTableWidget>(*m_window, "evaluate.table")->isHidden());
    }

    /// A run said how many there are: by that a look divides, and not by the file's.
    void privateRowsArePricedByTheNumberThatWasDeclared() {
        openSample();
        chooseExperiment();
        m_engine->project("/data/s.parsimony")->declaredRecords = 40;
        typeInto("evaluate.features", QStringLiteral("/data/private.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/private.npz:y"));
        auto* radio = find<QRadioButton>(*m_window, "evaluate.private");
        QTest::mouseClick(radio, Qt::LeftButton, {}, QPoint(8, radio->height() / 2));
        const double most = session::mostEpsilonOfLook(m_window->workbench().state()->budgets, 40, 0);
        const QString price = formatEpsilon(most, Rounding::Up);
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        QTRY_VERIFY2(start->text().contains(price),
                     qPrintable(start->text() + QStringLiteral(" / ") + price));
        find<QPushButton>(*m_window, "evaluate.enqueue")->click();
        auto* list = find<QListView>(*m_window, "queue.list");
        QTRY_VERIFY(list->model()->index(0, 0).data().toString().contains(price));
    }

    void aLookAtPrivateRowsWaitsForItsTurn() {
        openSample();
        chooseExperiment();
        typeInto("evaluate.features", QStringLiteral("/data/private.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/private.npz:y"));
        auto* enqueue = find<QPushButton>(*m_window, "evaluate.enqueue");
        QVERIFY(enqueue->isHidden()); // exact counts of public rows cost nothing and wait for nothing
        auto* radio = find<QRadioButton>(*m_window, "evaluate.private");
        QTest::mouseClick(radio, Qt::LeftButton, {}, QPoint(8, radio->height() / 2));
        QTRY_VERIFY(!enqueue->isHidden() && enqueue->isEnabled());
        enqueue->click();
        const auto kept = [this] { return m_engine->queueOf("/data/s.parsimony"); };
        QTRY_COMPARE(kept().size(), std::size_t{1});
        QVERIFY(std::holds_alternative<study::LookRequest>(kept().front()));
        auto* list = find<QListView>(*m_window, "queue.list");
        const QString line = list->model()->index(0, 0).data().toString();
        QVERIFY2(line.contains(QStringLiteral("at most ε")), qPrintable(line));
        QVERIFY2(line.contains(QStringLiteral("pays again")), qPrintable(line)); // of the part test
        enqueue->click();
        QTRY_COMPARE(kept().size(), std::size_t{2});
        QVERIFY(find<QLabel>(*m_window, "status")->text().contains(QStringLiteral("pays twice")));
        const int before = m_engine->evaluations.load();
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(find<QPushButton>(*m_window, "run.queue"), Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(m_engine->evaluations.load(), before + 2);
        QVERIFY(find<QLabel>(*m_window, "evaluate.verdict")->text().contains(QStringLiteral("±")));
        QVERIFY(kept().empty());
    }

    /// It is said where the person looks, the rest waits, and what cost nothing waits again.
    void aLookThatIsRefusedHoldsTheQueue() {
        openSample();
        chooseExperiment();
        typeInto("evaluate.features", QStringLiteral("/data/spent.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/spent.npz:y"));
        auto* radio = find<QRadioButton>(*m_window, "evaluate.private");
        QTest::mouseClick(radio, Qt::LeftButton, {}, QPoint(8, radio->height() / 2));
        auto* enqueue = find<QPushButton>(*m_window, "evaluate.enqueue");
        QTRY_VERIFY(enqueue->isEnabled());
        enqueue->click();
        const auto kept = [this] { return m_engine->queueOf("/data/s.parsimony"); };
        QTRY_COMPARE(kept().size(), std::size_t{1});
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(find<QPushButton>(*m_window, "run.queue"), Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        QTRY_COMPARE(kept().size(), std::size_t{1});
    }

    void privateRowsAreAskedForMoreThanTheAccuracy() {
        openSample();
        chooseExperiment();
        typeInto("evaluate.features", QStringLiteral("/data/private.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/private.npz:y"));
        auto* figures = find<ChecklistButton>(*m_window, "evaluate.figures");
        auto* names = find<QLineEdit>(*m_window, "evaluate.groupNames");
        QVERIFY(figures->isHidden() && names->isHidden()); // public rows show everything
        auto* radio = find<QRadioButton>(*m_window, "evaluate.private");
        QTest::mouseClick(radio, Qt::LeftButton, {}, QPoint(8, radio->height() / 2));
        QVERIFY(!figures->isHidden() && !names->isHidden());
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        type(*m_window, "evaluate.groups", QStringLiteral("/data/groups.csv"));
        QTRY_VERIFY(!start->isEnabled()); // which groups there are has to be declared
        type(*m_window, "evaluate.groupNames", QStringLiteral("north, south"));
        QTRY_VERIFY(start->isEnabled());
        type(*m_window, "evaluate.positive", QStringLiteral("one"));
        QTRY_VERIFY(!start->isEnabled());
        type(*m_window, "evaluate.positive", QStringLiteral("1"));
        figures->setChosen({QStringLiteral("class"), QStringLiteral("log_loss")});
        QTRY_VERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        auto* table = find<QTableWidget>(*m_window, "evaluate.table");
        QTRY_VERIFY(!table->isHidden());
        QCOMPARE(table->rowCount(), 4); // two figures, two classes
        QCOMPARE(table->item(0, 2)->text(), QStringLiteral("90.00 ± 2.00 %"));
        QVERIFY(table->item(1, 2)->text().contains(QStringLiteral("1.25 ±")));
        QCOMPARE(table->item(3, 2)->text(), QStringLiteral("–"));
    }

    /// As `evaluate` and `predict` take them.
    void labelsAndIdsMayBeColumnsOfATable() {
        openSample();
        chooseExperiment();
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        typeInto("evaluate.features", QStringLiteral("/data/other.csv"));
        QVERIFY(!start->isEnabled());
        type(*m_window, "evaluate.labelColumn", QStringLiteral("kind"));
        type(*m_window, "evaluate.idColumn", QStringLiteral("who"));
        type(*m_window, "evaluate.encoderId", QStringLiteral("clip@1"));
        QTRY_VERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY(find<QLabel>(*m_window, "evaluate.verdict")->text().contains(QStringLiteral("75.00")));
        QVERIFY(m_engine->looked.labels.isEmpty());
        QCOMPARE(m_engine->looked.options.labelColumn, std::string("kind"));
        QCOMPARE(m_engine->looked.options.idColumn, std::string("who"));
        QCOMPARE(m_engine->looked.options.encoderId, std::string("clip@1"));
        QTemporaryDir dir;
        auto* panel = m_window->findChild<EvaluationPanel*>();
        QSignalSpy written(panel, &EvaluationPanel::written);
        panel->predictTo(dir.filePath(QStringLiteral("classes.csv")));
        QTRY_COMPARE(written.size(), 1);
        QVERIFY(m_engine->predictAsked.options == m_engine->looked.options);
    }

    void privateRowsAreDeclaredAsOnTheCommandLine() {
        openSample();
        chooseExperiment();
        typeInto("evaluate.features", QStringLiteral("/data/private.npz:x"));
        typeInto("evaluate.labels", QStringLiteral("/data/private.npz:y"));
        const auto shown = [this](const char* name) { return !find<QLineEdit>(*m_window, name)->isHidden(); };
        QVERIFY(!shown("evaluate.testRecords") && !shown("evaluate.linkedTo") && !shown("evaluate.leaveOut"));
        QVERIFY(shown("evaluate.lossBound")); // of public rows every figure is shown
        auto* radio = find<QRadioButton>(*m_window, "evaluate.private");
        QTest::mouseClick(radio, Qt::LeftButton, {}, QPoint(8, radio->height() / 2));
        QVERIFY(shown("evaluate.testRecords") && shown("evaluate.linkedTo") && !shown("evaluate.lossBound"));
        QVERIFY(!shown("evaluate.leaveOut")); // nobody is known by an id
        typeInto("evaluate.ids", QStringLiteral("/data/private.npz:who"));
        QTRY_VERIFY(shown("evaluate.leaveOut"));
        auto* start = find<QPushButton>(*m_window, "evaluate.start");
        type(*m_window, "evaluate.testRecords", QStringLiteral("none"));
        QTRY_VERIFY(!start->isEnabled());
        QVERIFY(find<QLabel>(*m_window, "evaluate.reason")->text().contains(QStringLiteral("test-records")));
        type(*m_window, "evaluate.testRecords", QStringLiteral("40"));
        type(*m_window, "evaluate.linkedTo", QStringLiteral("/data/a.parsimony; /data/b.parsimony:test"));
        type(*m_window, "evaluate.leaveOut", QStringLiteral("/data/c.parsimony"));
        find<ChecklistButton>(*m_window, "evaluate.figures")->setChosen({QStringLiteral("log_loss")});
        type(*m_window, "evaluate.lossBound", QStringLiteral("0"));
        QTRY_VERIFY(!start->isEnabled());
        QVERIFY(shown("evaluate.lossBound"));
        type(*m_window, "evaluate.lossBound", QStringLiteral("2.5"));
        QTRY_VERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY(find<QLabel>(*m_window, "evaluate.verdict")->text().contains(QStringLiteral("±")));
        const EvaluationRequest& asked = m_engine->looked;
        QCOMPARE(asked.options.testRecords, std::optional<std::uint64_t>(40));
        QCOMPARE(asked.lossBound, std::optional(2.5));
        QCOMPARE(asked.options.linkedTo,
                 (std::vector<std::string>{"/data/a.parsimony", "/data/b.parsimony:test"}));
        QCOMPARE(asked.options.leaveOut, (std::vector<std::string>{"/data/c.parsimony"}));
        QCOMPARE(asked.options.visibility, session::Visibility::Private);
        const study::LookRequest waits = lookOf(asked); // as it would wait in a queue
        QVERIFY(lookOf(requestOf(waits, asked.project)) == waits);
    }

    void whatIsReleasedIsOfferedByHowManyLabelsARecordHas() {
        openSample();
        chooseExperiment();
        auto* figures = find<ChecklistButton>(*m_window, "evaluate.figures");
        const auto offered = [&] {
            QStringList keys;
            for (int i = 0; i < figures->list().count(); ++i) {
                keys << figures->list().item(i)->data(Qt::UserRole).toString();
            }
            return keys;
        };
        const QString f1 = QStringLiteral("f1");
        QVERIFY(offered().size() == 5 && !offered().contains(f1));
        figures->setChosen({QStringLiteral("auc")});
        m_engine->project(m_window->workbench().projectPath().toStdString())
            ->runs.front()
            ->plan.constants.labelsPerRecord = 3;
        m_window->workbench().refresh();
        QTRY_COMPARE(offered(), QStringList{f1});
        QVERIFY(figures->chosen().isEmpty()); // what the engine would refuse is not asked for either
    }
};

PARSIMONY_UI_TEST(TestEvaluations)
#include "test_evaluations.moc"
