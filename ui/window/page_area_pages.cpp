// SPDX-License-Identifier: GPL-3.0-or-later
// Which pages there are, and what stands in their headers.
#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/audit_page.h"
#include "ui/pages/calculator_page.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/plot_page.h"
#include "ui/pages/sheet_view.h"
#include "ui/pages/task_page.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/edf_plot.h"
#include "ui/plots/gantt_plot.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/knob_plot.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/checklist_button.h"
#include "ui/window/page_area.h"
#include "ui/window/page_tabs.h"
#include "ui/workers/workbench.h"

#include <QStackedWidget>
#include <cstdint>
#include <optional>
#include <utility>

namespace parsimony::ui {

void PageArea::addPage(const QString& name, const QString& title, QWidget* widget,
                       const std::function<void()>& draw) {
    m_pages->addWidget(widget);
    m_tabs->addPage(name, title);
    if (draw) {
        m_draw[name] = draw;
    }
}

PlotPage* PageArea::addPlotPage(Plot* plot, const std::function<void()>& draw) {
    auto* page = new PlotPage(plot, m_context.selection);
    wire(page);
    addPage(plot->objectName(), plot->title(), page, draw);
    return page;
}

template <class TrialsPlot>
PlotPage* PageArea::addTrialsPage(TrialsPlot* plot) {
    return addPlotPage(plot, [this, plot] { plot->setTrials(m_context.trials.filteredTrials()); });
}

void PageArea::addTaskPage(QLatin1String name, const QString& title, TaskPage* page) {
    connect(page, &TaskPage::startRequested, this, &PageArea::taskRequested);
    connect(page, &TaskPage::queueRequested, this, &PageArea::taskQueued);
    wireWords(page);
    addPage(name, title, page);
}

template <class Page>
void PageArea::wireWords(Page* page) {
    connect(page, &Page::message, this, &PageArea::said);
    connect(page, &Page::written, this, &PageArea::written);
    connect(page, &Page::failedWith, this, &PageArea::failedWith);
}

void PageArea::wire(PlotPage* page) {
    wireWords(page);
    connect(page, &PlotPage::viewChanged, this, &PageArea::viewChanged);
}

void PageArea::addToggles(PlotPage* page, HeatmapPlot* plot) {
    const auto toggle = [&](HeatmapPlot::Overlay overlay, const QString& name, const QString& text,
                            const QString& meaning) {
        page->addToggle(name, text, meaning, plot->overlay(overlay),
                        [plot, overlay](bool on) { plot->setOverlay(overlay, on); });
    };
    toggle(HeatmapPlot::Contours, QStringLiteral("contours"), tr("contours"),
           tr("Lines of equal accuracy, smoothed over neighbouring cells"));
    toggle(HeatmapPlot::IsoR, QStringLiteral("isor"), QStringLiteral("r"),
           tr("Lines of equal total step size r = η · T"));
    toggle(HeatmapPlot::IsoNu, QStringLiteral("isonu"), QStringLiteral("ν"),
           tr("Lines of equal ν, the noise that the finished weights put on a logit"));
    toggle(HeatmapPlot::SearchTrials, QStringLiteral("trials"), tr("trials"),
           tr("Trials of searches, on the panel of the nearest ε"));
    auto* budgets =
        page->addChecklist(QStringLiteral("budgets"), tr("Which ε have a panel"), tr("every ε"),
                           tr("%1 of %2 ε"), [plot](const QStringList& keys) { plot->showBudgets(keys); });
    connect(plot, &HeatmapPlot::budgetsChanged, budgets, [plot, budgets] {
        QList<ChecklistButton::Entry> entries;
        for (const double epsilon : plot->budgets()) {
            entries.append(
                {HeatmapPlot::budgetKey(epsilon), QStringLiteral("ε = ") + formatEpsilon(epsilon), {}});
        }
        budgets->setEntries(entries);
    });
}

namespace {
/// Columns of numbers to choose from: key and shown name.
QList<std::pair<QString, QString>> numberColumns() {
    QList<std::pair<QString, QString>> options;
    for (const TrialColumn column : ScatterPlot::columns()) {
        const QString key = trialColumnKey(column);
        options.append({key, trialColumnTitle(column).section(QLatin1Char(' '), 0, 0)}); // without "± se"
    }
    return options;
}
} // namespace

void PageArea::addChoices(PlotPage* page, KnobPlot* plot) {
    page->addChoice(QStringLiteral("colour"), tr("What the colour tells"), numberColumns(),
                    trialColumnKey(plot->colour()), [this, plot](const QString& key) {
                        if (const auto column = filter::fieldOf(key.toStdString())) {
                            plot->setColour(*column);
                            drawKnobs(plot);
                        }
                    });
    auto* list =
        page->addChecklist(QStringLiteral("chosen"), tr("The knobs to tell apart"), tr("searched knobs"),
                           tr("%1 of %2 knobs"), [this, plot](const QStringList& keys) {
                               plot->setKnobs(keys);
                               drawKnobs(plot);
                           });
    QList<ChecklistButton::Entry> entries;
    for (const TrialColumn column : importance::allKnobs()) {
        entries.append({trialColumnKey(column), trialColumnTitle(column), {}});
    }
    list->setEntries(entries);
}

void PageArea::addChoices(PlotPage* page, ScatterPlot* plot) {
    const auto options = numberColumns();
    const auto add = [&](ScatterPlot::Role role, const QString& name, const QString& meaning) {
        page->addChoice(name, meaning, options, trialColumnKey(plot->column(role)),
                        [this, plot, role](const QString& key) {
                            if (const auto column = filter::fieldOf(key.toStdString())) {
                                plot->setColumn(role, *column);
                                plot->setTrials(m_context.trials.filteredTrials());
                            }
                        });
    };
    add(ScatterPlot::Role::X, QStringLiteral("x"), tr("What runs to the right"));
    add(ScatterPlot::Role::Y, QStringLiteral("y"), tr("What runs upwards"));
    add(ScatterPlot::Role::Colour, QStringLiteral("colour"), tr("What the colour tells"));
}

void PageArea::buildPages() {
    m_tabs->beginGroup(tr("Step size"), tr("Which step size is best at which ε?"));
    addStepSizePages();
    m_tabs->beginGroup(tr("Trials"), tr("What makes a trial good?"));
    addTrialPages();
    m_tabs->beginGroup(tr("Course"), tr("How did an experiment go?"));
    addCoursePages();
    m_tabs->beginGroup(tr("Budget"), tr("What does a budget buy?"));
    addBudgetPages();
    m_tabs->beginGroup(tr("Compare"), tr("Which method is best under one budget?"));
    addComparePage(false);
    m_study =
        new SheetView(tr("Study"), tr("What a sweep, a comparison or a study found stands here when it has "
                                      "ended: tables, and the pictures that it names. Start one on the "
                                      "left, under “Studies”."));
    wireWords(m_study);
    addPage(PageName::study, tr("Study"), m_study);
    m_tabs->beginGroup(tr("Models"), tr("What came out, and how good is it elsewhere?"));
    m_experiments = new ExperimentsPage(m_context);
    connect(m_experiments, &ExperimentsPage::written, this, &PageArea::written);
    connect(m_experiments, &ExperimentsPage::lookQueued, this, &PageArea::lookQueued);
    addPage(PageName::experiments, tr("Models"), m_experiments);
    m_tabs->beginGroup(tr("Audit"), tr("Does what the ledger says hold?"));
    m_audit = new AuditPage(m_context);
    addPage(PageName::audit, tr("Audit"), m_audit);
    addTaskPage(PageName::attack, tr("Attack"), newAttackPage(m_context));
}

void PageArea::addStepSizePages() {
    Selection& selection = m_context.selection;
    m_rPlot = new REpsilonPlot(selection);
    addPlotPage(m_rPlot, [this] { drawRun(); });
    auto* heatmaps = new HeatmapPlot(selection);
    addToggles(addPlotPage(heatmaps,
                           [this, heatmaps] {
                               heatmaps->setTrials(m_context.trials.filteredTrials(),
                                                   m_context.trials.experiments());
                           }),
               heatmaps);
}

void PageArea::addTrialPages() {
    Selection& selection = m_context.selection;
    auto* parallel = new ParallelPlot(selection);
    addPlotPage(parallel, [this, parallel, shown = std::optional<std::uint64_t>()]() mutable {
        const TrialTableModel& trials = m_context.trials;
        if (std::exchange(shown, trials.revision()) == trials.revision()) {
            parallel->setPassing(trials.passing(), trials.filter().ranges());
        } else {
            parallel->setTrials(trials.trials(), trials.passing(), trials.filter().ranges(),
                                trials.experiments());
        }
    });
    connect(parallel, &ParallelPlot::brushed, this, &PageArea::brushed);
    connect(parallel, &ParallelPlot::named, this, &PageArea::named);
    auto* scatter = new ScatterPlot(selection);
    addChoices(addTrialsPage(scatter), scatter);
    auto* knobs = new KnobPlot(selection);
    addChoices(addPlotPage(knobs, [this, knobs] { drawKnobs(knobs); }), knobs);
    auto* distribution = new EdfPlot(selection);
    addPlotPage(distribution, [this, distribution] {
        std::map<std::int64_t, QString> methods;
        if (const auto state = m_context.bench.state()) {
            for (const auto& experiment : state->experiments) {
                methods[experiment.id] = QString::fromStdString(experiment.method.text());
            }
        }
        distribution->setTrials(m_context.trials.filteredTrials(), methods);
    });
}

void PageArea::addComparePage(bool bySplit) {
    using Against = ComparePlot::Against;
    auto* page = new ComparePage(bySplit ? Against::Split : Against::Epsilon, m_context.selection);
    wire(page->plotPage());
    connect(page, &ComparePage::showRequested, &m_context.bench, &Workbench::showExperiment);
    const Plot* plot = page->plotPage()->plot();
    addPage(plot->objectName(), plot->title(), page, [this, page] { page->setExperiments(compared()); });
}

void PageArea::addCoursePages() {
    auto* course = new TrialPlot(TrialPlot::Kind::Course, m_context.selection);
    addPlotPage(course, [this, course] { drawCourse(course); });
    auto* times = new GanttPlot(m_context.selection);
    addPlotPage(times, [this, times] { drawTimes(times); });
}

void PageArea::addBudgetPages() {
    for (const TrialPlot::Kind kind : {TrialPlot::Kind::Gap, TrialPlot::Kind::Pareto}) {
        auto* plot = new TrialPlot(kind, m_context.selection);
        addPlotPage(plot, [this, plot] {
            plot->setTrials(m_context.trials.filteredTrials(), m_context.trials.experiments());
        });
    }
    addComparePage(true);
    addPage(PageName::calculator, tr("Calculator"), new CalculatorPage(m_context));
    addTaskPage(PageName::machine, tr("Machine"), newBenchPage(m_context));
}

} // namespace parsimony::ui
