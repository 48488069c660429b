// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/account_calculation.h"
#include "ui/workers/live_pace.h"
#include "ui/workers/session_port.h"

#include <QObject>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <stop_token>

namespace parsimony::ui {

class InspectWorker;
class ProjectWorker;
class RunWorker;

/// The engine as the views see it: requests go in as calls, answers come back as signals on the caller's
/// thread. Nothing here blocks. Answers to superseded requests are dropped by job number.
class Workbench : public QObject {
    Q_OBJECT
public:
    explicit Workbench(EnginePtr engine, QObject* parent = nullptr);
    ~Workbench() override; ///< stops a run at its next checkpoint and waits for it

    void openProject(const QString& path);
    void closeProject();
    void requestPlan(const session::RunOptions& options); ///< debounced
    void cancelPlan();
    void listFiles(const QStringList& files);
    void showExperiment(std::int64_t experiment);
    void refresh();
    void auditProject(); ///< of the open project
    void exportModel(std::int64_t trial, const QString& output);
    void raiseBudget(double epsilon, const QString& reason);
    void loadOptions(std::int64_t experiment);
    /// Asks for what the ledger has on a trial; a newer question drops an older one.
    void readTrial(std::int64_t trial);
    /// Remarks on a trial; absent ones stay as they are.
    void annotate(std::int64_t trial, const std::optional<QString>& note, const std::optional<QString>& tags);
    /// Asks the ledger to record that curator values are looked at; they may be shown once it answers.
    void recordCuratorShown(const QString& what);
    /// Tests a released classifier of the open project; false while one is being tested: a second click must
    /// not pay twice.
    bool evaluate(EvaluationRequest request);
    [[nodiscard]] bool evaluating() const { return m_evaluateJob != 0; }
    void calculate(const AccountQuestion& question); ///< touches no data and no project
    void findKnownRows(const session::RunOptions& options);

    /// Starts an experiment; false while one is running here.
    bool startRun(const QString& project, const session::RunOptions& options);
    bool resumeRun(const QString& project, std::int64_t experiment);
    void requestStop(); ///< checkpoint, then end as interrupted

    [[nodiscard]] bool running() const { return m_runJob != 0; }
    [[nodiscard]] bool stopping() const { return running() && m_stop.stop_requested(); }
    [[nodiscard]] QString projectPath() const { return m_projectPath; }
    [[nodiscard]] ProjectStatePtr state() const { return m_state; }
    [[nodiscard]] RunSnapshotPtr live() const { return m_live; } ///< the newest, shown already or not
    [[nodiscard]] bool planPending() const { return m_planPending; }
    void setLivePace(LivePace pace) { m_pace = std::move(pace); }

signals:
    void projectOpened(parsimony::ui::ProjectStatePtr state);
    void projectOpenFailed(QString path, parsimony::ui::Problem problem);
    void projectClosed();
    void projectChanged(parsimony::ui::ProjectStatePtr state);
    void projectReadFailed(parsimony::ui::Problem problem);
    void planStarted();
    void planReady(parsimony::ui::RunSnapshotPtr plan);
    void planFailed(parsimony::ui::Problem problem);
    void filesListed(parsimony::ui::FileListing listing);
    void runStarted();
    /// The newest at the pace at which it can be shown without slowing the run; the end always comes.
    void runSnapshot(parsimony::ui::RunSnapshotPtr snapshot);
    void runStopping();
    void runEnded(parsimony::ui::RunSnapshotPtr snapshot);
    void runFailed(parsimony::ui::Problem problem);
    void curatorNotice(QString notice);
    void exported(QStringList files);
    void exportFailed(parsimony::ui::Problem problem);
    void audited(parsimony::ui::AuditFindings findings);
    void auditFailed(parsimony::ui::Problem problem);
    void budgetRaised();
    void budgetFailed(parsimony::ui::Problem problem);
    void optionsLoaded(parsimony::session::RunOptions options);
    void trialRead(parsimony::ui::TrialRecord record);
    void annotateFailed(parsimony::ui::Problem problem);
    void curatorRecorded();
    void curatorRefused(parsimony::ui::Problem problem);
    void evaluated(parsimony::ui::EvaluationPtr evaluation);
    void evaluationFailed(parsimony::ui::Problem problem);
    void calculated(parsimony::ui::AccountAnswer answer);
    void knownRowsFound(parsimony::ui::KnownParts parts);
    void knownRowsFailed(parsimony::ui::Problem problem);

private:
    void connectProjectWorker();
    void connectRunWorker();
    void connectInspectWorker();
    void sendPlan();
    void beginRun(const QString& project);
    void finishRun();
    void changeByItself(const ProjectStatePtr& state);
    void showLive();

    EnginePtr m_engine;
    QThread m_projectThread, m_runThread, m_inspectThread;
    ProjectWorker* m_project;
    RunWorker* m_run;
    InspectWorker* m_inspect;
    std::shared_ptr<std::atomic<quint64>> m_newestPlan;
    std::stop_source m_stop, m_evaluationStop;
    QTimer m_planTimer;
    session::RunOptions m_planOptions;
    bool m_planPending = false;
    quint64 m_nextJob = 1;
    quint64 m_openJob = 0, m_runJob = 0, m_listJob = 0, m_exportJob = 0, m_optionsJob = 0, m_auditJob = 0,
            m_evaluateJob = 0, m_knownJob = 0, m_curatorJob = 0, m_calculateJob = 0, m_trialJob = 0;
    QString m_projectPath, m_openingPath, m_runPath;
    ProjectStatePtr m_state;
    RunSnapshotPtr m_live;
    LivePace m_pace{LivePace::Limits()};
    QTimer m_liveTimer;                           ///< runs while something waits to be shown
    bool m_runChanged = false, m_changed = false; ///< what waits: the run, the project
};

} // namespace parsimony::ui
