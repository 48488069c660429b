// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_follower.h"

namespace parsimony::cli {

using session::RunSnapshot;
using session::TrialSnapshot;
using session::TrialState;

namespace {

bool ended(const TrialSnapshot& trial) {
    return trial.state == TrialState::Finished || trial.state == TrialState::Failed ||
           trial.state == TrialState::Cancelled || trial.state == TrialState::Lost;
}

/// Where a run is: at the first trial that runs, else at the first that has not ended, for all of a phase may
/// be reserved at once, and between two looks at the ledger one that runs may still be shown as reserved. Of
/// a trial also its step, where that is wanted.
std::string progressText(const RunSnapshot& snapshot, bool withStep) {
    const TrialSnapshot* shown = nullptr;
    std::string text;
    const auto look = [&](const TrialSnapshot& trial, const std::string& where) {
        const bool runs = trial.state == TrialState::Running;
        if (trial.id <= 0 || ended(trial) || (shown && (!runs || shown->state == TrialState::Running))) {
            return;
        }
        shown = &trial;
        text = where;
    };
    const std::string phases = std::to_string(snapshot.phases.size());
    for (std::size_t p = 0; p < snapshot.phases.size(); ++p) {
        const auto& trials = snapshot.phases[p].trials;
        for (std::size_t t = 0; t < trials.size(); ++t) {
            look(trials[t], "phase " + std::to_string(p + 1) + "/" + phases + " · trial " +
                                std::to_string(t + 1) + "/" + std::to_string(trials.size()));
        }
    }
    if (snapshot.final) {
        look(snapshot.final->trial, snapshot.selection ? "running" : "final run");
    }
    if (shown && withStep && shown->steps > 0) {
        text += " · step " + std::to_string(shown->stepsDone) + "/" + std::to_string(shown->steps);
    }
    return text;
}

} // namespace

RunFollower::RunFollower(Console& console, Format format)
    : m_console(console), m_format(format), m_table(trialTable({})) {}

void RunFollower::onSnapshot(const RunSnapshot& snapshot) {
    printEnded(snapshot);
    printProgress(snapshot);
}

void RunFollower::finish(const RunSnapshot& snapshot) {
    m_console.clearStatus();
    printEnded(snapshot);
    for (const session::Notice notice : snapshot.notices) {
        m_console.note("note: " + sentenceOf(notice, snapshot).english());
    }
}

void RunFollower::printEnded(const RunSnapshot& snapshot) {
    if (m_format != Format::Table || snapshot.experiment == 0) {
        return;
    }
    if (!m_headPrinted) {
        m_headPrinted = true;
        m_columns = columnsOf(snapshot);
        m_table = trialTable(m_columns);
        m_console.text(headText(snapshot) + "\n" + m_table.headingLine());
    }
    session::forEachTrial(snapshot, [&](const TrialSnapshot& trial) {
        if (ended(trial) && m_printed.insert(trial.id).second) {
            m_console.text(m_table.rowLine(trialCells(trial, m_columns)));
        }
    });
}

void RunFollower::printProgress(const RunSnapshot& snapshot) {
    if (m_console.quiet()) {
        return;
    }
    // Without a terminal one line for each trial is enough.
    std::string text = progressText(snapshot, m_console.live());
    if (text.empty()) {
        return;
    }
    if (m_console.live()) {
        if (snapshot.secondsLeft) {
            text += " · " + durationText(*snapshot.secondsLeft) + " left";
        }
        m_console.status(text);
        return;
    }
    if (text != m_lastPlain) {
        m_lastPlain = text;
        m_console.note(text);
    }
}

} // namespace parsimony::cli
