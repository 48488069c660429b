// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screenshots.h"

#include "core/session/method_choice.h"
#include "ui/models/samples.h"
#include "ui/pages/start_page.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/gantt_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/style/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/picture_steps.h"
#include "ui/window/project_flow.h"
#include "ui/window/run_flow.h"
#include "ui/window/window_layout.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QEventLoop>
#include <QPixmap>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>

namespace parsimony::ui {

using session::MethodKind;

namespace {

/// The file that it became; none where it cannot be written.
Pictures writePicture(QWidget& widget, const QString& stem, double scale) {
    for (Plot* plot : widget.findChildren<Plot*>()) {
        plot->prepareForPicture(scale);
    }
    if (auto* plot = qobject_cast<Plot*>(&widget)) {
        plot->prepareForPicture(scale);
    }
    QPixmap picture(widget.size() * scale);
    picture.setDevicePixelRatio(scale);
    picture.fill(Theme::instance().colors().window);
    widget.render(&picture);
    const QString file = stem + (scale > 1.0 ? QStringLiteral("@2x.png") : QStringLiteral(".png"));
    return picture.save(file) ? Pictures{file} : Pictures();
}

/// Runs `options` in the window and waits for the end.
void runAndWait(MainWindow& window, const session::RunOptions& options, const QString& project) {
    QEventLoop loop;
    QObject::connect(window.parts().flow, &RunFlow::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(300000, &loop, &QEventLoop::quit);
    window.parts().projects->setRequest(options, project, true);
    loop.exec();
    settle(800); // the options of the experiment and the headers of its files arrive
}

/// At both scales.
Pictures writeBoth(QWidget& widget, const QString& stem) {
    return writePicture(widget, stem, 1.0) + writePicture(widget, stem, 2.0);
}

/// Tests the newest classifier on the sample's test rows, so that the page of models shows a result.
void evaluateNewest(MainWindow& window) {
    auto* table = window.findChild<QTableView*>(QStringLiteral("experimentsTable"));
    auto* features = window.findChild<QComboBox*>(QStringLiteral("evaluate.features"));
    auto* labels = window.findChild<QComboBox*>(QStringLiteral("evaluate.labels"));
    auto* start = window.findChild<QPushButton*>(QStringLiteral("evaluate.start"));
    if (table == nullptr || features == nullptr || labels == nullptr || start == nullptr ||
        table->model()->rowCount() == 0) {
        return;
    }
    table->selectRow(table->model()->rowCount() - 1);
    features->setEditText(samplesFolder() + QStringLiteral("/digits.npz:x_test"));
    labels->setEditText(samplesFolder() + QStringLiteral("/digits.npz:y_test"));
    settle();
    start->click();
    for (int waits = 0; waits < 600 && !start->isEnabled(); ++waits) {
        settle(100);
    }
    settle();
}

/// A trial with its full record, as the inspector shows it.
Pictures writeRecord(MainWindow& window, const QString& stem) {
    auto* table = window.findChild<QTableView*>(QStringLiteral("trialsTable"));
    auto* fold = window.findChild<QPushButton*>(QStringLiteral("inspector.record"));
    auto* dock = window.findChild<QWidget*>(QStringLiteral("dock.inspector"));
    if (table == nullptr || fold == nullptr || dock == nullptr || table->model()->rowCount() < 2) {
        return {};
    }
    table->selectRow(1);
    settle(200);
    fold->setChecked(true);
    settle(300);
    Pictures pictures = writeBoth(*dock, stem);
    fold->setChecked(false);
    table->clearSelection();
    settle(100);
    return pictures;
}

/// The start page, with what was opened lately.
Pictures writeStart(MainWindow& window, const QString& stem) {
    auto* start = window.findChild<QWidget*>(QStringLiteral("startPage"));
    if (start == nullptr) {
        return {};
    }
    start->resize(1000, 640);
    settle();
    return writeBoth(*start, stem);
}

} // namespace

Pictures takeScreenshots(MainWindow& window, const QString& folder, const QStringList& only) {
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral("."))) {
        return {};
    }
    const ThemeMode before = Theme::instance().mode();
    Pictures pictures;
    for (const bool dark : {false, true}) {
        Theme::instance().setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
        const QString shade = dark ? QStringLiteral("dark") : QStringLiteral("light");
        const auto stem = [&](const QString& name) { return dir.filePath(name + QLatin1Char('-') + shade); };
        window.resize(1280, 800);
        window.parts().layout->reset();
        settle();
        const QStringList pages = only.isEmpty() ? window.parts().pages->names() : only;
        for (const QString& name : pages) {
            window.parts().pages->showPage(name);
            // A form, a table and a matrix stand beside each other only where there is room.
            window.resize(name == PageName::experiments ? QSize(1600, 960) : QSize(1280, 800));
            if (name == PageName::audit) {
                if (auto* verify = window.findChild<QPushButton*>(QStringLiteral("audit.verify"))) {
                    verify->click();
                }
            }
            settle(name == PageName::audit || name == PageName::knobs ? 900 : 60); // what they ask for comes
            QWidget* page = window.parts().pages->page(name);
            auto* plot = page != nullptr ? page->findChild<Plot*>() : nullptr;
            if (qobject_cast<REpsilonPlot*>(plot) != nullptr) {
                // This one is shown on its own, as a figure.
                const QSize size = plot->size();
                plot->resize(900, 560);
                settle();
                pictures += writeBoth(*plot, stem(name));
                plot->resize(size);
            } else if (page != nullptr) {
                pictures += writeBoth(*page, stem(name));
            }
        }
        window.resize(1280, 800);
        if (!only.isEmpty()) {
            continue;
        }
        window.parts().pages->showPage(pages.first());
        settle();
        pictures += writeBoth(window, stem(QStringLiteral("window")));
        window.resize(900, 600);
        settle();
        pictures += writeBoth(window, stem(QStringLiteral("window-small")));
        window.resize(1280, 800);
        window.parts().layout->reset();
        for (const auto& [dock, name] :
             {std::pair("dock.setup", "setup"), std::pair("dock.inspector", "inspector"),
              std::pair("dock.trials", "trials")}) {
            if (auto* widget = window.findChild<QWidget*>(QLatin1String(dock))) {
                settle();
                pictures += writeBoth(*widget, stem(QLatin1String(name)));
            }
        }
        pictures += writeRecord(window, stem(QStringLiteral("record")));
        pictures += writeStart(window, stem(QStringLiteral("start")));
    }
    Theme::instance().setMode(before);
    return pictures;
}

namespace {

/// The digits as public data, whose runs can be repeated.
session::RunOptions publicDigits(double cap) {
    auto options = digitsOptions(samplesFolder(), cap);
    options.visibility = session::Visibility::Public;
    return options;
}

/// A sweep over (η, T) at three budgets, for the views that need one: all plots but those that tell more of a
/// single search.
Pictures sweepPictures(MainWindow& window, const QString& project, const QString& folder) {
    for (const double epsilon : {2.0, 6.0, 18.0}) {
        auto options = publicDigits(18.0);
        options.method = MethodKind::Grid;
        options.score = ScoreKind::Exact;
        options.experimentEpsilon = epsilon;
        options.learningRates = "log:0.05:20:8";
        options.steps = "10,20,40,80,160";
        runAndWait(window, options, project);
    }
    if (!window.workbench().state() || window.workbench().state()->experiments.empty()) {
        return {};
    }
    QStringList pages = plotPages(window);
    erase_if(pages, [&](const QString& page) {
        const Plot* plot = plotOn(window, page);
        return qobject_cast<const REpsilonPlot*>(plot) != nullptr ||
               qobject_cast<const ScatterPlot*>(plot) != nullptr ||
               qobject_cast<const GanttPlot*>(plot) != nullptr ||
               qobject_cast<const ComparePlot*>(plot) != nullptr;
    });
    pages.removeAll(QStringLiteral("course"));
    pages.removeAll(PageName::calculator); // it is about no sweep
    return takeScreenshots(window, folder, pages);
}

/// Four methods at three budgets, three runs each, side by side.
Pictures comparisonPictures(const EnginePtr& engine, MainWindow& window, const QString& project,
                            const QString& folder) {
    {
        const auto session = engine->open(project.toStdString(), true);
        for (const MethodKind method : session::kUsualMethods) {
            for (const double epsilon : {1.0, 2.0, 3.0}) {
                for (const std::uint64_t seed : {1, 2, 3}) {
                    auto options = publicDigits(3.0);
                    options.method = method;
                    options.experimentEpsilon = epsilon;
                    options.seed = seed;
                    if (method == session::kByChance) {
                        options.totalStepSize = search::Range{1.0, 10000.0};
                        options.trials = 1;
                    } else if (method == session::kUnchargedGrid) {
                        options.score = ScoreKind::Exact;
                        options.learningRates = "log:0.1:10:7";
                    }
                    (void)session->run(options, {}, {});
                }
            }
        }
    }
    if (!openAndWait(window, project).isEmpty()) {
        return {};
    }
    evaluateNewest(window);
    Pictures pictures = takeScreenshots(window, folder, {PageName::compare, PageName::experiments});
    const ThemeMode before = Theme::instance().mode();
    for (const bool dark : {false, true}) { // by now there are several projects to go on with
        Theme::instance().setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
        (void)writeStart(window,
                         QDir(folder).filePath(QStringLiteral("start-") +
                                               (dark ? QLatin1String("dark") : QLatin1String("light"))));
    }
    Theme::instance().setMode(before);
    return pictures;
}

} // namespace

int screenshotsOf(const EnginePtr& engine, const QStringList& files, const QString& folder) {
    QTemporaryDir temporary;
    // Pictures show neither what this user opened lately nor how the docks lie here.
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, temporary.path());
    if (files.isEmpty()) {
        qputenv("PARSIMONY_REGISTRY", temporary.filePath(QStringLiteral("registry.db")).toLocal8Bit());
    }
    MainWindow window(engine);
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    Pictures pictures; // some pages are taken again where they have more to show
    if (files.isEmpty()) {
        auto options = digitsOptions(samplesFolder(), 3.0);
        options.phaseEpsilons = "0.5,1"; // budgets at which 1,400 records tell trials apart
        runAndWait(window, options, temporary.filePath(QStringLiteral("digits.parsimony")));
        pictures = takeScreenshots(window, folder);
        // The rows were private a moment ago: a registry of its own lets them be public there.
        qputenv("PARSIMONY_REGISTRY", temporary.filePath(QStringLiteral("public.db")).toLocal8Bit());
        pictures += sweepPictures(window, temporary.filePath(QStringLiteral("sweep.parsimony")), folder);
        pictures += comparisonPictures(engine, window,
                                       temporary.filePath(QStringLiteral("methods.parsimony")), folder);
    } else {
        const QString problem = openAndWait(window, files.first());
        if (!problem.isEmpty()) {
            std::fprintf(stderr, "parsimony: %s\n", qPrintable(problem));
            return 1;
        }
        pictures = takeScreenshots(window, folder);
    }
    if (pictures.isEmpty()) {
        std::fprintf(stderr, "parsimony: no picture could be written to %s\n", qPrintable(folder));
        return 1;
    }
    std::fprintf(stderr, "%d pictures in %s\n", static_cast<int>(pictures.size()), qPrintable(folder));
    return 0;
}

} // namespace parsimony::ui
