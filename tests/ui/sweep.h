// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <cmath>
#include <vector>

namespace parsimony::ui::test {

/// Scored trials on a grid of 6 learning rates by 5 numbers of steps at each ε; the best r is 500 ε.
inline std::vector<session::TrialSnapshot> sweep(const std::vector<double>& epsilons = {0.1, 1.0}) {
    std::vector<session::TrialSnapshot> trials;
    for (const double epsilon : epsilons) {
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 5; ++j) {
                session::TrialSnapshot t;
                t.id = static_cast<std::int64_t>(trials.size()) + 1;
                t.epsilon = epsilon;
                t.learningRate = 0.1 * std::pow(3.0, i);
                t.steps = 10U << j;
                t.r = *t.learningRate * t.steps;
                const double x = std::log(*t.r / (500 * epsilon));
                t.score = 0.75 - 0.02 * x * x;
                t.scoreSe = 0.003;
                trials.push_back(t);
            }
        }
    }
    return trials;
}

} // namespace parsimony::ui::test
