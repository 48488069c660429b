// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/session_port.h"

#include <QObject>

namespace parsimony::ui {

/// Carries out one experiment at a time on a thread of its own, with a session of its own.
class RunWorker : public QObject {
    Q_OBJECT
public:
    explicit RunWorker(EnginePtr engine);

    /// One that waited in a queue under `request`, and was cut off, goes on under what it reserved.
    void run(quint64 job, const QString& project, const session::RunOptions& options,
             const std::string& request, std::stop_token stop);
    void study(quint64 job, const QString& project, const study::StudyVariant& study, std::stop_token stop);
    void task(quint64 job, const EngineTask& task, std::stop_token stop);
    void look(quint64 job, const QString& project, const study::LookRequest& look, const std::string& request,
              std::stop_token stop);
    void resume(quint64 job, const QString& project, const wire::ResumeCall& call, std::stop_token stop);

signals:
    void snapshot(quint64 job, parsimony::ui::RunSnapshotPtr snapshot);
    void curatorNotice(quint64 job, QString notice);
    void ended(quint64 job, parsimony::ui::RunSnapshotPtr snapshot);
    void studyProgress(quint64 job, parsimony::ui::StudyProgress progress);
    void studyEnded(quint64 job, parsimony::ui::SheetPtr found);     ///< null: it was stopped
    void lookEnded(quint64 job, parsimony::ui::EvaluationPtr found); ///< likewise
    void failed(quint64 job, parsimony::ui::Problem problem);

private:
    template <class Work>
    void guarded(quint64 job, Work work);
    template <class Find>
    void study(quint64 job, Find find);
    template <class Work>
    void carryOut(quint64 job, const QString& project, bool create, Work work);

    EnginePtr m_engine;
};

} // namespace parsimony::ui
