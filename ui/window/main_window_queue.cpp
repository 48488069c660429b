// SPDX-License-Identifier: GPL-3.0-or-later
// What runs after what, and what only the curator may see.
#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/data_section.h"
#include "ui/window/inspector.h"
#include "ui/window/main_window.h"
#include "ui/window/run_bar.h"

#include <QAction>
#include <QTimer>

namespace parsimony::ui {

void MainWindow::wireQueue() {
    m_runBar->setQueue(&m_queue);
    connect(m_runBar, &RunBar::queueRequested, this, [this] {
        if (m_plan) {
            m_queue.add(m_request.options(), *m_plan);
            updateQueueRoom();
            m_queueRuns = m_queueRuns || m_bench.running(); // it was queued behind the run that goes on
            say(tr("In the queue. Change something for another one, then run the queue."));
        }
    });
    connect(m_runBar, &RunBar::queueRunRequested, this, [this] {
        m_queueRuns = true;
        startNextInQueue();
    });
    connect(&m_bench, &Workbench::runEnded, this, [this](const RunSnapshotPtr& run) {
        // A pause is meant for all; a failure is looked at before more is spent.
        m_queueRuns = m_queueRuns && run->status == "finished" && !m_closeWhenEnded;
        if (m_queueRuns && !m_queue.empty()) {
            QTimer::singleShot(0, this, &MainWindow::startNextInQueue);
        }
    });
    connect(&m_bench, &Workbench::runFailed, this, [this] {
        if (m_queueRuns && !m_queue.empty()) {
            say(tr("The queue stopped: what failed stands under Plan. The rest still waits."));
        }
        m_queueRuns = false;
    });
    connect(m_inspector, &Inspector::noteWritten, this, [this](qint64 trial, const QString& note) {
        writeRemark(
            [trial, text = note.toStdString()](SessionPort& session) { session.addNote(trial, text); });
    });
    connect(m_inspector, &Inspector::tagsWritten, this, [this](qint64 trial, const QString& tags) {
        writeRemark([trial, all = tagsFromText(tags)](SessionPort& session) { session.setTags(trial, all); });
    });
}

void MainWindow::writeRemark(std::function<void(SessionPort&)> write) {
    m_bench.ask(
        this, std::move(write), [this] { m_bench.refresh(); },
        [this](const Problem& problem) { say(problem.message); });
}

void MainWindow::startNextInQueue() {
    if (m_bench.running()) {
        return;
    }
    const auto options = m_queue.takeFirst();
    if (!options) {
        return;
    }
    QString path = m_bench.projectPath();
    if (path.isEmpty()) {
        path = m_request.projectPath().isEmpty() ? suggestProjectPath() : m_request.projectPath();
        m_request.setProjectPath(path);
    }
    m_bench.startRun(path, *options);
    m_runOptions = *options;
}

void MainWindow::updateQueueRoom() {
    const auto state = m_bench.state();
    const session::BudgetSnapshot* budget = nullptr;
    if (state && !state->budgets.empty()) {
        budget = &state->budgets.back().second;
    } else if (m_plan) {
        budget = &m_plan->budget;
    }
    if (budget == nullptr || budget->simulated || !(budget->targetDelta > 0.0)) {
        m_queue.setRoom(-1.0);
    } else {
        m_queue.setRoom(budget->remainingEpsilon > 0.0 ? muOf(budget->remainingEpsilon, budget->targetDelta)
                                                       : 0.0);
    }
}

void MainWindow::wireCurator() {
    connect(&m_bench, &Workbench::curatorNotice, this, &MainWindow::showCuratorNotice);
}

void MainWindow::showCurator(bool on) {
    m_curatorOn = on;
    m_curatorAction->setChecked(on);
    m_data->setCurator(on);
    m_strip->setCurator(on);
}

void MainWindow::recordCuratorShown() {
    m_bench.ask(
        m_curatorAsked, [](SessionPort& session) { session.recordCuratorShown("window"); },
        [this] {
            showCurator(true);
            say(tr("Curator values are shown. The ledger has a row that says so."));
        },
        [this](const Problem& problem) {
            showCurator(false);
            say(tr("Curator values stay hidden: %1").arg(problem.message));
        });
}

void MainWindow::setCurator(bool on) {
    if (on) {
        // Shown only when the row is written: that they were seen must not depend on what happens next.
        m_curatorAction->setChecked(false);
        if (m_bench.projectPath().isEmpty()) {
            showCurator(true); // there is no ledger yet: the one that a run begins is told first
            say(tr("Curator values are shown. The ledger that a run begins will say so."));
        } else {
            recordCuratorShown();
        }
        return;
    }
    m_curatorAsked.drop();
    showCurator(false);
    say(tr("Curator values are hidden."));
}

void MainWindow::showCuratorNotice(const QString& notice) {
    m_data->addCuratorNotice(notice);
    if (!m_curatorOn) {
        say(tr("The engine has a remark for the curator alone: View, Curator values."));
    }
}

} // namespace parsimony::ui
