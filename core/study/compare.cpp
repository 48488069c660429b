// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/compare.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <map>
#include <utility>

namespace parsimony::study {

namespace {

// Seeds of an oracle's final figures: far from those that chose the cell.
constexpr std::uint64_t freshSeeds = 1000003;

session::RunOptions optionsFor(const CompareRequest& request, const std::string& method, double epsilon,
                               std::uint64_t seed) {
    session::RunOptions options = request.base;
    options.method = method;
    options.experimentEpsilon = epsilon;
    options.seed = seed;
    if (method == "random" && options.totalStepSize == "auto") {
        options.totalStepSize = "1,10000";
        options.sampler = "log-uniform";
        options.trials = 1;
    }
    if (method == "auto" || method == "unit-noise") {
        options.learningRates.reset();
        options.totalStepSize = "auto";
        if (options.steps && options.steps->find_first_of(",:") != std::string::npos) {
            options.steps.reset();
        }
    }
    return options;
}

double secondsOf(const session::RunSnapshot& run) {
    return run.secondsLoad + run.secondsSearch + run.secondsFinal;
}

struct Collected {
    std::vector<double> accuracies;
    double spent = 0.0, trials = 0.0, passes = 0.0, seconds = 0.0;

    void add(const session::RunSnapshot& run) {
        if (!run.final || !run.final->test) {
            fail("a run has no test accuracy: give a test part");
        }
        accuracies.push_back(run.final->test->accuracy);
        spent = std::max(spent, run.experimentEpsilon);
        std::map<std::int64_t, std::uint32_t> steps;
        for (const session::PhaseSnapshot& phase : run.phases) {
            for (const session::TrialSnapshot& trial : phase.trials) {
                steps[trial.id] = trial.steps;
            }
        }
        steps[run.final->trial.id] = run.final->trial.steps;
        for (const auto& [id, count] : steps) {
            passes += count;
        }
        trials += static_cast<double>(steps.size());
        seconds += secondsOf(run);
    }

    [[nodiscard]] CompareRow row(const std::string& method, double epsilon) const {
        const auto count = static_cast<double>(accuracies.size());
        const MeanSd accuracy = meanSd(accuracies);
        return {method, epsilon,        accuracy.mean,  accuracy.sd,    spent,
                {},     trials / count, passes / count, seconds / count};
    }
};

/// The cell of the grid with the best mean test accuracy over the repeats.
session::TrialSnapshot bestCell(Experiments& experiments, const CompareRequest& request, double epsilon,
                                const std::string& label) {
    std::map<std::pair<std::uint32_t, std::size_t>, std::vector<double>> scores; // by T and place in the grid
    std::map<std::pair<std::uint32_t, std::size_t>, session::TrialSnapshot> cells;
    for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat) {
        session::RunOptions options =
            scoredOnTest(optionsFor(request, "oracle", epsilon, request.base.seed.value_or(0) + repeat));
        options.trials = options.learningRates ? options.trials : std::max(options.trials, 11U);
        const session::RunSnapshot run = experiments.run(options, label);
        for (std::size_t i = 0; !run.phases.empty() && i < run.phases.front().trials.size(); ++i) {
            const session::TrialSnapshot& trial = run.phases.front().trials[i];
            if (trial.score) {
                scores[{trial.steps, i}].push_back(*trial.score);
                cells[{trial.steps, i}] = trial;
            }
        }
    }
    const auto best = std::max_element(scores.begin(), scores.end(), [](const auto& a, const auto& b) {
        return meanSd(a.second).mean < meanSd(b.second).mean;
    });
    if (best == scores.end()) {
        fail("the oracle's grid has no scored cell");
    }
    return cells.at(best->first);
}

CompareRow compareOracle(Experiments& experiments, const CompareRequest& request, double epsilon) {
    const std::string label = "oracle, epsilon " + numberText(epsilon);
    const session::TrialSnapshot cell = bestCell(experiments, request, epsilon, label);
    Collected collected;
    for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat) {
        const session::RunOptions options =
            optionsFor(request, "single", epsilon, request.base.seed.value_or(0) + freshSeeds + repeat);
        collected.add(experiments.run(singleRun(options, *cell.learningRate, cell.steps), label));
    }
    return collected.row("oracle", epsilon);
}

} // namespace

std::optional<double> relativeErrorReduction(double accuracy, double random, double oracle) {
    if (!(oracle - random >= 0.01)) {
        return std::nullopt;
    }
    return (accuracy - random) / (oracle - random);
}

void fillRerr(std::vector<CompareRow>& rows) {
    const auto accuracyOf = [&](const std::string& method, double epsilon) -> std::optional<double> {
        for (const CompareRow& row : rows) {
            if (row.method == method && row.epsilon == epsilon) {
                return row.accuracy;
            }
        }
        return std::nullopt;
    };
    for (CompareRow& row : rows) {
        const auto random = accuracyOf("random", row.epsilon);
        const auto oracle = accuracyOf("oracle", row.epsilon);
        row.rerr = random && oracle ? relativeErrorReduction(row.accuracy, *random, *oracle) : std::nullopt;
    }
}

std::vector<CompareRow> compare(session::Session& session, const CompareRequest& request,
                                std::stop_token stop, const Progress& progress) {
    requirePublic(request.base, "compare");
    if (request.methods.empty() || request.epsilons.empty() || request.repeats == 0) {
        failUsage("compare needs at least one of --methods, one of --epsilons and one of --repeats");
    }
    for (const double epsilon : request.epsilons) {
        checkedEpsilon(epsilon, "--epsilons");
    }
    const bool oracle =
        std::find(request.methods.begin(), request.methods.end(), "oracle") != request.methods.end();
    Experiments experiments(session, std::move(stop), progress,
                            request.epsilons.size() * request.repeats *
                                (request.methods.size() + (oracle ? 1 : 0)));
    std::vector<CompareRow> rows;
    for (const double epsilon : request.epsilons) {
        for (const std::string& method : request.methods) {
            if (method == "oracle") {
                rows.push_back(compareOracle(experiments, request, epsilon));
                continue;
            }
            Collected collected;
            for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat) {
                collected.add(experiments.run(
                    optionsFor(request, method, epsilon, request.base.seed.value_or(0) + repeat),
                    method + ", epsilon " + numberText(epsilon)));
            }
            rows.push_back(collected.row(method, epsilon));
        }
    }
    fillRerr(rows);
    return rows;
}

nlohmann::json toJson(const CompareRow& row) {
    return {{"method", row.method},
            {"epsilon", row.epsilon},
            {"accuracy", row.accuracy},
            {"accuracy_sd", row.accuracySd},
            {"spent_epsilon", row.spentEpsilon},
            {"rerr", row.rerr ? nlohmann::json(*row.rerr) : nlohmann::json()},
            {"trials", row.trials},
            {"passes", row.passes},
            {"seconds", row.seconds}};
}

} // namespace parsimony::study
