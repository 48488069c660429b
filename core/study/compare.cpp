// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/compare.h"

#include "core/base/error.h"
#include "core/base/infinity.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/search/method_kind.h"
#include "core/session/experiment_plan.h"
#include "core/session/knob_options.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace parsimony::study {

using session::MethodKind;

namespace {

// Seeds of an oracle's final figures: far from those that chose the cell.
constexpr std::uint64_t freshSeeds = 1000003;

session::RunOptions optionsFor(const CompareRequest& request, MethodKind method, double epsilon,
                               std::uint64_t seed) {
    session::RunOptions options = request.base;
    options.method = method;
    options.experimentEpsilon = epsilon;
    options.seed = seed;
    if (method == MethodKind::Random && !options.totalStepSize) {
        options.totalStepSize = search::Range{1.0, 10000.0};
        options.sampler = search::SamplerKind::LogUniform;
        options.trials = 1;
    }
    if (options.isNoiseless() && !options.learningRates) {
        options.totalStepSize.reset();
        if (options.steps && !options.steps->single()) {
            options.steps.reset();
        }
    }
    if (!search::traitsOf(method).takesRates) {
        options.learningRates.reset();
        options.totalStepSize.reset();
        if (options.steps && !options.steps->single()) {
            options.steps.reset();
        }
    }
    return options;
}

/// The grid that an oracle chooses from.
session::RunOptions asOracleGrid(session::RunOptions options) {
    options = scoredOnTest(std::move(options));
    options.ood.clear();
    options.trials = options.learningRates ? options.trials : std::max(options.trials.value_or(0), 11U);
    return options;
}

bool isOracle(MethodKind method) {
    return search::traitsOf(method).publicOnly;
}

double secondsOf(const session::RunSnapshot& run) {
    return run.secondsLoad + run.secondsSearch + run.secondsFinal;
}

struct Collected {
    std::vector<double> accuracies, rs;
    std::map<std::string, std::vector<double>> ood;
    double spent = 0.0, trials = 0.0, passes = 0.0, seconds = 0.0;

    void add(const session::RunSnapshot& run) {
        if (!run.final || !run.final->test) {
            fail(Sentence("a run has no test accuracy: give a test part"));
        }
        accuracies.push_back(run.final->test->accuracy);
        rs.push_back(run.final->trial.r.value_or(0.0));
        for (const auto& [name, accuracy] : run.final->ood) {
            ood[name].push_back(accuracy.accuracy);
        }
        spent = std::max(spent, run.experimentEpsilon);
        std::map<std::int64_t, std::uint32_t> steps;
        for (const session::PhaseSnapshot& phase : run.phases) {
            for (const session::TrialSnapshot& trial : phase.trials) {
                steps[trial.id] = trial.steps;
            }
        }
        steps[run.final->trial.id] = run.final->trial.steps;
        if (run.selection) { // of a selection only the winner is known: what its plan expects stands for it
            trials += run.selection->runsMean;
            passes += run.selection->runsMean * run.selection->subsetFraction.value_or(1.0) *
                      run.final->trial.steps;
        } else {
            for (const auto& [id, count] : steps) {
                passes += count;
            }
            trials += static_cast<double>(steps.size());
        }
        seconds += secondsOf(run);
    }

    [[nodiscard]] CompareRow row(const std::string& method, double epsilon) const {
        const auto count = static_cast<double>(accuracies.size());
        const MeanSd accuracy = meanSd(accuracies);
        CompareRow row;
        row.method = method;
        row.epsilon = epsilon;
        row.accuracy = accuracy.mean;
        row.accuracySd = accuracy.sd;
        row.accuracies = accuracies;
        row.spentEpsilon = spent;
        row.trials = trials / count;
        row.passes = passes / count;
        row.seconds = seconds / count;
        row.r = meanSd(rs);
        for (const auto& [name, values] : ood) {
            row.ood[name] = meanSd(values);
        }
        return row;
    }
};

/// The options of a grid's cell as a run of its own.
struct OracleCell {
    double learningRate = 0.0;
    std::uint32_t steps = 0;
    train::Knobs knobs;
};

/// The cell of the grid with the best mean test accuracy over the repeats.
OracleCell bestCell(const std::vector<session::RunSnapshot>& grids) {
    std::map<std::pair<std::uint32_t, std::size_t>, std::vector<double>> scores; // by T and place in the grid
    std::map<std::pair<std::uint32_t, std::size_t>, OracleCell> cells;
    for (const session::RunSnapshot& run : grids) {
        for (std::size_t i = 0; !run.phases.empty() && i < run.phases.front().trials.size(); ++i) {
            const session::TrialSnapshot& trial = run.phases.front().trials[i];
            if (trial.score && trial.learningRate) {
                scores[{trial.steps, i}].push_back(*trial.score);
                cells[{trial.steps, i}] = {*trial.learningRate, trial.steps, trial.knobs};
            }
        }
    }
    const auto best = std::max_element(scores.begin(), scores.end(), [](const auto& a, const auto& b) {
        return meanSd(a.second).mean < meanSd(b.second).mean;
    });
    if (best == scores.end()) {
        fail(Sentence("the oracle's grid has no scored cell"));
    }
    return cells.at(best->first);
}

class Comparison {
public:
    Comparison(session::Session& session, const CompareRequest& request, std::stop_token stop,
               const Progress& progress, std::size_t planned)
        : m_request(request), m_experiments(session, std::move(stop), progress, planned) {}

    /// The rows of a method, one for each of these budgets.
    [[nodiscard]] std::vector<CompareRow> rows(MethodKind method, std::vector<double> epsilons) {
        m_epsilons = std::move(epsilons);
        const std::string name(search::methodName(method));
        const auto runs = run(isOracle(method) ? oracleRuns() : allRuns(method), name);
        std::vector<CompareRow> rows;
        for (std::size_t e = 0; e < m_epsilons.size(); ++e) {
            Collected collected;
            for (std::uint32_t repeat = 0; repeat < m_request.repeats; ++repeat) {
                collected.add(runs[e * m_request.repeats + repeat]);
            }
            rows.push_back(collected.row(name, m_epsilons[e]));
        }
        return rows;
    }

private:
    [[nodiscard]] std::vector<session::RunOptions> allRuns(MethodKind method) const {
        std::vector<session::RunOptions> options;
        for (const double epsilon : m_epsilons) {
            for (std::uint32_t repeat = 0; repeat < m_request.repeats; ++repeat) {
                options.push_back(
                    optionsFor(m_request, method, epsilon, m_request.base.seed.value_or(0) + repeat));
            }
        }
        return options;
    }

    /// The best cells of uncharged grids, each with fresh seeds.
    [[nodiscard]] std::vector<session::RunOptions> oracleRuns() {
        std::vector<session::RunOptions> grids = allRuns(MethodKind::Oracle);
        for (session::RunOptions& options : grids) {
            options = asOracleGrid(std::move(options));
        }
        const auto scored = run(grids, "oracle's grid");
        std::vector<session::RunOptions> runs;
        for (std::size_t i = 0; i < grids.size(); i += m_request.repeats) {
            const auto first = scored.begin() + static_cast<std::ptrdiff_t>(i);
            const OracleCell cell = bestCell({first, first + m_request.repeats});
            for (std::uint32_t repeat = 0; repeat < m_request.repeats; ++repeat) {
                runs.push_back(
                    singleRun(optionsFor(m_request, MethodKind::Single, m_epsilons[i / m_request.repeats],
                                         m_request.base.seed.value_or(0) + freshSeeds + repeat),
                              cell.learningRate, cell.steps));
                session::fix(runs.back(), cell.knobs);
            }
        }
        return runs;
    }

    [[nodiscard]] std::vector<session::RunSnapshot> run(const std::vector<session::RunOptions>& options,
                                                        const std::string& what) {
        if (!m_request.oneByOne) {
            return m_experiments.run(options, what);
        }
        std::vector<session::RunSnapshot> runs;
        runs.reserve(options.size());
        for (const session::RunOptions& one : options) {
            runs.push_back(m_experiments.runAlone(one, what + ", epsilon " +
                                                           numberText(one.experimentEpsilon.value_or(0.0))));
        }
        return runs;
    }

    const CompareRequest& m_request;
    Experiments m_experiments;
    std::vector<double> m_epsilons;
};

} // namespace

std::optional<double> relativeErrorReduction(double accuracy, double random, double oracle) {
    if (!(oracle - random >= 0.01)) {
        return std::nullopt;
    }
    return (accuracy - random) / (oracle - random);
}

void fillRerr(std::vector<CompareRow>& rows) {
    const auto accuracyOf = [&](MethodKind method, double epsilon) -> std::optional<double> {
        for (const CompareRow& row : rows) {
            if (row.method == search::methodName(method) && row.epsilon == epsilon) {
                return row.accuracy;
            }
        }
        return std::nullopt;
    };
    for (CompareRow& row : rows) {
        const auto random = accuracyOf(MethodKind::Random, row.epsilon);
        const auto oracle = accuracyOf(MethodKind::Oracle, row.epsilon);
        row.rerr = random && oracle ? relativeErrorReduction(row.accuracy, *random, *oracle) : std::nullopt;
    }
}

void fillGap(std::vector<CompareRow>& rows) {
    const auto noiseless =
        std::find_if(rows.begin(), rows.end(), [](const CompareRow& row) { return std::isinf(row.epsilon); });
    for (CompareRow& row : rows) {
        row.gap = noiseless != rows.end() && std::isfinite(row.epsilon)
                      ? std::optional(noiseless->accuracy - row.accuracy)
                      : std::nullopt;
    }
}

namespace {

void checkDistinct(const CompareRequest& request) {
    checkEpsilons(request.epsilons, true);
    for (auto method = request.methods.begin(); method != request.methods.end(); ++method) {
        if (std::find(request.methods.begin(), method, *method) != method) {
            failUsage(Sentence("--methods has '{1}' twice", search::methodName(*method)));
        }
    }
}

CompareRequest checked(const session::Session* session, const CompareRequest& asked) {
    requirePublic(asked.base, "compare");
    CompareRequest request = asked;
    if (request.methods.empty()) {
        request.methods = usualMethods();
    }
    takeEpsilon(request.epsilons, request.base);
    request.base = withCap(session, std::move(request.base));
    if (request.epsilons.empty() || request.repeats == 0) {
        failUsage(Sentence("compare needs --epsilons LIST (or --epsilon) and at least one of --repeats"));
    }
    checkDistinct(request);
    return request;
}

std::vector<double> finiteOf(const CompareRequest& request) {
    std::vector<double> finite;
    std::copy_if(request.epsilons.begin(), request.epsilons.end(), std::back_inserter(finite),
                 [](double epsilon) { return std::isfinite(epsilon); });
    return finite;
}

/// What stands for training without noise.
MethodKind noiselessMethod(const CompareRequest& request) {
    const auto& rates = request.base.learningRates;
    return rates && !rates->single() ? MethodKind::Oracle : MethodKind::Single;
}

/// An oracle's cells are run again with fresh seeds.
std::size_t plannedRuns(const CompareRequest& request) {
    const auto twice = std::count_if(request.methods.begin(), request.methods.end(), isOracle);
    const std::vector<double> finite = finiteOf(request);
    const bool noiseless = finite.size() < request.epsilons.size();
    return request.repeats * (finite.size() * (request.methods.size() + static_cast<std::size_t>(twice)) +
                              (!noiseless                           ? 0
                               : isOracle(noiselessMethod(request)) ? 2
                                                                    : 1));
}

} // namespace

const std::vector<MethodKind>& usualMethods() {
    static const std::vector<MethodKind> methods{MethodKind::Auto, MethodKind::LinearScaling,
                                                 MethodKind::Random, MethodKind::Oracle};
    return methods;
}

StudyPrice priceOf(const session::Session* session, const CompareRequest& asked) {
    const CompareRequest request = checked(session, asked);
    const auto plan = [&](MethodKind method, double epsilon) {
        const session::RunOptions options =
            optionsFor(request, method, epsilon, request.base.seed.value_or(0));
        (void)planIn(session, isOracle(method) ? asOracleGrid(options) : options);
    };
    const std::vector<double> finite = finiteOf(request);
    for (const MethodKind method : request.methods) {
        if (!finite.empty()) {
            plan(method, finite.front());
        }
    }
    if (finite.size() < request.epsilons.size()) {
        plan(noiselessMethod(request), inf);
    }
    return {plannedRuns(request), 0.0, 0.0, true};
}

std::vector<CompareRow> compare(session::Session& session, const CompareRequest& asked, std::stop_token stop,
                                const Progress& progress) {
    const CompareRequest request = checked(&session, asked);
    Comparison comparison(session, request, std::move(stop), progress, plannedRuns(request));
    std::vector<CompareRow> rows;
    const auto add = [&](MethodKind method, std::vector<double> epsilons) {
        for (CompareRow& row : comparison.rows(method, std::move(epsilons))) {
            rows.push_back(std::move(row));
        }
    };
    const std::vector<double> finite = finiteOf(request);
    for (const MethodKind method : request.methods) {
        add(method, finite);
    }
    if (finite.size() < request.epsilons.size()) {
        add(noiselessMethod(request), {inf});
    }
    // By budget, the methods of each as they were asked for.
    std::stable_sort(rows.begin(), rows.end(), [&](const CompareRow& a, const CompareRow& b) {
        const auto place = [&](double epsilon) {
            return std::find(request.epsilons.begin(), request.epsilons.end(), epsilon);
        };
        return place(a.epsilon) < place(b.epsilon);
    });
    fillRerr(rows);
    fillGap(rows);
    return rows;
}

nlohmann::json toJson(const CompareRow& row) {
    nlohmann::json ood = nlohmann::json::object();
    for (const auto& [name, accuracy] : row.ood) {
        ood[name] = {{"accuracy", accuracy.mean}, {"accuracy_sd", accuracy.sd}};
    }
    return {{"method", row.method},
            {"epsilon", session::epsilonJson(row.epsilon)},
            {"accuracy", row.accuracy},
            {"accuracy_sd", row.accuracySd},
            {"accuracies", row.accuracies},
            {"spent_epsilon", session::epsilonJson(row.spentEpsilon)},
            {"gap", row.gap ? nlohmann::json(*row.gap) : nlohmann::json()},
            {"rerr", row.rerr ? nlohmann::json(*row.rerr) : nlohmann::json()},
            {"trials", row.trials},
            {"passes", row.passes},
            {"seconds", row.seconds},
            {"ood", ood},
            {"r", row.r.mean},
            {"r_sd", row.r.sd}};
}

} // namespace parsimony::study
