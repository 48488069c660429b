// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

/// The commands of ui_bench; what each measures stands in ui_bench.cpp.
namespace parsimony::bench {

void start();
void large(int trials);
void heatmap();

void stall(int seconds);
void slowdown(int repeats, QSize size);
/// What a window on a project of a server takes: until it shows the project, and from the click on a trial to
/// its record; says on standard output, a line of JSON each, what happens. `command` starts the server, over
/// ssh.
[[nodiscard]] int server(const QString& project, int clicks, const QStringList& command);
/// Kills or closes the window `times` times; 0 when every project was sound and went on.
[[nodiscard]] int interrupted(const QString& program, int times);

} // namespace parsimony::bench
