// SPDX-License-Identifier: GPL-3.0-or-later
// `bayesian` (Snoek et al. 2012, with budget of privacy in place of time): trials of equal budgets one after
// another, each where a Gaussian process through the released scores expects most; the final run takes the
// rest where its mean is highest. Every run is charged by itself, so what follows from scores is
// post-processing.
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace parsimony::search {

namespace {

struct Seen {
    double at = 0.0; ///< in the range, 0 to 1
    Score score;
};

/// Accuracy at a place in the range before any score, but for a constant.
using Prior = std::function<double(double at)>;

/// A Gaussian process of squared-exponential kernel around a prior and the mean of what scores differ from
/// it.
class Process {
public:
    Process(const std::vector<Seen>& seen, const Prior& prior, const BayesianTuning& tuning)
        : m_seen(seen), m_prior(prior), m_tuning(tuning) {
        const auto count = static_cast<Eigen::Index>(seen.size());
        Eigen::MatrixXd covariance(count, count);
        Eigen::VectorXd scores(count);
        for (Eigen::Index i = 0; i < count; ++i) {
            scores[i] = seen[i].score.accuracy - prior(seen[i].at);
            for (Eigen::Index j = 0; j < count; ++j) {
                covariance(i, j) = kernel(seen[i].at, seen[j].at);
            }
            covariance(i, i) += tuning.runSd * tuning.runSd + seen[i].score.se * seen[i].score.se;
        }
        m_mean = scores.mean();
        m_covariance.compute(covariance);
        m_weights = m_covariance.solve(scores.array().matrix() - Eigen::VectorXd::Constant(count, m_mean));
    }

    [[nodiscard]] double mean(double at) const { return m_prior(at) + m_mean + towards(at).dot(m_weights); }
    [[nodiscard]] double sd(double at) const {
        const Eigen::VectorXd k = towards(at);
        return std::sqrt(std::max(0.0, kernel(at, at) - k.dot(m_covariance.solve(k))));
    }

private:
    [[nodiscard]] double kernel(double a, double b) const {
        const double apart = (a - b) / m_tuning.length;
        return m_tuning.spread * m_tuning.spread * std::exp(-0.5 * apart * apart);
    }
    [[nodiscard]] Eigen::VectorXd towards(double at) const {
        Eigen::VectorXd k(static_cast<Eigen::Index>(m_seen.size()));
        for (Eigen::Index i = 0; i < k.size(); ++i) {
            k[i] = kernel(at, m_seen[i].at);
        }
        return k;
    }

    const std::vector<Seen>& m_seen;
    const Prior& m_prior;
    const BayesianTuning& m_tuning;
    double m_mean = 0.0;
    Eigen::LDLT<Eigen::MatrixXd> m_covariance;
    Eigen::VectorXd m_weights;
};

/// The candidate of the largest `value`, the lowest among equals.
template <class Value>
double bestCandidate(int candidates, const Value& value) {
    double place = 0.0, most = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < candidates; ++i) {
        const double at = static_cast<double>(i) / (candidates - 1);
        if (const double here = value(at); here > most) {
            most = here;
            place = at;
        }
    }
    return place;
}

double highestMean(const std::vector<Seen>& seen, const Prior& prior, const BayesianTuning& tuning) {
    const Process process(seen, prior, tuning);
    return bestCandidate(tuning.candidates, [&](double at) { return process.mean(at); });
}

/// Where a run is expected to be most above the highest mean of the places that were tried.
double mostExpectedImprovement(const std::vector<Seen>& seen, const Prior& prior,
                               const BayesianTuning& tuning) {
    const Process process(seen, prior, tuning);
    double reached = -std::numeric_limits<double>::infinity();
    for (const Seen& each : seen) {
        reached = std::max(reached, process.mean(each.at));
    }
    return bestCandidate(tuning.candidates, [&](double at) {
        const double gap = process.mean(at) - reached, sd = process.sd(at);
        const double density = std::exp(-0.5 * gap * gap / (sd * sd)) / std::sqrt(2.0 * M_PI);
        return sd > 0.0 ? gap * 0.5 * std::erfc(-gap / (sd * std::sqrt(2.0))) + sd * density : 0.0;
    });
}

void requireTrials(const SearchRequest& request) {
    if (request.trials < 2) {
        failUsage(Sentence("--method {1} needs at least 2 --trials to choose from",
                           methodName(MethodKind::Bayesian)));
    }
}

class Bayesian final : public SequentialMethod {
public:
    Bayesian(const SearchRequest& request, const Shares& shares, NoiseFor noise)
        : m_space(request.space), m_noise(std::move(noise)), m_key(request.key), m_trials(request.trials),
          m_tuning(request.bayesian), m_trialMu(muOfShare(shares.phases.at(0))),
          m_finalMu(muOfShare(*shares.final)) {
        requireNoBisection(m_space.sampler);
        m_space.check(m_noise);
        if (m_tuning.candidates < 2 || !(m_tuning.length > 0.0) || !(m_tuning.runSd > 0.0)) {
            fail(Sentence("the stored plan has no numbers for the method {1}; the project file is damaged",
                          methodName(MethodKind::Bayesian)));
        }
        for (int index = 0; index <= m_trials; ++index) {
            (void)runAt(index, 0.5); // draws that fail must fail now, before anything is spent
        }
    }

    std::string name() const override { return std::string(methodName(MethodKind::Bayesian)); }

    std::vector<Proposal> outline() const override {
        std::vector<Proposal> runs;
        for (int index = 0; index <= m_trials; ++index) {
            const auto at = placeOf(index);
            runs.push_back(at ? runAt(index, *at) : blank(index));
        }
        return runs;
    }

    std::vector<Proposal> nextBatch() override {
        if (finished()) {
            return {};
        }
        const auto at = placeOf(closedRuns());
        if (!at) {
            failAllLost();
        }
        return {runAt(closedRuns(), *at)};
    }

    bool finished() const override { return closedRuns() == m_trials + 1; }

    std::optional<double> selectedR(int phase) const override {
        return phase == 0 && closedRuns() >= m_trials && placeOf(m_trials) ? runAt(0, *placeOf(m_trials)).r
                                                                           : std::nullopt;
    }

    std::optional<int> result() const override {
        return finished() && !closed()[m_trials]->lost ? std::optional<int>(m_trials) : std::nullopt;
    }

private:
    /// Of every run whose scores before it are known; one less where all trials were lost. The first two lie
    /// a third of the range from its ends.
    const std::vector<double>& places() const {
        const Prior prior = [this](double at) {
            const double logNu = std::log(m_space.nu.lo) + at * std::log(m_space.nu.hi / m_space.nu.lo);
            return m_space.totalStep ? 0.0 : -m_tuning.fall * logNu * logNu;
        };
        while (static_cast<int>(m_places.size()) <= std::min(closedRuns(), m_trials)) {
            const auto index = static_cast<int>(m_places.size());
            std::vector<Seen> seen;
            for (int i = 0; i < index; ++i) {
                if (const auto& score = closed()[i]->score) {
                    seen.push_back({m_places[i], *score});
                }
            }
            if (index == m_trials && seen.empty()) {
                break;
            }
            m_places.push_back(index == 0          ? 1.0 / 3.0
                               : index == 1        ? 2.0 / 3.0
                               : seen.empty()      ? 0.5
                               : index == m_trials ? highestMean(seen, prior, m_tuning)
                                                   : mostExpectedImprovement(seen, prior, m_tuning));
        }
        return m_places;
    }
    std::optional<double> placeOf(int index) const {
        const auto& known = places();
        return index < static_cast<int>(known.size()) ? std::optional<double>(known[index]) : std::nullopt;
    }

    Proposal blank(int index) const {
        Proposal run;
        run.index = index;
        run.phase = index < m_trials ? 0 : -1;
        run.role = index < m_trials ? TrialRole::Trial : TrialRole::Final;
        run.scored = index < m_trials;
        run.mu = index < m_trials ? m_trialMu : m_finalMu;
        return run;
    }

    /// Where the range of r is `auto` it is one of ν, so that r grows as the noise shrinks.
    Proposal runAt(int index, double at) const {
        Proposal run = blank(index);
        KeyedUniformSource source(m_key, static_cast<std::uint64_t>(index));
        const std::uint32_t steps = plannedSteps(m_space, source);
        const double half = 0.5 / (m_tuning.candidates - 1);
        const Position position{at, std::max(0.0, at - half), std::min(1.0, at + half)};
        fill(run, chooseTrial(m_space, m_noise, run.phase, steps, position, source), m_space, m_noise);
        return run;
    }

    SearchSpace m_space;
    NoiseFor m_noise;
    SearchKey m_key;
    int m_trials;
    BayesianTuning m_tuning;
    std::optional<double> m_trialMu, m_finalMu;
    mutable std::vector<double> m_places; ///< scores do not change
};

Shares shareBayesian(const SearchRequest& request, const Budget& budget) {
    requireTrials(request);
    const SpendSum left = leftOf(budget);
    const Mu mu =
        equalShare(Mu{muLower(left).value() * std::sqrt(request.bayesian.trialsShare)}, request.trials);
    Shares shares;
    for (int run = 0; run < request.trials; ++run) {
        shares.spent.addProduct(mu.value(), mu.value());
    }
    const Mu finalMu = muLower(left.minus(shares.spent));
    shares.phases.push_back(shareOf(epsilonOf(mu, budget.delta), mu, request.trials, budget.scoreFraction));
    shares.final = shareOf(epsilonOf(finalMu, budget.delta), finalMu, 1, 0.0);
    shares.spent.addProduct(finalMu.value(), finalMu.value());
    shares.spent.add(budget.extra);
    return shares;
}

std::unique_ptr<SequentialMethod> makeBayesian(const SearchRequest& request, const Shares& shares,
                                               const NoiseFor& noise) {
    return std::make_unique<Bayesian>(request, shares, noise);
}

} // namespace

constinit const Method bayesian{
    .traits = {.kind = MethodKind::Bayesian,
               .name = "bayesian",
               .label = inWindow("Bayesian search"),
               .summary = inWindow("Runs trials one after another, each where a Gaussian process through the "
                                   "scores expects most; the final run takes the rest at its best place."),
               .drawsTotalStep = true,
               .takesRates = true,
               .takesTrials = true,
               .adapts = true,
               .fitsProcess = true,
               .needsStepSize = true},
    .share = shareBayesian,
    .make = makeBayesian};

} // namespace parsimony::search
