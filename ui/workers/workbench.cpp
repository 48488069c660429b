// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/workbench.h"

#include "core/base/sentence.h"
#include "ui/models/error_text.h"
#include "ui/workers/project_worker.h"
#include "ui/workers/run_worker.h"

#include <sys/resource.h>

#include <utility>

namespace parsimony::ui {

namespace {
/// Long enough to swallow a burst of keystrokes or a drag, short enough to feel immediate.
constexpr int kPlanDelayMilliseconds = 120;
/// Of the run's threads; Qt's own priorities do nothing under the scheduler that Linux uses.
constexpr int kRunNiceness = 10;
/// What was asked of another machine may still be answered when the window goes.
constexpr int kAnswerMilliseconds = 1500;
/// What a person asks for in the time of one answer from another machine.
constexpr int kReaders = 4;
/// Of silence, before it is said what is waited for; then once a second.
constexpr int kPatienceMilliseconds = 2000;

void registerTypes() {
    qRegisterMetaType<RunSnapshotPtr>("parsimony::ui::RunSnapshotPtr");
    qRegisterMetaType<ProjectStatePtr>("parsimony::ui::ProjectStatePtr");
    qRegisterMetaType<Problem>("parsimony::ui::Problem");
    qRegisterMetaType<SheetPtr>("parsimony::ui::SheetPtr");
    qRegisterMetaType<StudyProgress>("parsimony::ui::StudyProgress");
}
} // namespace

Workbench::Workbench(EnginePtr engine, QObject* parent, LivePace pace)
    : QObject(parent), m_engine(std::move(engine)), m_pace(std::move(pace)) {
    registerTypes();
    m_project = new ProjectWorker(m_engine);
    m_run = new RunWorker(m_engine);
    m_beside = new QObject;
    m_projectThread.setObjectName(QStringLiteral("project"));
    m_runThread.setObjectName(QStringLiteral("run"));
    m_engineThread.setObjectName(QStringLiteral("engine"));
    const auto place = [](QObject* worker, QThread& thread) {
        worker->moveToThread(&thread);
        connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
    };
    place(m_project, m_projectThread);
    place(m_run, m_runThread);
    place(m_beside, m_engineThread);
    m_readers.setMaxThreadCount(kReaders);
    connectProjectWorker();
    connectRunWorker();
    m_patience.setInterval(1000);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_sinceHeard.elapsed() >= kPatienceMilliseconds) {
            m_waitSaid = true;
            emit waiting(static_cast<int>(m_sinceHeard.elapsed() / 1000));
        }
    });
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
    m_engineThread.start();
}

Workbench::~Workbench() {
    m_stop.request_stop();
    m_stopAll.request_stop();
    for (QThread* thread : {&m_projectThread, &m_runThread, &m_engineThread}) {
        thread->quit();
    }
    m_engine->leave(false);
    for (QThread* thread : {&m_projectThread, &m_runThread, &m_engineThread}) {
        if (!thread->wait(kAnswerMilliseconds)) {
            m_engine->leave(true);
            thread->wait();
        }
    }
    if (!m_readers.waitForDone(kAnswerMilliseconds)) {
        m_engine->leave(true);
        m_readers.waitForDone();
    }
}

SessionPort& Workbench::openSession(SessionPort* session) {
    if (session == nullptr) {
        fail(Sentence("no project is open"));
    }
    return *session;
}

Workbench::Deliver Workbench::outcomeOf(const std::function<Deliver()>& work, const Failed& failed) {
    try {
        return work();
    } catch (...) {
        return [failed, problem = currentProblem()] { failed(problem); };
    }
}

/// To be held by what is sent to a worker until that is done with, whatever comes of it.
std::shared_ptr<void> Workbench::expectAnswer() {
    if (m_expected++ == 0) {
        m_sinceHeard.start();
        m_patience.start();
    }
    const auto done = [this](void*) {
        QMetaObject::invokeMethod(this, &Workbench::heard, Qt::QueuedConnection);
    };
    return {static_cast<void*>(this), done};
}

void Workbench::heard() {
    m_sinceHeard.start();
    if (--m_expected == 0) {
        m_patience.stop();
    }
    if (std::exchange(m_waitSaid, false)) {
        emit waiting(0);
    }
}

void Workbench::onProject(const AskedPtr& asked, ProjectJob job, Failed failed) {
    QMetaObject::invokeMethod(m_project, [this, expected = expectAnswer(), worker = m_project,
                                          engine = m_engine, asked, job = std::move(job),
                                          failed = std::move(failed)] {
        const auto work = [this, expected, engine, asked, job, failed, session = worker->session()] {
            if (asked->wanted) {
                answer(asked, outcomeOf([&] { return job(session.get(), *engine); }, failed));
            }
        };
        if (asked->onlyReads && worker->session() && worker->session()->readsSideBySide()) {
            m_readers.start(work);
        } else {
            work();
        }
    });
}

void Workbench::onEngine(const AskedPtr& asked, EngineJob job, Failed failed) {
    QMetaObject::invokeMethod(m_beside, [this, expected = expectAnswer(), engine = m_engine,
                                         stop = m_stopAll.get_token(), asked, job = std::move(job),
                                         failed = std::move(failed)] {
        if (asked->wanted) {
            session::RunObserver observer;
            observer.onCuratorNotice = [this](const Sentence& notice) {
                emit curatorNotice(sentenceText(notice)); // queued: the receivers are elsewhere
            };
            answer(asked, outcomeOf(
                              [&] {
                                  try {
                                      return job({*engine, stop, observer});
                                  } catch (const CuratorRefusal& refused) {
                                      for (const Sentence& reason : refused.reasons()) {
                                          emit curatorNotice(sentenceText(reason));
                                      }
                                      throw;
                                  }
                              },
                              failed));
        }
    });
}

/// Called on the thread that worked.
void Workbench::answer(const AskedPtr& asked, const Deliver& deliver) {
    QMetaObject::invokeMethod(this, [this, asked, deliver] {
        const bool wanted = asked->wanted.exchange(false) && (!asked->owned || asked->asker) &&
                            (asked->project == 0 || asked->project == m_openJob);
        if (wanted) {
            deliver();
        }
    });
}

void Workbench::openProject(const QString& path) {
    m_openJob = m_nextJob++;
    m_openingPath = path;
    QMetaObject::invokeMethod(m_project, [expected = expectAnswer(), worker = m_project, job = m_openJob,
                                          path] { worker->open(job, path); });
}

void Workbench::closeProject() {
    m_openJob = m_nextJob++;
    m_projectPath.clear();
    m_openingPath.clear();
    m_state.reset();
    m_live.reset();
    m_changed = false;
    cancelPlan();
    QMetaObject::invokeMethod(m_project, [worker = m_project] { worker->close(); });
    emit projectClosed();
}

void Workbench::showExperiment(std::int64_t experiment) {
    QMetaObject::invokeMethod(m_project, [worker = m_project, experiment] { worker->show(experiment); });
}

void Workbench::refresh() {
    QMetaObject::invokeMethod(m_project, [worker = m_project] { worker->refresh(); });
}

void Workbench::requestPlan(const session::RunOptions& options) {
    m_planOptions = options;
    m_plan.drop(); // whatever is under way is stale from now on
    m_planTimer.start();
}

void Workbench::cancelPlan() {
    m_planTimer.stop();
    m_plan.drop();
}

void Workbench::sendPlan() {
    m_plan.drop();
    m_plan.m_asked = std::make_shared<Question::Asked>();
    m_plan.m_asked->onlyReads = true;
    onProject(
        m_plan.m_asked,
        [this, options = m_planOptions](SessionPort* session, EnginePort& engine) -> Deliver {
            auto plan = std::make_shared<const session::RunSnapshot>(
                session != nullptr ? session->ask(wire::PlanCall{options})
                                   : engine.ask(wire::FreshPlanCall{options}));
            return [this, plan] { emit planReady(plan); };
        },
        [this](const Problem& problem) { emit planFailed(problem); });
}

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
    connect(m_project, &ProjectWorker::readFailed, this, &Workbench::projectReadFailed);
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

} // namespace parsimony::ui
