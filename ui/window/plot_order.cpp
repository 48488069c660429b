// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of the window as a file, for the command line.
#include "core/filter/trial_field.h"
#include "ui/models/trial_columns.h"
#include "ui/pages/calculator_page.h"
#include "ui/pages/plot_page.h"
#include "ui/plots/plot.h"
#include "ui/style/file_dialogs.h"
#include "ui/style/widgets.h"
#include "ui/window/filter_field.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/picture_steps.h"
#include "ui/window/screenshots.h"

#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <tuple>

namespace parsimony::ui {

namespace {

constexpr int kAnswerTries = 50;     ///< of 60 ms, for a plot that asks the engine
constexpr int kComputeTries = 10000; ///< ten minutes, for what is computed of 10^5 trials on a busy machine

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
        settle(600); // the filter is followed once the typing pauses, and the engine tells of the experiment
    }
}

/// Waits for a plot that asks the engine once it is seen, and for what it has computed beside it; false where
/// that does not come.
bool waitFor(const Plot& plot) {
    for (int k = 0; (k < kAnswerTries && plot.empty()) || !plot.complete(); ++k) {
        if (k == kComputeTries) {
            return false;
        }
        settle();
    }
    return true;
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

/// As a person does in the fields beside the profile; what is wrong, or nothing.
QString fillCalculator(const MainWindow& window, const PlotOrder& order) {
    auto* page = qobject_cast<CalculatorPage*>(window.parts().pages->page(order.name));
    if ((page != nullptr) == order.releases.isEmpty()) {
        return (page != nullptr ? QStringLiteral("%1 needs --releases")
                                : QStringLiteral("%1 has no --releases"))
            .arg(order.name);
    }
    if (page != nullptr) {
        page->setReleases(order.releases.split(QLatin1Char(',')));
    }
    return {};
}

QString openIfAny(MainWindow& window, const QString& project) {
    return project.isEmpty() ? QString() : openAndWait(window, project);
}

} // namespace

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
    if (const QString problem = openIfAny(window, project); !problem.isEmpty()) {
        return said(problem, ErrorCode::Failed);
    }
    window.parts().pages->showPage(name);
    if (const QString problem = chooseColumns(window, order); !problem.isEmpty()) {
        return said(problem, ErrorCode::Usage);
    }
    if (const QString problem = fillCalculator(window, order); !problem.isEmpty()) {
        return said(problem, ErrorCode::Usage);
    }
    narrow(window, filter, experiment);
    Plot* plot = plotOn(window, name);
    bool complete = waitFor(*plot);
    if (plot->empty() && experiment.isEmpty()) {
        window.findChild<PageArea*>(QStringLiteral("pageArea"))->showScored();
        settle(200); // the engine tells of it
        complete = waitFor(*plot);
    }
    if (!complete) {
        return said(QStringLiteral("what %1 shows was not computed within ten minutes").arg(name),
                    ErrorCode::Failed);
    }
    settle(200);
    if (plot->empty()) {
        return saidEmpty(*plot, !filter.isEmpty() || !experiment.isEmpty());
    }
    bool written = false;
    if (output.endsWith(QLatin1String(".csv"))) {
        written = writeWhole(output, plot->csv().toUtf8());
    } else {
        written = plot->exportTo(output, paper->width, paper->height, paper->font);
    }
    return written ? 0 : said(QStringLiteral("%1 cannot be written").arg(output), ErrorCode::Failed);
}

} // namespace parsimony::ui
