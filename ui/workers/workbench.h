// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/live_pace.h"
#include "ui/workers/question.h"
#include "ui/workers/session_port.h"

#include <QElapsedTimer>
#include <QThread>
#include <QThreadPool>
#include <QTimer>
#include <stop_token>
#include <type_traits>

namespace parsimony::ui {

class ProjectWorker;
class RunWorker;

/// The engine as the window sees it. Nothing here blocks. What every part of the window follows (the project,
/// the plan, the run) comes as signals; anything else is asked for, and answered to whoever asked:
///
///     bench.ask(m_question, wire::OptionsCall{experiment},
///               [this](const session::RunOptions& options) { take(options); },
///               [this](const Problem& problem) { say(problem.message); });
///
/// What is asked is a call of `core/wire/calls.h`, or a job where there is more to do: one that takes a
/// SessionPort& works on the open project, on the thread that reads it; one that takes a const EngineAccess&
/// works beside it on another thread and may take its time. A job must hold what it needs by value. Answers
/// come on the caller's thread, never after the project that they are about was closed.
class Workbench : public QObject {
    Q_OBJECT
public:
    using Failed = std::function<void(const Problem&)>;

    explicit Workbench(EnginePtr engine, QObject* parent = nullptr,
                       LivePace pace = LivePace(LivePace::Limits()));
    ~Workbench() override; ///< stops a run at its next checkpoint and waits for it

    /// A newer question in the same place drops this one.
    template <class Job, class Then>
    void ask(Question& question, Job job, Then then, const Failed& failed) {
        question.drop();
        question.m_asked = std::make_shared<Question::Asked>();
        send(question.m_asked, std::move(job), std::move(then), failed);
    }
    /// Always answered while `asker` lives: for what is to be done, not only known.
    template <class Job, class Then>
    void ask(QObject* asker, Job job, Then then, const Failed& failed) {
        auto asked = std::make_shared<Question::Asked>();
        asked->owned = true;
        asked->asker = asker;
        send(asked, std::move(job), std::move(then), failed);
    }

    void openProject(const QString& path);
    void closeProject();
    void showExperiment(std::int64_t experiment);
    void refresh();                                       ///< reads the open project again
    void requestPlan(const session::RunOptions& options); ///< debounced
    void cancelPlan();

    /// Starts an experiment; false while one is running here.
    /// `request`: of what waited in a queue (study::QueuedRun).
    bool startRun(const QString& project, const session::RunOptions& options,
                  const std::string& request = {});
    /// 0: what was interrupted last; `moved`: files of it that lie elsewhere now.
    bool resumeRun(const QString& project, std::int64_t experiment,
                   const std::vector<session::MovedFile>& moved = {});
    /// Starts a sweep, a comparison or a study; one that was stopped goes on.
    bool startStudy(const QString& project, const study::StudyVariant& study);
    /// Starts what needs no project, as a run of its own.
    bool startTask(const EngineTask& task);
    /// Starts a look at private rows, as a run of its own.
    bool startLook(const QString& project, const study::LookRequest& look, const std::string& request);
    void requestStop(); ///< checkpoint, then end as interrupted

    [[nodiscard]] bool running() const { return m_runJob != 0; }
    /// What runs, or ran last, is a sweep or a comparison.
    [[nodiscard]] bool studying() const { return m_studying; }
    /// What runs, or ran last, where that needed no project.
    [[nodiscard]] const std::optional<EngineTask>& task() const { return m_task; }
    /// What runs, or ran last, where that is a look at private rows.
    [[nodiscard]] bool looking() const { return m_look.has_value(); }
    [[nodiscard]] bool stopping() const { return running() && m_stop.stop_requested(); }
    /// Whether the engine tells a curator's values: what needs them is greyed otherwise.
    [[nodiscard]] bool curator() const { return m_engine->curator(); }
    [[nodiscard]] QString projectPath() const { return m_projectPath; }
    [[nodiscard]] ProjectStatePtr state() const { return m_state; }
    [[nodiscard]] RunSnapshotPtr live() const { return m_live; } ///< the newest, shown already or not

signals:
    void projectOpened(parsimony::ui::ProjectStatePtr state);
    void projectOpenFailed(QString path, parsimony::ui::Problem problem);
    void projectClosed();
    void projectChanged(parsimony::ui::ProjectStatePtr state);
    void projectReadFailed(parsimony::ui::Problem problem);
    void planReady(parsimony::ui::RunSnapshotPtr plan);
    void planFailed(parsimony::ui::Problem problem);
    void runStarted();
    /// The newest at the pace at which it can be shown without slowing the run; the end always comes.
    void runSnapshot(parsimony::ui::RunSnapshotPtr snapshot);
    void runStopping();
    void runEnded(parsimony::ui::RunSnapshotPtr snapshot);
    void runFailed(parsimony::ui::Problem problem);
    void studyProgress(parsimony::ui::StudyProgress progress);
    void studyEnded(parsimony::ui::SheetPtr found); ///< in place of runEnded; null: it was stopped
    void taskEnded(parsimony::ui::SheetPtr found);  ///< likewise, of what needed no project
    void lookEnded(parsimony::study::LookRequest look, parsimony::ui::EvaluationPtr found); ///< likewise
    void curatorNotice(QString notice);
    /// Of what was asked nothing has been answered for so many seconds; 0: something has.
    void waiting(int seconds);

private:
    using AskedPtr = std::shared_ptr<Question::Asked>;
    using Deliver = std::function<void()>; ///< what is left to do on the caller's thread
    using ProjectJob = std::function<Deliver(SessionPort* session, EnginePort& engine)>;
    using EngineJob = std::function<Deliver(const EngineAccess& access)>;

    /// Calls `job` and keeps what it answers for `then`.
    template <class Job, class Then, class... Place>
    static Deliver work(Job& job, const Then& then, Place&... place) {
        if constexpr (std::is_void_v<std::invoke_result_t<Job&, Place&...>>) {
            job(place...);
            return then;
        } else {
            using Answer = std::decay_t<std::invoke_result_t<Job&, Place&...>>;
            return [then, answer = std::make_shared<const Answer>(job(place...))] { then(*answer); };
        }
    }
    /// Of a call that has one.
    template <class Port, class Call>
    static auto answerOf(Port& port, const Call& call) {
        if constexpr (!std::is_same_v<typename Call::Answer, wire::Nothing>) {
            return port.ask(call);
        } else {
            port.ask(call);
        }
    }
    template <class Job, class Then>
    void send(const AskedPtr& asked, Job job, Then then, const Failed& failed) {
        if constexpr (wire::ProjectCalls::has<Job>) {
            asked->onlyReads = wire::onlyReads<Job>;
            send(
                asked, [call = std::move(job)](SessionPort& session) { return answerOf(session, call); },
                std::move(then), failed);
        } else if constexpr (wire::FreeCalls::has<Job>) {
            send(
                asked,
                [call = std::move(job)](const EngineAccess& access) { return answerOf(access.engine, call); },
                std::move(then), failed);
        } else if constexpr (std::is_invocable_v<Job&, SessionPort&>) {
            asked->project = m_openJob;
            onProject(
                asked,
                [job = std::move(job), then = std::move(then)](SessionPort* session, EnginePort&) mutable {
                    return work(job, then, openSession(session));
                },
                failed);
        } else {
            onEngine(
                asked,
                [job = std::move(job), then = std::move(then)](const EngineAccess& access) mutable {
                    return work(job, then, access);
                },
                failed);
        }
    }
    /// Throws Error when no project is open.
    static SessionPort& openSession(SessionPort* session);
    void onProject(const AskedPtr& asked, ProjectJob job, Failed failed);
    void onEngine(const AskedPtr& asked, EngineJob job, Failed failed);
    [[nodiscard]] static Deliver outcomeOf(const std::function<Deliver()>& work, const Failed& failed);
    void answer(const AskedPtr& asked, const Deliver& deliver);

    [[nodiscard]] std::shared_ptr<void> expectAnswer();
    void heard();
    void connectProjectWorker();
    void connectRunWorker();
    void sendPlan();
    void beginRun(const QString& project);
    /// `start(job, stop)` on the thread of runs, unless one goes on.
    template <class Start>
    bool startOnRunThread(const QString& project, bool studying, Start start,
                          const std::optional<EngineTask>& task = {});
    void openWhatRuns();
    void finishRun();
    void changeByItself(const ProjectStatePtr& state);
    void showLive();

    EnginePtr m_engine;
    QThread m_projectThread, m_runThread, m_engineThread;
    QThreadPool m_readers; ///< of a session that answers side by side
    ProjectWorker* m_project;
    RunWorker* m_run;
    QObject* m_beside; ///< on the thread of questions that are not about the open project
    std::stop_source m_stop, m_stopAll;
    Question m_plan;
    QTimer m_planTimer;
    session::RunOptions m_planOptions;
    quint64 m_nextJob = 1;
    quint64 m_openJob = 0, m_runJob = 0;
    QString m_projectPath, m_openingPath, m_runPath;
    ProjectStatePtr m_state;
    RunSnapshotPtr m_live;
    int m_expected = 0;         ///< answers
    QElapsedTimer m_sinceHeard; ///< of any
    QTimer m_patience;
    bool m_waitSaid = false;
    LivePace m_pace;
    QTimer m_liveTimer; ///< runs while something waits to be shown
    bool m_studying = false;
    std::optional<EngineTask> m_task;
    std::optional<study::LookRequest> m_look;
    bool m_runChanged = false, m_changed = false; ///< what waits: the run, the project
};

} // namespace parsimony::ui
