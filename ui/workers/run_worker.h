// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/account_calculation.h"
#include "ui/workers/session_port.h"

#include <QObject>

namespace parsimony::ui {

/// Carries out one experiment at a time on a thread of its own, with a session of its own.
class RunWorker : public QObject {
    Q_OBJECT
public:
    explicit RunWorker(EnginePtr engine);

    void run(quint64 job, const QString& project, const session::RunOptions& options, std::stop_token stop);
    void resume(quint64 job, const QString& project, std::int64_t experiment, std::stop_token stop);

signals:
    void snapshot(quint64 job, parsimony::ui::RunSnapshotPtr snapshot);
    void curatorNotice(quint64 job, QString notice);
    void ended(quint64 job, parsimony::ui::RunSnapshotPtr snapshot);
    void failed(quint64 job, parsimony::ui::Problem problem);

private:
    template <class Work>
    void carryOut(quint64 job, const QString& project, bool create, Work work);

    EnginePtr m_engine;
};

/// Reads headers of files and verifies ledgers on a thread of its own: both may take their time.
class InspectWorker : public QObject {
    Q_OBJECT
public:
    explicit InspectWorker(EnginePtr engine);
    void list(quint64 job, const QStringList& files);
    void audit(quint64 job, const QString& project);
    void evaluate(quint64 job, const EvaluationRequest& request, std::stop_token stop);
    void calculate(quint64 job, const AccountQuestion& question);
    void findKnownRows(quint64 job, const session::RunOptions& options);

signals:
    void listed(quint64 job, parsimony::ui::FileListing listing);
    void audited(quint64 job, parsimony::ui::AuditFindings findings);
    void auditFailed(quint64 job, parsimony::ui::Problem problem);
    void evaluated(quint64 job, parsimony::ui::EvaluationPtr evaluation);
    void evaluationFailed(quint64 job, parsimony::ui::Problem problem);
    void calculated(quint64 job, parsimony::ui::AccountAnswer answer);
    void curatorNotice(quint64 job, QString notice);
    void knownRowsFound(quint64 job, parsimony::ui::KnownParts parts);
    void knownRowsFailed(quint64 job, parsimony::ui::Problem problem);

private:
    EnginePtr m_engine;
};

} // namespace parsimony::ui
