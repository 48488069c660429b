// SPDX-License-Identifier: GPL-3.0-or-later
// What window and run do to each other.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/session.h"
#include "tests/bench/ui_bench_commands.h"
#include "tests/bench/ui_bench_measure.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/window/run_flow.h"
#include "ui/workers/engine_session.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QTableView>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace parsimony::bench {

using namespace parsimony::ui;

namespace {

session::RunOptions longRun() {
    const std::string data = PARSIMONY_SAMPLES "/wordnet-nouns.npz";
    session::RunOptions options;
    options.train = {data + ":x_train", data + ":y_train"};
    options.test = {data + ":x_test", data + ":y_test"};
    options.epsilon = 1.0;
    options.delta = 1e-5;
    options.visibility = session::Visibility::Public;
    return options;
}

} // namespace

void stall(int seconds) {
    MainWindow window(makeEngine());
    window.resize(1600, 1000);
    window.show();
    auto options = longRun();
    options.method = session::MethodKind::Random;
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
    window.parts().projects->setRequest(options, freshProject(QStringLiteral("stall")), true);
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
        page = window.parts().pages->names()[shown++ % window.parts().pages->names().size()];
        window.parts().pages->showPage(page);
        waitFor(1000);
    }
    std::printf("%-34s        %9.2f ms (%s), %d rows\n", "longest stall of the UI thread", worst,
                qPrintable(where), tableOf(window)->model()->rowCount());
    timer.stop();
    window.workbench().requestStop();
    waitFor([&] { return !window.workbench().running(); });
}

namespace {

/// Of one run, in milliseconds.
struct RunCost {
    double wall = 0.0, processor = 0.0, uiThread = 0.0;
    int showings = 0;
};

RunCost runAlone(const session::RunOptions& options) {
    RunCost cost;
    const QString project = freshProject(QStringLiteral("alone"));
    cost.processor = -processMilliseconds();
    cost.wall =
        milliseconds([&] { session::Session::open(project.toStdString(), true).run(options, {}, {}); });
    cost.processor += processMilliseconds();
    return cost;
}

RunCost runWatched(const session::RunOptions& options, QSize size) {
    MainWindow window(makeEngine());
    window.resize(size);
    window.show();
    RunCost cost;
    QElapsedTimer clock;
    QEventLoop untilDone;
    QObject::connect(&window.workbench(), &Workbench::runStarted, [&] {
        clock.start();
        cost.processor = -processMilliseconds();
        cost.uiThread = -threadMilliseconds();
    });
    QObject::connect(&window.workbench(), &Workbench::runSnapshot, [&] { ++cost.showings; });
    QObject::connect(window.parts().flow, &RunFlow::finished, &untilDone, [&] {
        cost.wall = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        cost.processor += processMilliseconds();
        cost.uiThread += threadMilliseconds();
        untilDone.quit();
    });
    window.parts().projects->setRequest(options, freshProject(QStringLiteral("watched")), true);
    untilDone.exec();
    return cost;
}

} // namespace

void slowdown(int repeats, QSize size) {
    auto options = longRun();
    options.method = session::MethodKind::Random;
    options.trials = 8;
    // As many steps as take some eight seconds here: what a window costs once, at start and end, is not what
    // is asked.
    options.steps = "100";
    options.steps = NumberList(std::ceil(100.0 * std::max(1.0, 8000.0 / runAlone(options).wall)));
    std::vector<double> ratios;
    for (int i = 0; i < repeats; ++i) {
        RunCost alone;
        RunCost watched;
        if (i % 2 == 0) {
            alone = runAlone(options);
            watched = runWatched(options, size);
        } else {
            watched = runWatched(options, size);
            alone = runAlone(options);
        }
        std::printf(
            "alone %.0f ms (%.0f ms of processors), in the window %.0f ms (%.0f ms, %.0f of them the UI "
            "thread's), shown %d times\n",
            alone.wall, alone.processor, watched.wall, watched.processor, watched.uiThread, watched.showings);
        std::fflush(stdout);
        ratios.push_back(watched.wall / alone.wall);
    }
    std::sort(ratios.begin(), ratios.end());
    std::printf("%-34s        %9.1f %%\n", "slowdown, median", 100.0 * (ratios[ratios.size() / 2] - 1.0));
}

namespace {

/// True when the ledger is sound.
bool sound(const QString& project) {
    try {
        const auto found = ledger::audit(project.toStdString());
        for (const auto& problem : found.problems) {
            std::printf("row %lld: %s\n", static_cast<long long>(problem.row),
                        problem.what.english().c_str());
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
    return std::any_of(rows.begin(), rows.end(),
                       [](const auto& row) { return row.kind == ledger::RowKind::TrialRunning; });
}

/// Ends the window in the middle of a trial, by SIGKILL or as a person closes it. False when no trial began.
class InterruptedRun {
public:
    InterruptedRun(QString program, QString project)
        : m_program(std::move(program)), m_project(std::move(project)) {
        m_options = longRun();
        m_options.visibility = session::Visibility::Private;
        m_options.classes = 26;
        m_options.records = 40000;
        m_options.method = session::MethodKind::Random;
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
        window.parts().projects->startOrGoOn(m_options, m_project);
        waitFor([&] { return trialStarted(m_project, before); }, 60000);
        waitFor(milliseconds);
        const bool started = window.workbench().running();
        window.close();
        waitFor([&] { return !window.isVisible(); }, 60000);
        return started && !window.isVisible();
    }

private:
    QString m_program, m_project;
    session::RunOptions m_options;
};

} // namespace

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
    std::printf("then resumed: %s, %s\n", toText(end.status), isSound ? "sound" : "not sound");
    return good == times && inTrial == times && isSound && end.status == ExperimentStatus::Finished ? 0 : 1;
}

} // namespace parsimony::bench
