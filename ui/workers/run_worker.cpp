// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/run_worker.h"

#include "core/base/sentence.h"
#include "ui/models/error_text.h"

namespace parsimony::ui {

RunWorker::RunWorker(EnginePtr engine) : m_engine(std::move(engine)) {}

template <class Work>
void RunWorker::guarded(quint64 job, Work work) {
    try {
        work();
    } catch (const CuratorRefusal& refused) {
        for (const Sentence& reason : refused.reasons()) {
            emit curatorNotice(job, sentenceText(reason));
        }
        emit failed(job, currentProblem());
    } catch (...) {
        emit failed(job, currentProblem());
    }
}

template <class Work>
void RunWorker::carryOut(quint64 job, const QString& project, bool create, Work work) {
    guarded(job, [&] {
        const auto session = m_engine->open(project.toStdString(), create);
        session::RunObserver observer;
        observer.onSnapshot = [this, job](const session::RunSnapshot& now) {
            emit snapshot(job, std::make_shared<const session::RunSnapshot>(now));
        };
        observer.onCuratorNotice = [this, job](const Sentence& notice) {
            emit curatorNotice(job, sentenceText(notice));
        };
        work(*session, observer);
    });
}

/// Tells what `find` found, or that it was stopped.
template <class Find>
void RunWorker::study(quint64 job, Find find) {
    try {
        const Sheet found = find([this, job](const std::string&, double done, auto secondsLeft) {
            emit studyProgress(job, {done, secondsLeft});
        });
        emit studyEnded(job, std::make_shared<const Sheet>(found));
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Interrupted) {
            throw;
        }
        emit studyEnded(job, nullptr);
    }
}

void RunWorker::run(quint64 job, const QString& project, const session::RunOptions& options,
                    const std::string& request, std::stop_token stop) {
    carryOut(job, project, true, [&](SessionPort& session, const session::RunObserver& observer) {
        session::RunSnapshot run = session.run(options, stop, observer, request);
        if (run.status == ExperimentStatus::Interrupted && !stop.stop_requested()) {
            run = session.resume({run.experiment, {}}, stop, observer);
        }
        emit ended(job, std::make_shared<const session::RunSnapshot>(std::move(run)));
    });
}

void RunWorker::study(quint64 job, const QString& project, const study::StudyVariant& study,
                      std::stop_token stop) {
    carryOut(job, project, true, [&](SessionPort& session, const session::RunObserver&) {
        this->study(job,
                    [&](const study::Progress& progress) { return session.study(study, stop, progress); });
    });
}

void RunWorker::task(quint64 job, const EngineTask& task, std::stop_token stop) {
    guarded(job, [&] {
        study(job, [&](const study::Progress& progress) { return m_engine->carryOut(task, stop, progress); });
    });
}

void RunWorker::look(quint64 job, const QString& project, const study::LookRequest& look,
                     const std::string& request, std::stop_token stop) {
    carryOut(job, project, false, [&](SessionPort& session, const session::RunObserver& observer) {
        try {
            EvaluationRequest asked = requestOf(look, project);
            asked.waitedAs = request;
            const Evaluation found = session.evaluate(asked, stop, observer);
            emit lookEnded(job, std::make_shared<const Evaluation>(found));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Interrupted) {
                throw;
            }
            emit lookEnded(job, nullptr);
        }
    });
}

void RunWorker::resume(quint64 job, const QString& project, const wire::ResumeCall& call,
                       std::stop_token stop) {
    carryOut(job, project, false, [&](SessionPort& session, const session::RunObserver& observer) {
        emit ended(job, std::make_shared<const session::RunSnapshot>(session.resume(call, stop, observer)));
    });
}

} // namespace parsimony::ui
