// SPDX-License-Identifier: GPL-3.0-or-later
// From the start page to a finished run and its trials by keys alone, on the real engine.
#include "tests/ui/window_fixture.h"
#include "ui/style/theme.h"
#include "ui/workers/engine_session.h"

#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;

namespace {

constexpr int kPatience = 30000; ///< for what takes a second on an idle machine
constexpr int kMostStops = 300;

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
        for (int stop = 0; stop < kMostStops; ++stop) {
            if (target(*m_window)->objectName() == name) {
                return true;
            }
            press(Qt::Key_Tab);
        }
        return false;
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
        QTRY_VERIFY(m_window->working());
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
        QVERIFY(tabTo(QStringLiteral("run.start")));
        QSignalSpy finished(m_window.get(), &MainWindow::runFinished);
        press(Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 2, kPatience);
        QVERIFY(tabTo(QStringLiteral("trialsTable")));
    }
};

QTEST_MAIN(TestKeyboard)
#include "test_keyboard.moc"
