// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/system_theme.h"

#include "ui/style/theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QPalette>

namespace parsimony::ui {

namespace {
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

/// The portal wraps the number in one or two variants, depending on its version.
uint schemeOf(QVariant value) {
    while (value.canConvert<QDBusVariant>()) {
        value = value.value<QDBusVariant>().variant();
    }
    return value.toUInt();
}
} // namespace

SystemTheme::SystemTheme(QObject* parent) : QObject(parent) {
    const QPalette palette = QGuiApplication::palette();
    Theme::instance().setSystemDark(palette.color(QPalette::Window).lightness() <
                                    palette.color(QPalette::WindowText).lightness());
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage ask = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    ask << kGroup << kKey;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(ask, 2000), this); // never waited for
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError()) {
            const uint scheme = schemeOf(reply.value().variant());
            if (scheme != 0) {
                Theme::instance().setSystemDark(scheme == 1);
            }
        }
        watcher->deleteLater();
    });
}

void SystemTheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == kGroup && key == kKey) {
        Theme::instance().setSystemDark(schemeOf(value.variant()) == 1);
    }
}

} // namespace parsimony::ui
