// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the window takes for what must feel instant. Figures, not a test.
//   ui_bench start                a project of the sample, from the start of the process to a usable window
//   ui_bench large [TRIALS]       a project with many trials: opening, filtering, brushing, selecting,
//   sorting,
//                                 scrolling, memory
//   ui_bench heatmap              64 x 64 cells at six budgets and 40 x 30 at 25, with contours
//   ui_bench stall [SECONDS]      longest silence of the UI thread while a search takes every core
//   ui_bench slowdown [REPEATS [4k]]  the same search with and without an open window
//   ui_bench kill PROGRAM [TIMES] kills or closes the window in mid-trial, verifies the project, goes on
//   ui_bench server PROJECT CLICKS COMMAND…  a window on a server's project, over ssh
// Projects lie in /dev/shm, with a registry of their own. Run it under Xvfb or with
// QT_QPA_PLATFORM=offscreen.
#include "core/base/error.h"
#include "tests/bench/ui_bench_commands.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <cstdio>

using namespace parsimony;
using namespace parsimony::bench;
using parsimony::ui::Theme;

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // Spends follow the rows, which commands share, and rows once private cannot be declared public: each
    // command has a registry, and runs begin with an empty one.
    const QByteArray command(argc > 1 ? argv[1] : "");
    const bool fresh = command == "stall" || command == "slowdown" || command == "kill";
    const QByteArray registry = QByteArrayLiteral("/dev/shm/parsimony-ui-bench/") + command + ".db";
    if (fresh) {
        for (const char* suffix : {"", "-wal", "-shm"}) {
            QFile::remove(QString::fromLatin1(registry + suffix));
        }
    }
    qputenv("PARSIMONY_REGISTRY", registry);
    qputenv("XDG_CONFIG_HOME", "/dev/shm/parsimony-ui-bench/config"); // of the windows that are killed
    QDir().mkpath(QStringLiteral("/dev/shm/parsimony-ui-bench"));
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
    QApplication::setApplicationName(QStringLiteral("bench"));
    Theme::instance().apply();
    const QString what = QString::fromLocal8Bit(argc > 1 ? argv[1] : "");
    const QString second = QString::fromLocal8Bit(argc > 2 ? argv[2] : "");
    const auto number = [&](int otherwise) { return second.toInt() > 0 ? second.toInt() : otherwise; };
    try {
        if (what == QLatin1String("start")) {
            start();
        } else if (what == QLatin1String("large")) {
            large(number(100000));
        } else if (what == QLatin1String("heatmap")) {
            heatmap();
        } else if (what == QLatin1String("stall")) {
            stall(number(60));
        } else if (what == QLatin1String("slowdown")) {
            const bool large = argc > 3 && QByteArray(argv[3]) == "4k";
            slowdown(number(5), large ? QSize(3840, 2160) : QSize(1600, 1000));
        } else if (what == QLatin1String("kill") && argc > 2) {
            return interrupted(second, argc > 3 ? std::atoi(argv[3]) : 50);
        } else if (what == QLatin1String("server") && argc > 4) {
            return server(second, std::atoi(argv[3]), QApplication::arguments().mid(4));
        } else {
            std::printf(
                "ui_bench start | large [TRIALS] | heatmap | stall [SECONDS] | slowdown [REPEATS [4k]] | "
                "kill PROGRAM [TIMES] | server PROJECT CLICKS COMMAND…\n");
            return 2;
        }
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.exitCode();
    }
    return 0;
}
