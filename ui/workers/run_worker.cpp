// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/run_worker.h"

#include "core/base/sentence.h"

namespace parsimony::ui {

RunWorker::RunWorker(EnginePtr engine) : m_engine(std::move(engine)) {}

template <class Work>
void RunWorker::carryOut(quint64 job, const QString& project, bool create, Work work) {
    try {
        const auto session = m_engine->open(project.toStdString(), create);
        session::RunObserver observer;
        observer.onSnapshot = [this, job](const session::RunSnapshot& now) {
            emit snapshot(job, std::make_shared<const session::RunSnapshot>(now));
        };
        observer.onCuratorNotice = [this, job](const std::string& notice) {
            emit curatorNotice(job, QString::fromStdString(notice));
        };
        work(*session, observer);
    } catch (const CuratorRefusal& refused) {
        for (const std::string& reason : refused.reasons()) {
            emit curatorNotice(job, QString::fromStdString(reason));
        }
        emit failed(job, currentProblem());
    } catch (...) {
        emit failed(job, currentProblem());
    }
}

void RunWorker::run(quint64 job, const QString& project, const session::RunOptions& options,
                    std::stop_token stop) {
    carryOut(job, project, true, [&](SessionPort& session, const session::RunObserver& observer) {
        emit ended(job, std::make_shared<const session::RunSnapshot>(session.run(options, stop, observer)));
    });
}

void RunWorker::study(quint64 job, const QString& project, const study::StudyVariant& study,
                      std::stop_token stop) {
    carryOut(job, project, true, [&](SessionPort& session, const session::RunObserver&) {
        try {
            const auto found =
                session.study(study, stop, [this, job](const std::string&, double done, auto secondsLeft) {
                    emit studyProgress(job, {done, secondsLeft});
                });
            emit studyEnded(job, std::make_shared<const Sheet>(found));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Interrupted) {
                throw;
            }
            emit studyEnded(job, nullptr);
        }
    });
}

void RunWorker::resume(quint64 job, const QString& project, std::int64_t experiment, std::stop_token stop) {
    carryOut(job, project, false, [&](SessionPort& session, const session::RunObserver& observer) {
        const auto which = experiment > 0 ? std::optional(experiment) : std::nullopt;
        emit ended(job, std::make_shared<const session::RunSnapshot>(session.resume(which, stop, observer)));
    });
}

} // namespace parsimony::ui
