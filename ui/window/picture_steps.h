// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace parsimony::ui {

class MainWindow;
class Plot;

/// Lets queued layouts, repaints and answers of the workers arrive.
void settle(int milliseconds = 60);
/// Opens a project and waits until it is shown; what went wrong, or nothing.
[[nodiscard]] QString openAndWait(MainWindow& window, const QString& project);
/// Of a page that shows one; null for others.
[[nodiscard]] Plot* plotOn(const MainWindow& window, const QString& page);
[[nodiscard]] QStringList plotPages(const MainWindow& window);

} // namespace parsimony::ui
