// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long the window takes for what must feel instant: `ui_bench [TRIALS]`. Not a test.
#include "tests/ui/fake_engine.h"
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/views/main_window.h"
#include "ui/views/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

double milliseconds(const std::function<void()>& work) {
    QElapsedTimer clock;
    clock.start();
    work();
    QApplication::processEvents();
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

template <class Work>
void report(const char* what, int repeats, Work work) {
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        times.push_back(milliseconds([&] { work(i); }));
    }
    std::sort(times.begin(), times.end());
    std::printf("%-28s median %8.2f ms   worst %8.2f ms\n", what, times[times.size() / 2], times.back());
}

double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * 4096.0 / 1e6
                                          : 0.0;
}

std::vector<session::TrialSnapshot> sweep(int rates, int steps, int budgets) {
    std::vector<session::TrialSnapshot> trials;
    for (int b = 0; b < budgets; ++b) {
        for (int i = 0; i < rates; ++i) {
            for (int j = 0; j < steps; ++j) {
                session::TrialSnapshot t;
                t.id = static_cast<std::int64_t>(trials.size()) + 1;
                t.epsilon = 0.1 * (b + 1);
                t.learningRate = 0.01 * std::pow(1.12, i);
                t.steps = static_cast<std::uint32_t>(10 + 5 * j);
                const double x = std::log(*t.learningRate * t.steps / (20.0 * (b + 1)));
                t.score = 0.75 - 0.05 * x * x + 0.004 * std::sin(3.0 * i + 2.0 * j);
                trials.push_back(t);
            }
        }
    }
    return trials;
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariableIsSet("DISPLAY") ? "xcb" : "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QElapsedTimer start;
    start.start();
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
    QApplication::setApplicationName(QStringLiteral("bench"));
    Theme::instance().apply();
    const int count = argc > 1 ? std::atoi(argv[1]) : 100000;
    auto engine = std::make_shared<test::FakeEngine>();
    engine->addProject(QStringLiteral("/data/large.parsimony"), test::sampleOptions(), count);
    MainWindow window(engine);
    window.resize(1600, 1000);
    window.show();
    QApplication::processEvents();
    std::printf("%-28s        %8.2f ms\n", "start to shown window",
                static_cast<double>(start.nsecsElapsed()) / 1e6);
    const double before = residentMegabytes();
    report("open a large project", 1, [&](int) {
        window.openProject(QStringLiteral("/data/large.parsimony"));
        auto* table = window.findChild<QTableView*>(QStringLiteral("trialsTable"));
        while (table->model()->rowCount() < count) {
            QApplication::processEvents(QEventLoop::AllEvents, 5);
        }
    });
    std::printf("%-28s        %8.1f MB\n", "memory for it", residentMegabytes() - before);
    auto* table = window.findChild<QTableView*>(QStringLiteral("trialsTable"));
    auto* filter = window.findChild<QLineEdit*>(QStringLiteral("trials.filter"));
    const QString typed = QStringLiteral("score>50% r<200");
    report("filter keystroke", static_cast<int>(typed.size()),
           [&](int i) { filter->setText(typed.left(i + 1)); });
    filter->clear();
    report("sort by a column", 8,
           [&](int i) { table->sortByColumn(3 + i % 4, i % 2 ? Qt::AscendingOrder : Qt::DescendingOrder); });
    auto* bar = table->verticalScrollBar();
    report("scroll frame", 60, [&](int i) {
        bar->setValue(bar->maximum() * i / 60);
        table->viewport()->repaint();
    });
    Selection selection;
    HeatmapPlot heatmaps(selection);
    heatmaps.resize(1600, 1000);
    heatmaps.show();
    const auto trials = sweep(64, 64, 6);
    report("heatmap 64x64x6: build", 3, [&](int) { heatmaps.setTrials(trials); });
    report("heatmap 64x64x6: redraw", 10, [&](int) { heatmaps.replot(QCustomPlot::rpImmediateRefresh); });
    return 0;
}
