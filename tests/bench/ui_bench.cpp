// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the window takes for what must feel instant. Figures, not a test.
//   ui_bench start                a project of the sample, from the start of the process to a usable window
//   ui_bench large [TRIALS]       a project with many trials: opening, filtering, sorting, scrolling, memory
//   ui_bench heatmap              64 x 64 cells at six budgets with contours
//   ui_bench stall [SECONDS]      longest silence of the UI thread while a search takes every core
//   ui_bench slowdown [REPEATS]   the same search with and without an open window
//   ui_bench kill PROGRAM [TIMES] kills or closes the window in mid-trial, verifies the project, goes on
// Projects lie in /dev/shm, with a registry of their own. Run it under Xvfb or with
// QT_QPA_PLATFORM=offscreen.
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/session.h"
#include "tests/bench/ui_bench_project.h"
#include "ui/models/samples.h"
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

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
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
        session.run(digitsOptions(QStringLiteral(PARSIMONY_SAMPLES), 3.0), {}, {});
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
    for (const QString& page : window.pageNames()) {
        report(qPrintable(QStringLiteral("page ") + page), 1, [&](int) { window.showPage(page); });
    }
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
        report("  redraw at another size", 20, [&](int i) {
            plot.resize(width - 1 - i % 2, height);
            plot.replot(QCustomPlot::rpImmediateRefresh);
        });
        plot.resize(width, height);
        QApplication::processEvents();
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
    double cpuBefore = 0.0;
    QString where;
    QString page;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, [&] {
        const double silent = static_cast<double>(beat.nsecsElapsed()) / 1e6 - 2.0;
        const double cpu = threadMilliseconds();
        if (silent > worst) {
            worst = silent;
            where = QStringLiteral("of which it computed %1 ms, on page %2")
                        .arg(cpu - cpuBefore, 0, 'f', 1)
                        .arg(page);
        }
        cpuBefore = cpu;
        beat.start();
    });
    window.setRequest(options, freshProject(QStringLiteral("stall")), true);
    QObject::connect(&window.workbench(), &Workbench::runFailed,
                     [](const Problem& problem) { std::printf("%s\n", qPrintable(problem.message)); });
    waitFor([&] { return tableOf(window)->model()->rowCount() > 1; }, 60000);
    if (!window.workbench().running()) {
        fail("the search did not start");
    }
    beat.start();
    cpuBefore = threadMilliseconds();
    timer.start(2);
    QElapsedTimer clock;
    clock.start();
    int shown = 0;
    while (clock.elapsed() < seconds * 1000) { // someone who looks around meanwhile
        page = window.pageNames()[shown++ % window.pageNames().size()];
        window.showPage(page);
        waitFor([] { return false; }, 1000);
    }
    std::printf("%-34s        %9.2f ms (%s), %d rows\n", "longest stall of the UI thread", worst,
                qPrintable(where), tableOf(window)->model()->rowCount());
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

/// True when the ledger is sound.
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

std::int64_t rowsOf(const QString& project) {
    return QFile::exists(project) ? ledger::Project::open(project.toStdString()).lastRow() : 0;
}

/// True once a trial is being trained that was not at row `since`: the row is committed when it starts.
bool trialStarted(const QString& project, std::int64_t since) {
    if (!QFile::exists(project)) {
        return false;
    }
    const auto rows = ledger::Project::open(project.toStdString()).changesSince(since);
    return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.kind == "trial_running"; });
}

/// Ends the window in the middle of a trial, by SIGKILL or as a person closes it. False when no trial began.
class InterruptedRun {
public:
    InterruptedRun(QString program, QString project)
        : m_program(std::move(program)), m_project(std::move(project)) {
        m_options = longRun();
        m_options.visibility = "private";
        m_options.classes = 26;
        m_options.records = 40000;
        m_options.method = "random";
        m_options.trials = 8;
        m_options.steps = "400";
        const QString config = m_project + QStringLiteral(".toml");
        QFile file(config);
        if (!file.open(QIODevice::WriteOnly)) {
            fail("cannot write " + config.toStdString());
        }
        const std::string data = PARSIMONY_SAMPLES "/wordnet-nouns.npz";
        const auto part = [&](const std::string& key, const std::string& name) {
            return key + " = \"" + data + ":x_" + name + "\"\n" + key + "-labels = \"" + data + ":y_" + name +
                   "\"\n";
        };
        file.write((part("train", "train") + part("test", "test") +
                    "classes = 26\nrecords = 40000\nepsilon = 1.0\ndelta = 1e-5\n"
                    "method = \"random\"\ntrials = 8\nsteps = \"400\"\n")
                       .c_str());
    }

    bool kill(int milliseconds) {
        const std::int64_t before = rowsOf(m_project);
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(m_program, {QStringLiteral("--start"), m_project + QStringLiteral(".toml"), m_project});
        bool started = false;
        QElapsedTimer clock;
        clock.start();
        while (!started && clock.elapsed() < 60000 && !window.waitForFinished(20)) {
            started = trialStarted(m_project, before);
        }
        window.waitForFinished(milliseconds);
        started = started && window.state() == QProcess::Running;
        window.kill();
        window.waitForFinished();
        return started;
    }

    bool close(int milliseconds) {
        const std::int64_t before = rowsOf(m_project);
        MainWindow window(makeEngine());
        window.show();
        window.startOrGoOn(m_options, m_project);
        waitFor([&] { return trialStarted(m_project, before); }, 60000);
        waitFor([] { return false; }, milliseconds);
        const bool started = window.workbench().running();
        window.close();
        waitFor([&] { return !window.isVisible(); }, 60000);
        return started && !window.isVisible();
    }

private:
    QString m_program, m_project;
    session::RunOptions m_options;
};

int interrupted(const QString& program, int times) {
    const QString project = freshProject(QStringLiteral("killed"));
    InterruptedRun run(program, project);
    int inTrial = 0;
    int good = 0;
    for (int i = 0; i < times; ++i) {
        const int wait = 10 + 137 * i % 500; // somewhere in the trial
        inTrial += (i % 2 == 0 ? run.kill(wait) : run.close(wait)) ? 1 : 0;
        good += sound(project) ? 1 : 0;
    }
    std::printf("%d times killed, %d times closed: %d times in mid-trial, %d sound projects\n",
                (times + 1) / 2, times / 2, inTrial, good);
    std::fflush(stdout);
    auto session = session::Session::open(project.toStdString(), false);
    const auto end = session.resume(std::nullopt, {}, {});
    const bool isSound = sound(project);
    std::printf("then resumed: %s, %s\n", end.status.c_str(), isSound ? "sound" : "not sound");
    return good == times && inTrial == times && isSound && end.status == "finished" ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // Spends follow the rows, and rows once private cannot be declared public: runs begin with an empty
    // registry.
    const QByteArray command(argc > 1 ? argv[1] : "");
    const bool fresh = command == "stall" || command == "slowdown" || command == "kill";
    const QByteArray registry = QByteArrayLiteral("/dev/shm/parsimony-ui-bench/") +
                                (fresh ? command + ".db" : QByteArray("registry.db"));
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
            slowdown(number(5));
        } else if (what == QLatin1String("kill") && argc > 2) {
            return interrupted(second, argc > 3 ? std::atoi(argv[3]) : 50);
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
