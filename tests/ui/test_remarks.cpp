// SPDX-License-Identifier: GPL-3.0-or-later
// Notes, tags and the curator switch, by clicks and keys.
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/trial_table_model.h"

#include <QAction>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

class TestRemarks : public test::WindowTest {
    Q_OBJECT
private:
    QTableView* table() { return find<QTableView>(*m_window, "trialsTable"); }

    void clickTrial(int row) {
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(table()->model()->index(row, 0)).center());
        QTRY_VERIFY(m_window->findChild<QLineEdit*>(QStringLiteral("inspector.note")) != nullptr);
    }
    [[nodiscard]] QString cell(int row, TrialColumn column) {
        return table()->model()->index(row, static_cast<int>(column)).data().toString();
    }

private slots:
    void notesAndTagsLandInTheLedger() {
        openSample();
        clickTrial(1);
        type(*m_window, "inspector.note", QStringLiteral("looks, odd"));
        QTest::keyClick(find<QLineEdit>(*m_window, "inspector.note"), Qt::Key_Return);
        QTRY_COMPARE(cell(1, TrialColumn::Note), QStringLiteral("looks, odd"));
        QTRY_COMPARE(find<QLineEdit>(*m_window, "inspector.note")->text(), QStringLiteral("looks, odd"));
        type(*m_window, "inspector.tags", QStringLiteral("good again,good"));
        QTest::keyClick(find<QLineEdit>(*m_window, "inspector.tags"), Qt::Key_Return);
        QTRY_COMPARE(cell(1, TrialColumn::Tags), QStringLiteral("good, again"));
        auto* filter = find<QLineEdit>(*m_window, "trials.filter");
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("tags:good"));
        QCOMPARE(table()->model()->rowCount(), 1);
        auto* model = qobject_cast<TrialTableModel*>(table()->model());
        QVERIFY(model->toCsv({0}, {TrialColumn::Id, TrialColumn::Note})
                    .contains(QStringLiteral("\"looks, odd\"")));
        filter->clear();
        QTest::keyClicks(filter, QStringLiteral("odd"));
        QCOMPARE(table()->model()->rowCount(), 1);
    }

    void whatIsBeingWrittenSurvivesARunOfChanges() {
        openSample();
        clickTrial(2);
        type(*m_window, "inspector.note", QStringLiteral("half a sen"));
        for (int i = 0; i < 5; ++i) {
            m_window->workbench().refresh();
            QTest::qWait(60);
        }
        QCOMPARE(find<QLineEdit>(*m_window, "inspector.note")->text(), QStringLiteral("half a sen"));
    }

    void readOnlyProjectsTakeNoRemarks() {
        m_engine->addProject(QStringLiteral("/data/r.parsimony"), test::sampleOptions());
        m_engine->project("/data/r.parsimony")->readOnly = true;
        openSample(QStringLiteral("/data/r.parsimony"));
        clickTrial(1);
        QVERIFY(!find<QLineEdit>(*m_window, "inspector.note")->isEnabled());
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("read only")));
    }

    /// A word about there being one would tell of the rows what the switch hides.
    void aRemarkIsNotAnnounced() {
        openSample();
        auto* status = find<QLabel>(*m_window, "status");
        const QString before = status->text();
        emit m_window->workbench().curatorNotice(QStringLiteral("3 records are not valid"));
        QCOMPARE(status->text(), before);
        QVERIFY(
            find<QLabel>(*m_window, "inspector.curatorRemarks")->text().contains(QStringLiteral("Hidden")));
    }

    void curatorValuesNeedTheirRow() {
        openSample();
        QAction* action = nullptr;
        for (QAction* each : m_window->findChildren<QAction*>()) {
            action = each->text().contains(QStringLiteral("urator values")) ? each : action;
        }
        QVERIFY(action != nullptr);
        auto* box = find<QFrame>(*m_window, "data.curator");
        auto* badge = find<QLabel>(*m_window, "curatorBadge");
        QVERIFY(box->isHidden() && badge->isHidden());
        action->trigger();
        QTRY_VERIFY(!box->isHidden());
        QVERIFY(!badge->isHidden());
        QCOMPARE(m_engine->project("/data/s.parsimony")->curatorShown.size(), std::size_t{1});
        auto* ask = find<QPushButton>(*m_window, "data.curator.ask");
        QTRY_VERIFY(ask->isVisibleTo(box));
        ask->click();
        QTRY_VERIFY(find<QLabel>(*m_window, "data.curator.known")->text().contains(QStringLiteral("39000")));
        action->trigger();
        QVERIFY(box->isHidden() && badge->isHidden());
        // What was noticed has its place on each card, and its words only behind the switch.
        auto* remarks = find<QLabel>(*m_window, "inspector.curatorRemarks");
        QTRY_VERIFY(remarks->isVisible()); // the card is built after the click was answered
        QVERIFY(remarks->text().contains(QStringLiteral("Hidden")));
        m_engine->project("/data/s.parsimony")->remarks[1] =
            std::vector{Sentence("{1} records are not valid and count as wrong", 3),
                        Sentence::of("{1}", {Sentence::Value{"as an earlier version wrote it"}})};
        action->trigger();
        QTRY_COMPARE(remarks->text(), QStringLiteral("3 records are not valid and count as wrong\n"
                                                     "as an earlier version wrote it"));
        action->trigger();
        QVERIFY(remarks->text().contains(QStringLiteral("Hidden")));
        // Where no row can be written, they stay hidden.
        m_engine->project("/data/s.parsimony")->readOnly = true;
        action->trigger();
        QTest::qWait(50);
        QVERIFY(box->isHidden() && !action->isChecked());
    }
};

PARSIMONY_UI_TEST(TestRemarks)
#include "test_remarks.moc"
