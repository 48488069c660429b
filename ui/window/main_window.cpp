// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/models/project_budget.h"
#include "ui/models/selection_method.h"
#include "ui/pages/start_page.h"
#include "ui/plots/plot.h"
#include "ui/style/focus_ring.h"
#include "ui/style/icons.h"
#include "ui/style/problem_label.h"
#include "ui/style/widgets.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/budget_section.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_section.h"
#include "ui/window/desktop_notification.h"
#include "ui/window/file_manager.h"
#include "ui/window/inspector.h"
#include "ui/window/page_area.h"
#include "ui/window/plan_section.h"
#include "ui/window/run_bar.h"
#include "ui/window/run_flow.h"
#include "ui/window/study_section.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_layout.h"
#include "ui/window/window_menus.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace parsimony::ui {

MainWindow::MainWindow(EnginePtr engine, QWidget* parent)
    : QMainWindow(parent),
      m_bench(std::move(engine)), m_context{m_bench, m_request, m_catalog, m_selection, m_trials} {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(900, 600);
    new FocusRing(this);
    wireBench(); // before the parts: what is shown of an end stands when they tell of it
    buildParts();
    m_menus = new WindowMenus(*this, m_bench, m_history, m_recent, m_parts);
    wireFlow();
    wireParts();
    wireMenus();
    m_parts.layout->restore();
    showPage(QSettings().value(QStringLiteral("session/page")).toString());
    updateTitle();
}

MainWindow::~MainWindow() {
    // A field that loses the focus while the window goes would still tell what was typed to members that are
    // gone.
    for (QObject* child : findChildren<QObject*>()) {
        child->blockSignals(true);
    }
}

void MainWindow::buildParts() {
    m_parts.strip = new BudgetStrip;
    auto* top = addToolBar(tr("Budget"));
    top->setObjectName(QStringLiteral("budgetBar"));
    top->setMovable(false);
    top->setFloatable(false);
    top->toggleViewAction()->setEnabled(false); // the budget is always visible
    top->setContextMenuPolicy(Qt::PreventContextMenu);
    m_parts.strip->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    top->addWidget(m_parts.strip);

    QWidget* setup = buildSetup();
    m_parts.inspector = new Inspector(m_context);
    m_parts.inspector->setMinimumWidth(236);
    m_parts.trials = new TrialsPanel(m_context);
    m_parts.trials->setMinimumHeight(140);
    m_parts.start = new StartPage(m_recent);
    m_parts.pages = new PageArea(m_context);
    m_center = new QStackedWidget;
    m_center->addWidget(m_parts.start);
    m_center->addWidget(m_parts.pages);
    setCentralWidget(m_center);
    buildStatus();
    m_parts.layout = new WindowLayout(*this, setup, m_parts.inspector, m_parts.trials);
    m_parts.flow = new RunFlow(m_context, *m_parts.plan, *m_parts.runBar, this);
    m_parts.curator = new CuratorSwitch(m_context, *m_parts.data, *m_parts.strip, *m_parts.inspector, this);
}

QWidget* MainWindow::buildSetup() {
    auto* setup = new QWidget;
    setup->setObjectName(QStringLiteral("setupPanel"));
    setup->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(setup);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Data, budget and plan"));
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("setupBody"));
    auto* sections = new QVBoxLayout(body);
    sections->setContentsMargins(0, 0, 0, 0);
    sections->setSpacing(0);
    m_parts.data = new DataSection(m_context);
    m_parts.budget = new BudgetSection(m_context);
    m_parts.plan = new PlanSection(m_context);
    m_parts.study = new StudySection(m_context);
    m_parts.runBar = new RunBar(m_context);
    sections->addWidget(m_parts.data);
    sections->addWidget(m_parts.budget);
    sections->addWidget(m_parts.plan);
    sections->addWidget(m_parts.study);
    sections->addStretch(1);
    scroll->setWidget(body);
    column->addWidget(scroll, 1);
    column->addWidget(m_parts.runBar);
    setup->setMinimumWidth(280);
    return setup;
}

void MainWindow::buildStatus() {
    m_status = new ElidedLabel(nullptr, Qt::ElideMiddle); // a long path must not make the window wider
    m_status->setObjectName(QStringLiteral("status"));
    m_status->setProperty("role", "muted");
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->addWidget(m_status, 1);
    m_folder = new QPushButton(tr("Show in folder"));
    m_folder->setObjectName(QStringLiteral("status.folder"));
    m_folder->setProperty("link", true);
    m_folder->hide();
    connect(m_folder, &QPushButton::clicked, this, [this] { showInFolder(m_written); });
    statusBar()->addPermanentWidget(m_folder);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(8, 0, 8, 0);
}

void MainWindow::say(const QString& text) {
    forgetProblem(*m_status);
    setRole(m_status, "muted");
    m_status->setFullText(text);
    m_folder->hide();
}

void MainWindow::sayProblem(const Problem& problem) {
    setRole(m_status, "error");
    showProblem(*m_status, problem);
    m_folder->hide();
}

void MainWindow::sayWritten(const QStringList& files) {
    say(tr("Wrote %1").arg(files.join(QStringLiteral(", "))));
    m_written = files.value(0);
    m_folder->show();
}

void MainWindow::setWorking(bool working) {
    m_working = working;
    m_parts.layout->setShown(working);
    m_center->setCurrentIndex(working ? 1 : 0);
}

void MainWindow::projectOpened(const ProjectStatePtr& state) {
    m_recent.add(addressOf(state->path));
    m_request.setProjectPath(state->path);
    m_parts.start->setProblem({});
    setWorking(true);
    projectChanged(state);
    if (!m_bench.running() && state->shown && state->shown->experiment > 0) {
        m_parts.flow->loadOptions(state->shown->experiment);
        if (m_goOn && statusOf(*state->shown) == ExperimentStatus::Interrupted) {
            m_parts.flow->resume(state->shown->experiment);
        }
    }
    m_goOn = false;
    m_parts.data->setFolded(state->shown && statusOf(*state->shown) == ExperimentStatus::Finished);
}

void MainWindow::projectChanged(const ProjectStatePtr& state) {
    rememberProject(*state);
    filter::ExperimentNamesById names;
    for (const auto& experiment : state->experiments) {
        names[experiment.id] = {experiment.method, experiment.trainer};
    }
    m_trials.setExperiments(std::move(names));
    m_trials.setTrials(shownTrials(*state));
    m_parts.pages->setProject(state);
    if (!state->budgets.empty()) {
        const auto& budget = state->budgets.front().second;
        m_parts.budget->setCap(budget.targetEpsilon, budget.targetDelta);
    }
    if (m_bench.running() && m_bench.live()) {
        m_trials.mergeTrials({});
    } else if (state->shown) {
        showRun(state->shown);
    }
    m_parts.flow->showProject(*state);
    updateStrip();
    updateTitle();
}

void MainWindow::showRun(const RunSnapshotPtr& all) {
    const RunSnapshotPtr run = shownPart(all);
    m_parts.pages->setRun(run);
    m_parts.trials->setRun(run);
    m_parts.inspector->setRun(run);
}

void MainWindow::liveSnapshot(const RunSnapshotPtr& all) {
    const RunSnapshotPtr run = shownPart(all);
    std::vector<session::TrialSnapshot> trials;
    for (const auto& phase : run->phases) {
        trials.insert(trials.end(), phase.trials.begin(), phase.trials.end());
    }
    if (run->final) {
        trials.push_back(run->final->trial);
    }
    for (auto& trial : trials) {
        trial.experiment = trial.experiment > 0 ? trial.experiment : run->experiment;
    }
    auto names = m_trials.experiments();
    names[run->experiment] = {run->method, run->trainer};
    m_trials.setExperiments(std::move(names));
    m_trials.mergeTrials(trials);
    showRun(run);
    updateStrip();
}

void MainWindow::runEnded(const RunSnapshotPtr& run) {
    liveSnapshot(run);
    QApplication::alert(this); // a long run has ended: the taskbar says so
    tellDesktop(statusOf(*run) == ExperimentStatus::Finished
                    ? tr("The experiment has finished.")
                    : tr("The experiment is paused at a checkpoint."));
    updateTitle();
}

void MainWindow::tellDesktop(const QString& text) {
    if (!isActiveWindow() && isVisible()) {
        notifyDesktop(tr("Parsimony"), text);
    }
}

void MainWindow::updateStrip() {
    const RunSnapshotPtr plan = m_parts.flow->plan();
    const auto live = m_bench.running() ? m_bench.live() : nullptr;
    const double planned = plan && !m_bench.running() ? plan->experimentEpsilon : 0.0;
    const bool opened = m_bench.state() && !m_bench.state()->budgets.empty();
    m_parts.budget->setParts(live ? &live->budget : opened ? budgetInSetup(m_bench.state(), plan) : nullptr);
    BudgetStrip& strip = *m_parts.strip;
    if (live) {
        strip.showBudget(live->budget, live->dataset, false, 0.0);
    } else if (opened) {
        // What is looked at may be on other data, or declare other classes, than what came first.
        const RunSnapshotPtr shown = m_parts.pages->shown();
        const session::BudgetSnapshot* its = shown ? budgetOf(*m_bench.state(), shown->dataset) : nullptr;
        const auto& [dataset, budget] = m_bench.state()->budgets.back();
        strip.showBudget(its != nullptr ? *its : budget, its != nullptr ? shown->dataset : dataset, false,
                         planned);
    } else if (const RunSnapshotPtr shown = m_parts.pages->shown()) {
        strip.showBudget(shown->budget, shown->dataset, false, planned);
    } else if (plan) {
        strip.showBudget(plan->budget, plan->dataset, true, planned);
    } else {
        strip.showEmpty(m_request.hasData());
    }
}

QStringList MainWindow::pageNames() const {
    return m_parts.pages->names();
}

void MainWindow::showPage(const QString& name) {
    m_parts.pages->showPage(name);
}

QWidget* MainWindow::page(const QString& name) const {
    return m_parts.pages->page(name);
}

void MainWindow::resetLayout() {
    m_parts.layout->reset();
}

void MainWindow::fitScreen() {
    m_parts.layout->fitScreen();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_bench.running()) {
        // The run is paused at a durable checkpoint first; the window goes when it is written.
        m_closeWhenEnded = true;
        m_parts.flow->stopQueue();
        m_bench.requestStop();
        say(tr("Saving a checkpoint before closing…"));
        event->ignore();
        return;
    }
    if (QWidget* field = focusWidget()) {
        field->clearFocus(); // what is being typed counts
    }
    m_parts.layout->save();
    QSettings settings;
    settings.setValue(QStringLiteral("session/page"), m_parts.pages->currentName());
    event->accept();
}

} // namespace parsimony::ui
