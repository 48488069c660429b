// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the window takes for what must feel instant. Figures, not a test.
//   ui_bench start                a project of the sample, from the start of the process to a usable window
//   ui_bench large [TRIALS]       a project with many trials: opening, filtering, sorting, scrolling, memory
//   ui_bench heatmap              64 x 64 cells at six budgets with contours
//   ui_bench stall [SECONDS]      longest silence of the UI thread while a search takes every core
//   ui_bench slowdown [REPEATS]   the same search with and without an open window
//   ui_bench kill PROGRAM [TIMES] kills the window in mid-run, looks at the project, goes on
// Projects lie in /dev/shm, with a registry of their own. Run it under Xvfb or with
// QT_QPA_PLATFORM=offscreen.
#include "core/ledger/audit.h"
#include "core/session/session.h"
#include "tests/bench/ui_bench_project.h"
#include "ui/models/selection.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/views/main_window.h"
#include "ui/views/theme.h"
#include "ui/workers/engine_session.h"

#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMouseEvent>
#include <QProcess>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>

namespace {

using namespace parsimony;
using namespace parsimony::ui;

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
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return 1e3 * (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) -
                  ticks / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

void waitFor(const std::function<bool()>& done, int atMostMilliseconds = 600000) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < atMostMilliseconds) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
    }
}

QTableView* tableOf(MainWindow& window) {
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

void start() {
    const QString file = QStringLiteral("/dev/shm/parsimony-ui-bench/start.parsimony");
    if (!QFile::exists(file)) {
        auto session = session::Session::open(file.toStdString(), true);
        session.run(bench::digitsRun(3.0), {}, {});
        std::printf("made %s: run this again\n", qPrintable(file));
        return;
    }
    MainWindow window(makeEngine());
    window.resize(1280, 800);
    window.show();
    window.openProject(file);
    waitFor([&] { return window.working() && tableOf(window)->model()->rowCount() > 0; });
    window.repaint();
    QApplication::processEvents();
    std::printf("%-34s        %9.2f ms\n", "start to usable window", processAgeMilliseconds());
}

void large(int trials) {
    const QString file = QStringLiteral("/dev/shm/parsimony-ui-bench/large-%1.parsimony").arg(trials);
    if (!QFile::exists(file)) {
        std::printf("filling %s\n", qPrintable(file));
        std::fflush(stdout);
        bench::fillLargeProject(file.toStdString(), trials);
        std::printf("filled: run this again\n");
        return;
    }
    MainWindow window(makeEngine());
    window.resize(1600, 1000);
    window.show();
    QApplication::processEvents();
    const double before = memoryMegabytes();
    report("open", 1, [&](int) {
        window.openProject(file);
        waitFor([&] { return tableOf(window)->model()->rowCount() >= trials; });
    });
    std::printf("%-34s        %9.1f MB\n", "memory for it", memoryMegabytes() - before);
    waitFor([] { return false; }, 1500);
    auto* table = tableOf(window);
    auto* filter = window.findChild<QLineEdit*>(QStringLiteral("trials.filter"));
    const QString typed = QStringLiteral("score>50% r<200 fin");
    report("filter keystroke", static_cast<int>(typed.size()), [&](int i) {
        filter->setText(typed.left(i + 1));
        table->viewport()->repaint();
    });
    filter->clear();
    QApplication::processEvents();
    report("sort by a column", 10, [&](int i) {
        table->sortByColumn(3 + i % 5, i % 2 ? Qt::AscendingOrder : Qt::DescendingOrder);
        table->viewport()->repaint();
    });
    auto* bar = table->verticalScrollBar();
    report("scroll frame", 200, [&](int i) {
        bar->setValue(bar->maximum() * (i % 100) / 100 + 7 * i);
        table->viewport()->repaint();
    });
    report("another page", static_cast<int>(window.pageNames().size()),
           [&](int i) { window.showPage(window.pageNames()[i]); });
    std::printf("%-34s        %9.1f MB\n", "memory with all pages seen", memoryMegabytes() - before);
}

std::vector<session::TrialSnapshot> grid(int rates, int steps, int budgets) {
    std::vector<session::TrialSnapshot> trials;
    for (int b = 0; b < budgets; ++b) {
        for (int i = 0; i < rates; ++i) {
            for (int j = 0; j < steps; ++j) {
                session::TrialSnapshot t;
                t.id = static_cast<std::int64_t>(trials.size()) + 1;
                t.epsilon = 0.1 * (b + 1);
                t.learningRate = 0.01 * std::pow(1.12, i);
                t.steps = static_cast<std::uint32_t>(10 + 5 * j);
                t.nu = 0.05 * *t.learningRate * std::sqrt(t.steps) / (b + 1);
                const double x = std::log(*t.learningRate * t.steps / (20.0 * (b + 1)));
                t.score = 0.75 - 0.05 * x * x + 0.004 * std::sin(3.0 * i + 2.0 * j);
                trials.push_back(t);
            }
        }
    }
    return trials;
}

void heatmap() {
    Selection selection;
    HeatmapPlot plot(selection);
    const auto trials = grid(64, 64, 6);
    for (const auto& [width, height] : {std::pair(1600, 1000), std::pair(3840, 2160)}) {
        plot.resize(width, height);
        plot.show();
        std::printf("%d x %d\n", width, height);
        report("  build", 3, [&](int) { plot.setTrials(trials); });
        report("  redraw", 20, [&](int) { plot.replot(QCustomPlot::rpImmediateRefresh); });
        report("  hover", 200, [&](int i) {
            const QPointF at(width * (0.1 + 0.004 * (i % 200)), height * 0.4 + i % 50);
            QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                             Qt::NoModifier);
            QApplication::sendEvent(&plot, &move);
        });
        report("  select a cell", 20, [&](int i) { selection.selectOne(1 + 64 * i); });
    }
}

session::RunOptions longRun() {
    const std::string data = PARSIMONY_SAMPLES "/wordnet-nouns.npz";
    session::RunOptions options;
    options.train = {data + ":x_train", data + ":y_train"};
    options.test = {data + ":x_test", data + ":y_test"};
    options.epsilon = 1.0;
    options.delta = 1e-5;
    options.visibility = "public";
    return options;
}

void stall(int seconds) {
    MainWindow window(makeEngine());
    window.resize(1600, 1000);
    window.show();
    auto options = longRun();
    options.method = "random";
    options.trials = 1000;
    options.steps = "50";
    QElapsedTimer beat;
    double worst = 0.0;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, [&] {
        worst = std::max(worst, static_cast<double>(beat.nsecsElapsed()) / 1e6 - 2.0);
        beat.start();
    });
    window.setRequest(options, freshProject(QStringLiteral("stall")), true);
    waitFor([&] { return tableOf(window)->model()->rowCount() > 1; });
    beat.start();
    timer.start(2);
    QElapsedTimer clock;
    clock.start();
    int page = 0;
    while (clock.elapsed() < seconds * 1000) { // someone who looks around meanwhile
        window.showPage(window.pageNames()[page++ % window.pageNames().size()]);
        waitFor([] { return false; }, 1000);
    }
    std::printf("%-34s        %9.2f ms, %d rows\n", "longest stall of the UI thread", worst,
                tableOf(window)->model()->rowCount());
    timer.stop();
    window.workbench().requestStop();
    waitFor([&] { return !window.workbench().running(); });
}

void slowdown(int repeats) {
    auto options = longRun();
    options.method = "random";
    options.trials = 8;
    options.steps = "100";
    std::vector<double> ratios;
    for (int i = 0; i < repeats; ++i) {
        double alone = 0.0;
        double watched = 0.0;
        const auto runAlone = [&] {
            auto session = session::Session::open(freshProject(QStringLiteral("alone")).toStdString(), true);
            alone = milliseconds([&] { session.run(options, {}, {}); });
        };
        const auto runWatched = [&] {
            MainWindow window(makeEngine());
            window.resize(1600, 1000);
            window.show();
            bool done = false;
            QObject::connect(&window, &MainWindow::runFinished, [&] { done = true; });
            QElapsedTimer clock;
            QObject::connect(&window.workbench(), &Workbench::runStarted, [&] { clock.start(); });
            window.setRequest(options, freshProject(QStringLiteral("watched")), true);
            waitFor([&] { return done; });
            watched = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        };
        i % 2 == 0 ? (runAlone(), runWatched()) : (runWatched(), runAlone());
        std::printf("alone %.0f ms, in the window %.0f ms\n", alone, watched);
        std::fflush(stdout);
        ratios.push_back(watched / alone);
    }
    std::sort(ratios.begin(), ratios.end());
    std::printf("%-34s        %9.1f %%\n", "slowdown, median", 100.0 * (ratios[ratios.size() / 2] - 1.0));
}

/// True when the ledger is sound after a kill.
bool sound(const QString& project) {
    try {
        const auto found = ledger::audit(project.toStdString());
        for (const auto& problem : found.problems) {
            std::printf("row %lld: %s\n", static_cast<long long>(problem.row), problem.what.c_str());
        }
        return found.ok();
    } catch (const Error& error) {
        std::printf("%s\n", error.what());
        return false;
    }
}

int killed(const QString& program, int times) {
    const QString project = freshProject(QStringLiteral("killed"));
    const QString config = QStringLiteral("/dev/shm/parsimony-ui-bench/killed.toml");
    QFile file(config);
    if (!file.open(QIODevice::WriteOnly)) {
        return 1;
    }
    const std::string data = PARSIMONY_SAMPLES "/wordnet-nouns.npz";
    file.write(("data = \"" + data +
                "\"\nclasses = 26\nrecords = 40000\nepsilon = 1.0\ndelta = 1e-5\ntrials = 6\n"
                "steps = \"200\"\n")
                   .c_str());
    file.close();
    int good = 0;
    for (int i = 0; i < times; ++i) {
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(program, {QStringLiteral("--start"), config, project});
        QElapsedTimer clock;
        clock.start();
        while (!QFile::exists(project) && clock.elapsed() < 60000) {
            window.waitForFinished(20);
        }
        window.waitForFinished(300 + 137 * (i % 13)); // somewhere in the run
        window.kill();
        window.waitForFinished();
        good += sound(project) ? 1 : 0;
    }
    std::printf("%d of %d kills left a sound project\n", good, times);
    auto session = session::Session::open(project.toStdString(), false);
    const auto end = session.resume(std::nullopt, {}, {});
    std::printf("then resumed: %s, sound: %s\n", end.status.c_str(), sound(project) ? "yes" : "no");
    return good == times ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    qputenv("PARSIMONY_REGISTRY", "/dev/shm/parsimony-ui-bench/registry.db");
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
            slowdown(number(5));
        } else if (what == QLatin1String("kill") && argc > 2) {
            return killed(second, argc > 3 ? std::atoi(argv[3]) : 50);
        } else {
            std::printf("ui_bench start | large [TRIALS] | heatmap | stall [SECONDS] | slowdown [REPEATS] | "
                        "kill PROGRAM [TIMES]\n");
            return 2;
        }
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.exitCode();
    }
    return 0;
}
