// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QTableView;

namespace parsimony::ui {
class MainWindow;
}

namespace parsimony::bench {

[[nodiscard]] double milliseconds(const std::function<void()>& work);
/// Prints median and worst time of `repeats` calls, events that they cause included.
void report(const char* what, int repeats, const std::function<void(int)>& work);
[[nodiscard]] double memoryMegabytes();
/// Since the kernel made this process, dynamic linking included; to about 10 ms.
[[nodiscard]] double processAgeMilliseconds();
[[nodiscard]] double threadMilliseconds();  ///< processor time of the calling thread
[[nodiscard]] double processMilliseconds(); ///< processor time of all threads

/// Handles events until `done`, asleep between them as a program is: a loop that spins would take a core from
/// what is measured.
void waitFor(const std::function<bool()>& done, int atMostMilliseconds = 600000);
void waitFor(int milliseconds);

[[nodiscard]] QTableView* tableOf(ui::MainWindow& window);
/// `name` in memory, gone before it is used.
[[nodiscard]] QString freshProject(const QString& name);

} // namespace parsimony::bench
