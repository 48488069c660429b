// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the middle of the window and when they are drawn.
#include "ui/pages/audit_page.h"
#include "ui/pages/calculator_page.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/plot_page.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/window/main_window.h"

#include <QStackedWidget>
#include <QTabBar>

namespace parsimony::ui {

void MainWindow::addPage(const QString& name, const QString& title, QWidget* widget) {
    m_pages->addWidget(widget);
    const int index = m_tabs->addTab(title);
    m_tabs->setTabData(index, name);
}

PlotPage* MainWindow::addPlotPage(Plot* plot) {
    auto* page = new PlotPage(plot, m_selection);
    connect(page, &PlotPage::message, this, &MainWindow::say);
    connect(page, &PlotPage::viewChanged, &m_history, &UndoHistory::add);
    addPage(plot->objectName(), plot->title(), page);
    return page;
}

void MainWindow::buildHeatmaps() {
    m_heatmaps = new HeatmapPlot(m_selection);
    auto* page = addPlotPage(m_heatmaps);
    const auto toggle = [&](HeatmapPlot::Overlay overlay, const QString& name, const QString& text,
                            const QString& meaning) {
        page->addToggle(name, text, meaning, m_heatmaps->overlay(overlay),
                        [this, overlay](bool on) { m_heatmaps->setOverlay(overlay, on); });
    };
    toggle(HeatmapPlot::Contours, QStringLiteral("contours"), tr("contours"), tr("Lines of equal accuracy"));
    toggle(HeatmapPlot::IsoR, QStringLiteral("isor"), QStringLiteral("r"),
           tr("Lines of equal total step size r = η · T"));
    toggle(HeatmapPlot::IsoNu, QStringLiteral("isonu"), QStringLiteral("ν"),
           tr("Lines of equal ν, the noise that the finished weights put on a logit"));
    toggle(HeatmapPlot::SearchTrials, QStringLiteral("trials"), tr("trials"),
           tr("Trials of searches, on the panel of the nearest ε"));
}

void MainWindow::buildPages() {
    m_rPlot = new REpsilonPlot(m_selection);
    addPlotPage(m_rPlot);
    buildHeatmaps();
    m_gap = new TrialPlot(TrialPlot::Kind::Gap, m_selection);
    addPlotPage(m_gap);
    m_pareto = new TrialPlot(TrialPlot::Kind::Pareto, m_selection);
    addPlotPage(m_pareto);
    m_parallel = new ParallelPlot(m_selection);
    addPlotPage(m_parallel);
    m_course = new TrialPlot(TrialPlot::Kind::Course, m_selection);
    addPlotPage(m_course);
    m_split = new ComparePlot(ComparePlot::Against::Split);
    addPlotPage(m_split);
    m_compare = new ComparePage(m_selection);
    connect(m_compare->plotPage(), &PlotPage::message, this, &MainWindow::say);
    connect(m_compare->plotPage(), &PlotPage::viewChanged, &m_history, &UndoHistory::add);
    connect(m_compare, &ComparePage::showRequested, &m_bench, &Workbench::showExperiment);
    addPage(QStringLiteral("compare"), tr("Compare"), m_compare);
    m_experiments = new ExperimentsPage(m_context);
    addPage(QStringLiteral("experiments"), tr("Models"), m_experiments);
    m_audit = new AuditPage(m_context);
    addPage(QStringLiteral("audit"), tr("Audit"), m_audit);
    addPage(QStringLiteral("calculator"), tr("Calculator"), new CalculatorPage(m_context));
    // A run changes many trials in one turn; plots of all trials follow a few times a second, and only when
    // seen.
    m_plotTimer.setSingleShot(true);
    m_plotTimer.setInterval(250);
    connect(&m_plotTimer, &QTimer::timeout, this, &MainWindow::refreshTrialPlots);
    const auto later = [this] {
        if (!m_plotTimer.isActive()) {
            m_plotTimer.start();
        }
    };
    connect(&m_trials, &QAbstractItemModel::modelReset, this, later);
    connect(&m_trials, &QAbstractItemModel::dataChanged, this,
            [later](const QModelIndex& first, const QModelIndex&) {
                if (first.column() != static_cast<int>(TrialColumn::State)) { // a trial merely went on
                    later();
                }
            });
    connect(&m_trials, &QAbstractItemModel::rowsInserted, this, later);
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::refreshTrialPlots);
}

void MainWindow::refreshTrialPlots() {
    const QString name = m_tabs->tabData(m_tabs->currentIndex()).toString();
    if (name == m_heatmaps->objectName()) {
        m_heatmaps->setTrials(m_trials.trials());
    } else if (name == m_gap->objectName()) {
        m_gap->setTrials(m_trials.trials());
    } else if (name == m_pareto->objectName()) {
        m_pareto->setTrials(m_trials.trials());
    } else if (name == m_parallel->objectName()) {
        m_parallel->setTrials(m_trials.trials());
    } else if (name == m_course->objectName()) {
        m_course->setTrials(trialsOfShown());
    } else if (name == QLatin1String("compare") || name == m_split->objectName()) {
        const auto state = m_bench.state();
        const auto experiments = state ? comparedExperiments(state->experiments, state->trials)
                                       : std::vector<ComparedExperiment>();
        m_compare->setExperiments(experiments);
        m_split->setRows(compareRows(experiments, true));
    }
}

std::vector<session::TrialSnapshot> MainWindow::trialsOfShown() const {
    std::vector<session::TrialSnapshot> trials;
    for (const auto& trial : m_trials.trials()) {
        if (!m_shown || trial.experiment == m_shown->experiment) {
            trials.push_back(trial);
        }
    }
    return trials;
}

QStringList MainWindow::pageNames() const {
    QStringList names;
    for (int i = 0; i < m_tabs->count(); ++i) {
        names << m_tabs->tabData(i).toString();
    }
    return names;
}

void MainWindow::showPage(const QString& name) {
    const auto index = pageNames().indexOf(name);
    if (index >= 0) {
        m_tabs->setCurrentIndex(static_cast<int>(index));
    }
}

QWidget* MainWindow::page(const QString& name) const {
    const auto index = pageNames().indexOf(name);
    return index >= 0 ? m_pages->widget(static_cast<int>(index)) : nullptr;
}

QList<Plot*> MainWindow::plots() const {
    return findChildren<Plot*>();
}

} // namespace parsimony::ui
