// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/guess_bounds.h"

#include "core/base/sentence.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>

namespace parsimony::empirical {

namespace {

constexpr double kSearchedEpsilon = 100.0;

/// P[Binomial(n, p) = k].
double binomialPoint(double n, double p, double k) {
    const double log = std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                       k * std::log(p) + (n - k) * std::log1p(-p);
    return std::exp(log);
}

/// max_{i ≥ 1} P[v > Binomial(r, q) ≥ v − i]/i, the average of the i largest outcomes below v at its best.
double steepestAverage(double r, double q, std::uint64_t v) {
    double best = 0.0;
    double sum = 0.0;
    const double mode = std::floor((r + 1.0) * q);
    for (std::uint64_t i = 1; i <= v; ++i) {
        const auto k = static_cast<double>(v - i);
        const double point = binomialPoint(r, q, k);
        sum += point;
        best = std::max(best, sum / static_cast<double>(i));
        // Below the mode the points fall, and a point under the average can only lower it.
        if (k < mode && point < best) {
            break;
        }
    }
    return best;
}

void checkCount(const GuessCount& count) {
    if (count.correct > count.guesses || count.guesses > count.canaries) {
        failUsage(
            Sentence("an audit cannot have more right guesses than guesses, or more guesses than canaries"));
    }
}

} // namespace

double binomialTail(std::uint64_t n, double p, std::uint64_t k) {
    if (k == 0) {
        return 1.0;
    }
    if (k > n || p <= 0.0) {
        return 0.0;
    }
    if (p >= 1.0) {
        return 1.0;
    }
    return boost::math::ibeta(static_cast<double>(k), static_cast<double>(n - k) + 1.0, p);
}

double accuracyLowerBound(std::uint64_t guesses, std::uint64_t correct, double level) {
    if (correct == 0) {
        return 0.0;
    }
    if (correct > guesses) {
        failUsage(Sentence("an audit cannot have more right guesses than guesses"));
    }
    return boost::math::ibeta_inv(static_cast<double>(correct), static_cast<double>(guesses - correct) + 1.0,
                                  level);
}

double coinPValue(const GuessCount& count, Epsilon epsilon, Delta delta) {
    checkCount(count);
    if (count.correct == 0) {
        return 1.0;
    }
    const double q = 1.0 / (1.0 + std::exp(-epsilon.value()));
    const double pure = binomialTail(count.guesses, q, count.correct);
    const double slope = steepestAverage(static_cast<double>(count.guesses), q, count.correct);
    return std::min(1.0, pure + 2.0 * static_cast<double>(count.canaries) * delta.value() * slope);
}

Epsilon coinEpsilon(const GuessCount& count, Delta delta, double level) {
    if (coinPValue(count, Epsilon{0.0}, delta) > level) {
        return Epsilon{0.0};
    }
    double low = 0.0;
    double high = kSearchedEpsilon;
    for (int i = 0; i < 60 && high - low > 1e-9; ++i) {
        const double middle = 0.5 * (low + high);
        (coinPValue(count, Epsilon{middle}, delta) <= level ? low : high) = middle;
    }
    return Epsilon{low};
}

std::uint64_t bestGuessCount(std::uint64_t canaries, Mu mu, Delta delta, double level) {
    const boost::math::normal_distribution<double> unit;
    const double half = mu.value() / 2.0;
    // Where no number would show anything, a third: what is clear is guessed, what is not is left alone.
    std::uint64_t best = std::max<std::uint64_t>(2, canaries / 6 * 2);
    double bestEpsilon = 0.0;
    for (double share = 0.01; share <= 1.0; share *= 1.3) {
        // The threshold t with P[|score| > t] = share, found by bisection.
        double low = 0.0;
        double high = 40.0;
        const auto beyond = [&](double t) {
            return boost::math::cdf(boost::math::complement(unit, t - half)) +
                   boost::math::cdf(unit, -t - half);
        };
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (low + high);
            (beyond(middle) > share ? low : high) = middle;
        }
        const double right = boost::math::cdf(boost::math::complement(unit, low - half)) / beyond(low);
        const auto pairs = static_cast<std::uint64_t>(share * static_cast<double>(canaries) / 2.0);
        const std::uint64_t guesses = std::max<std::uint64_t>(2, 2 * pairs);
        if (guesses > canaries) {
            continue;
        }
        // One standard deviation less than expected, so that a lucky handful of guesses is not planned for.
        const double mean = static_cast<double>(guesses) * right;
        const double luck = std::sqrt(mean * (1.0 - right));
        const auto correct = static_cast<std::uint64_t>(std::max(0.0, mean - 0.5 * luck));
        const double epsilon = coinEpsilon({canaries, guesses, correct}, delta, level).value();
        if (epsilon > bestEpsilon) {
            bestEpsilon = epsilon;
            best = guesses;
        }
    }
    return best;
}

} // namespace parsimony::empirical
