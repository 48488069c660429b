// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/step_pace.h"

#include <utility>

namespace parsimony::ui {

namespace {
constexpr double kWindow = 3.0;   ///< seconds that a pace is taken over
constexpr double kShortest = 0.2; ///< of less it would be noise
} // namespace

void StepPace::hear(const std::vector<session::TrialSnapshot>& running, double seconds) {
    auto before = std::exchange(m_heard, {});
    for (const session::TrialSnapshot& trial : running) {
        std::deque<Heard>& heard = m_heard[trial.id] = std::move(before[trial.id]);
        heard.push_back({seconds, static_cast<double>(trial.stepsDone)});
        while (heard.size() > 2 && heard[1].seconds <= seconds - kWindow) {
            heard.pop_front();
        }
    }
}

std::optional<double> StepPace::stepsPerSecond(qint64 trial) const {
    const auto found = m_heard.find(trial);
    if (found == m_heard.end()) {
        return std::nullopt;
    }
    const Heard& first = found->second.front();
    const Heard& last = found->second.back();
    const double seconds = last.seconds - first.seconds;
    return seconds >= kShortest && last.steps > first.steps
               ? std::optional((last.steps - first.steps) / seconds)
               : std::nullopt;
}

std::optional<double> StepPace::secondsLeft(const session::TrialSnapshot& trial) const {
    const auto pace = stepsPerSecond(trial.id);
    return pace ? std::optional((static_cast<double>(trial.steps) - trial.stepsDone) / *pace) : std::nullopt;
}

} // namespace parsimony::ui
