// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ui_bench_measure.h"

#include "ui/window/main_window.h"

#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTableView>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace parsimony::bench {

namespace {

constexpr int kLookMilliseconds = 10;

double clockMilliseconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

} // namespace

double milliseconds(const std::function<void()>& work) {
    QElapsedTimer clock;
    clock.start();
    work();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

void report(const char* what, int repeats, const std::function<void(int)>& work) {
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        times.push_back(milliseconds([&] {
            work(i);
            QApplication::processEvents();
        }));
    }
    std::sort(times.begin(), times.end());
    std::printf("%-34s median %9.2f ms   worst %9.2f ms\n", what, times[times.size() / 2], times.back());
    std::fflush(stdout);
}

double memoryMegabytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * 4096.0 / 1e6
                                          : 0.0;
}

/// Since the kernel made this process, dynamic linking included; to about 10 ms.
double processAgeMilliseconds() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0.0;
    }
    const QByteArray text = file.readAll();
    const double ticks = text.mid(text.lastIndexOf(')') + 2).split(' ').value(19).toDouble();
    return clockMilliseconds(CLOCK_BOOTTIME) - 1e3 * ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double threadMilliseconds() {
    return clockMilliseconds(CLOCK_THREAD_CPUTIME_ID);
}

double processMilliseconds() {
    return clockMilliseconds(CLOCK_PROCESS_CPUTIME_ID);
}

void waitFor(const std::function<bool()>& done, int atMostMilliseconds) {
    // With a limit of time as a second argument, processEvents() spins instead of waiting.
    QElapsedTimer clock;
    clock.start();
    QTimer alarm;
    alarm.start(kLookMilliseconds);
    while (!done() && clock.elapsed() < atMostMilliseconds) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
}

void waitFor(int milliseconds) {
    QEventLoop loop;
    QTimer::singleShot(milliseconds, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

QTableView* tableOf(ui::MainWindow& window) {
    return window.findChild<QTableView*>(QStringLiteral("trialsTable"));
}

/// `name` in memory, gone before it is used.
QString freshProject(const QString& name) {
    const QString path = QStringLiteral("/dev/shm/parsimony-ui-bench/%1.parsimony").arg(name);
    for (const char* suffix : {"", "-wal", "-shm"}) {
        QFile::remove(path + QLatin1String(suffix));
    }
    return path;
}

} // namespace parsimony::bench
