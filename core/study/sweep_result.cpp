// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of a sweep come to.
#include "core/session/experiment_plan.h"
#include "core/study/sweep.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace parsimony::study {

namespace {

/// The r of the best cell of `epsilon` in each repeat alone.
std::vector<double> bestOfEachRepeat(const std::vector<SweepCell>& cells,
                                     const std::vector<std::vector<double>>& accuracies, double epsilon) {
    std::vector<double> best;
    for (std::size_t repeat = 0;; ++repeat) {
        std::optional<std::size_t> winner;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].epsilon == epsilon && repeat < accuracies[i].size() &&
                (!winner || accuracies[i][repeat] > accuracies[*winner][repeat])) {
                winner = i;
            }
        }
        if (!winner) {
            return best;
        }
        best.push_back(cells[*winner].r());
    }
}

} // namespace

SweepResult summarise(std::vector<SweepCell> cells, const std::vector<std::vector<double>>& accuracies) {
    SweepResult result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const MeanSd accuracy = meanSd(accuracies[i]);
        cells[i].accuracy = accuracy.mean;
        cells[i].accuracySd = accuracy.sd;
        cells[i].repeats = static_cast<std::uint32_t>(accuracies[i].size());
    }
    for (const SweepCell& cell : cells) {
        const auto found = std::find_if(result.best.begin(), result.best.end(),
                                        [&](const SweepBest& best) { return best.epsilon == cell.epsilon; });
        if (found == result.best.end()) {
            result.best.push_back({cell.epsilon, cell.r(), 0.0, cell.accuracy});
        } else if (cell.accuracy > found->accuracy) {
            found->r = cell.r();
            found->accuracy = cell.accuracy;
        }
    }
    std::vector<search::FitPoint> points;
    for (SweepBest& best : result.best) {
        best.rSd = meanSd(bestOfEachRepeat(cells, accuracies, best.epsilon)).sd;
        if (std::isfinite(best.epsilon)) {
            points.push_back({best.epsilon, best.r});
        }
    }
    if (points.size() >= 2) {
        result.fit.emplace(points, 1);
    }
    result.cells = std::move(cells);
    return result;
}

nlohmann::json toJson(const SweepResult& result) {
    nlohmann::json cells = nlohmann::json::array();
    for (const SweepCell& cell : result.cells) {
        cells.push_back({{"epsilon", session::epsilonJson(cell.epsilon)},
                         {"learning_rate", cell.learningRate},
                         {"steps", cell.steps},
                         {"r", cell.r()},
                         {"accuracy", cell.accuracy},
                         {"accuracy_sd", cell.accuracySd},
                         {"repeats", cell.repeats},
                         {"arithmetic", cell.arithmetic}});
    }
    nlohmann::json best = nlohmann::json::array();
    for (const SweepBest& item : result.best) {
        best.push_back({{"epsilon", session::epsilonJson(item.epsilon)},
                        {"r", item.r},
                        {"r_sd", item.rSd},
                        {"accuracy", item.accuracy}});
    }
    nlohmann::json object{{"cells", cells}, {"best", best}, {"fit", nullptr}};
    if (result.fit) {
        object["fit"] = search::toJson(*result.fit);
        if (const auto se = result.fit->coefficientSe(1)) {
            object["fit"]["slope_se"] = *se;
        }
    }
    return object;
}

} // namespace parsimony::study
