// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace parsimony::ui {

/// How fast running trials take their steps, from what was heard of them over the last seconds.
class StepPace {
public:
    /// Takes in how far the trials that run are at `seconds`, on any clock; forgets all others.
    void hear(const std::vector<session::TrialSnapshot>& running, double seconds);
    /// Absent until a trial was heard of twice, a while apart.
    [[nodiscard]] std::optional<double> stepsPerSecond(qint64 trial) const;
    /// Until the last step of a trial.
    [[nodiscard]] std::optional<double> secondsLeft(const session::TrialSnapshot& trial) const;

private:
    struct Heard {
        double seconds;
        double steps;
    };
    std::map<qint64, std::deque<Heard>> m_heard;
};

} // namespace parsimony::ui
