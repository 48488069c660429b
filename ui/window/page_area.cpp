// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_area.h"

#include "core/base/collected.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/audit_page.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/plot_page.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/gantt_plot.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/knob_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/checklist_button.h"
#include "ui/style/theme.h"
#include "ui/window/page_tabs.h"
#include "ui/workers/workbench.h"

#include <QDateTime>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

namespace parsimony::ui {

namespace {
constexpr int kDrawMilliseconds = 250;
constexpr int kFollowMilliseconds = 300;     ///< half of a word would lead to another experiment
constexpr int kImportanceMilliseconds = 200; ///< a forest takes a moment: once for what a brush moves over
} // namespace

PageArea::PageArea(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tabs(new PageTabs), m_pages(new QStackedWidget) {
    setObjectName(QStringLiteral("pageArea"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    m_tabs->setObjectName(QStringLiteral("pageBar"));
    m_tabs->setAttribute(Qt::WA_StyledBackground);
    buildPicker();
    m_tabs->setCorner(m_picker);
    all->addWidget(m_tabs);
    all->addWidget(m_pages, 1);
    buildPages();
    connect(m_tabs, &PageTabs::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    m_drawTimer.setSingleShot(true);
    connect(&m_drawTimer, &QTimer::timeout, this, &PageArea::drawShown);
    m_followTimer.setSingleShot(true);
    connect(&m_followTimer, &QTimer::timeout, this, [this] {
        // What runs is looked at until it ends.
        if (!m_context.trials.filter().empty() && !m_context.bench.running()) {
            showPassing(false);
        }
    });
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
    connect(m_tabs, &PageTabs::currentChanged, this, &PageArea::drawShown);
}

void PageArea::drawKnobs(KnobPlot* plot) {
    if (plot->setTrials(m_context.trials.filteredTrials())) {
        m_importance.drop();
        m_askImportance = [this, plot] {
            importance::ScoredKnobs scored(plot->knobs());
            for (const auto& trial : m_context.trials.filteredTrials()) {
                scored.add(trial);
            }
            m_context.bench.ask(
                m_importance,
                [scored = std::move(scored)](const EngineAccess& access) {
                    return importance::knobImportance(scored, access.stop);
                },
                [plot](const importance::KnobImportance& found) { plot->setImportance(found); },
                [this, plot](const Problem& problem) {
                    plot->setImportance({});
                    emit failedWith(problem);
                });
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
        m_times, wire::TimesCall{m_shown->experiment},
        [this, plot](std::vector<TrialTime> times) {
            const TrialTableModel& trials = m_context.trials;
            std::erase_if(times, [&](const TrialTime& time) {
                const auto* trial = trials.trialById(time.trial);
                return trial != nullptr && !trials.passes(*trial);
            });
            const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000.0;
            plot->setGantt(m_shown ? ganttOf(*m_shown, times, now) : Gantt(), false);
        },
        [this](const Problem& problem) { emit failedWith(problem); });
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
        m_rPlot->setSwept(sweptR(trials.trials(), againstMu, trials.experiments()));
        m_sweptAgainstMu = againstMu;
    }
}

void PageArea::buildPicker() {
    m_picker = new ChecklistButton(QStringLiteral("pages.experiments"),
                                   tr("The experiments that table and plots show; they stand in the filter"),
                                   tr("every experiment"), tr("%1 of %2 experiments"));
    m_picker->hide(); // until there is something to choose from
    connect(m_picker, &ChecklistButton::chosenChanged, this, [this](const QStringList& keys) {
        auto numbers = collected<double>(keys, [](const QString& key) { return key.toDouble(); });
        emit experimentsChosen(numbers);
        showChosen(); // a filter that cannot be read stays as it is
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { fillPicker(m_context.bench.state()); });
}

void PageArea::fillPicker(const ProjectStatePtr& state) {
    QList<ChecklistButton::Entry> entries;
    for (const auto& experiment : state ? state->experiments : std::vector<session::ExperimentSummary>()) {
        QString text = tr("%1 · %2").arg(experiment.id).arg(QString::fromStdString(experiment.method.text()));
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

void PageArea::followFilter() {
    m_followTimer.start(kFollowMilliseconds);
}

void PageArea::showScored() {
    showPassing(true);
}

void PageArea::showPassing(bool scored) {
    const auto& trials = m_context.trials.trials();
    const std::vector<bool> passes = m_context.trials.passing();
    std::int64_t newest = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if ((!passes.empty() && !passes[i]) || (scored && !trials[i].score)) {
            continue;
        }
        if (m_shown && trials[i].experiment == m_shown->experiment) {
            return;
        }
        newest = std::max(newest, trials[i].experiment);
    }
    if (newest > 0) {
        m_context.bench.showExperiment(newest);
    }
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
    if (const auto* page = currentPlotPage()) {
        const TrialTableModel& trials = m_context.trials;
        page->plot()->setEmptyReason(
            trials.filter().empty() || trials.totalRows() == 0
                ? QString()
                : tr("The filter leaves nothing to draw here. Esc in it clears it."));
    }
}

void PageArea::drawCourse(TrialPlot* plot) {
    const auto& trials = m_context.trials.trials();
    TrialView::Rows rows = m_context.trials.filteredRows();
    if (m_shown) {
        std::erase_if(rows, [&](auto row) { return trials[row].experiment != m_shown->experiment; });
    }
    plot->setTrials({trials, rows}, m_context.trials.experiments());
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
    return m_tabs->names();
}

QString PageArea::currentName() const {
    return m_tabs->names().value(m_tabs->current());
}

QWidget* PageArea::page(const QString& name) const {
    return m_pages->widget(static_cast<int>(names().indexOf(name)));
}

void PageArea::showPage(const QString& name) {
    m_tabs->setCurrent(static_cast<int>(names().indexOf(name)));
}

void PageArea::fillMenu(QMenu& menu) {
    m_tabs->fillMenu(menu);
}

void PageArea::step(int pages) {
    const auto count = static_cast<int>(names().size());
    m_tabs->setCurrent((m_tabs->current() + count + pages) % count);
}

PlotPage* PageArea::currentPlotPage() const {
    auto* page = qobject_cast<PlotPage*>(m_pages->currentWidget());
    return page != nullptr ? page : m_pages->currentWidget()->findChild<PlotPage*>();
}

} // namespace parsimony::ui
