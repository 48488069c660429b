// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/desktop_notification.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace parsimony::ui {

void notifyDesktop(const QString& title, const QString& text) {
    const auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    const QString name = QStringLiteral("org.freedesktop.Notifications");
    auto call = QDBusMessage::createMethodCall(name, QStringLiteral("/org/freedesktop/Notifications"), name,
                                               QStringLiteral("Notify"));
    const QVariantMap hints{
        {QStringLiteral("desktop-entry"), QStringLiteral("io.github.parsimony.Parsimony")}};
    call << QStringLiteral("Parsimony") << 0U << QStringLiteral("io.github.parsimony.Parsimony") << title
         << text << QStringList() << hints << -1;
    bus.send(call); // nobody waits for an answer
}

} // namespace parsimony::ui
