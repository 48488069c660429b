// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/workbench.h"

#include "ui/workers/project_worker.h"
#include "ui/workers/run_worker.h"

#include <sys/resource.h>

namespace parsimony::ui {

namespace {
/// Long enough to swallow a burst of keystrokes or a drag, short enough to feel immediate.
constexpr int kPlanDelayMilliseconds = 120;
/// Of the run's threads; Qt's own priorities do nothing under the scheduler that Linux uses.
constexpr int kRunNiceness = 10;

void registerTypes() {
    qRegisterMetaType<RunSnapshotPtr>("parsimony::ui::RunSnapshotPtr");
    qRegisterMetaType<ProjectStatePtr>("parsimony::ui::ProjectStatePtr");
    qRegisterMetaType<Problem>("parsimony::ui::Problem");
    qRegisterMetaType<AuditFindings>("parsimony::ui::AuditFindings");
    qRegisterMetaType<EvaluationPtr>("parsimony::ui::EvaluationPtr");
    qRegisterMetaType<AccountAnswer>("parsimony::ui::AccountAnswer");
    qRegisterMetaType<TrialRecord>("parsimony::ui::TrialRecord");
    qRegisterMetaType<KnownParts>("parsimony::ui::KnownParts");
    qRegisterMetaType<FileListing>("parsimony::ui::FileListing");
    qRegisterMetaType<session::RunOptions>("parsimony::session::RunOptions");
}
} // namespace

Workbench::Workbench(EnginePtr engine, QObject* parent)
    : QObject(parent), m_engine(std::move(engine)), m_newestPlan(std::make_shared<std::atomic<quint64>>(0)) {
    registerTypes();
    m_project = new ProjectWorker(m_engine, m_newestPlan);
    m_run = new RunWorker(m_engine);
    m_inspect = new InspectWorker(m_engine);
    m_projectThread.setObjectName(QStringLiteral("project"));
    m_runThread.setObjectName(QStringLiteral("run"));
    m_inspectThread.setObjectName(QStringLiteral("inspect"));
    const auto place = [](QObject* worker, QThread& thread) {
        worker->moveToThread(&thread);
        connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
    };
    place(m_project, m_projectThread);
    place(m_run, m_runThread);
    place(m_inspect, m_inspectThread);
    connectProjectWorker();
    connectRunWorker();
    connectInspectWorker();
    m_planTimer.setSingleShot(true);
    m_planTimer.setInterval(kPlanDelayMilliseconds);
    connect(&m_planTimer, &QTimer::timeout, this, &Workbench::sendPlan);
    m_liveTimer.setSingleShot(true);
    connect(&m_liveTimer, &QTimer::timeout, this, &Workbench::showLive);
    m_projectThread.start();
    // Training takes every core it gets; the window must still answer. Threads that the run starts inherit
    // it.
    connect(&m_runThread, &QThread::started, m_run, [] { setpriority(PRIO_PROCESS, 0, kRunNiceness); });
    m_runThread.start();
    m_inspectThread.start();
}

Workbench::~Workbench() {
    m_stop.request_stop();
    m_evaluationStop.request_stop();
    for (QThread* thread : {&m_projectThread, &m_runThread, &m_inspectThread}) {
        thread->quit();
    }
    for (QThread* thread : {&m_projectThread, &m_runThread, &m_inspectThread}) {
        thread->wait();
    }
}

void Workbench::openProject(const QString& path) {
    m_openJob = m_nextJob++;
    m_openingPath = path;
    QMetaObject::invokeMethod(m_project,
                              [worker = m_project, job = m_openJob, path] { worker->open(job, path); });
}

void Workbench::closeProject() {
    m_openJob = m_nextJob++;
    m_projectPath.clear();
    m_openingPath.clear();
    m_state.reset();
    m_live.reset();
    m_changed = false;
    m_auditJob = 0;
    m_knownJob = 0;
    m_trialJob = 0;
    cancelPlan();
    QMetaObject::invokeMethod(m_project, [worker = m_project] { worker->close(); });
    emit projectClosed();
}

void Workbench::requestPlan(const session::RunOptions& options) {
    m_planOptions = options;
    m_newestPlan->store(m_nextJob++); // whatever is under way is stale from now on
    m_planPending = true;
    m_planTimer.start();
    emit planStarted();
}

void Workbench::cancelPlan() {
    m_planTimer.stop();
    m_planPending = false;
    m_newestPlan->store(m_nextJob++);
}

void Workbench::sendPlan() {
    const quint64 job = m_newestPlan->load();
    QMetaObject::invokeMethod(
        m_project, [worker = m_project, job, options = m_planOptions] { worker->plan(job, options); });
}

void Workbench::listFiles(const QStringList& files) {
    m_listJob = m_nextJob++;
    QMetaObject::invokeMethod(m_inspect,
                              [worker = m_inspect, job = m_listJob, files] { worker->list(job, files); });
}

void Workbench::showExperiment(std::int64_t experiment) {
    QMetaObject::invokeMethod(m_project, [worker = m_project, experiment] { worker->show(experiment); });
}

void Workbench::auditProject() {
    m_auditJob = m_nextJob++;
    QMetaObject::invokeMethod(m_inspect, [worker = m_inspect, job = m_auditJob, path = m_projectPath] {
        worker->audit(job, path);
    });
}

void Workbench::refresh() {
    QMetaObject::invokeMethod(m_project, [worker = m_project] { worker->refresh(); });
}

void Workbench::exportModel(std::int64_t trial, const QString& output) {
    m_exportJob = m_nextJob++;
    QMetaObject::invokeMethod(m_project, [worker = m_project, job = m_exportJob, trial, output] {
        worker->exportModel(job, trial, output);
    });
}

void Workbench::raiseBudget(double epsilon, const QString& reason) {
    QMetaObject::invokeMethod(
        m_project, [worker = m_project, epsilon, reason] { worker->raiseBudget(epsilon, reason); });
}

void Workbench::loadOptions(std::int64_t experiment) {
    m_optionsJob = m_nextJob++;
    QMetaObject::invokeMethod(m_project, [worker = m_project, job = m_optionsJob, experiment] {
        worker->loadOptions(job, experiment);
    });
}

void Workbench::readTrial(std::int64_t trial) {
    m_trialJob = m_nextJob++;
    QMetaObject::invokeMethod(
        m_project, [worker = m_project, job = m_trialJob, trial] { worker->readTrial(job, trial); });
}

void Workbench::annotate(std::int64_t trial, const std::optional<QString>& note,
                         const std::optional<QString>& tags) {
    QMetaObject::invokeMethod(
        m_project, [worker = m_project, trial, note, tags] { worker->annotate(trial, note, tags); });
}

void Workbench::recordCuratorShown(const QString& what) {
    m_curatorJob = m_nextJob++;
    QMetaObject::invokeMethod(
        m_project, [worker = m_project, job = m_curatorJob, what] { worker->recordCuratorShown(job, what); });
}

bool Workbench::evaluate(EvaluationRequest request) {
    if (evaluating() || m_projectPath.isEmpty()) {
        return false;
    }
    request.project = m_projectPath;
    m_evaluateJob = m_nextJob++;
    QMetaObject::invokeMethod(
        m_inspect, [worker = m_inspect, job = m_evaluateJob, request, stop = m_evaluationStop.get_token()] {
            worker->evaluate(job, request, stop);
        });
    return true;
}

void Workbench::calculate(const AccountQuestion& question) {
    m_calculateJob = m_nextJob++;
    QMetaObject::invokeMethod(m_inspect, [worker = m_inspect, job = m_calculateJob, question] {
        worker->calculate(job, question);
    });
}

void Workbench::findKnownRows(const session::RunOptions& options) {
    m_knownJob = m_nextJob++;
    QMetaObject::invokeMethod(
        m_inspect, [worker = m_inspect, job = m_knownJob, options] { worker->findKnownRows(job, options); });
}

void Workbench::beginRun(const QString& project) {
    m_stop = std::stop_source();
    m_runJob = m_nextJob++;
    m_runPath = project;
    m_live.reset();
    m_runChanged = false;
    m_pace.reset();
    m_liveTimer.stop();
    cancelPlan();
}

bool Workbench::startRun(const QString& project, const session::RunOptions& options) {
    if (running()) {
        return false;
    }
    beginRun(project);
    QMetaObject::invokeMethod(m_run,
                              [worker = m_run, job = m_runJob, project, options, stop = m_stop.get_token()] {
                                  worker->run(job, project, options, stop);
                              });
    emit runStarted();
    return true;
}

bool Workbench::resumeRun(const QString& project, std::int64_t experiment) {
    if (running()) {
        return false;
    }
    beginRun(project);
    QMetaObject::invokeMethod(
        m_run, [worker = m_run, job = m_runJob, project, experiment, stop = m_stop.get_token()] {
            worker->resume(job, project, experiment, stop);
        });
    emit runStarted();
    return true;
}

void Workbench::requestStop() {
    if (running() && m_stop.request_stop()) {
        emit runStopping();
    }
}

void Workbench::finishRun() {
    m_runJob = 0;
    m_runChanged = false; // the end says it all
    if (m_projectPath == m_runPath) {
        refresh();
    } else if (m_openingPath != m_runPath) {
        openProject(m_runPath);
    }
}

} // namespace parsimony::ui
