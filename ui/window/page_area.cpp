// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_area.h"

#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/audit_page.h"
#include "ui/pages/calculator_page.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/plot_page.h"
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
#include "ui/style/theme.h"
#include "ui/workers/workbench.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <set>
#include <utility>

namespace parsimony::ui {

namespace {
constexpr int kDrawMilliseconds = 250;
constexpr int kImportanceMilliseconds = 200; ///< a forest takes a moment: once for what a brush moves over
} // namespace

PageArea::PageArea(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tabs(new QTabBar), m_pages(new QStackedWidget) {
    setObjectName(QStringLiteral("pageArea"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("pageBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 0, 4, 0);
    m_tabs->setObjectName(QStringLiteral("pageTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("Pages"));
    row->addWidget(m_tabs, 1);
    buildPicker();
    row->addWidget(m_picker);
    all->addWidget(bar);
    all->addWidget(m_pages, 1);
    buildPages();
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    m_drawTimer.setSingleShot(true);
    connect(&m_drawTimer, &QTimer::timeout, this, &PageArea::drawShown);
    m_importanceTimer.setSingleShot(true);
    connect(&m_importanceTimer, &QTimer::timeout, this, [this] { m_askImportance(); });
    const TrialTableModel& trials = m_context.trials;
    connect(&trials, &QAbstractItemModel::modelReset, this, &PageArea::drawLater);
    connect(&trials, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.column() != static_cast<int>(TrialColumn::State)) { // a trial merely went on
            drawLater();
        }
    });
    connect(&trials, &QAbstractItemModel::rowsInserted, this, &PageArea::drawLater);
    connect(&trials, &QAbstractItemModel::layoutChanged, this, &PageArea::drawSoon); // the filter
    connect(&trials, &QAbstractItemModel::layoutChanged, this, &PageArea::showChosen);
    connect(m_tabs, &QTabBar::currentChanged, this, &PageArea::drawShown);
}

void PageArea::addPage(const QString& name, const QString& title, QWidget* widget,
                       const std::function<void()>& draw) {
    m_pages->addWidget(widget);
    m_tabs->setTabData(m_tabs->addTab(title), name);
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

void PageArea::wire(PlotPage* page) {
    connect(page, &PlotPage::message, this, &PageArea::message);
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

void PageArea::drawKnobs(KnobPlot* plot) {
    const auto trials =
        std::make_shared<const std::vector<session::TrialSnapshot>>(m_context.trials.filteredTrials());
    if (plot->setTrials(trials)) {
        m_importance.drop();
        m_askImportance = [this, plot, trials] {
            m_context.bench.ask(
                m_importance,
                [trials, knobs = plot->knobs()](const EngineAccess& access) {
                    return importance::knobImportance(*trials, knobs, access.stop);
                },
                [plot](const importance::KnobImportance& found) { plot->setImportance(found); },
                [this](const Problem& problem) { emit message(problem.message); });
        };
        m_importanceTimer.start(kImportanceMilliseconds);
    }
}

void PageArea::drawTimes(GanttPlot* plot) {
    if (!m_shown || m_shown->selection) {
        plot->setGantt({}, m_shown != nullptr);
        return;
    }
    m_context.bench.ask(
        m_times,
        [experiment = m_shown->experiment](SessionPort& session) { return session.trialTimes(experiment); },
        [this, plot](const std::vector<TrialTime>& times) {
            const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000.0;
            plot->setGantt(m_shown ? ganttOf(*m_shown, times, now) : Gantt(), false);
        },
        [this](const Problem& problem) { emit message(problem.message); });
}

void PageArea::addChoices(PlotPage* page, ScatterPlot* plot) {
    const auto options = numberColumns();
    const auto add = [&](ScatterPlot::Role role, const QString& name, const QString& meaning) {
        page->addChoice(name, meaning, options, trialColumnKey(plot->column(role)),
                        [plot, role](const QString& key) {
                            if (const auto column = filter::fieldOf(key.toStdString())) {
                                plot->setColumn(role, *column);
                            }
                        });
    };
    add(ScatterPlot::Role::X, QStringLiteral("x"), tr("What runs to the right"));
    add(ScatterPlot::Role::Y, QStringLiteral("y"), tr("What runs upwards"));
    add(ScatterPlot::Role::Colour, QStringLiteral("colour"), tr("What the colour tells"));
}

void PageArea::buildPages() {
    Selection& selection = m_context.selection;
    m_rPlot = new REpsilonPlot(selection);
    addPlotPage(m_rPlot, [this] { drawRun(); });
    auto* heatmaps = new HeatmapPlot(selection);
    addToggles(addTrialsPage(heatmaps), heatmaps);
    addTrialsPage(new TrialPlot(TrialPlot::Kind::Gap, selection));
    addTrialsPage(new TrialPlot(TrialPlot::Kind::Pareto, selection));
    auto* parallel = new ParallelPlot(selection);
    addPlotPage(parallel, [this, parallel] {
        const TrialTableModel& trials = m_context.trials;
        parallel->setTrials(trials.trials(), trials.passing(), trials.filter().ranges());
    });
    connect(parallel, &ParallelPlot::brushed, this, &PageArea::brushed);
    auto* scatter = new ScatterPlot(selection);
    addChoices(addTrialsPage(scatter), scatter);
    auto* knobs = new KnobPlot(selection);
    addChoices(addPlotPage(knobs, [this, knobs] { drawKnobs(knobs); }), knobs);
    auto* distribution = new EdfPlot(selection);
    addPlotPage(distribution, [this, distribution] {
        std::map<std::int64_t, QString> methods;
        if (const auto state = m_context.bench.state()) {
            for (const auto& experiment : state->experiments) {
                methods[experiment.id] = QString::fromStdString(experiment.method);
            }
        }
        distribution->setTrials(m_context.trials.filteredTrials(), methods);
    });
    auto* course = new TrialPlot(TrialPlot::Kind::Course, selection);
    addPlotPage(course, [this, course] { course->setTrials(trialsOfShown()); });
    auto* times = new GanttPlot(selection);
    addPlotPage(times, [this, times] { drawTimes(times); });
    auto* split = new ComparePlot(ComparePlot::Against::Split);
    addPlotPage(split, [this, split] { split->setRows(compareRows(compared(), true)); });
    auto* compare = new ComparePage(selection);
    wire(compare->plotPage());
    connect(compare, &ComparePage::showRequested, &m_context.bench, &Workbench::showExperiment);
    addPage(PageName::compare, tr("Compare"), compare,
            [this, compare] { compare->setExperiments(compared()); });
    m_experiments = new ExperimentsPage(m_context);
    addPage(PageName::experiments, tr("Models"), m_experiments);
    m_audit = new AuditPage(m_context);
    addPage(PageName::audit, tr("Audit"), m_audit);
    addPage(PageName::calculator, tr("Calculator"), new CalculatorPage(m_context));
}

void PageArea::setRun(const RunSnapshotPtr& run) {
    m_shown = run && run->experiment > 0 ? run : nullptr;
    m_run = run;
    drawRun();
    if (currentName() == PageName::gantt) { // the others follow the table of trials
        drawLater();
    }
}

void PageArea::drawRun() {
    const TrialTableModel& trials = m_context.trials;
    m_rPlot->setRun(
        m_run, trials.filter().empty() ? std::function<bool(qint64)>() : [&trials](qint64 id) {
            const auto* trial = trials.trialById(id);
            return trial == nullptr || trials.passes(*trial);
        });
    if (const bool againstMu = m_rPlot->series().againstMu; m_sweptAgainstMu != againstMu) {
        // Of the whole project: the sweep that one looks for beside a line is another experiment's.
        m_rPlot->setSwept(sweptR(trials.trials(), againstMu));
        m_sweptAgainstMu = againstMu;
    }
}

void PageArea::buildPicker() {
    m_picker = new ChecklistButton(QStringLiteral("pages.experiments"),
                                   tr("The experiments that table and plots show; they stand in the filter"),
                                   tr("every experiment"), tr("%1 of %2 experiments"));
    m_picker->hide(); // until there is something to choose from
    connect(m_picker, &ChecklistButton::chosenChanged, this, [this](const QStringList& keys) {
        std::vector<double> numbers;
        for (const QString& key : keys) {
            numbers.push_back(key.toDouble());
        }
        emit experimentsChosen(numbers);
        showChosen(); // a filter that cannot be read stays as it is
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { fillPicker(m_context.bench.state()); });
}

void PageArea::fillPicker(const ProjectStatePtr& state) {
    QList<ChecklistButton::Entry> entries;
    for (const auto& experiment : state ? state->experiments : std::vector<session::ExperimentSummary>()) {
        QString text = tr("%1 · %2").arg(experiment.id).arg(QString::fromStdString(experiment.method));
        if (experiment.testAccuracy) {
            text += QStringLiteral(" · ") + formatPercent(*experiment.testAccuracy, 1);
        }
        entries.prepend({QString::number(experiment.id), text,
                         Theme::instance().experimentColor(experiment.id)}); // the newest first
    }
    m_picker->setEntries(entries);
    m_picker->setVisible(entries.size() > 1);
    showChosen();
}

void PageArea::showChosen() {
    QStringList keys;
    for (const double number : m_context.trials.filter().listed(TrialColumn::Experiment)) {
        keys << QString::number(number);
    }
    m_picker->setChosen(keys);
}

void PageArea::setProject(const ProjectStatePtr& state) {
    m_sweptAgainstMu.reset();
    fillPicker(state);
    m_experiments->setState(state);
    drawLater(); // comparisons look at experiments, not only at trials
}

void PageArea::drawLater() {
    if (!m_drawTimer.isActive()) {
        m_drawTimer.start(kDrawMilliseconds);
    }
}

void PageArea::drawSoon() {
    m_drawTimer.start(0);
}

void PageArea::drawShown() {
    if (const auto found = m_draw.find(currentName()); found != m_draw.end()) {
        found->second();
    }
}

std::vector<session::TrialSnapshot> PageArea::trialsOfShown() const {
    std::vector<session::TrialSnapshot> trials;
    for (const auto& trial : m_context.trials.filteredTrials()) {
        if (!m_shown || trial.experiment == m_shown->experiment) {
            trials.push_back(trial);
        }
    }
    return trials;
}

std::vector<ComparedExperiment> PageArea::compared() const {
    const auto state = m_context.bench.state();
    if (!state) {
        return {};
    }
    auto compared = comparedExperiments(state->experiments, state->trials);
    if (!m_context.trials.filter().empty()) {
        // An experiment is looked at when one of its trials is.
        std::set<std::int64_t> passing;
        for (const auto& trial : m_context.trials.filteredTrials()) {
            passing.insert(trial.experiment);
        }
        std::erase_if(compared, [&](const auto& one) { return !passing.contains(one.summary.id); });
    }
    return compared;
}

QStringList PageArea::names() const {
    QStringList names;
    for (int i = 0; i < m_tabs->count(); ++i) {
        names << m_tabs->tabData(i).toString();
    }
    return names;
}

QString PageArea::currentName() const {
    return m_tabs->tabData(m_tabs->currentIndex()).toString();
}

QWidget* PageArea::page(const QString& name) const {
    const auto index = names().indexOf(name);
    return index >= 0 ? m_pages->widget(static_cast<int>(index)) : nullptr;
}

void PageArea::showPage(const QString& name) {
    const auto index = names().indexOf(name);
    if (index >= 0) {
        m_tabs->setCurrentIndex(static_cast<int>(index));
    }
}

void PageArea::step(int pages) {
    m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() + pages) % m_tabs->count());
}

PlotPage* PageArea::currentPlotPage() const {
    auto* page = qobject_cast<PlotPage*>(m_pages->currentWidget());
    return page != nullptr ? page : m_pages->currentWidget()->findChild<PlotPage*>();
}

} // namespace parsimony::ui
