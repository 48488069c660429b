// SPDX-License-Identifier: GPL-3.0-or-later
// What the workers answer, and when what came by itself is passed on.
#include "ui/workers/project_worker.h"
#include "ui/workers/run_worker.h"
#include "ui/workers/workbench.h"

#include <utility>

namespace parsimony::ui {

void Workbench::connectProjectWorker() {
    connect(m_project, &ProjectWorker::opened, this, [this](quint64 job, const ProjectStatePtr& state) {
        if (job != m_openJob) {
            return;
        }
        m_projectPath = state->path;
        m_state = state;
        m_changed = false;
        emit projectOpened(state);
    });
    connect(m_project, &ProjectWorker::openFailed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_openJob) {
            m_projectPath.clear();
            m_state.reset();
            emit projectOpenFailed(m_openingPath, problem);
        }
    });
    connect(m_project, &ProjectWorker::changed, this, [this](const ProjectStatePtr& state) {
        if (state->path == m_projectPath) {
            m_state = state;
            m_changed = false;
            emit projectChanged(state);
        }
    });
    connect(m_project, &ProjectWorker::polled, this, &Workbench::changeByItself);
    connect(m_project, &ProjectWorker::planned, this, [this](quint64 job, const RunSnapshotPtr& plan) {
        if (job == m_newestPlan->load()) {
            m_planPending = false;
            emit planReady(plan);
        }
    });
    connect(m_project, &ProjectWorker::planFailed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_newestPlan->load()) {
            m_planPending = false;
            emit planFailed(problem);
        }
    });
    connect(m_project, &ProjectWorker::exported, this, [this](quint64 job, const QStringList& files) {
        if (job == m_exportJob) {
            emit exported(files);
        }
    });
    connect(m_project, &ProjectWorker::exportFailed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_exportJob) {
            emit exportFailed(problem);
        }
    });
    connect(m_project, &ProjectWorker::optionsLoaded, this,
            [this](quint64 job, const session::RunOptions& options) {
                if (job == m_optionsJob) {
                    emit optionsLoaded(options);
                }
            });
    connect(m_project, &ProjectWorker::trialRead, this, [this](quint64 job, const TrialRecord& record) {
        if (job == m_trialJob) {
            emit trialRead(record);
        }
    });
    connect(m_project, &ProjectWorker::annotateFailed, this, &Workbench::annotateFailed);
    connect(m_project, &ProjectWorker::curatorRecorded, this, [this](quint64 job) {
        if (job == m_curatorJob) {
            emit curatorRecorded();
        }
    });
    connect(m_project, &ProjectWorker::curatorRefused, this, [this](quint64 job, const Problem& problem) {
        if (job == m_curatorJob) {
            emit curatorRefused(problem);
        }
    });
    connect(m_project, &ProjectWorker::budgetRaised, this, &Workbench::budgetRaised);
    connect(m_project, &ProjectWorker::budgetFailed, this, &Workbench::budgetFailed);
    connect(m_project, &ProjectWorker::readFailed, this, &Workbench::projectReadFailed);
}

void Workbench::connectRunWorker() {
    connect(m_run, &RunWorker::snapshot, this, [this](quint64 job, const RunSnapshotPtr& snapshot) {
        if (job != m_runJob) {
            return;
        }
        m_live = snapshot;
        if (m_projectPath != m_runPath && m_openingPath != m_runPath) {
            openProject(m_runPath); // the run has just created it
        }
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
    connect(m_run, &RunWorker::failed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_runJob) {
            finishRun();
            emit runFailed(problem);
        }
    });
}

void Workbench::changeByItself(const ProjectStatePtr& state) {
    if (state->path == m_projectPath) {
        m_state = state;
        m_changed = true;
        showLive();
    }
}

void Workbench::showLive() {
    if (m_liveTimer.isActive() || (!m_runChanged && !m_changed)) {
        return;
    }
    if (const auto wait = m_pace.wait(); wait > LivePace::Milliseconds::zero()) {
        m_liveTimer.start(wait);
        return;
    }
    m_pace.shown();
    m_runChanged = false;
    if (std::exchange(m_changed, false) && m_state) {
        emit projectChanged(m_state);
    }
    if (running() && m_live) { // after the project as well: the ledger knows less of a trial under way
        emit runSnapshot(m_live);
    }
}

void Workbench::connectInspectWorker() {
    connect(m_inspect, &InspectWorker::listed, this, [this](quint64 job, const FileListing& listing) {
        if (job == m_listJob) {
            emit filesListed(listing);
        }
    });
    connect(m_inspect, &InspectWorker::audited, this, [this](quint64 job, const AuditFindings& findings) {
        if (job == m_auditJob) {
            emit audited(findings);
        }
    });
    connect(m_inspect, &InspectWorker::auditFailed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_auditJob) {
            emit auditFailed(problem);
        }
    });
    connect(m_inspect, &InspectWorker::evaluated, this, [this](quint64 job, const EvaluationPtr& evaluation) {
        if (job == m_evaluateJob) {
            m_evaluateJob = 0;
            emit evaluated(evaluation);
        }
    });
    connect(m_inspect, &InspectWorker::evaluationFailed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_evaluateJob) {
            m_evaluateJob = 0;
            emit evaluationFailed(problem);
        }
    });
    connect(m_inspect, &InspectWorker::calculated, this, [this](quint64 job, const AccountAnswer& answer) {
        if (job == m_calculateJob) {
            emit calculated(answer);
        }
    });
    connect(m_inspect, &InspectWorker::curatorNotice, this,
            [this](quint64, const QString& notice) { emit curatorNotice(notice); });
    connect(m_inspect, &InspectWorker::knownRowsFound, this, [this](quint64 job, const KnownParts& parts) {
        if (job == m_knownJob) {
            emit knownRowsFound(parts);
        }
    });
    connect(m_inspect, &InspectWorker::knownRowsFailed, this, [this](quint64 job, const Problem& problem) {
        if (job == m_knownJob) {
            emit knownRowsFailed(problem);
        }
    });
}

} // namespace parsimony::ui
