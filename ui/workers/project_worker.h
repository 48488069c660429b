// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/live_pace.h"
#include "ui/workers/session_port.h"

#include <QObject>
#include <atomic>

class QTimer;

namespace parsimony::ui {

/// Reads a project on a thread of its own: opening, plan previews, ledger snapshots, exports. Every slot runs
/// on that thread; every answer is a value in a queued signal and carries the job it answers.
class ProjectWorker : public QObject {
    Q_OBJECT
public:
    /// `newestPlan` is the newest plan asked for: older ones that are still queued are skipped.
    ProjectWorker(EnginePtr engine, std::shared_ptr<std::atomic<quint64>> newestPlan);
    ~ProjectWorker() override;

    void open(quint64 job, const QString& path);
    void close();
    void plan(quint64 job, const session::RunOptions& options);
    void show(std::int64_t experiment); ///< 0: the newest
    void refresh();
    void exportModel(quint64 job, std::int64_t trial, const QString& output);
    void raiseBudget(double epsilon, const QString& reason);
    /// Adds remarks to the ledger; absent ones stay as they are.
    void annotate(std::int64_t trial, const std::optional<QString>& note, const std::optional<QString>& tags);
    void recordCuratorShown(quint64 job, const QString& what);
    void loadOptions(quint64 job, std::int64_t experiment);
    void readTrial(quint64 job, std::int64_t trial);

signals:
    void opened(quint64 job, parsimony::ui::ProjectStatePtr state);
    void openFailed(quint64 job, parsimony::ui::Problem problem);
    void changed(parsimony::ui::ProjectStatePtr state); ///< as was asked
    void polled(parsimony::ui::ProjectStatePtr state);  ///< by itself: someone else wrote, or a run here
    void planned(quint64 job, parsimony::ui::RunSnapshotPtr plan);
    void planFailed(quint64 job, parsimony::ui::Problem problem);
    void exported(quint64 job, QStringList files);
    void exportFailed(quint64 job, parsimony::ui::Problem problem);
    void budgetRaised();
    void budgetFailed(parsimony::ui::Problem problem);
    void optionsLoaded(quint64 job, parsimony::session::RunOptions options);
    void trialRead(quint64 job, parsimony::ui::TrialRecord record);
    void annotateFailed(parsimony::ui::Problem problem);
    void curatorRecorded(quint64 job);
    void curatorRefused(quint64 job, parsimony::ui::Problem problem);
    void readFailed(parsimony::ui::Problem problem);

private:
    [[nodiscard]] ProjectStatePtr readState();
    void poll();

    EnginePtr m_engine;
    std::shared_ptr<std::atomic<quint64>> m_newestPlan;
    std::unique_ptr<SessionPort> m_session;
    QString m_path;
    std::int64_t m_shown = 0, m_counter = -1;
    QTimer* m_timer = nullptr;
    LivePace m_pace;
};

/// Turns whatever an engine call throws into a Problem.
[[nodiscard]] Problem currentProblem();

} // namespace parsimony::ui

Q_DECLARE_METATYPE(parsimony::session::RunOptions)
