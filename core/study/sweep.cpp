// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sweep.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <utility>

namespace parsimony::study {

namespace {

session::RunOptions optionsFor(const SweepRequest& request, double epsilon, std::uint32_t repeat) {
    session::RunOptions options = request.base;
    options.experimentEpsilon = epsilon;
    if (options.visibility == "public") {
        options.method = "oracle";
        options.seed = request.base.seed.value_or(0) + repeat;
        return scoredOnTest(std::move(options));
    }
    options.method = "grid";
    return options;
}

void check(const SweepRequest& request) {
    if (!request.base.learningRates || !request.base.steps) {
        failUsage("sweep needs the grid: give --learning-rates and --steps");
    }
    if (request.epsilons.empty() || request.repeats == 0) {
        failUsage("sweep needs at least one of --epsilons and one of --repeats");
    }
    if (request.base.visibility != "public" && request.repeats != 1) {
        refuse("on private data every cell is charged, so a sweep runs once: leave out --repeats");
    }
    for (const double epsilon : request.epsilons) {
        checkedEpsilon(epsilon, "--epsilons");
    }
}

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
        points.push_back({best.epsilon, best.r});
    }
    if (points.size() >= 2) {
        result.fit.emplace(points, 1);
    }
    result.cells = std::move(cells);
    return result;
}

SweepResult sweep(session::Session& session, const SweepRequest& request, std::stop_token stop,
                  const Progress& progress) {
    check(request);
    Experiments experiments(session, std::move(stop), progress, request.epsilons.size() * request.repeats);
    std::vector<SweepCell> cells;
    std::vector<std::vector<double>> accuracies;
    for (const double epsilon : request.epsilons) {
        const std::size_t first = cells.size();
        for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat) {
            const session::RunSnapshot run =
                experiments.run(optionsFor(request, epsilon, repeat),
                                "epsilon " + numberText(epsilon) + ", repeat " + std::to_string(repeat + 1));
            if (run.phases.empty()) {
                fail("the sweep's experiment has no cells");
            }
            const auto& trials = run.phases.front().trials;
            for (std::size_t i = 0; i < trials.size(); ++i) {
                if (repeat == 0) {
                    cells.push_back(
                        {epsilon, trials[i].learningRate.value_or(0.0), trials[i].steps, 0.0, 0.0, 0});
                    accuracies.emplace_back();
                }
                if (trials[i].score) {
                    accuracies.at(first + i).push_back(*trials[i].score);
                }
            }
        }
    }
    return summarise(std::move(cells), accuracies);
}

nlohmann::json toJson(const SweepResult& result) {
    nlohmann::json cells = nlohmann::json::array();
    for (const SweepCell& cell : result.cells) {
        cells.push_back({{"epsilon", cell.epsilon},
                         {"learning_rate", cell.learningRate},
                         {"steps", cell.steps},
                         {"r", cell.r()},
                         {"accuracy", cell.accuracy},
                         {"accuracy_sd", cell.accuracySd},
                         {"repeats", cell.repeats}});
    }
    nlohmann::json best = nlohmann::json::array();
    for (const SweepBest& item : result.best) {
        best.push_back(
            {{"epsilon", item.epsilon}, {"r", item.r}, {"r_sd", item.rSd}, {"accuracy", item.accuracy}});
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
