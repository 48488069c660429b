// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/loss_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace parsimony::accounting {
namespace {

/// ln Σ_k C(α,k)(1−q)^{α−k}q^k e^{(k²−k)/2z²} (Mironov, Talwar and Zhang 2019, sec. 3.3). Without the last
/// factor the sum is 1, which is taken off term by term.
double sumOfMoments(double rate, double noise, int order) {
    long double excess = 0.0L;
    const long double q = rate;
    const long double z = noise;
    for (int k = 2; k <= order; ++k) {
        const long double chance = std::lgamma(order + 1.0L) - std::lgamma(k + 1.0L) -
                                   std::lgamma(order - k + 1.0L) + k * std::log(q) +
                                   (order - k) * std::log1p(-q);
        const long double power = k * (k - 1.0L) / (2.0L * z * z);
        excess += std::exp(chance + power) - std::exp(chance);
    }
    return static_cast<double>(std::log1p(excess));
}

TEST(LossLaw, MomentsOfASampledReleaseMatchTheirSum) {
    for (const double noise : {0.7, 1.5, 3.0, 4.0, 5.0, 8.0, 10.0, 20.0}) {
        for (const double rate : {1e-4, 1e-3, 0.0027, 0.01, 0.05, 0.1, 0.3}) {
            // Where the moments turn from small ones to those of a release that is not sampled.
            const double turn = -2.0 * noise * noise * std::log(rate);
            for (const double part : {0.1, 0.5, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98, 1.0, 1.02}) {
                const int order = static_cast<int>(std::lround(turn * part));
                if (order < 2 || order > 1024) {
                    continue;
                }
                const double expected = sumOfMoments(rate, noise, order);
                EXPECT_NEAR(logMoment({LossKind::Remove, rate, noise}, order - 1.0), expected,
                            1e-10 * expected)
                    << "q = " << rate << ", z = " << noise << ", order " << order;
            }
        }
    }
}

} // namespace
} // namespace parsimony::accounting
