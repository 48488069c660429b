// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_flow.h"

#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "ui/models/error_text.h"
#include "ui/models/moved_files.h"
#include "ui/models/number_format.h"
#include "ui/models/project_path.h"
#include "ui/models/request.h"
#include "ui/window/plan_section.h"
#include "ui/window/run_bar.h"
#include "ui/workers/workbench.h"

#include <QDir>
#include <QFileInfo>
#include <utility>

namespace parsimony::ui {

namespace {

QString sentenceOnEnd(const session::RunSnapshot& run) {
    switch (statusOf(run)) {
    case ExperimentStatus::Finished:
        return RunFlow::tr("Finished. Export the classifier with Ctrl+E.");
    case ExperimentStatus::NothingToResume: { // a look cannot go on, and ended
        QStringList told{RunFlow::tr("Nothing is left to go on with.")};
        for (const session::Notice notice : run.notices) {
            told << sentenceText(sentenceOf(notice, run));
        }
        return told.join(QLatin1Char(' '));
    }
    default:
        return RunFlow::tr("Paused: resume goes on under the same reservation.");
    }
}

/// What runs one trial again by itself: its rate, steps and clip, with as much ε as it had.
session::RunOptions optionsOfTrial(session::RunOptions options, const session::TrialSnapshot& trial) {
    options.method = session::kSingleRun;
    options.phaseEpsilons.reset();
    options.learningRates =
        trial.learningRate ? std::optional(NumberList(std::vector{*trial.learningRate})) : std::nullopt;
    options.totalStepSize.reset();
    options.steps = NumberList(std::vector{static_cast<double>(trial.steps)});
    if (trial.maxGradNorm) {
        options.maxGradNorm = NumberList(*trial.maxGradNorm);
    }
    session::fix(options, trial.knobs);
    if (trial.epsilon > 0.0) {
        options.experimentEpsilon = trial.epsilon;
    }
    return options;
}

} // namespace

RunFlow::RunFlow(const Context& context, PlanSection& section, RunBar& bar, QObject* parent)
    : QObject(parent), m_context(context), m_section(section), m_bar(bar), m_kept(context, this),
      m_queue(m_kept.runs()) {
    connect(&m_context.request, &Request::changed, this, &RunFlow::planRequest);
    connect(&m_context.bench, &Workbench::planReady, this, &RunFlow::planReady);
    connect(&m_context.bench, &Workbench::planFailed, this, &RunFlow::planFailed);
    wireRun();
    wireQueue();
}

void RunFlow::wireRun() {
    Workbench& bench = m_context.bench;
    connect(&m_bar, &RunBar::runRequested, this, &RunFlow::start);
    connect(&m_bar, &RunBar::stopRequested, &bench, &Workbench::requestStop);
    connect(&m_bar, &RunBar::resumeRequested, this, &RunFlow::resume);
    connect(&bench, &Workbench::runStarted, this, [this] {
        m_section.setProblem({});
        m_running = m_context.request.options();
        emit said(m_context.bench.task() ? tr("Running. It takes nothing of any budget.")
                                         : tr("Running. The plan and its price are fixed now."));
    });
    connect(&bench, &Workbench::runEnded, this, &RunFlow::ended);
    connect(&bench, &Workbench::runFailed, this, &RunFlow::failed);
    connect(&bench, &Workbench::studyEnded, this, &RunFlow::studyEnded);
    connect(&bench, &Workbench::lookEnded, this, &RunFlow::lookEnded);
    connect(&bench, &Workbench::taskEnded, this, [this](const SheetPtr& found) {
        emit said(found ? tr("Done.") : tr("Stopped."));
        goOnWithQueue(found != nullptr);
        emit finished();
    });
}

void RunFlow::setPlan(RunSnapshotPtr plan, const QString& reason) {
    m_plan = std::move(plan);
    m_section.setPlan(m_plan);
    m_bar.setPlan(m_plan);
    m_bar.setReason(reason);
    emit planChanged();
}

QString RunFlow::endInWords() const {
    return m_status == ExperimentStatus::Interrupted
               ? tr("Paused at a checkpoint. What is reserved stays reserved.")
           : m_status == ExperimentStatus::Running
               ? tr("Another window or program runs this plan now; what it releases is shown here.")
               : tr("This plan has run. Change something above to see what another would take.");
}

void RunFlow::showEnd() {
    m_endShown = true;
    setPlan({}, endInWords());
}

QString RunFlow::missingInWords() const {
    const auto& o = m_context.request.options();
    const auto state = m_context.bench.state();
    if (state && state->readOnly) {
        return tr(
            "This project is read-only, or a copy for others: nothing can run in it. Open the original, in "
            "a folder that you may write to.");
    }
    if (!m_context.request.hasData()) {
        return tr("Choose training features first: drop files or open them under Data.");
    }
    if (o.place().empty() && o.train.labels.empty()) {
        return tr("Choose the labels of the training rows under Data.");
    }
    const bool capKnown = state && !state->budgets.empty();
    const bool classes = !o.classes && o.visibility == session::Visibility::Private && !capKnown;
    const bool budget = (!o.epsilon || !o.delta) && !capKnown;
    if (classes && budget) {
        return tr("Still to say: the number of classes under Data, ε and δ under Budget.");
    }
    if (budget) {
        return tr("Set ε and δ under Budget.");
    }
    if (classes) {
        return tr("Declare the number of classes under Data: it may not be counted from private labels.");
    }
    return {};
}

void RunFlow::planRequest() {
    const bool done = std::exchange(m_planDone, false);
    if (done && m_context.bench.running()) {
        return;
    }
    m_endShown = false;
    const auto state = m_context.bench.state();
    if (done && !(state && state->readOnly)) {
        m_section.setProblem({});
        showEnd();
        return;
    }
    if (const QString missing = missingInWords(); !missing.isEmpty()) {
        m_context.bench.cancelPlan();
        m_section.setProblem({});
        setPlan({}, missing);
        return;
    }
    m_bar.setReason({});
    m_bar.setPending(true);
    m_context.bench.requestPlan(m_context.request.options());
}

void RunFlow::planReady(const RunSnapshotPtr& plan) {
    m_section.setProblem({});
    setPlan(plan, {});
    updateQueueRoom();
    if (m_context.bench.projectPath().isEmpty()) {
        m_kept.follow(
            m_context.request.projectPath()); // it may have been queued for before there was a project
    }
    if (std::exchange(m_runWhenPlanned, false)) {
        start();
    }
}

void RunFlow::planFailed(const Problem& problem) {
    m_section.setProblem(problem);
    setPlan({}, problem.spend ? tr("The budget cannot pay this plan: ε %1 is missing.")
                                    .arg(formatEpsilon(problem.spend->missing, Rounding::Up))
                              : tr("This plan cannot run; the reason stands under Plan."));
    if (std::exchange(m_runWhenPlanned, false)) {
        emit failedWith(problem);
        emit finished();
    }
}

void RunFlow::ended(const RunSnapshotPtr& run) {
    const bool interrupted = statusOf(*run) == ExperimentStatus::Interrupted;
    m_status = statusOf(*run);
    m_ended = run->experiment;
    showEnd();
    m_bar.setInterrupted(interrupted ? run->experiment : 0);
    emit said(sentenceOnEnd(*run));
    if (m_context.request.options() != m_running) {
        planRequest(); // the forms were edited while it ran
    }
    goOnWithQueue(statusOf(*run) == ExperimentStatus::Finished);
    emit finished();
}

void RunFlow::studyEnded(const SheetPtr& found) {
    emit said(found ? tr("The study is done: its runs are in the project.")
                    : tr("Paused: the same study goes on from here when it is run again."));
    planRequest(); // of what is left now
    goOnWithQueue(found != nullptr);
    emit finished();
}

void RunFlow::lookEnded(const study::LookRequest& look, const EvaluationPtr& found) {
    emit said(found ? tr("Part “%1”: %2.")
                          .arg(QString::fromStdString(look.on.name),
                               formatAccuracy(found->accuracy, std::optional(found->se)))
                    : tr("The look was stopped; what it took stays taken."));
    planRequest(); // of what is left now
    goOnWithQueue(found != nullptr);
    emit finished();
}

void RunFlow::failed(const Problem& problem) {
    if (m_context.bench.task()) {
        planRequest();
        emit said(tr("Stopped: its page says why."));
    } else if (m_context.bench.studying()) {
        emit studyFailed(problem);
        planRequest();
        emit said(tr("Stopped: the reason stands under Studies."));
    } else if (m_context.bench.looking()) {
        emit failedWith(problem);
        planRequest();
    } else {
        planFailed(problem);
        emit said(tr("Stopped: the reason stands under Plan."));
    }
    const RunSnapshotPtr live = m_context.bench.live();
    const bool lookPaid = m_context.bench.looking() && problem.code != ErrorCode::Usage &&
                          problem.code != ErrorCode::Refused; // or it may have been
    const bool begun = (live && live->experiment != 0) || lookPaid;
    // A study goes on when it is run again; of an experiment nothing was reserved.
    endTaken(false, !m_context.bench.task() && (m_context.bench.studying() || !begun));
    if (std::exchange(m_queueRuns, false) && !m_queue.empty()) {
        emit said(tr("The queue stopped: what failed stands under Plan. The rest still waits."));
    }
    emit finished();
}

QString RunFlow::projectPath() {
    QString path = m_context.bench.projectPath();
    if (path.isEmpty()) {
        path = m_context.request.projectPath();
        path = path.isEmpty() ? suggestedProjectPath(m_context.request.options()) : path;
        m_context.request.setProjectPath(path);
    }
    return path;
}

void RunFlow::start() {
    if (m_context.bench.running() || !m_plan) {
        return;
    }
    const QString path = projectPath();
    QDir().mkpath(QFileInfo(path).absolutePath()); // Documents need not be there yet
    m_context.bench.startRun(path, m_context.request.options());
}

void RunFlow::startStudy(const study::StudyVariant& study) {
    if (!m_context.bench.running()) {
        m_context.bench.startStudy(projectPath(), study);
    }
}

void RunFlow::startTask(const EngineTask& task) {
    m_context.bench.startTask(task);
}

void RunFlow::resume(std::int64_t experiment) {
    if (!m_context.bench.projectPath().isEmpty()) {
        m_context.bench.resumeRun(m_context.bench.projectPath(), experiment, m_moved);
    }
}

void RunFlow::moveData(const std::vector<session::MovedFile>& moved) {
    m_planDone = m_endShown;
    m_moved.insert(m_moved.end(), moved.begin(), moved.end());
    if (const auto state = m_context.bench.state()) {
        keepMoves(state->id, m_moved);
    }
    m_context.request.replace(withMoves(m_context.request.options(), moved));
}

void RunFlow::loadOptions(std::int64_t experiment) {
    askOptions(experiment, std::nullopt);
}

void RunFlow::rerunTrial(const session::TrialSnapshot& trial) {
    askOptions(trial.experiment, trial);
}

void RunFlow::askOptions(std::int64_t experiment, std::optional<session::TrialSnapshot> trial) {
    m_context.bench.ask(
        m_optionsAsked, wire::OptionsCall{experiment},
        [this, trial = std::move(trial)](const session::RunOptions& options) { takeOptions(options, trial); },
        [this](const Problem& problem) { emit failedWith(problem); });
}

void RunFlow::takeOptions(const session::RunOptions& options,
                          const std::optional<session::TrialSnapshot>& trial) {
    m_planDone = !trial; // a trial's plan has not run yet: its price, or what is missing for it, is shown
    m_context.request.replace(withMoves(trial ? optionsOfTrial(options, *trial) : options, m_moved));
    emit optionsTaken(trial.has_value());
    if (trial) {
        m_section.setFolded(false);
        emit said(tr("Trial %1 stands as a single run in the forms. Nothing is spent until you run it.")
                      .arg(trial->id));
    }
}

/// What can be resumed: the one that is shown, or else the newest of the project.
std::int64_t RunFlow::interruptedOf(const ProjectState& state) const {
    if (m_status == ExperimentStatus::Interrupted) {
        return state.shown->experiment;
    }
    std::int64_t newest = 0;
    for (const auto& experiment : state.experiments) {
        if (statusOf(experiment) == ExperimentStatus::Interrupted) {
            newest = experiment.id;
        }
    }
    return newest;
}

void RunFlow::showProject(const ProjectState& state) {
    const bool stale = state.shown && state.shown->experiment == m_ended &&
                       statusOf(*state.shown) == ExperimentStatus::Running; // read before its end
    if (!stale) {
        m_status = state.shown ? statusOf(*state.shown) : ExperimentStatus::Planned;
    }
    m_bar.setInterrupted(state.readOnly ? 0 : interruptedOf(state));
    if (m_endShown && !m_context.bench.running()) {
        m_bar.setReason(endInWords()); // another program may have ended, or begun, what is shown
    }
    m_queue.setPast(state.experiments);
    updateQueueRoom();
    if (!m_context.bench.running()) {
        m_kept.reload(); // another program may have run some of it
    }
}

void RunFlow::clear() {
    m_optionsAsked.drop();
    m_kept.leave();
    m_taken.reset();
    m_moved.clear();
    m_queueRuns = m_planDone = m_endShown = false;
    m_status = ExperimentStatus::Planned;
    m_ended = 0;
    m_bar.setInterrupted(0);
    m_plan.reset();
}

} // namespace parsimony::ui
