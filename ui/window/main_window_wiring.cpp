// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/number_format.h"
#include "ui/models/selection_method.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/start_page.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/style/widgets.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/budget_section.h"
#include "ui/window/data_section.h"
#include "ui/window/desktop_notification.h"
#include "ui/window/help_sheets.h"
#include "ui/window/inspector.h"
#include "ui/window/main_window.h"
#include "ui/window/plan_section.h"
#include "ui/window/run_bar.h"
#include "ui/window/timeline.h"
#include "ui/window/trials_panel.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QStandardPaths>
#include <QTimer>
#include <utility>

namespace parsimony::ui {

namespace {

/// What runs one trial again by itself: its rate, steps and clip, with as much ε as it had.
session::RunOptions optionsOfTrial(session::RunOptions options, const session::TrialSnapshot& trial) {
    const auto exact = [](double value) {
        return QString::number(value, 'g', QLocale::FloatingPointShortest).toStdString();
    };
    options.method = "single";
    options.phaseEpsilons.reset();
    options.learningRates = trial.learningRate ? std::optional(exact(*trial.learningRate)) : std::nullopt;
    options.totalStepSize = "auto";
    options.steps = std::to_string(trial.steps);
    options.maxGradNorm = trial.maxGradNorm ? trial.maxGradNorm : options.maxGradNorm;
    if (trial.epsilon > 0.0) {
        options.experimentEpsilon = trial.epsilon;
    }
    return options;
}

/// Trials as they may be shown: of a private selection the winner alone.
std::vector<session::TrialSnapshot> shownTrials(const ProjectState& state) {
    std::vector<session::TrialSnapshot> trials = state.trials;
    const bool isPublic = !state.budgets.empty() && state.budgets.front().first.visibility == "public";
    for (const auto& experiment : state.experiments) {
        if (!isPublic && session::isPrivateSelection(experiment.method)) {
            std::erase_if(trials, [&](const auto& trial) {
                return trial.experiment == experiment.id &&
                       ((trial.role != "final" && trial.role != "selection") ||
                        trial.state != session::TrialState::Finished);
            });
        }
    }
    return trials;
}

} // namespace

void MainWindow::wire() {
    connect(&m_request, &Request::changed, this, &MainWindow::requestChanged);
    connect(&m_bench, &Workbench::planReady, this, &MainWindow::planReady);
    connect(&m_bench, &Workbench::planFailed, this, &MainWindow::planFailed);
    connect(&m_bench, &Workbench::projectOpened, this, &MainWindow::projectOpened);
    connect(&m_bench, &Workbench::projectChanged, this, &MainWindow::projectChanged);
    connect(&m_bench, &Workbench::projectOpenFailed, this,
            [this](const QString& path, const Problem& problem) {
                m_recent.remove(path);
                setWorking(false);
                m_start->setProblem(problem.message);
                updateTitle();
            });
    connect(&m_bench, &Workbench::projectReadFailed, this,
            [this](const Problem& problem) { say(problem.message); });
    connect(&m_bench, &Workbench::runSnapshot, this, &MainWindow::liveSnapshot);
    connect(&m_bench, &Workbench::runStarted, this, [this] {
        m_planSection->setProblem({});
        m_runOptions = m_request.options();
        say(tr("Running. The plan and its price are fixed now."));
        updateTitle();
    });
    connect(&m_bench, &Workbench::runEnded, this, &MainWindow::runEnded);
    connect(&m_bench, &Workbench::runFailed, this, [this](const Problem& problem) {
        m_runBar->setPlan({});
        planFailed(problem);
        tellDesktop(tr("The experiment has stopped: the window says why."));
        updateTitle();
        emit runFinished();
        if (m_closeWhenEnded) {
            close();
        }
    });
    wireForms();
    wireQueue();
    wireCurator();
}

void MainWindow::wireForms() {
    connect(m_runBar, &RunBar::runRequested, this, &MainWindow::startRun);
    connect(m_runBar, &RunBar::stopRequested, &m_bench, &Workbench::requestStop);
    connect(m_runBar, &RunBar::resumeRequested, this,
            [this](std::int64_t experiment) { m_bench.resumeRun(m_bench.projectPath(), experiment); });
    connect(m_data, &DataSection::filesWanted, this, &MainWindow::chooseFiles);
    connect(m_start, &StartPage::filesWanted, this, &MainWindow::chooseFiles);
    connect(m_start, &StartPage::projectWanted, this, &MainWindow::chooseProject);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::openProject);
    connect(m_start, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_trialsPanel, &TrialsPanel::viewChanged, &m_history, &UndoHistory::add);
    connect(m_inspector, &Inspector::exportRequested, this, &MainWindow::exportModel);
    connect(m_inspector, &Inspector::trialRerunRequested, this, &MainWindow::rerunTrial);
    connect(m_inspector, &Inspector::rerunRequested, this, [this](qint64 experiment) {
        m_rerunTrial.reset();
        loadOptions(experiment);
        say(tr("The options of experiment %1 are in the forms. Change something to see its price.")
                .arg(experiment));
    });
    connect(m_experiments, &ExperimentsPage::showRequested, this,
            [this](qint64 experiment) { m_bench.showExperiment(experiment); });
    connect(m_experiments, &ExperimentsPage::rerunRequested, m_inspector, &Inspector::rerunRequested);
    connect(m_experiments, &ExperimentsPage::exportRequested, this, &MainWindow::exportModel);
    connect(&m_request, &Request::projectPathChanged, this, &MainWindow::updateTitle);
}

void MainWindow::say(const QString& text) {
    m_status->setFullText(text);
}

void MainWindow::requestChanged() {
    if (m_planDone && m_bench.running()) {
        m_planDone = false;
        return;
    }
    if (m_planDone) {
        m_planDone = false;
        m_plan.reset();
        m_planSection->setPlan({});
        m_planSection->setProblem({});
        m_runBar->setPlan({});
        m_runBar->setReason(
            m_shown && m_shown->status == "interrupted"
                ? tr("Paused at a checkpoint. What is reserved stays reserved.")
                : tr("This plan has run. Change something above to see what another would take."));
        return;
    }
    const QString missing = missingInWords();
    if (!missing.isEmpty()) {
        m_bench.cancelPlan();
        m_plan.reset();
        m_planSection->setPlan({});
        m_planSection->setProblem({});
        m_runBar->setPlan({});
        m_runBar->setReason(missing);
        updateStrip();
        return;
    }
    m_runBar->setReason({});
    m_runBar->setPending(true);
    m_bench.requestPlan(m_request.options());
}

void MainWindow::planReady(const RunSnapshotPtr& plan) {
    m_plan = plan;
    m_planSection->setPlan(plan);
    m_planSection->setProblem({});
    m_runBar->setReason({});
    m_runBar->setPlan(plan);
    updateQueueRoom();
    if (!m_shown && !m_bench.running()) {
        showRun(plan);
    }
    updateStrip();
    if (m_runWhenPlanned) {
        m_runWhenPlanned = false;
        startRun();
    }
}

void MainWindow::planFailed(const Problem& problem) {
    m_plan.reset();
    m_planSection->setPlan({});
    m_planSection->setProblem(problem.message);
    m_runBar->setPlan({});
    m_runBar->setReason(problem.spend ? tr("The budget cannot pay this plan: ε %1 is missing.")
                                            .arg(formatEpsilon(problem.spend->missing, Rounding::Up))
                                      : tr("This plan cannot run; the reason stands under Plan."));
    updateStrip();
    if (m_runWhenPlanned) {
        m_runWhenPlanned = false;
        say(problem.message);
        emit runFinished();
    }
}

void MainWindow::projectOpened(const ProjectStatePtr& state) {
    m_recent.add(state->path);
    m_request.setProjectPath(state->path);
    m_start->setProblem({});
    setWorking(true);
    projectChanged(state);
    if (!m_bench.running() && state->shown && state->shown->experiment > 0) {
        loadOptions(state->shown->experiment);
        if (m_goOn && state->shown->status == "interrupted") {
            m_bench.resumeRun(state->path, state->shown->experiment);
        }
    }
    if (m_curatorOn) {
        recordCuratorShown(); // switched on before there was a ledger
    }
    m_goOn = false;
    m_data->setFolded(state->shown && state->shown->status == "finished");
}

void MainWindow::projectChanged(const ProjectStatePtr& state) {
    m_trials.setTrials(shownTrials(*state));
    m_experiments->setState(state);
    if (!state->budgets.empty()) {
        const auto& budget = state->budgets.front().second;
        m_budget->setCap(budget.targetEpsilon, budget.targetDelta);
    }
    if (m_bench.running() && m_bench.live()) {
        m_trials.mergeTrials({});
    } else if (state->shown) {
        showRun(state->shown);
    }
    m_runBar->setInterrupted(state->shown && state->shown->status == "interrupted" && !state->readOnly
                                 ? state->shown->experiment
                                 : 0);
    updateStrip();
    updateTitle();
    updateQueueRoom();
    if (!m_plotTimer.isActive()) {
        m_plotTimer.start(); // comparisons look at experiments, not only at trials
    }
}

void MainWindow::showRun(const RunSnapshotPtr& all) {
    const RunSnapshotPtr run = shownPart(all);
    m_shown = run && run->experiment > 0 ? run : nullptr;
    m_rPlot->setRun(run);
    m_trialsPanel->setRun(run);
    m_inspector->setRun(run);
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
    m_trials.mergeTrials(trials);
    showRun(run);
    updateStrip();
}

void MainWindow::runEnded(const RunSnapshotPtr& run) {
    liveSnapshot(run);
    m_plan.reset();
    m_planSection->setPlan({});
    m_runBar->setPlan({});
    m_runBar->setInterrupted(run->status == "interrupted" ? run->experiment : 0);
    m_runBar->setReason(
        run->status == "interrupted"
            ? tr("Paused at a checkpoint. What is reserved stays reserved.")
            : tr("This plan has run. Change something above to see what another would take."));
    say(run->status == "finished" ? tr("Finished. Export the classifier with Ctrl+E.")
                                  : tr("Paused: resume goes on under the same reservation."));
    QApplication::alert(this); // a long run has ended: the taskbar says so
    tellDesktop(run->status == "finished" ? tr("The experiment has finished.")
                                          : tr("The experiment is paused at a checkpoint."));
    updateTitle();
    if (m_request.options() != m_runOptions) {
        requestChanged(); // the forms were edited while it ran
    }
    emit runFinished();
    if (m_closeWhenEnded) {
        close();
    }
}

void MainWindow::tellDesktop(const QString& text) {
    if (!isActiveWindow() && isVisible()) {
        notifyDesktop(tr("Parsimony"), text);
    }
}

void MainWindow::startRun() {
    if (m_bench.running() || !m_plan) {
        return;
    }
    QString path = m_bench.projectPath();
    if (path.isEmpty()) {
        path = m_request.projectPath().isEmpty() ? suggestProjectPath() : m_request.projectPath();
        m_request.setProjectPath(path);
    }
    QDir().mkpath(QFileInfo(path).absolutePath()); // Documents need not be there yet
    m_bench.startRun(path, m_request.options());
}

void MainWindow::rerunTrial(std::int64_t trial) {
    if (const auto* found = m_trials.trialById(trial)) {
        m_rerunTrial = *found;
        loadOptions(found->experiment);
    }
}

void MainWindow::loadOptions(std::int64_t experiment) {
    m_bench.ask(
        m_optionsAsked, [experiment](SessionPort& session) { return session.optionsOf(experiment); },
        [this](const session::RunOptions& options) { takeOptions(options); },
        [this](const Problem& problem) {
            m_rerunTrial.reset();
            say(problem.message);
        });
}

void MainWindow::takeOptions(const session::RunOptions& options) {
    if (m_rerunTrial) {
        const auto trial = *std::exchange(m_rerunTrial, std::nullopt);
        m_planDone = false; // a plan that has not run yet: its price, or what is missing for it, is shown
        m_request.replace(optionsOfTrial(options, trial));
        m_setupDock->show();
        m_planSection->setFolded(false);
        say(tr("Trial %1 stands as a single run in the forms. Nothing is spent until you run it.")
                .arg(trial.id));
    } else {
        m_planDone = true; // these options have run: planning them again is for an edit to ask
        m_request.replace(options);
    }
    const QStringList files = m_catalog.missingFiles(m_request.options());
    if (!files.isEmpty()) {
        listFiles(files, false);
    }
}

void MainWindow::updateStrip() {
    const auto live = m_bench.running() ? m_bench.live() : nullptr;
    const double planned = m_plan && !m_bench.running() ? m_plan->experimentEpsilon : 0.0;
    const bool opened = m_bench.state() && !m_bench.state()->budgets.empty();
    m_budget->setParts(live ? &live->budget : opened ? &m_bench.state()->budgets.front().second : nullptr);
    if (live) {
        m_strip->showBudget(live->budget, live->dataset, false, 0.0);
    } else if (opened) {
        m_strip->showBudget(m_bench.state()->budgets.front().second, m_bench.state()->budgets.front().first,
                            false, planned);
    } else if (m_shown) {
        m_strip->showBudget(m_shown->budget, m_shown->dataset, false, planned);
    } else if (m_plan) {
        m_strip->showBudget(m_plan->budget, m_plan->dataset, true, planned);
    } else {
        m_strip->showEmpty(m_request.hasData());
    }
}

void MainWindow::updateTitle() {
    QString name = m_bench.projectPath().isEmpty() ? m_request.projectPath() : m_bench.projectPath();
    name = QFileInfo(name).fileName();
    QString title = !m_working       ? QStringLiteral("Parsimony")
                    : name.isEmpty() ? tr("New project – Parsimony")
                                     : tr("%1 – Parsimony").arg(name);
    if (m_bench.running()) {
        title = tr("running · %1").arg(title);
    }
    if (m_bench.state() && m_bench.state()->readOnly) {
        title += tr(" (read only)");
    }
    setWindowTitle(title);
}

} // namespace parsimony::ui
