// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <vector>

namespace parsimony::ui {

/// One trial in time.
struct GanttBar {
    qint64 trial = 0;
    int phase = 0; ///< 0-based; -1: the final run
    session::TrialState state = session::TrialState::Planned;
    /// Seconds since 1970. `ended` of one that runs is now; of an interrupted one, whose end nobody wrote
    /// down, the last time that is known of its experiment.
    double began = 0.0, ended = 0.0;
    int lane = 0; ///< of its phase's: those that ran at once stand side by side
    friend bool operator==(const GanttBar&, const GanttBar&) = default;
};

/// When the trials of an experiment ran, a row for each phase.
struct Gantt {
    qint64 experiment = 0;
    std::vector<GanttBar> bars; ///< by phase in order, the final run last, then by beginning
    std::vector<int> phases;    ///< that have bars, in that order
    std::vector<int> lanes;     ///< of each of them, at least 1
    friend bool operator==(const Gantt&, const Gantt&) = default;
};

/// `now`: seconds since 1970. Empty of a private selection, whose times tell of its secret number of runs.
[[nodiscard]] Gantt ganttOf(const session::RunSnapshot& run, const std::vector<TrialTime>& times, double now);

} // namespace parsimony::ui
