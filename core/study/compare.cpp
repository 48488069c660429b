// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/compare.h"

#include "core/base/error.h"
#include "core/base/infinity.h"
#include "core/base/number_json.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_kind.h"
#include "core/session/experiment_plan.h"
#include "core/session/experiment_summary.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/study/oracle.h"
#include "core/study/run_figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace parsimony::study {

using session::MethodKind;

namespace {

session::RunOptions optionsFor(const Checked<CompareRequest>& request, MethodKind method, double epsilon,
                               std::uint64_t seed) {
    session::RunOptions options = request.base;
    options.method = method;
    options.experimentEpsilon = sameNoise(epsilon, request.askedDelta, options);
    options.seed = seed;
    if (method == session::kByChance && !options.totalStepSize) {
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
    options = session::scoredOnTest(std::move(options));
    options.ood.clear();
    options.trials = options.learningRates ? options.trials : std::max(options.trials.value_or(0), 11U);
    return options;
}

bool isOracle(MethodKind method) {
    return search::traitsOf(method).publicOnly;
}

class Comparison {
public:
    Comparison(session::Session& session, const Checked<CompareRequest>& request, std::stop_token stop,
               const Progress& progress, std::size_t planned, const IsLookedAt& lookedAt)
        : m_session(session), m_request(request), m_experiments(session, std::move(stop), progress, planned),
          m_lookedAt(lookedAt) {}

    /// The rows of a method, one for each of these budgets of which a run is looked at.
    [[nodiscard]] std::vector<CompareRow> rows(MethodKind method, std::vector<double> epsilons) {
        m_epsilons = std::move(epsilons);
        const std::string name(search::methodName(method));
        const auto runs = run(isOracle(method) ? oracleRuns() : allRuns(method), name);
        std::vector<CompareRow> rows;
        for (std::size_t e = 0; e < m_epsilons.size(); ++e) {
            CollectedRuns collected;
            for (std::uint32_t repeat = 0; repeat < m_request.repeats; ++repeat) {
                const session::RunSnapshot& ran = runs[e * m_request.repeats + repeat];
                if (m_lookedAt && !m_lookedAt(ran)) {
                    continue;
                }
                collected.add(ran, isOracle(method) ? m_oracles.at(e) : std::string());
                const double rate = session::firstRate(m_request.base, m_request.base.trainer,
                                                       session::ownRates(m_request.base));
                collected.addStep(effectiveNoise(ran, rate),
                                  distanceFromStart(m_session, m_request.base, ran));
            }
            if (!collected.empty()) {
                rows.push_back(atAskedDelta(collected.row(method, m_epsilons[e])));
            }
        }
        return rows;
    }

private:
    /// With what was spent as it is at the δ that was asked for.
    [[nodiscard]] CompareRow atAskedDelta(CompareRow row) const {
        row.delta = m_request.askedDelta ? m_request.askedDelta : m_request.base.delta;
        if (m_request.askedDelta && std::isfinite(row.epsilon)) {
            const Mu spent = muOf(Epsilon{row.spentEpsilon}, Delta{*m_request.base.delta});
            row.spentEpsilon = epsilonOf(spent, Delta{*m_request.askedDelta}).value();
        }
        return row;
    }

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
        const std::vector<session::RunOptions> asked = allRuns(session::kUnchargedGrid);
        std::vector<std::vector<OracleGrid>> grids(m_epsilons.size());
        for (const std::string& encoder : encodersOf(m_request.base)) {
            std::vector<session::RunOptions> ofOne;
            std::transform(asked.begin(), asked.end(), std::back_inserter(ofOne),
                           [&](const auto& options) { return asOracleGrid(ofEncoder(options, encoder)); });
            const auto scored = run(ofOne, "oracle's grid");
            for (std::size_t e = 0; e < grids.size(); ++e) {
                const auto first = scored.begin() + static_cast<std::ptrdiff_t>(e * m_request.repeats);
                grids[e].push_back({encoder, {first, first + m_request.repeats}});
            }
        }
        std::vector<session::RunOptions> runs;
        m_oracles.clear();
        for (std::size_t e = 0; e < m_epsilons.size(); ++e) {
            const OracleCell cell = bestCell(grids[e]);
            m_oracles.push_back(cell.encoder);
            for (std::uint32_t repeat = 0; repeat < m_request.repeats; ++repeat) {
                // Far from the seeds that chose the cell; by theirs and these a project knows it again.
                const session::RunOptions fresh =
                    optionsFor(m_request, session::kSingleRun, m_epsilons[e],
                               m_request.base.seed.value_or(0) + session::kBestCellSeeds + repeat);
                runs.push_back(singleRun(ofEncoder(fresh, cell.encoder), cell.learningRate, cell.steps));
                session::fix(runs.back(), cell.knobs);
            }
        }
        return runs;
    }

    [[nodiscard]] std::vector<session::RunSnapshot> run(const std::vector<session::RunOptions>& options,
                                                        const std::string& what) {
        std::vector<session::RunSnapshot> runs;
        runs.reserve(options.size());
        if (m_request.oneByOne) {
            for (const session::RunOptions& one : options) {
                runs.push_back(m_experiments.runAlone(
                    one, what + ", epsilon " + numberText(one.experimentEpsilon.value_or(0.0))));
            }
            return runs;
        }
        for (auto first = options.begin(); first != options.end();) {
            const auto last = std::find_if(first, options.end(), [&](const session::RunOptions& one) {
                return one.data != first->data; // of another encoder: they share no pass
            });
            std::ranges::move(m_experiments.run({first, last}, what), std::back_inserter(runs));
            first = last;
        }
        return runs;
    }

    session::Session& m_session;
    const Checked<CompareRequest>& m_request;
    Experiments m_experiments;
    const IsLookedAt& m_lookedAt;
    std::vector<double> m_epsilons;
    std::vector<std::string> m_oracles; ///< what oracles chose of several encoders, for each budget
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
            if (row.method == method && row.epsilon == epsilon) {
                return row.accuracy;
            }
        }
        return std::nullopt;
    };
    for (CompareRow& row : rows) {
        const auto random = accuracyOf(session::kByChance, row.epsilon);
        const auto oracle = accuracyOf(session::kUnchargedGrid, row.epsilon);
        row.rerr = random && oracle ? relativeErrorReduction(row.accuracy, *random, *oracle) : std::nullopt;
        row.oracleGap = oracle ? std::optional(*oracle - row.accuracy) : std::nullopt;
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

Checked<CompareRequest> checked(const session::Session* session, const CompareRequest& asked, KnownBy by) {
    requirePublic(asked.base, "compare");
    Checked<CompareRequest> request{asked};
    if (request.methods.empty()) {
        request.methods.assign(session::kUsualMethods.begin(), session::kUsualMethods.end());
    }
    takeEpsilon(request.epsilons, request.base);
    kRepeats.requireWhole(request.repeats, "--repeats");
    if (request.epsilons.empty()) {
        failUsage(Sentence("compare needs --epsilons LIST (or --epsilon)"));
    }
    checkDistinct(request);
    request.askedDelta = takeKnownBudget(session, request.base, by);
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
    const bool chooses = (rates && !rates->single()) || !session::axesOf(request.base).empty();
    return chooses ? session::kUnchargedGrid : session::kSingleRun;
}

/// An oracle has a grid of each encoder, and its best cell is run again with fresh seeds.
std::size_t plannedRuns(const CompareRequest& request) {
    const auto oracles =
        static_cast<std::size_t>(std::count_if(request.methods.begin(), request.methods.end(), isOracle));
    const std::size_t grids = encodersOf(request.base).size();
    const std::vector<double> finite = finiteOf(request);
    const bool noiseless = finite.size() < request.epsilons.size();
    return request.repeats * (finite.size() * (request.methods.size() + oracles * grids) +
                              (!noiseless                           ? 0
                               : isOracle(noiselessMethod(request)) ? 1 + grids
                                                                    : 1));
}

/// Throws what is wrong with the runs of a method at a budget, of which none is made.
void planFor(const session::Session* session, const Checked<CompareRequest>& request, MethodKind method,
             double epsilon) {
    const session::RunOptions options = optionsFor(request, method, epsilon, request.base.seed.value_or(0));
    if (!isOracle(method)) {
        (void)planIn(session, options);
        return;
    }
    for (const std::string& encoder : encodersOf(options)) {
        (void)planIn(session, asOracleGrid(ofEncoder(options, encoder)));
    }
}

} // namespace

StudyPrice priceOf(const session::Session* session, const CompareRequest& asked) {
    const Checked<CompareRequest> request = checked(session, asked, KnownBy::Name);
    const std::vector<double> finite = finiteOf(request);
    for (const MethodKind method : request.methods) {
        if (!finite.empty()) {
            planFor(session, request, method, finite.front());
        }
    }
    if (finite.size() < request.epsilons.size()) {
        planFor(session, request, noiselessMethod(request), inf);
    }
    return {plannedRuns(request), 0.0, 0.0, true};
}

std::vector<CompareRow> compare(session::Session& session, const CompareRequest& asked, std::stop_token stop,
                                const Progress& progress, const IsLookedAt& lookedAt) {
    const Checked<CompareRequest> request = checked(&session, asked, KnownBy::Rows);
    Comparison comparison(session, request, std::move(stop), progress, plannedRuns(request), lookedAt);
    std::vector<CompareRow> rows;
    const auto add = [&](MethodKind method, std::vector<double> epsilons) {
        for (CompareRow& row : comparison.rows(method, std::move(epsilons))) {
            rows.push_back(std::move(row));
        }
    };
    const std::vector<double> finite = finiteOf(request);
    if (finite.size() < request.epsilons.size()) { // it runs last, and what is wrong with it is said first
        planFor(&session, request, noiselessMethod(request), inf);
    }
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
    return {{"method", search::methodName(row.method)},
            {"epsilon", session::epsilonJson(row.epsilon)},
            {"delta", numberOrNull(row.delta)},
            {"accuracy", row.accuracy},
            {"accuracy_sd", row.accuracySd},
            {"accuracies", row.accuracies},
            {"spent_epsilon", session::epsilonJson(row.spentEpsilon)},
            {"gap", numberOrNull(row.gap)},
            {"oracle_gap", numberOrNull(row.oracleGap)},
            {"rerr", numberOrNull(row.rerr)},
            {"trials", row.trials},
            {"passes", row.passes},
            {"seconds", row.seconds},
            {"ood", ood},
            {"encoders", row.encoders},
            {"arithmetic", row.arithmetic},
            {"r", row.r.mean},
            {"r_sd", row.r.sd},
            {"distance", row.distance ? nlohmann::json(row.distance->mean) : nlohmann::json()},
            {"distance_sd", row.distance ? nlohmann::json(row.distance->sd) : nlohmann::json()},
            {"effective_noise", row.effectiveNoise},
            {"snr", row.effectiveNoise > 0.0 ? nlohmann::json(1.0 / row.effectiveNoise) : nlohmann::json()}};
}

} // namespace parsimony::study
