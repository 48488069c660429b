// SPDX-License-Identifier: GPL-3.0-or-later
// What waits: into the queue, from one run to the next, and back where it could not begin.
#include "ui/models/gaussian.h"
#include "ui/models/moved_files.h"
#include "ui/models/project_budget.h"
#include "ui/models/request.h"
#include "ui/window/run_bar.h"
#include "ui/window/run_flow.h"
#include "ui/workers/workbench.h"

#include <QTimer>
#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace parsimony::ui {

void RunFlow::wireQueue() {
    m_bar.setQueue(&m_queue);
    connect(&m_kept, &KeptQueue::failed, this, [this](const Problem& problem) {
        m_queueRuns = false;
        emit failedWith(problem);
    });
    connect(&m_kept, &KeptQueue::onlyHere, this, [this] {
        emit said(
            tr("In the queue of this window alone: a server keeps none, since what waits holds paths and "
               "declarations that are its curator's."));
    });
    connect(&m_context.bench, &Workbench::projectOpened, this, [this](const ProjectStatePtr& state) {
        m_kept.follow(state->path);
        m_moved = stillMoved(keptMoves(state->id));
    });
    connect(&m_bar, &RunBar::queueRequested, this, [this] {
        if (m_plan) {
            m_kept.follow(projectPath());
            m_queue.add(m_context.request.options(), *m_plan);
            queued(m_plan->dataset.records);
        }
    });
    connect(&m_bar, &RunBar::queueRunRequested, this, [this] {
        m_queueRuns = true;
        startNextInQueue();
    });
}

void RunFlow::queueStudy(const study::StudyVariant& study, const study::StudyPrice& price) {
    m_kept.follow(projectPath());
    m_queue.add(study, price);
    queued();
}

void RunFlow::queueTask(const EngineTask& task, const QString& title) {
    if (!m_context.bench.projectPath().isEmpty() || m_context.request.hasData()) {
        m_kept.follow(projectPath());
    }
    m_queue.add(std::visit([](const auto& each) { return study::QueuedRun(each); }, task), title);
    queued();
}

void RunFlow::queueLook(const study::LookRequest& look, double mostEpsilon) {
    m_kept.follow(projectPath());
    m_queue.add(look, mostEpsilon);
    queued();
}

void RunFlow::queued(std::uint64_t rows) {
    takeBackUnlessItCanRun(m_queue.runs().back(), rows);
    updateQueueRoom();
    // Behind the run that goes on it was queued to follow it.
    m_queueRuns = m_queueRuns || m_context.bench.running();
    const QString again = m_queue.empty() ? QString() : m_queue.repetition(m_queue.rowCount() - 1);
    emit said(again.isEmpty() ? tr("In the queue. Change something for another one, then run the queue.")
                              : tr("In the queue: %1.").arg(again));
}

/// Where the engine is is not known here: what its machine lacks is asked while the run waits already.
void RunFlow::takeBackUnlessItCanRun(const study::QueuedRun& run, std::uint64_t rows) {
    m_context.bench.ask(
        this, wire::MachineCall::of(run, rows), [] {},
        [this, run](const Problem& problem) {
            const study::QueuedRuns waiting = m_queue.runs();
            const auto newest = std::find(waiting.rbegin(), waiting.rend(), run);
            if (newest != waiting.rend()) { // else its turn has come, and says the same
                m_queue.removeAt(static_cast<int>(waiting.rend() - newest) - 1);
                emit failedWith(problem);
            }
        });
}

void RunFlow::goOnWithQueue(bool finished) {
    endTaken(finished, m_context.bench.studying()); // what has run of a study is not paid again
    m_queueRuns = m_queueRuns && finished;          // a failure is looked at before more is spent
    if (m_queueRuns && !m_queue.empty()) {
        QTimer::singleShot(0, this, &RunFlow::startNextInQueue);
    }
}

void RunFlow::startNextInQueue() {
    if (m_context.bench.running()) {
        return;
    }
    m_kept.takeFirst([this](const study::QueuedRun& next) { startQueued(next); });
}

void RunFlow::startQueued(const study::QueuedRun& next) {
    m_taken = next;
    if (m_context.bench.running()) { // begun while this one was taken out
        endTaken(false, true);
    } else if (const auto* options = std::get_if<session::RunOptions>(&next)) {
        m_context.bench.startRun(projectPath(), *options, next.request);
        m_running = *options;
    } else if (const auto* study = std::get_if<study::StudyVariant>(&next)) {
        startStudy(*study);
    } else if (const auto* look = std::get_if<study::LookRequest>(&next)) {
        m_context.bench.startLook(projectPath(), *look, next.request);
    } else if (const auto* attack = std::get_if<study::AttackRequest>(&next)) {
        startTask(*attack);
    } else {
        startTask(std::get<study::BenchRequest>(next));
    }
}

void RunFlow::endTaken(bool finished, bool canWaitAgain) {
    if (const auto taken = std::exchange(m_taken, std::nullopt)) {
        m_kept.endTaken(*taken, finished, canWaitAgain);
    }
}

void RunFlow::updateQueueRoom() {
    const auto state = m_context.bench.state();
    const session::BudgetSnapshot* budget = budgetInSetup(state, m_plan);
    std::set<std::string> paid;
    for (const auto& [name, part] : budget != nullptr ? budget->parts : decltype(budget->parts)()) {
        if (part.spentEpsilon > 0.0) {
            paid.insert(name);
        }
    }
    m_queue.setPaidParts(std::move(paid));
    if (budget == nullptr || budget->simulated || !(budget->targetDelta > 0.0)) {
        m_queue.setRoom(-1.0);
    } else {
        m_queue.setRoom(budget->remainingEpsilon > 0.0 ? muOf(budget->remainingEpsilon, budget->targetDelta)
                                                       : 0.0);
    }
}

} // namespace parsimony::ui
