// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/train/logit_noise.h"
#include "core/train/trainer.h"
#include "core/train/trial_plan.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace parsimony::train {
namespace {

double factorOf(LrDecay decay, int step, int steps) {
    return decayFactor(decay, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(steps));
}

/// The recursion of DP-GD itself, run once for the noise of each step in turn: how far a unit noise at step t
/// moves the final weights. The squares add up, since the noises are independent.
double simulatedGain(double momentum, int steps, bool freeStep, LrDecay decay = LrDecay::None) {
    double sum = 0.0;
    for (int noisy = 0; noisy < steps; ++noisy) {
        double v = 0.0;
        double w = 0.0;
        for (int step = 0; step < steps; ++step) {
            v = momentum * v + (step == noisy ? 1.0 : 0.0);
            w -= factorOf(decay, step, steps) * v;
        }
        if (freeStep) {
            v *= momentum;
            w -= factorOf(decay, steps - 1, steps) * v;
        }
        sum += w * w;
    }
    return std::sqrt(sum);
}

/// Trains on rows without features, so that the weights hold noise and nothing else: their standard
/// deviation is ν of a row of norm 1. Many classes and features make it a sample of 40,000.
double simulatedNu(TrainerKind kind, std::uint32_t steps, LrDecay decay = LrDecay::None) {
    testing::Synthetic s = testing::Synthetic::make(64, 400, 100);
    std::fill(s.x.begin(), s.x.end(), 0.0F);
    testing::TrialBench bench(std::move(s));
    TrialSpec spec = testing::specFor(bench.s, kind, steps, 0.1);
    spec.options.lrDecay = decay;
    const TrainOutcome outcome = bench.run(TrialPlan::forNoise(spec, NoiseMultiplier{5.0}));
    double squares = 0.0;
    for (const double w : outcome.model.parameters) {
        squares += w * w;
    }
    return std::sqrt(squares / static_cast<double>(outcome.model.parameters.size()));
}

} // namespace

TEST(LogitNoise, GainIsWhatTheRecursionDoes) {
    for (const double momentum : {0.0, 0.5, 0.9, 0.99}) {
        for (const int steps : {1, 2, 10, 100}) {
            for (const bool freeStep : {false, true}) {
                for (const LrDecay decay : {LrDecay::None, LrDecay::Linear, LrDecay::Cosine}) {
                    const double expected = simulatedGain(momentum, steps, freeStep, decay);
                    EXPECT_NEAR(stepGain(momentum, static_cast<std::uint32_t>(steps), freeStep, decay).noise,
                                expected, 1e-12 * expected)
                        << momentum << " " << steps << " " << freeStep << " " << lrDecayName(decay);
                }
            }
        }
    }
}

TEST(LogitNoise, GivesTheMeasuredLearningRateOfTheSample) {
    // The recommended run on the sample: c 0.3, ν 1.2, T 100 at ε = 1; μ 0.2680511 → σ = √100/μ.
    StepScale scale;
    scale.clip = 0.3;
    scale.publicRecords = 40000;
    const double sigma = 10.0 / 0.26805;
    const double rate = learningRateFor(scale, sigma, 100, 1.2);
    EXPECT_NEAR(nuOf(scale, sigma, 100, rate), 1.2, 1e-12);
    EXPECT_NEAR(rate, 1.2 * 40000 / (0.3 * sigma * simulatedGain(0.9, 100, true)), 1e-9 * rate);
}

TEST(LogitNoise, SamplingDividesAndAdamForgetsTheNoise) {
    StepScale scale;
    scale.publicRecords = 1000;
    StepScale sampled = scale;
    sampled.sampleRate = 0.1;
    EXPECT_NEAR(nuOf(sampled, 2.0, 20, 0.5), 10.0 * nuOf(scale, 2.0, 20, 0.5), 1e-12);
    StepScale adam = scale;
    adam.rule = ScaleRule::Adam;
    adam.rowNorm = 2.0;
    EXPECT_DOUBLE_EQ(nuOf(adam, 123.0, 25, 0.1), 2.0 * 0.1 * adamNoiseGain(25, 0.9));
    EXPECT_DOUBLE_EQ(learningRateFor(adam, 7.0, 25, 1.0), 0.5 / adamNoiseGain(25, 0.9));
    // Plans that were made before the momentum was counted keep their step sizes.
    adam.rule = ScaleRule::AdamRootSteps;
    EXPECT_DOUBLE_EQ(nuOf(adam, 123.0, 25, 0.1), 2.0 * 0.1 * 5.0);
    EXPECT_DOUBLE_EQ(learningRateFor(adam, 7.0, 25, 1.0), 0.1);
}

TEST(LogitNoise, IsWhatTrainersMakeOfNoiseAlone) {
    for (const std::uint32_t steps : {5U, 10U, 50U, 100U}) {
        for (const TrainerKind kind : {TrainerKind::DpGd, TrainerKind::DpAdam, TrainerKind::DpAdamWosm}) {
            TrialSpec spec = testing::specFor(testing::Synthetic::make(64, 400, 100), kind, steps, 0.1);
            const double nu = TrialPlan::forNoise(spec, NoiseMultiplier{5.0}).logitNoise(1.0);
            const double simulated = simulatedNu(kind, steps);
            // Adam's second moment is itself an estimate of few steps: 3 % at T = 5. √T is 10 % off at T
            // = 50.
            EXPECT_NEAR(nu, simulated, 0.035 * simulated) << trainerName(kind) << " " << steps;
            for (const LrDecay decay : {LrDecay::Linear, LrDecay::Cosine}) {
                if (!traitsOf(kind).stepSize) {
                    continue;
                }
                spec.options.lrDecay = decay;
                const double falling = TrialPlan::forNoise(spec, NoiseMultiplier{5.0}).logitNoise(1.0);
                EXPECT_NEAR(falling, simulatedNu(kind, steps, decay), 0.035 * falling)
                    << trainerName(kind) << " " << steps << " " << lrDecayName(decay);
            }
        }
    }
}

TEST(LogitNoise, RefusesWhatHasNoScale) {
    StepScale scale;
    scale.rowNorm.reset();
    EXPECT_THROW((void)learningRateFor(scale, 1.0, 10, 1.0), Error);
    EXPECT_THROW((void)stepGain(1.0, 10, true), Error);
    EXPECT_THROW((void)stepGain(0.9, 0, true), Error);
    EXPECT_THROW((void)nuOf(StepScale{}, std::numeric_limits<double>::quiet_NaN(), 10, 1.0), Error);
    EXPECT_THROW((void)learningRateFor(StepScale{}, 1.0, 10, 0.0), Error);
}

} // namespace parsimony::train
