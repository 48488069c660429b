// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace parsimony::ui {

/// Tells Theme whether the desktop prefers dark: Qt 6.4 cannot say, the desktop portal can
/// (org.freedesktop.appearance color-scheme: 1 dark, 2 light). Without a portal the palette of the platform
/// decides.
class SystemTheme : public QObject {
    Q_OBJECT
public:
    explicit SystemTheme(QObject* parent = nullptr);

private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

} // namespace parsimony::ui
