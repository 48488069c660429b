// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says to the desktop, and hears from it, over a message bus of the test's own: notifications
// of a run that has ended, and the desktop's preference for dark.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/style/system_theme.h"
#include "ui/style/theme.h"
#include "ui/window/desktop_notification.h"
#include "ui/window/result_files.h"
#include "ui/window/status_line.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

/// A desktop that shows notifications.
class Notifications : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QStringList titles, texts;
    QVariantMap hints;
    int timeout = 0;

public slots:
    uint Notify(const QString&, uint, const QString&, const QString& title, const QString& text,
                const QStringList&, const QVariantMap& given, int milliseconds) {
        titles << title;
        texts << text;
        hints = given;
        timeout = milliseconds;
        return 1;
    }
};

/// A desktop's file manager.
class FileManager : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.FileManager1")
public:
    QStringList shown;

public slots:
    void ShowItems(const QStringList& files, const QString&) { shown << files; }
};

/// A desktop that prefers dark.
class Portal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public slots:
    QDBusVariant Read(const QString& group, const QString& key) {
        const bool asked =
            group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(asked ? 1U : 0U)));
    }
};

QStringList warnings;

void noteWarnings(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtDebugMsg && type != QtInfoMsg) {
        warnings << text;
    }
}

} // namespace

class TestDesktop : public test::WindowTest {
    Q_OBJECT
private:
    QProcess m_bus;
    QDBusConnection m_desktop{QStringLiteral("nothing")};
    Notifications m_notifications;
    Portal m_portal;
    FileManager m_files;
    QWidget m_other;

    void run(const QString& name) {
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        m_window->parts().projects->setRequest(test::sampleOptions(), file(name), true);
        QTRY_COMPARE(finished.size(), 1);
    }
    void lookElsewhere() {
        m_other.show();
        m_other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_other));
        QTRY_VERIFY(!m_window->isActiveWindow());
    }

private slots:
    void startBus() {
        const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
        if (daemon.isEmpty()) {
            QSKIP("dbus-daemon is not installed");
        }
        m_bus.start(daemon, {QStringLiteral("--session"), QStringLiteral("--nofork"),
                             QStringLiteral("--print-address=1"),
                             QStringLiteral("--address=unix:dir=") + m_dir.path()});
        QVERIFY(m_bus.waitForReadyRead());
        const QByteArray address = m_bus.readLine().trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        m_desktop = QDBusConnection::connectToBus(QString::fromLatin1(address), QStringLiteral("desktop"));
        QVERIFY(m_desktop.isConnected());
        QVERIFY(QDBusConnection::sessionBus().isConnected());
    }

    void withoutServiceItIsQuiet() {
        if (!m_desktop.isConnected()) {
            QSKIP("no message bus");
        }
        lookElsewhere();
        warnings.clear();
        auto* before = qInstallMessageHandler(noteWarnings);
        run(QStringLiteral("quiet.parsimony"));
        QDBusConnection::sessionBus()
            .interface()
            ->registeredServiceNames(); // the bus has dealt with all before
        QTest::qWait(20);
        qInstallMessageHandler(before);
        QVERIFY2(warnings.filter(QRegularExpression(QStringLiteral("[Bb]us|otif"))).isEmpty(),
                 qPrintable(warnings.join(QLatin1Char('\n'))));
        QVERIFY(m_window->isVisible());
    }

    void anEndedRunIsTold() {
        if (!m_desktop.isConnected()) {
            QSKIP("no message bus");
        }
        QVERIFY(m_desktop.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &m_notifications,
                                         QDBusConnection::ExportAllSlots));
        QVERIFY(m_desktop.registerService(QStringLiteral("org.freedesktop.Notifications")));
        lookElsewhere();
        run(QStringLiteral("told.parsimony"));
        QTRY_COMPARE(m_notifications.texts.size(), 1);
        QCOMPARE(m_notifications.titles.last(), QStringLiteral("Parsimony"));
        QCOMPARE(m_notifications.texts.last(), QStringLiteral("The experiment has finished."));
        QCOMPARE(m_notifications.hints.value(QStringLiteral("desktop-entry")).toString(),
                 QStringLiteral("io.github.parsimony.Parsimony"));
        QCOMPARE(m_notifications.timeout, -1);

        // Whoever looks at the window sees it there.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        run(QStringLiteral("seen.parsimony"));
        lookElsewhere();
        m_engine->failRun = true;
        run(QStringLiteral("failed.parsimony"));
        QTRY_COMPARE(m_notifications.texts.size(), 2);
        QVERIFY(m_notifications.texts.last().contains(QStringLiteral("stopped")));
        QVERIFY(!m_notifications.texts.join(QString()).contains(QRegularExpression(QStringLiteral("[0-9]"))));
    }

    void darkIsAskedOfThePortal() {
        if (!m_desktop.isConnected()) {
            QSKIP("no message bus");
        }
        const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
        QVERIFY(m_desktop.registerObject(path, &m_portal, QDBusConnection::ExportAllSlots));
        QVERIFY(m_desktop.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        Theme::instance().setMode(ThemeMode::System);
        const SystemTheme system;
        QVERIFY(!Theme::instance().dark());
        QTRY_VERIFY(Theme::instance().dark());
        QDBusMessage change = QDBusMessage::createSignal(
            path, QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("SettingChanged"));
        change << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme")
               << QVariant::fromValue(QDBusVariant(2U));
        QVERIFY(m_desktop.send(change));
        QTRY_VERIFY(!Theme::instance().dark());
    }

    void whatWasWrittenIsShownInItsFolder() {
        if (!m_desktop.isConnected()) {
            QSKIP("no message bus");
        }
        QVERIFY(m_desktop.registerObject(QStringLiteral("/org/freedesktop/FileManager1"), &m_files,
                                         QDBusConnection::ExportAllSlots));
        QVERIFY(m_desktop.registerService(QStringLiteral("org.freedesktop.FileManager1")));
        openSample();
        auto* button = test::find<QPushButton>(*m_window, "status.folder");
        QVERIFY(button->isHidden());
        const QString report = file(QStringLiteral("a report.md"));
        m_window->parts().results->writeReport(report);
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(m_files.shown, QStringList{QUrl::fromLocalFile(report).toString()});
        m_window->parts().status->say(QStringLiteral("something else"));
        QVERIFY(button->isHidden());
    }

    void cleanupTestCase() {
        m_window.reset();
        QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
        m_bus.terminate();
        m_bus.waitForFinished();
    }
};

PARSIMONY_UI_TEST(TestDesktop)
#include "test_desktop.moc"
