// SPDX-License-Identifier: GPL-3.0-or-later
// Two models on halves of the records as one trial: what comes out is the mean of what two trials make.
#include "core/base/error.h"
#include "core/data/halves.h"
#include "core/train/logit_noise.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace parsimony::train {

namespace {

using testing::Synthetic;

constexpr std::size_t kHalvedRows = 120, kOneWidth = 7;

std::vector<std::uint8_t> everyThird() {
    std::vector<std::uint8_t> halves(kHalvedRows);
    for (std::size_t i = 0; i < kHalvedRows; i += 3) {
        halves[i] = 1;
    }
    return halves;
}

struct HalvesBench {
    Synthetic s = Synthetic::make(kHalvedRows, kOneWidth, 4);
    std::unique_ptr<compute::ComputeBackend> backend = compute::makeCpuBackend({2});
    std::unique_ptr<compute::ResidentData> data =
        backend->upload({data::inHalves(s.source(), everyThird()), s.y, s.classes});

    [[nodiscard]] TrialSpec spec(std::uint32_t steps = 12) const {
        TrialSpec spec = testing::specFor(s, TrainerKind::DpGd, steps, 2.0);
        spec.options.halves = true;
        return spec;
    }
    TrainOutcome run(const TrialPlan& plan, const std::optional<TrainerState>& from = {},
                     const TrainControl& control = {}) {
        return train(plan, *backend, *data, testing::TrialBench::noise(), from, control);
    }
    /// Trained on the rows of one half alone, all others zeros without a label.
    [[nodiscard]] TrainOutcome ofHalf(std::uint8_t half, TrialSpec spec) const {
        testing::TrialBench one(s);
        const auto halves = everyThird();
        for (std::size_t i = 0; i < kHalvedRows; ++i) {
            if (halves[i] != half) {
                std::fill_n(one.s.x.begin() + static_cast<std::ptrdiff_t>(i * kOneWidth), kOneWidth, 0.0F);
                one.s.y[i] = -1;
            }
        }
        one.data = one.s.upload(*one.backend);
        spec.options.halves = false;
        return one.run(TrialPlan::nonPrivate(spec));
    }
};

} // namespace

TEST(TwoHalves, AreTheMeanOfTwoModelsOfTheirOwnRecords) {
    HalvesBench bench;
    for (const Averaging averaging : {Averaging::None, Averaging::Ema, Averaging::Swa}) {
        TrialSpec spec = bench.spec();
        spec.options.averaging = averaging;
        spec.options.weightDecay = 0.01;
        const Model mean = bench.run(TrialPlan::nonPrivate(spec)).model;
        const Model first = bench.ofHalf(0, spec).model;
        const Model second = bench.ofHalf(1, spec).model;
        ASSERT_EQ(mean.head, first.head);
        ASSERT_EQ(mean.parameters.size(), first.parameters.size());
        double apart = 0.0;
        for (std::size_t i = 0; i < mean.parameters.size(); ++i) {
            EXPECT_NEAR(mean.parameters[i], 0.5 * (first.parameters[i] + second.parameters[i]), 1e-5);
            apart = std::max(apart, std::abs(first.parameters[i] - second.parameters[i]));
        }
        EXPECT_GT(apart, 0.1) << "else this shows nothing";
    }
}

TEST(TwoHalves, GoOnFromACheckpointToTheSameWeights) {
    HalvesBench bench;
    const TrialPlan plan = TrialPlan::nonPrivate(bench.spec());
    const TrainOutcome whole = bench.run(plan);
    std::stop_source stop;
    TrainControl control;
    control.stop = stop.get_token();
    control.checkpointSeconds = 0.0;
    control.checkpoint = [&](const TrainerState& state) {
        if (state.stepsDone > 0) {
            stop.request_stop();
        }
    };
    TrialSpec slow = bench.spec();
    slow.options.lrDecay = LrDecay::Linear; // step by step
    const TrialPlan falling = TrialPlan::nonPrivate(slow);
    const TrainOutcome begun = bench.run(falling, {}, control);
    ASSERT_EQ(begun.status, TrainStatus::Stopped);
    EXPECT_EQ(begun.state.find("w")->size(), 2 * begun.model.parameters.size());
    const TrainOutcome ended = bench.run(falling, TrainerState::deserialize(begun.state.serialize()));
    EXPECT_EQ(ended.status, TrainStatus::Finished);
    EXPECT_EQ(ended.model.parameters, bench.run(falling).model.parameters);
    EXPECT_EQ(whole.model.head, ended.model.head);
}

/// Rows of zeros: what the weights hold is noise alone, and that of the mean has the ν that was asked for.
TEST(TwoHalves, TheNoiseOfTheMeanIsWhatTheScaleSays) {
    const Synthetic s{64, 400, 100, std::vector<float>(64 * 400), std::vector<std::int32_t>(64)};
    const auto backend = compute::makeCpuBackend({2});
    const auto data =
        backend->upload({data::inHalves(s.source(), std::vector<std::uint8_t>(64)), s.y, s.classes});
    TrialSpec spec = testing::specFor(s, TrainerKind::DpGd, 30, 0.0);
    spec.options.halves = true;
    spec.options.maxGradNorm = 0.3;
    const StepScale scale = stepScaleOf(spec.options, 1.0, spec.publicRecords);
    spec.learningRate = learningRateFor(scale, 5.0, 30, 1.2);
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{5.0});
    EXPECT_NEAR(plan.logitNoise(1.0), 1.2, 1e-12);
    const Model mean = train(plan, *backend, *data, testing::TrialBench::noise()).model;
    double squares = 0.0;
    for (const double weight : mean.parameters) {
        squares += weight * weight;
    }
    // 40,000 weights: a standard error of 0.35 %; the seed is fixed.
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(mean.parameters.size())), 1.2, 0.015);
}

TEST(TwoHalves, CostWhatOneRunCosts) {
    const HalvesBench bench;
    TrialSpec spec = bench.spec();
    const TrialPlan both = TrialPlan::forMu(spec, Mu{0.5});
    spec.options.halves = false;
    const TrialPlan one = TrialPlan::forMu(spec, Mu{0.5});
    EXPECT_EQ(both.events(), one.events());
    EXPECT_EQ(both.noiseSd(), one.noiseSd());
    EXPECT_EQ(both.sensitivity(), one.sensitivity());
    EXPECT_EQ(both.headShape().dim, 2 * one.headShape().dim);
    EXPECT_TRUE(both.toJson()["options"]["halves"].get<bool>());
    EXPECT_FALSE(one.toJson()["options"].contains("halves")) << "plans of before do not name it";
}

TEST(TwoHalves, RefuseWhatTheMeanOfTwoLinearModelsIsNot) {
    const HalvesBench bench;
    const std::function<void(TrainerOptions&)> changes[] = {
        [](TrainerOptions& o) { o.trainer = TrainerKind::DpSgd; },
        [](TrainerOptions& o) { o.trainer = TrainerKind::DpAdam; },
        [](TrainerOptions& o) {
            o.head = {HeadKind::Sequence, 0, 7};
        },
        [](TrainerOptions& o) { o.bias = true; },
        [](TrainerOptions& o) { o.init = InitKind::He; },
        [](TrainerOptions& o) { o.slopeLook.emplace(); },
    };
    for (const auto& change : changes) {
        TrialSpec spec = bench.spec();
        change(spec.options);
        EXPECT_THROW((void)TrialPlan::forMu(spec, Mu{0.5}), Error);
    }
    const testing::TrialBench narrow(bench.s); // rows as they are
    EXPECT_THROW((void)train(TrialPlan::forMu(bench.spec(), Mu{0.5}), *narrow.backend, *narrow.data,
                             testing::TrialBench::noise()),
                 Error);
}

} // namespace parsimony::train
