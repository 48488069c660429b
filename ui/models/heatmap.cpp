// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/heatmap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace parsimony::ui {

namespace {

/// Trials of one budget share their ε to rounding.
long long epsilonKey(double epsilon) {
    return std::llround(std::log(std::max(epsilon, 1e-12)) * 1e4);
}

std::size_t indexOf(const std::vector<double>& ticks, double value) {
    return static_cast<std::size_t>(std::lower_bound(ticks.begin(), ticks.end(), value * (1 - 1e-9)) -
                                    ticks.begin());
}

} // namespace

double logPosition(const std::vector<double>& ticks, double value) {
    if (ticks.size() < 2 || !(value > 0.0)) {
        return 0.0;
    }
    auto right =
        static_cast<std::size_t>(std::lower_bound(ticks.begin(), ticks.end(), value) - ticks.begin());
    right = std::clamp<std::size_t>(right, 1, ticks.size() - 1);
    const double a = std::log(ticks[right - 1]);
    const double b = std::log(ticks[right]);
    return static_cast<double>(right - 1) + (std::log(value) - a) / (b - a);
}

Heatmap heatmapOf(const std::vector<session::TrialSnapshot>& trials) {
    std::map<long long, std::vector<const session::TrialSnapshot*>> groups;
    for (const auto& trial : trials) {
        if (trial.score && trial.learningRate && *trial.learningRate > 0.0 && trial.steps > 0) {
            groups[epsilonKey(trial.epsilon)].push_back(&trial);
        }
    }
    Heatmap map;
    map.low = std::numeric_limits<double>::infinity();
    map.high = -map.low;
    for (const auto& [key, group] : groups) {
        std::set<double> rates;
        std::set<double> steps;
        for (const auto* trial : group) {
            rates.insert(*trial->learningRate);
            steps.insert(trial->steps);
        }
        // A search that draws η freely has as many rates as trials: that is no grid.
        if (rates.size() < 2 || steps.size() < 2 || rates.size() * steps.size() > 2 * group.size()) {
            continue;
        }
        HeatPanel panel;
        panel.epsilon = group.front()->epsilon;
        panel.rates.assign(rates.begin(), rates.end());
        panel.steps.assign(steps.begin(), steps.end());
        const std::size_t cells = rates.size() * steps.size();
        panel.accuracy = {rates.size(), steps.size(), std::vector<double>(cells, 0.0)};
        panel.repeats.assign(cells, 0);
        panel.trial.assign(cells, 0);
        std::vector<double> best(cells, -1.0);
        for (const auto* trial : group) {
            const std::size_t cell = indexOf(panel.steps, trial->steps) * rates.size() +
                                     indexOf(panel.rates, *trial->learningRate);
            panel.accuracy.values[cell] += *trial->score;
            ++panel.repeats[cell];
            if (*trial->score > best[cell]) {
                best[cell] = *trial->score;
                panel.trial[cell] = trial->id;
            }
        }
        for (std::size_t cell = 0; cell < cells; ++cell) {
            auto& value = panel.accuracy.values[cell];
            value = panel.repeats[cell] > 0 ? value / panel.repeats[cell]
                                            : std::numeric_limits<double>::quiet_NaN();
            if (std::isfinite(value)) {
                map.low = std::min(map.low, value);
                map.high = std::max(map.high, value);
            }
        }
        map.panels.push_back(std::move(panel));
    }
    if (map.panels.empty()) {
        map.low = 0.0;
        map.high = 1.0;
    }
    return map;
}

} // namespace parsimony::ui
