// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/search/private_selection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::search {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Below this order the conversions cancel; the orders there never give the minimum.
constexpr double leastOrder = 1.01;

void checkCurve(std::span<const double> orders, std::span<const double> values) {
    if (orders.size() != values.size() || orders.empty()) {
        failUsage(Sentence("an RDP curve needs one value for each order"));
    }
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (!(orders[i] > 1.0) || !std::isfinite(orders[i]) || !(values[i] >= 0.0)) {
            failUsage(Sentence("an RDP curve needs orders above 1 and values that are not negative"));
        }
    }
}

std::vector<double> negativeBinomialRdp(std::span<const double> orders, std::span<const double> base,
                                        double eta, double mean) {
    const double logInverse = -std::log(gammaForMean(eta, mean));
    double constant = infinity;
    for (std::size_t j = 0; j < orders.size(); ++j) {
        constant = std::min(constant, (1.0 - 1.0 / orders[j]) * base[j] + logInverse / orders[j]);
    }
    std::vector<double> values(orders.size());
    for (std::size_t i = 0; i < orders.size(); ++i) {
        values[i] = base[i] + (1.0 + eta) * constant + std::log(mean) / (orders[i] - 1.0);
    }
    // Rényi divergence never falls with the order, so a smaller value at a higher order holds below it too.
    for (std::size_t i = values.size() - 1; i-- > 0;) {
        values[i] = std::min(values[i], values[i + 1]);
    }
    return values;
}

std::vector<double> poissonRdp(std::span<const double> orders, std::span<const double> base, double mean) {
    // The least δ of the curve at every order's ε̂, by the bounds of epsilonOfCurve(): each order's bound is a
    // line in ε̂, so the logarithms are taken once.
    const std::size_t count = orders.size();
    std::vector<double> intercepts(count);
    double flat = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
        intercepts[j] =
            orders[j] > leastOrder
                ? (orders[j] - 1.0) * (base[j] + std::log1p(-1.0 / orders[j])) - std::log(orders[j])
                : infinity;
        flat = std::min(flat, base[j] == 0.0 ? -infinity : 0.5 * std::log(-std::expm1(-base[j])));
    }
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double epsilonHat = std::log1p(1.0 / (orders[i] - 1.0));
        double logDelta = flat;
        for (std::size_t j = 0; j < count; ++j) {
            logDelta = std::min(logDelta, intercepts[j] - (orders[j] - 1.0) * epsilonHat);
        }
        values[i] = base[i] + mean * std::exp(logDelta) + std::log(mean) / (orders[i] - 1.0);
    }
    return values;
}

/// log k! for k = 0..n.
std::vector<double> logFactorials(int n) {
    std::vector<double> table(static_cast<std::size_t>(n) + 1, 0.0);
    for (int k = 2; k <= n; ++k) {
        table[k] = table[k - 1] + std::log(static_cast<double>(k));
    }
    return table;
}

/// log of the α-th moment of the likelihood ratio, (α−1)·ε(α); 0 for α = 0 and 1.
double logMoment(int alpha, std::span<const double> curve) {
    return alpha < 2 ? 0.0 : (alpha - 1.0) * curve[static_cast<std::size_t>(alpha) - 2];
}

double logSumExp(const std::vector<double>& terms) {
    const double most = *std::max_element(terms.begin(), terms.end());
    if (!std::isfinite(most)) {
        return most;
    }
    double sum = 0.0;
    for (const double term : terms) {
        sum += std::exp(term - most);
    }
    return most + std::log(sum);
}

} // namespace

double epsilonOfCurve(std::span<const double> orders, std::span<const double> values, double delta) {
    checkCurve(orders, values);
    double least = infinity;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (delta * delta + std::expm1(-values[i]) > 0.0) {
            return 0.0;
        }
        if (orders[i] > leastOrder) {
            least = std::min(least, values[i] + std::log1p(-1.0 / orders[i]) -
                                        std::log(delta * orders[i]) / (orders[i] - 1.0));
        }
    }
    return std::max(0.0, least);
}

std::vector<double> selectionRdp(std::span<const double> orders, std::span<const double> base,
                                 const RunsFamily& family, double mean) {
    checkCurve(orders, base);
    if (!std::is_sorted(orders.begin(), orders.end())) {
        failUsage(Sentence("the orders of an RDP curve must rise"));
    }
    if (family.poisson) {
        if (!(mean > 0.0) || !std::isfinite(mean)) {
            failUsage(Sentence("--runs-mean must be a positive number"));
        }
        return poissonRdp(orders, base, std::max(mean, 1.0));
    }
    return negativeBinomialRdp(orders, base, family.eta, mean);
}

double subsetRdp(int order, std::span<const double> tuning, std::span<const double> final, double fraction,
                 Adjacency adjacency) {
    if (order < 2 || static_cast<std::size_t>(order) > tuning.size() + 1 || tuning.size() != final.size()) {
        failUsage(Sentence("subset tuning is accounted at integer orders that both curves hold"));
    }
    if (!(fraction > 0.0 && fraction < 1.0)) {
        failUsage(Sentence("--subset-fraction must lie between 0 and 1"));
    }
    const double logQ = std::log(fraction);
    const double logRest = std::log1p(-fraction);
    if (adjacency == Adjacency::ReplaceOne) {
        const std::vector<double> either{logQ + logMoment(order, tuning), logRest + logMoment(order, final)};
        return std::max(0.0, logSumExp(either)) / (order - 1.0);
    }
    const std::vector<double> factorials = logFactorials(order);
    const auto logBinomial = [&](int n, int k) { return factorials[n] - factorials[k] - factorials[n - k]; };
    std::vector<double> remove;
    std::vector<double> add;
    for (int j = 0; j <= order; ++j) {
        remove.push_back(logBinomial(order, j) + (order - j) * logQ + j * logRest +
                         logMoment(order - j, tuning) + logMoment(j, final));
    }
    for (int j = 0; j < order; ++j) {
        add.push_back(logBinomial(order - 1, j) + j * logQ + (order - 1 - j) * logRest +
                      logMoment(j + 1, tuning) + logMoment(order - j, final));
    }
    // Where both curves are next to nothing the sums of chances fall a last bit short of 1.
    return std::max({0.0, logSumExp(remove), logSumExp(add)}) / (order - 1.0);
}

} // namespace parsimony::search
