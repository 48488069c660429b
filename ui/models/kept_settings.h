// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

namespace parsimony::ui {

/// Keeps a setting: every QSettings has it at once, and it is written a moment later on another thread, since
/// the folder that it lies in may be on a busy disk or elsewhere. To be called on the thread that draws; what
/// still waits is written before the program ends.
void keepSetting(const QString& key, const QVariant& value);

} // namespace parsimony::ui
