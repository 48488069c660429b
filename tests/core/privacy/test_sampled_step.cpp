// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/accountant.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/sampled_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace parsimony::accounting {

namespace {

struct Step {
    double rate, noise;
};

const std::vector<Step> steps{{1e-6, 1.0}, {1e-6, 0.3}, {1e-3, 0.8}, {0.01, 1.0},
                              {0.2, 2.0},  {0.5, 5.0},  {0.9, 0.6},  {0.999, 30.0}};

// The hockey-stick divergence of (1−q)N(0,z²) + qN(1,z²) from N(0,z²), or the other way round, by Simpson's
// rule: it knows nothing of the closed form.
double integrated(const Step& step, double epsilon, bool remove) {
    constexpr int intervals = 400000;
    const double low = -14 * step.noise;
    const double width = (1 + 28 * step.noise) / intervals;
    const long double growth = std::exp(static_cast<long double>(epsilon));
    long double sum = 0;
    for (int i = 0; i <= intervals; ++i) {
        const long double x = low + i * width;
        const long double z = step.noise;
        const long double away = std::exp(-x * x / (2 * z * z)) / (z * std::sqrt(2 * std::acos(-1.0L)));
        const long double here = away * (1 + step.rate * std::expm1((2 * x - 1) / (2 * z * z)));
        const long double gap = remove ? here - growth * away : away - growth * here;
        const int weight = i == 0 || i == intervals ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * std::max(0.0L, gap);
    }
    return static_cast<double>(sum * width / 3);
}

Composition compositionOf(const Step& step, double count = 1.0) {
    Composition composition;
    composition.sampled = {{step.rate, step.noise, count}};
    return composition;
}

double charged(const Step& step, std::uint64_t count, double delta) {
    const std::vector<PrivacyEvent> events{
        PrivacyEvent::poissonSampledGaussian(SampleRate{step.rate}, NoiseMultiplier{step.noise}, count)};
    return chargedEpsilon(events, Delta{delta}).value;
}

} // namespace

TEST(SampledStep, IsTheIntegralOfTheHockeyStick) {
    for (const Step& step : steps) {
        for (const double part : {0.0, 0.1, 0.5, 2.0}) {
            const double epsilon = part * step.rate / step.noise;
            const double expected =
                std::max(integrated(step, epsilon, true), integrated(step, epsilon, false));
            const double found = sampledStepDelta(step.rate, step.noise, epsilon);
            // The integrand has a kink, and subtracts nearly equal numbers where q is small.
            const double tolerance = 1e-7 * expected + 1e-18;
            EXPECT_GE(found, expected - tolerance) << step.rate << " " << step.noise << " " << epsilon;
            EXPECT_LE(found, expected + 10 * tolerance) << step.rate << " " << step.noise << " " << epsilon;
        }
    }
}

TEST(SampledStep, EpsilonIsTheLeastThatHolds) {
    for (const Step& step : steps) {
        for (const double delta : {1e-12, 1e-9, 1e-6, 1e-4}) {
            const double epsilon = sampledStepEpsilon(step.rate, step.noise, delta);
            ASSERT_TRUE(std::isfinite(epsilon));
            EXPECT_LE(sampledStepDelta(step.rate, step.noise, epsilon), delta * (1 + 1e-9));
            if (epsilon > 0) {
                EXPECT_GT(sampledStepDelta(step.rate, step.noise, epsilon * (1 - 1e-6)), delta * (1 - 1e-9));
            }
        }
    }
}

TEST(SampledStep, OneSeldomStepIsChargedWhatItCosts) {
    const Step step{1e-6, 1.0};
    const double delta = 1e-12;
    // ln(1 + q(e^ε' − 1)) where the unsampled release has ε' at δ/q.
    const double unsampled = epsilonOf(Mu{1.0}, Delta{delta / step.rate}).value();
    const double exact = std::log1p(step.rate * std::expm1(unsampled));
    const double one = charged(step, 1, delta);
    EXPECT_NEAR(exact, 1.3e-4, 0.1e-4);
    EXPECT_GE(one, exact);
    EXPECT_LE(one, exact * (1 + 1e-9));
    // A few of them by basic composition at most; more cost more, as they must.
    const double two = charged(step, 2, delta);
    EXPECT_GT(two, one);
    EXPECT_LE(two, 2.0 * charged(step, 1, delta / 2) * (1 + 1e-9));
    EXPECT_GE(charged(step, 10, delta), two);
}

TEST(SampledStep, IsNeverBelowTheLowerBoundOfManySteps) {
    for (const Step& step : steps) {
        const Composition composition = compositionOf(step, 3.0);
        EXPECT_GE(stepwiseEpsilon(composition, 1e-6), sampledStepEpsilon(step.rate, step.noise, 1e-6));
        EXPECT_GE(charged(step, 3, 1e-6) * (1 + 1e-12), charged(step, 1, 1e-6)) << step.rate;
    }
    Composition replace = compositionOf(steps.front());
    replace.adjacency = Adjacency::ReplaceOne;
    EXPECT_TRUE(std::isinf(stepwiseEpsilon(replace, 1e-6)));
}

} // namespace parsimony::accounting
