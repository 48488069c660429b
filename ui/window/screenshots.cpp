// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screenshots.h"

#include "core/filter/trial_field.h"
#include "ui/models/samples.h"
#include "ui/models/trial_columns.h"
#include "ui/pages/plot_page.h"
#include "ui/pages/start_page.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/gantt_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"
#include "ui/window/filter_field.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/workers/workbench.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QPushButton>
#include <QSaveFile>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <tuple>

namespace parsimony::ui {

using session::MethodKind;

namespace {

constexpr int kAnswerTries = 50; ///< of 60 ms, for a plot that asks the engine

/// Lets queued layouts, repaints and answers of the workers arrive.
void settle(int milliseconds = 60) {
    QElapsedTimer clock;
    clock.start();
    do {
        QApplication::processEvents(QEventLoop::AllEvents, 10);
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    } while (clock.elapsed() < milliseconds);
}

bool writePicture(QWidget& widget, const QString& stem, double scale) {
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
    return picture.save(stem + (scale > 1.0 ? QStringLiteral("@2x.png") : QStringLiteral(".png")));
}

/// Runs `options` in the window and waits for the end.
void runAndWait(MainWindow& window, const session::RunOptions& options, const QString& project) {
    QEventLoop loop;
    QObject::connect(&window, &MainWindow::runFinished, &loop, &QEventLoop::quit);
    QTimer::singleShot(300000, &loop, &QEventLoop::quit);
    window.setRequest(options, project, true);
    loop.exec();
    settle(800); // the options of the experiment and the headers of its files arrive
}

int writeBoth(QWidget& widget, const QString& stem) {
    return (writePicture(widget, stem, 1.0) ? 1 : 0) + (writePicture(widget, stem, 2.0) ? 1 : 0);
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
int writeRecord(MainWindow& window, const QString& stem) {
    auto* table = window.findChild<QTableView*>(QStringLiteral("trialsTable"));
    auto* fold = window.findChild<QPushButton*>(QStringLiteral("inspector.record"));
    auto* dock = window.findChild<QWidget*>(QStringLiteral("dock.inspector"));
    if (table == nullptr || fold == nullptr || dock == nullptr || table->model()->rowCount() < 2) {
        return 0;
    }
    table->selectRow(1);
    settle(200);
    fold->setChecked(true);
    settle(300);
    const int count = writeBoth(*dock, stem);
    fold->setChecked(false);
    table->clearSelection();
    settle(100);
    return count;
}

/// The start page, with what was opened lately.
int writeStart(MainWindow& window, const QString& stem) {
    auto* start = window.findChild<QWidget*>(QStringLiteral("startPage"));
    if (start == nullptr) {
        return 0;
    }
    start->resize(1000, 640);
    settle();
    return writeBoth(*start, stem);
}

} // namespace

int takeScreenshots(MainWindow& window, const QString& folder, const QStringList& only) {
    const QDir dir(folder);
    if (!dir.mkpath(QStringLiteral("."))) {
        return 0;
    }
    const ThemeMode before = Theme::instance().mode();
    int count = 0;
    for (const bool dark : {false, true}) {
        Theme::instance().setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
        const QString shade = dark ? QStringLiteral("dark") : QStringLiteral("light");
        const auto stem = [&](const QString& name) { return dir.filePath(name + QLatin1Char('-') + shade); };
        window.resize(1280, 800);
        window.resetLayout();
        settle();
        const QStringList pages = only.isEmpty() ? window.pageNames() : only;
        for (const QString& name : pages) {
            window.showPage(name);
            // A form, a table and a matrix stand beside each other only where there is room.
            window.resize(name == PageName::experiments ? QSize(1600, 960) : QSize(1280, 800));
            if (name == PageName::audit) {
                if (auto* verify = window.findChild<QPushButton*>(QStringLiteral("audit.verify"))) {
                    verify->click();
                }
            }
            settle(name == PageName::audit || name == PageName::knobs ? 900 : 60); // what they ask for comes
            auto* plot = window.page(name) != nullptr ? window.page(name)->findChild<Plot*>() : nullptr;
            if (qobject_cast<REpsilonPlot*>(plot) != nullptr) {
                // This one is shown on its own, as a figure.
                const QSize size = plot->size();
                plot->resize(900, 560);
                settle();
                count += writeBoth(*plot, stem(name));
                plot->resize(size);
            } else if (window.page(name) != nullptr) {
                count += writeBoth(*window.page(name), stem(name));
            }
        }
        window.resize(1280, 800);
        if (!only.isEmpty()) {
            continue;
        }
        window.showPage(pages.first());
        settle();
        count += writeBoth(window, stem(QStringLiteral("window")));
        window.resize(900, 600);
        settle();
        count += writeBoth(window, stem(QStringLiteral("window-small")));
        window.resize(1280, 800);
        window.resetLayout();
        for (const auto& [dock, name] :
             {std::pair("dock.setup", "setup"), std::pair("dock.inspector", "inspector"),
              std::pair("dock.trials", "trials")}) {
            if (auto* widget = window.findChild<QWidget*>(QLatin1String(dock))) {
                settle();
                count += writeBoth(*widget, stem(QLatin1String(name)));
            }
        }
        count += writeRecord(window, stem(QStringLiteral("record")));
        count += writeStart(window, stem(QStringLiteral("start")));
    }
    Theme::instance().setMode(before);
    return count;
}

namespace {

/// The digits as public data, whose runs can be repeated.
session::RunOptions publicDigits(double cap) {
    auto options = digitsOptions(samplesFolder(), cap);
    options.visibility = session::Visibility::Public;
    return options;
}

/// Opens a project and waits until it is shown; what went wrong, or nothing.
QString openAndWait(MainWindow& window, const QString& project) {
    QEventLoop loop;
    QString problem;
    QObject::connect(&window.workbench(), &Workbench::projectOpened, &loop, &QEventLoop::quit);
    QObject::connect(&window.workbench(), &Workbench::projectOpenFailed, &loop,
                     [&](const QString&, const Problem& p) {
                         problem = p.message;
                         loop.quit();
                     });
    QTimer::singleShot(60000, &loop, &QEventLoop::quit);
    window.openProject(project);
    loop.exec();
    settle(800);
    return problem;
}

/// Of a page that shows one; null for others.
Plot* plotOn(const MainWindow& window, const QString& page) {
    QWidget* shown = window.page(page);
    auto* own = qobject_cast<PlotPage*>(shown);
    own = own == nullptr && shown != nullptr ? shown->findChild<PlotPage*>() : own;
    return own != nullptr ? own->plot() : nullptr;
}

QStringList plotPages(const MainWindow& window) {
    QStringList names;
    for (const QString& page : window.pageNames()) {
        if (plotOn(window, page) != nullptr) {
            names << page;
        }
    }
    return names;
}

/// A sweep over (η, T) at three budgets, for the views that need one: all plots but those that tell more of a
/// single search.
int sweepPictures(MainWindow& window, const QString& project, const QString& folder) {
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
        return 0;
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
    return takeScreenshots(window, folder, pages);
}

/// Four methods at three budgets, three runs each, side by side.
int comparisonPictures(const EnginePtr& engine, MainWindow& window, const QString& project,
                       const QString& folder) {
    {
        const auto session = engine->open(project.toStdString(), true);
        for (const MethodKind method :
             {MethodKind::Auto, MethodKind::LinearScaling, MethodKind::Random, MethodKind::Oracle}) {
            for (const double epsilon : {1.0, 2.0, 3.0}) {
                for (const std::uint64_t seed : {1, 2, 3}) {
                    auto options = publicDigits(3.0);
                    options.method = method;
                    options.experimentEpsilon = epsilon;
                    options.seed = seed;
                    if (method == MethodKind::Random) {
                        options.totalStepSize = search::Range{1.0, 10000.0};
                        options.trials = 1;
                    } else if (method == MethodKind::Oracle) {
                        options.score = ScoreKind::Exact;
                        options.learningRates = "log:0.1:10:7";
                    }
                    (void)session->run(options, {}, {});
                }
            }
        }
    }
    if (!openAndWait(window, project).isEmpty()) {
        return 0;
    }
    evaluateNewest(window);
    const int count = takeScreenshots(window, folder, {PageName::compare, PageName::experiments});
    const ThemeMode before = Theme::instance().mode();
    for (const bool dark : {false, true}) { // by now there are several projects to go on with
        Theme::instance().setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
        (void)writeStart(window,
                         QDir(folder).filePath(QStringLiteral("start-") +
                                               (dark ? QLatin1String("dark") : QLatin1String("light"))));
    }
    Theme::instance().setMode(before);
    return count;
}

/// As a person does who types the filter; an experiment that it names alone is the one that is shown.
void narrow(MainWindow& window, const QString& filter, const QString& experiment) {
    QStringList terms;
    if (!experiment.isEmpty()) {
        terms << QStringLiteral("exp=%1").arg(experiment);
        window.workbench().showExperiment(experiment.toLongLong());
    }
    if (!filter.isEmpty()) {
        terms << QStringLiteral("(%1)").arg(filter);
    }
    auto* field = window.findChild<FilterField*>(QStringLiteral("trials.filter"));
    if (field != nullptr && !terms.isEmpty()) {
        field->setText(terms.join(QLatin1Char(' ')));
        settle(200); // the engine tells of the experiment
    }
}

/// Waits for a plot that asks the engine once it is seen, and for what it has computed beside it.
void waitFor(const Plot& plot) {
    for (int k = 0; (k < kAnswerTries && plot.empty()) || !plot.complete(); ++k) {
        settle();
    }
}

int said(const QString& problem, ErrorCode code) {
    std::fprintf(stderr, "parsimony: %s\n",
                 qPrintable(QString(problem).replace(QLatin1Char('\n'), QLatin1Char(' '))));
    return static_cast<int>(code);
}

/// Why there is no picture. How one clears a filter in the window is no use here.
int saidEmpty(Plot& plot, bool narrowed) {
    plot.setEmptyReason({});
    return said((narrowed ? QStringLiteral("the filter leaves nothing to draw here: ")
                          : QStringLiteral("there is nothing to draw yet: ")) +
                    plot.emptyText(),
                ErrorCode::Failed);
}

/// As a person does in the header of the plot; what is wrong, or nothing.
QString chooseColumns(const MainWindow& window, const PlotOrder& order) {
    for (const auto& [wanted, role, option] :
         {std::tuple(order.x, "x", "--x"), {order.y, "y", "--y"}, {order.colour, "colour", "--color"}}) {
        if (wanted.isEmpty()) {
            continue;
        }
        auto* choice = window.findChild<Choice*>(order.name + QLatin1Char('.') + QLatin1String(role));
        if (choice == nullptr) {
            return QStringLiteral("%1 has no choice of %2").arg(order.name, QLatin1String(option));
        }
        const auto column = filter::fieldOf(wanted.toStdString()); // by any of its names
        const QString key = column ? trialColumnKey(*column) : wanted;
        if (choice->findData(key) < 0) {
            QStringList names;
            for (int i = 0; i < choice->count(); ++i) {
                names << choice->itemData(i).toString();
            }
            return QStringLiteral("%1 is one of %2")
                .arg(QLatin1String(option), names.join(QStringLiteral(", ")));
        }
        choice->show(key);
        emit choice->chosen(key);
    }
    return {};
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
    int count = 0;
    if (files.isEmpty()) {
        auto options = digitsOptions(samplesFolder(), 3.0);
        options.phaseEpsilons = "0.5,1"; // budgets at which 1,400 records tell trials apart
        runAndWait(window, options, temporary.filePath(QStringLiteral("digits.parsimony")));
        count = takeScreenshots(window, folder);
        // The rows were private a moment ago: a registry of its own lets them be public there.
        qputenv("PARSIMONY_REGISTRY", temporary.filePath(QStringLiteral("public.db")).toLocal8Bit());
        count += sweepPictures(window, temporary.filePath(QStringLiteral("sweep.parsimony")), folder);
        count += comparisonPictures(engine, window, temporary.filePath(QStringLiteral("methods.parsimony")),
                                    folder);
    } else {
        const QString problem = openAndWait(window, files.first());
        if (!problem.isEmpty()) {
            std::fprintf(stderr, "parsimony: %s\n", qPrintable(problem));
            return 1;
        }
        count = takeScreenshots(window, folder);
    }
    if (count == 0) {
        std::fprintf(stderr, "parsimony: no picture could be written to %s\n", qPrintable(folder));
        return 1;
    }
    std::fprintf(stderr, "%d pictures in %s\n", count, qPrintable(folder));
    return 0;
}

int writePlot(const EnginePtr& engine, const QString& project, const PlotOrder& order) {
    const QString &name = order.name, &output = order.output;
    const QString &filter = order.filter, &experiment = order.experiment;
    const QTemporaryDir temporary; // what this user opened last stays as it is
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, temporary.path());
    MainWindow window(engine);
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.resize(1280, 800);
    window.show();
    const QStringList names = plotPages(window);
    const auto* const paper =
        std::find_if(PlotPage::sizes.begin(), PlotPage::sizes.end(),
                     [&](const PlotPage::PaperSize& each) { return QLatin1String(each.key) == order.size; });
    if (!names.contains(name) || paper == PlotPage::sizes.end()) {
        return said(QStringLiteral("a plot is one of %1, and a size column, page or slide")
                        .arg(names.join(QStringLiteral(", "))),
                    ErrorCode::Usage);
    }
    if (const QString problem = openAndWait(window, project); !problem.isEmpty()) {
        return said(problem, ErrorCode::Failed);
    }
    window.showPage(name);
    if (const QString problem = chooseColumns(window, order); !problem.isEmpty()) {
        return said(problem, ErrorCode::Usage);
    }
    narrow(window, filter, experiment);
    Plot* plot = plotOn(window, name);
    waitFor(*plot);
    if (plot->empty() && experiment.isEmpty()) {
        window.findChild<PageArea*>(QStringLiteral("pageArea"))->showScored();
        settle(200); // the engine tells of it
        waitFor(*plot);
    }
    settle(200);
    if (plot->empty()) {
        return saidEmpty(*plot, !filter.isEmpty() || !experiment.isEmpty());
    }
    bool written = false;
    if (output.endsWith(QLatin1String(".csv"))) {
        QSaveFile file(output);
        written = file.open(QIODevice::WriteOnly) && file.write(plot->csv().toUtf8()) >= 0 && file.commit();
    } else {
        written = plot->exportTo(output, paper->width, paper->height, paper->font);
    }
    return written ? 0 : said(QStringLiteral("%1 cannot be written").arg(output), ErrorCode::Failed);
}

} // namespace parsimony::ui
