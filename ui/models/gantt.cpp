// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/gantt.h"

#include <algorithm>
#include <limits>
#include <map>

namespace parsimony::ui {

namespace {

/// The final run comes after all phases.
int orderOf(int phase) {
    return phase < 0 ? std::numeric_limits<int>::max() : phase;
}

/// Gives each bar the first lane that is free when it begins; `bars` are of one phase, by beginning.
int assignLanes(std::vector<GanttBar>::iterator first, std::vector<GanttBar>::iterator last) {
    std::vector<double> busyUntil;
    for (auto bar = first; bar != last; ++bar) {
        const auto free = std::find_if(busyUntil.begin(), busyUntil.end(),
                                       [&](double until) { return until <= bar->began; });
        bar->lane = static_cast<int>(free - busyUntil.begin());
        if (free == busyUntil.end()) {
            busyUntil.push_back(bar->ended);
        } else {
            *free = bar->ended;
        }
    }
    return static_cast<int>(busyUntil.size());
}

} // namespace

Gantt ganttOf(const session::RunSnapshot& run, const std::vector<TrialTime>& times, double now) {
    Gantt gantt;
    gantt.experiment = run.experiment;
    if (run.selection) {
        return gantt;
    }
    std::map<qint64, TrialTime> byTrial;
    double lastKnown = 0.0;
    for (const TrialTime& time : times) {
        byTrial[time.trial] = time;
        lastKnown = std::max({lastKnown, time.began, time.ended});
    }
    const auto add = [&](const session::TrialSnapshot& trial, int phase) {
        const auto found = byTrial.find(trial.id);
        if (found != byTrial.end() && found->second.began > 0.0) {
            const TrialTime& time = found->second;
            const bool interrupted = trial.state == session::TrialState::Interrupted;
            const double ended =
                time.ended > 0.0 ? time.ended : std::max(interrupted ? lastKnown : now, time.began);
            gantt.bars.push_back({trial.id, phase, trial.state, time.began, ended, 0});
        }
    };
    int number = 0;
    for (const auto& phase : run.phases) {
        for (const auto& trial : phase.trials) {
            add(trial, number);
        }
        ++number;
    }
    const auto isThere = [&](const GanttBar& bar) { return bar.trial == run.final->trial.id; };
    if (run.final && std::none_of(gantt.bars.begin(), gantt.bars.end(), isThere)) {
        add(run.final->trial, -1); // a grid's is the best of its cells, which ran once
    }
    std::stable_sort(gantt.bars.begin(), gantt.bars.end(), [](const GanttBar& a, const GanttBar& b) {
        return std::pair(orderOf(a.phase), a.began) < std::pair(orderOf(b.phase), b.began);
    });
    for (auto first = gantt.bars.begin(); first != gantt.bars.end();) {
        const auto last = std::find_if(first, gantt.bars.end(),
                                       [&](const GanttBar& bar) { return bar.phase != first->phase; });
        gantt.phases.push_back(first->phase);
        gantt.lanes.push_back(assignLanes(first, last));
        first = last;
    }
    return gantt;
}

} // namespace parsimony::ui
