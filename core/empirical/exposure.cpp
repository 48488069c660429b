// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/exposure.h"

#include "core/base/error.h"
#include "core/base/sentence.h"

#include <boost/math/distributions/skew_normal.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

namespace parsimony::empirical {

namespace {

constexpr double kSmallestChance = 0x1p-50; // the law's tail is no better than the fit

std::pair<double, double> meanAndSd(std::span<const double> values) {
    double mean = 0.0;
    for (const double value : values) {
        mean += value / static_cast<double>(values.size());
    }
    double square = 0.0;
    for (const double value : values) {
        square += (value - mean) * (value - mean);
    }
    const double degrees = std::max(1.0, static_cast<double>(values.size()) - 1.0);
    return {mean, std::sqrt(square / degrees)};
}

/// The skew normal law with the moments of `values`; its skewness stays inside what such a law can have.
boost::math::skew_normal_distribution<double> fitted(std::span<const double> values) {
    const auto [mean, sd] = meanAndSd(values);
    double third = 0.0;
    for (const double value : values) {
        third += std::pow((value - mean) / sd, 3) / static_cast<double>(values.size());
    }
    const double skew = std::clamp(third, -0.9, 0.9);
    const double a = std::pow(std::abs(skew), 2.0 / 3.0);
    const double b = std::pow((4.0 - std::numbers::pi) / 2.0, 2.0 / 3.0);
    const double delta = std::copysign(std::sqrt(std::numbers::pi / 2.0 * a / (a + b)), skew);
    const double shift = delta * std::sqrt(2.0 / std::numbers::pi);
    const double scale = sd / std::sqrt(1.0 - shift * shift);
    return {mean - scale * shift, scale, delta / std::sqrt(1.0 - delta * delta)};
}

} // namespace

Exposure exposureOf(std::span<const double> canaries, std::span<const double> candidates) {
    if (canaries.empty() || candidates.size() < 8) {
        failUsage(Sentence("exposure needs at least one canary and 8 candidates that were left out"));
    }
    std::vector<double> sorted(candidates.begin(), candidates.end());
    std::sort(sorted.begin(), sorted.end());
    const double all = static_cast<double>(candidates.size()) + 1.0;
    const bool constant = sorted.front() == sorted.back();
    const auto law = constant ? boost::math::skew_normal_distribution<double>() : fitted(candidates);
    std::vector<double> byRank;
    std::vector<double> byLaw;
    for (const double canary : canaries) {
        const auto above =
            static_cast<double>(sorted.end() - std::upper_bound(sorted.begin(), sorted.end(), canary));
        byRank.push_back(std::log2(all / (above + 1.0)));
        if (constant) {
            byLaw.push_back(byRank.back()); // no law to fit
            continue;
        }
        const double chance = boost::math::cdf(boost::math::complement(law, canary));
        byLaw.push_back(-std::log2(std::clamp(chance, kSmallestChance, 1.0)));
    }
    Exposure exposure{canaries.size(), candidates.size()};
    std::tie(exposure.byRankMean, exposure.byRankSd) = meanAndSd(byRank);
    std::tie(exposure.mean, exposure.sd) = meanAndSd(byLaw);
    return exposure;
}

} // namespace parsimony::empirical
