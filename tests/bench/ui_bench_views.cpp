// SPDX-License-Identifier: GPL-3.0-or-later
// What the window takes for what must feel instant.
#include "core/session/session.h"
#include "tests/bench/ui_bench_commands.h"
#include "tests/bench/ui_bench_measure.h"
#include "tests/bench/ui_bench_project.h"
#include "ui/models/samples.h"
#include "ui/models/selection.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/parallel_plot.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/workers/engine_session.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTableView>
#include <cmath>
#include <cstdio>

namespace parsimony::bench {

using namespace parsimony::ui;

namespace {

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

/// What a person does while looking around, until the frame shows it: with each plot of trials in front.
void explore(MainWindow& window, QLineEdit& filter) {
    auto* parallel = window.findChild<ParallelPlot*>();
    for (const char* page : {"pareto", "parallel", "scatter", "knobs", "edf"}) {
        window.parts().pages->showPage(QLatin1String(page));
        waitFor(600);
        auto* plot = window.parts().pages->page(QLatin1String(page))->findChild<Plot*>();
        const auto frame = [&] {
            QApplication::processEvents(); // the pages draw on a timer of no time
            QApplication::processEvents();
            plot->repaint();
            tableOf(window)->viewport()->repaint();
        };
        const auto named = [&](const char* what) {
            return QStringLiteral("%1, %2 in front").arg(QLatin1String(what), QLatin1String(page));
        };
        report(qPrintable(named("filter")), 10, [&](int i) {
            filter.setText(i % 2 == 0 ? QStringLiteral("score>60% phase<3")
                                      : QStringLiteral("r<200 OR NOT phase=1"));
            frame();
        });
        report(qPrintable(named("brush")), 10, [&](int i) {
            emit parallel->brushed({TrialColumn::R, 10.0, 100.0 + 5.0 * i});
            frame();
        });
        auto* table = tableOf(window);
        report(qPrintable(named("select")), 10, [&](int i) {
            table->selectRow(7 * i);
            frame();
        });
        filter.clear();
        QApplication::processEvents();
    }
}

} // namespace

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
    window.parts().projects->open(file);
    waitFor([&] { return window.parts().projects->working() && tableOf(window)->model()->rowCount() > 0; });
    window.repaint();
    QApplication::processEvents();
    std::printf("%-34s        %9.2f ms\n", "start to usable window", processAgeMilliseconds());
}

void large(int trials) {
    const QString file = QStringLiteral("/dev/shm/parsimony-ui-bench/large-%1.parsimony").arg(trials);
    if (!QFile::exists(file)) {
        std::printf("filling %s\n", qPrintable(file));
        std::fflush(stdout);
        fillLargeProject(file.toStdString(), trials);
        std::printf("filled: run this again\n");
        return;
    }
    MainWindow window(makeEngine());
    window.resize(1600, 1000);
    window.show();
    QApplication::processEvents();
    const double before = memoryMegabytes();
    report("open", 1, [&](int) {
        window.parts().projects->open(file);
        waitFor([&] { return tableOf(window)->model()->rowCount() >= trials; });
    });
    std::printf("%-34s        %9.1f MB\n", "memory for it", memoryMegabytes() - before);
    waitFor(1500);
    auto* table = tableOf(window);
    auto* filter = window.findChild<QLineEdit*>(QStringLiteral("trials.filter"));
    const QString typed = QStringLiteral("score>50% r<200 fin");
    report("filter keystroke", static_cast<int>(typed.size()), [&](int i) {
        filter->setText(typed.left(i + 1));
        table->viewport()->repaint();
    });
    filter->clear();
    QApplication::processEvents();
    explore(window, *filter);
    report("sort by a column", 10, [&](int i) {
        table->sortByColumn(3 + i % 5, i % 2 ? Qt::AscendingOrder : Qt::DescendingOrder);
        table->viewport()->repaint();
    });
    auto* bar = table->verticalScrollBar();
    report("scroll frame", 200, [&](int i) {
        bar->setValue(bar->maximum() * (i % 100) / 100 + 7 * i);
        table->viewport()->repaint();
    });
    for (const QString& page : window.parts().pages->names()) {
        report(qPrintable(QStringLiteral("page ") + page), 1,
               [&](int) { window.parts().pages->showPage(page); });
    }
    std::printf("%-34s        %9.1f MB\n", "memory with all pages seen", memoryMegabytes() - before);
}

void heatmap() {
    struct Field {
        int rates, steps, budgets;
    };
    for (const Field& field : {Field{64, 64, 6}, Field{40, 30, 25}}) {
        Selection selection;
        HeatmapPlot plot(selection);
        const auto trials = grid(field.rates, field.steps, field.budgets);
        for (const auto& [width, height] : {std::pair(1600, 1000), std::pair(3840, 2160)}) {
            plot.resize(width, height);
            plot.show();
            std::printf("%d ε x %d x %d at %d x %d\n", field.budgets, field.rates, field.steps, width,
                        height);
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
}

} // namespace parsimony::bench
