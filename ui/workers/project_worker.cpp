// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/project_worker.h"

#include <QTimer>
#include <algorithm>

namespace parsimony::ui {

namespace {
/// Another process may be writing the project: looking at a counter this often costs nothing and feels live.
constexpr int kPollMilliseconds = 400;
/// Reading 10^5 trials again takes most of a second: a run that writes all the time must not cost a core.
/// A run elsewhere that is killed writes nothing any more: whether one still goes on has to be asked.
constexpr int kAliveMilliseconds = 3000;
constexpr LivePace::Limits kReading{LivePace::Milliseconds(kPollMilliseconds), LivePace::Milliseconds(10000),
                                    50};
} // namespace

ProjectWorker::ProjectWorker(EnginePtr engine) : m_engine(std::move(engine)), m_pace(kReading) {}

ProjectWorker::~ProjectWorker() = default;

ProjectStatePtr ProjectWorker::readState() {
    auto state = std::make_shared<ProjectState>();
    state->path = m_path;
    session::ProjectView view =
        m_session->ask(wire::StateCall{m_shown > 0 ? std::optional(m_shown) : std::nullopt});
    state->id = QString::fromStdString(view.projectId);
    state->readOnly = view.readOnly;
    state->experiments = std::move(view.experiments);
    state->budgets = std::move(view.budgets);
    state->trials = std::move(view.trials);
    if (view.shown) {
        state->shown = std::make_shared<const session::RunSnapshot>(std::move(*view.shown));
    }
    state->changeCounter = m_counter = view.changeCounter;
    m_running = std::any_of(state->experiments.begin(), state->experiments.end(), [](const auto& experiment) {
        return statusOf(experiment) == ExperimentStatus::Running;
    });
    m_sinceRead.start();
    return state;
}

void ProjectWorker::open(quint64 job, const QString& path) {
    close();
    try {
        m_session = m_engine->open(path.toStdString(), false);
        m_path = path;
        m_shown = 0;
        const auto state = readState();
        if (m_timer == nullptr) {
            m_timer = new QTimer(this);
            connect(m_timer, &QTimer::timeout, this, &ProjectWorker::poll);
        }
        m_timer->start(kPollMilliseconds);
        emit opened(job, state);
    } catch (...) {
        close();
        emit openFailed(job, currentProblem());
    }
}

void ProjectWorker::close() {
    if (m_timer != nullptr) {
        m_timer->stop();
    }
    m_session.reset();
    m_path.clear();
    m_counter = -1;
}

void ProjectWorker::show(std::int64_t experiment) {
    m_shown = experiment;
    refresh();
}

void ProjectWorker::refresh() {
    if (!m_session) {
        return;
    }
    try {
        emit changed(readState());
    } catch (...) {
        emit readFailed(currentProblem());
    }
}

void ProjectWorker::poll() {
    if (!m_session) {
        return;
    }
    try {
        const bool ask = m_running && m_sinceRead.hasExpired(kAliveMilliseconds);
        if (m_pace.wait() == LivePace::Milliseconds::zero() &&
            (ask || m_session->changeCounter() != m_counter)) {
            m_pace.shown();
            emit polled(readState());
        }
    } catch (...) {
        m_timer->stop(); // the file is gone or broken: say it once
        emit readFailed(currentProblem());
    }
}

} // namespace parsimony::ui
