// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

/// The commands of ui_bench; what each measures stands in ui_bench.cpp.
namespace parsimony::bench {

void start();
void large(int trials);
void heatmap();

void stall(int seconds);
void slowdown(int repeats, QSize size);
/// Kills or closes the window `times` times; 0 when every project was sound and went on.
[[nodiscard]] int interrupted(const QString& program, int times);

} // namespace parsimony::bench
