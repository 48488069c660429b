// SPDX-License-Identifier: GPL-3.0-or-later
// What runs: one experiment, study, look or task at a time, on a thread of its own.
#include "ui/workers/run_worker.h"
#include "ui/workers/workbench.h"

#include <utility>

namespace parsimony::ui {

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

template <class Start>
bool Workbench::startOnRunThread(const QString& project, bool studying, Start start,
                                 const std::optional<EngineTask>& task) {
    if (running()) {
        return false;
    }
    beginRun(project);
    m_studying = studying;
    m_task = task;
    m_look.reset();
    QMetaObject::invokeMethod(m_run,
                              [start, job = m_runJob, stop = m_stop.get_token()] { start(job, stop); });
    emit runStarted();
    return true;
}

bool Workbench::startRun(const QString& project, const session::RunOptions& options,
                         const std::string& request) {
    return startOnRunThread(project, false,
                            [worker = m_run, project, options, request](quint64 job, std::stop_token stop) {
                                worker->run(job, project, options, request, std::move(stop));
                            });
}

bool Workbench::resumeRun(const QString& project, std::int64_t experiment,
                          const std::vector<session::MovedFile>& moved) {
    const wire::ResumeCall call{experiment > 0 ? std::optional(experiment) : std::nullopt, moved};
    return startOnRunThread(project, false,
                            [worker = m_run, project, call](quint64 job, std::stop_token stop) {
                                worker->resume(job, project, call, std::move(stop));
                            });
}

bool Workbench::startStudy(const QString& project, const study::StudyVariant& study) {
    return startOnRunThread(project, true,
                            [worker = m_run, project, study](quint64 job, std::stop_token stop) {
                                worker->study(job, project, study, std::move(stop));
                            });
}

bool Workbench::startTask(const EngineTask& task) {
    const auto start = [worker = m_run, task](quint64 job, std::stop_token stop) {
        worker->task(job, task, std::move(stop));
    };
    return startOnRunThread({}, false, start, task);
}

bool Workbench::startLook(const QString& project, const study::LookRequest& look,
                          const std::string& request) {
    const auto start = [worker = m_run, project, look, request](quint64 job, std::stop_token stop) {
        worker->look(job, project, look, request, std::move(stop));
    };
    if (!startOnRunThread(project, false, start)) {
        return false;
    }
    m_look = look;
    return true;
}

void Workbench::requestStop() {
    if (running() && m_stop.request_stop()) {
        emit runStopping();
    }
}

void Workbench::openWhatRuns() {
    if (!m_task && m_projectPath != m_runPath && m_openingPath != m_runPath) {
        openProject(m_runPath); // the run has just created it
    }
}

void Workbench::finishRun() {
    m_runJob = 0;
    m_runChanged = false; // the end says it all
    if (m_task) {
        return; // it changed no project
    }
    if (m_projectPath == m_runPath) {
        refresh();
    } else if (m_openingPath != m_runPath) {
        openProject(m_runPath);
    }
}

void Workbench::connectRunWorker() {
    connect(m_run, &RunWorker::snapshot, this, [this](quint64 job, const RunSnapshotPtr& snapshot) {
        if (job != m_runJob) {
            return;
        }
        m_live = snapshot;
        openWhatRuns();
        m_runChanged = true;
        showLive();
    });
    connect(m_run, &RunWorker::curatorNotice, this, [this](quint64 job, const QString& notice) {
        if (job == m_runJob) {
            emit curatorNotice(notice);
        }
    });
    connect(m_run, &RunWorker::ended, this, [this](quint64 job, const RunSnapshotPtr& snapshot) {
        if (job == m_runJob) {
            finishRun();
            emit runEnded(snapshot);
        }
    });
    connect(m_run, &RunWorker::studyProgress, this, [this](quint64 job, const StudyProgress& progress) {
        if (job == m_runJob) {
            openWhatRuns();
            emit studyProgress(progress);
        }
    });
    connect(m_run, &RunWorker::studyEnded, this, [this](quint64 job, const SheetPtr& found) {
        if (job == m_runJob) {
            finishRun();
            if (m_task) {
                emit taskEnded(found);
            } else {
                emit studyEnded(found);
            }
        }
    });
    connect(m_run, &RunWorker::lookEnded, this, [this](quint64 job, const EvaluationPtr& found) {
        if (job == m_runJob) {
            finishRun();
            emit lookEnded(*m_look, found);
        }
    });
    connect(m_run, &RunWorker::failed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_runJob) {
            finishRun();
            emit runFailed(problem);
        }
    });
}

} // namespace parsimony::ui
