// SPDX-License-Identifier: GPL-3.0-or-later
// From the start page to a finished run, its trials, a classifier and a verified ledger by keys alone, on the
// real engine.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/style/theme.h"
#include "ui/workers/engine_session.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTimer>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;

namespace {

constexpr int kPatience = 30000; ///< for what takes a second on an idle machine
constexpr int kMostTabs = 300;

/// What a key goes to.
QWidget* target(QWidget& window) {
    QWidget* focus = QApplication::focusWidget();
    return focus != nullptr ? focus : &window;
}

} // namespace

class TestKeyboard : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::unique_ptr<MainWindow> m_window;

    void press(Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(target(*m_window), key, with);
    }
    /// Tab until a widget of that name has the focus.
    bool tabTo(const QString& name) {
        for (int stop = 0; stop < kMostTabs; ++stop) {
            if (target(*m_window)->objectName() == name) {
                return true;
            }
            press(Qt::Key_Tab);
        }
        return false;
    }

    void lookAtOneTrial(QTableView& table) {
        press(Qt::Key_Home);
        press(Qt::Key_Down);
        QTRY_VERIFY(find<QPushButton>(*m_window, "inspector.record")->isVisible());
        QVERIFY(tabTo(QStringLiteral("inspector.record")));
        press(Qt::Key_Space);
        QTRY_VERIFY(!find<QLabel>(*m_window, "record.events")->text().isEmpty());
        QVERIFY(tabTo(QStringLiteral("record.copy")));
        QVERIFY(tabTo(table.objectName()));
    }
    void compareTwo(QTableView& table) {
        press(Qt::Key_Down, Qt::ShiftModifier);
        QTRY_COMPARE(table.selectionModel()->selectedRows().size(), 2);
        QTRY_VERIFY(!find<QPushButton>(*m_window, "inspector.record")->isVisible()); // two stand side by side
        press(Qt::Key_Up);
        QTRY_COMPARE(table.selectionModel()->selectedRows().size(), 1);
    }
    void filter(QTableView& table) {
        const int all = table.model()->rowCount();
        press(Qt::Key_F, Qt::ControlModifier);
        QTRY_COMPARE(target(*m_window)->objectName(), QStringLiteral("trials.filter"));
        QTest::keyClicks(target(*m_window), QStringLiteral("phase=1"));
        QTRY_VERIFY(table.model()->rowCount() < all);
        press(Qt::Key_Escape); // what completes it
        press(Qt::Key_Escape);
        QTRY_COMPARE(table.model()->rowCount(), all);
    }
    void exportTheClassifier() {
        const QString file = m_dir.filePath(QStringLiteral("by-keys.safetensors"));
        QTimer::singleShot(300, this, [file] {
            QWidget* dialog = QApplication::activeModalWidget();
            QVERIFY(dialog != nullptr);
            auto* field = find<QLineEdit>(*dialog, "export.file");
            for (int stop = 0; stop < kMostTabs && !field->hasFocus(); ++stop) {
                QTest::keyClick(target(*dialog), Qt::Key_Tab);
            }
            QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(field, file);
            QTest::keyClick(field, Qt::Key_Return);
        });
        press(Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(QFileInfo::exists(file));
        m_window->activateWindow(); // a desktop does this when a dialog goes
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void verifyTheLedger() {
        for (int page = 0;
             page < kMostTabs && target(*m_window)->objectName() != QLatin1String("audit.verify"); ++page) {
            auto* verify = find<QPushButton>(*m_window, "audit.verify");
            if (verify->isVisible()) {
                break;
            }
            press(Qt::Key_PageDown, Qt::ControlModifier);
        }
        QVERIFY(tabTo(QStringLiteral("audit.verify")));
        press(Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(
            find<QLabel>(*m_window, "audit.verdict")->text().startsWith(QStringLiteral("✓")), kPatience);
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
        QApplication::setApplicationName(QStringLiteral("keyboard"));
        Theme::instance().apply();
        qputenv("PARSIMONY_REGISTRY", m_dir.filePath(QStringLiteral("registry.db")).toLocal8Bit());
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
    }
    void init() {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("tour/done"), true);
        m_window = std::make_unique<MainWindow>(makeEngine());
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void fromTheSampleToItsTrials() {
        QVERIFY(tabTo(QStringLiteral("start.sample.digits")));
        press(Qt::Key_Return);
        QTRY_VERIFY(m_window->parts().projects->working());
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
        QVERIFY(tabTo(QStringLiteral("run.start")));
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        press(Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 2, kPatience);
        QVERIFY(tabTo(QStringLiteral("trialsTable")));
        lookAtOneTrial(*table);
        compareTwo(*table);
        filter(*table);
        exportTheClassifier();
        verifyTheLedger();
    }
};

PARSIMONY_UI_TEST(TestKeyboard)
#include "test_keyboard.moc"
