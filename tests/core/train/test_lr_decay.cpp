// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace parsimony::train {
namespace {

using testing::specFor;
using testing::Synthetic;
using testing::TrialBench;

constexpr std::array kFalling{LrDecay::Linear, LrDecay::Cosine};

TEST(LrDecay, HasKnownFactors) {
    for (std::uint32_t step = 0; step < 4; ++step) {
        EXPECT_EQ(decayFactor(LrDecay::None, step, 4), 1.0);
        EXPECT_EQ(decayFactor(LrDecay::Linear, step, 4), 1.75 - 0.5 * step);
    }
    EXPECT_NEAR(decayFactor(LrDecay::Cosine, 0, 2), 1.0 + std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(decayFactor(LrDecay::Cosine, 1, 2), 1.0 - std::sqrt(0.5), 1e-15);
}

TEST(LrDecay, KeepsTheTotalStepSizeAndFallsToZero) {
    for (const LrDecay decay : kFalling) {
        for (const std::uint32_t steps : {1U, 2U, 3U, 10U, 97U, 5000U}) {
            double sum = 0.0, before = largestFactor(decay);
            for (std::uint32_t step = 0; step < steps; ++step) {
                const double factor = decayFactor(decay, step, steps);
                EXPECT_GT(before, factor) << lrDecayName(decay) << " " << step << " of " << steps;
                before = factor;
                sum += factor;
            }
            EXPECT_NEAR(sum, steps, 1e-10 * steps) << lrDecayName(decay);
            EXPECT_GT(before, 0.0);
            EXPECT_LE(before, (1.0 + 1e-9) / steps);
        }
    }
}

/// The weights after each step, and last of all the model's, where rows bring nothing and noise all: noise
/// does not depend on where the weights are.
std::vector<std::vector<double>> walk(TrialBench& bench, TrialSpec spec, LrDecay decay) {
    spec.options.lrDecay = decay;
    std::vector<std::vector<double>> weights;
    TrainControl control;
    control.checkpointSeconds = 0.0;
    control.checkpoint = [&](const TrainerState& state) {
        if (weights.size() < state.stepsDone) { // a release before the first step is kept as well
            weights.push_back(*state.find("w"));
        }
    };
    const TrainOutcome outcome = bench.run(TrialPlan::forNoise(spec, NoiseMultiplier{5.0}), 0, {}, control);
    weights.resize(spec.steps);
    weights.back() = *outcome.state.find("w");
    weights.push_back(outcome.model.parameters);
    return weights;
}

TEST(LrDecay, ScalesTheStepsOfEveryTrainerWithALearningRate) {
    Synthetic s = Synthetic::make(200, 7, 3);
    std::fill(s.x.begin(), s.x.end(), 0.0F);
    TrialBench bench(std::move(s));
    for (const TrainerTraits* traits : allTrainers()) {
        if (!traits->stepSize) {
            continue;
        }
        TrialSpec spec = specFor(bench.s, traits->kind, 5, 0.1);
        spec.options.sampleRate = traits->sampleRate;
        const auto level = walk(bench, spec, LrDecay::None);
        ASSERT_EQ(level.size(), 6U);
        for (const LrDecay decay : kFalling) {
            const auto falling = walk(bench, spec, decay);
            for (std::uint32_t step = 0; step <= 5; ++step) {
                const double factor = decayFactor(decay, std::min(step, 4U), 5); // the free step: the last's
                for (std::size_t i = 0; i < level[step].size(); ++i) {
                    const double plain = level[step][i] - (step == 0 ? 0.0 : level[step - 1][i]);
                    const double scaled = falling[step][i] - (step == 0 ? 0.0 : falling[step - 1][i]);
                    ASSERT_NEAR(scaled, factor * plain, 1e-9 * (1.0 + std::abs(plain)))
                        << traits->name << " " << lrDecayName(decay) << " step " << step;
                }
            }
            EXPECT_NE(falling.front(), level.front()) << traits->name;
        }
    }
}

TEST(LrDecay, GoesOnWhereACheckpointStopped) {
    TrialBench bench(Synthetic::make(500, 12, 4));
    for (const TrainerKind kind : {TrainerKind::DpGd, TrainerKind::DpSgd, TrainerKind::DpAdam}) {
        for (const LrDecay decay : kFalling) {
            TrialSpec spec = specFor(bench.s, kind, 12, 0.3);
            spec.options.lrDecay = decay;
            const TrialPlan plan = TrialPlan::nonPrivate(spec);
            const TrainOutcome whole = bench.run(plan);
            std::stop_source stop;
            TrainControl control;
            control.stop = stop.get_token();
            control.checkpointSeconds = 0.0;
            control.checkpoint = [&](const TrainerState& state) {
                if (state.stepsDone >= 5) {
                    stop.request_stop();
                }
            };
            const TrainOutcome begun = bench.run(plan, 0, {}, control);
            ASSERT_EQ(begun.status, TrainStatus::Stopped);
            ASSERT_EQ(begun.state.stepsDone, 5U);
            const TrainOutcome resumed = bench.run(plan, 1, begun.state);
            EXPECT_EQ(resumed.model.parameters, whole.model.parameters) << trainerName(kind);
            EXPECT_EQ(resumed.record.releases, whole.record.releases);
        }
    }
}

TEST(LrDecay, CostsNothingAndIsNamedByPlansThatHaveIt) {
    const Synthetic s = Synthetic::make(100, 5, 2);
    TrialSpec spec = specFor(s, TrainerKind::DpGd, 10, 0.1);
    const TrialPlan level = TrialPlan::forMu(spec, Mu{0.5});
    spec.options.lrDecay = LrDecay::Linear;
    const TrialPlan falling = TrialPlan::forMu(spec, Mu{0.5});
    EXPECT_EQ(falling.events(), level.events());
    EXPECT_EQ(falling.noiseSd(), level.noiseSd());
    EXPECT_FALSE(level.toJson()["options"].contains("lr_decay")) << "digests of stored plans";
    EXPECT_EQ(falling.toJson()["options"]["lr_decay"], "linear");
}

TEST(LrDecay, IsRefusedWhereThereIsNoLearningRate) {
    const Synthetic s = Synthetic::make(100, 5, 2);
    for (const TrainerTraits* traits : allTrainers()) {
        TrialSpec spec = specFor(s, traits->kind, 1, traits->stepSize ? 0.1 : 0.0);
        EXPECT_NO_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{5.0})) << traits->name;
        spec.options.lrDecay = LrDecay::Cosine;
        if (traits->stepSize) {
            EXPECT_NO_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{5.0})) << traits->name;
        } else {
            EXPECT_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{5.0}), Error) << traits->name;
        }
    }
}

} // namespace
} // namespace parsimony::train
