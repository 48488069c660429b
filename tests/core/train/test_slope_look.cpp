// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

namespace parsimony::train {
namespace {

using compute::testing::norm;
using compute::testing::relativeDistance;
using testing::specFor;
using testing::Synthetic;
using testing::TrialBench;

constexpr SlopeLook kLook;

/// Rows whose labels say nothing of them.
Synthetic guessed() {
    Synthetic s = Synthetic::make(400, 12, 4);
    std::mt19937 random(9);
    for (std::int32_t& label : s.y) {
        label = static_cast<std::int32_t>(random() % 4);
    }
    return s;
}

TrialSpec descentOf(const Synthetic& s, std::uint32_t steps, double rate, bool looks) {
    TrialSpec spec = specFor(s, TrainerKind::DpGd, steps, rate);
    spec.options.maxGradNorm = 0.1;
    spec.options.momentum = 0.0;
    if (looks) {
        spec.options.slopeLook = kLook;
    }
    return spec;
}

/// As good as no noise: the sign of every slope is sure.
TrialPlan exact(const TrialSpec& spec) {
    return TrialPlan::forMu(spec, Mu{1e12});
}

TEST(SlopeLook, PullsWeightsBackToWhereTheyStarted) {
    TrialBench bench(guessed());
    TrialSpec spec = descentOf(bench.s, 2, 40000.0, false);
    spec.options.init = InitKind::He;
    const auto after = [&](std::uint32_t steps, bool looks) {
        TrialSpec asked = spec;
        asked.steps = steps;
        if (looks) {
            asked.options.slopeLook = SlopeLook{.parts = 2};
        }
        return bench.run(exact(asked)).model.parameters;
    };
    TrialSpec still = spec;
    still.learningRate = 1e-12;
    const auto start = bench.run(exact(still)).model.parameters;
    // The second gradient is taken where the first step led; the pull shortens both.
    std::vector<double> expected = after(2, false);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        expected[i] = start[i] + kLook.factor * (expected[i] - start[i]);
    }
    const auto pulled = after(2, true);
    EXPECT_LT(relativeDistance(pulled, expected), 1e-9);
    EXPECT_GT(relativeDistance(pulled, after(2, false)), 0.1);
    EXPECT_EQ(after(1, true), after(1, false)) << "nothing was added before the first step";
}

TEST(SlopeLook, LeavesStepsThatLabelsSupport) {
    TrialBench bench(Synthetic::make(400, 12, 4));
    for (const double mu : {1e12, 1.0}) {
        const auto looked = bench.run(TrialPlan::forMu(descentOf(bench.s, 20, 1.0, true), Mu{mu}));
        const auto plain = bench.run(TrialPlan::forMu(descentOf(bench.s, 20, 1.0, false), Mu{mu}));
        EXPECT_EQ(looked.model.parameters, plain.model.parameters) << mu;
    }
}

TEST(SlopeLook, GoesOnFromACheckpointWithinAPart) {
    TrialBench bench(guessed());
    const TrialPlan plan = exact(descentOf(bench.s, 20, 40000.0, true));
    const TrainOutcome whole = bench.run(plan);
    for (const std::uint32_t at : {1U, 6U, 8U, 19U}) {
        std::stop_source stop;
        std::optional<TrainerState> kept;
        TrainControl control;
        control.stop = stop.get_token();
        control.checkpointSeconds = 0.0;
        control.checkpoint = [&](const TrainerState& state) {
            if (state.stepsDone == at) {
                kept = TrainerState::deserialize(state.serialize());
                stop.request_stop();
            }
        };
        (void)bench.run(plan, 0, {}, control);
        ASSERT_TRUE(kept);
        const TrainOutcome resumed = bench.run(plan, 0, kept); // with the noise that the whole run had
        EXPECT_EQ(resumed.model.parameters, whole.model.parameters) << at;
    }
    EXPECT_LT(norm(whole.model.parameters),
              0.5 * norm(bench.run(exact(descentOf(bench.s, 20, 40000.0, false))).model.parameters));
}

TEST(SlopeLook, IsInThePlanAndReadsBack) {
    const Synthetic s = guessed();
    EXPECT_FALSE(exact(descentOf(s, 5, 1.0, false)).toJson()["options"].contains("slope_look"));
    const nlohmann::json json = exact(descentOf(s, 5, 1.0, true)).toJson()["options"]["slope_look"];
    EXPECT_EQ(slopeLookFromJson(json), kLook);
    for (const auto& [key, value] : {std::pair<const char*, nlohmann::json>{"parts", 0},
                                     {"parts", 1e30},
                                     {"belief_sd", 0.0},
                                     {"factor", 0.0},
                                     {"factor", 1.5}}) {
        nlohmann::json wrong = json;
        wrong[key] = value;
        EXPECT_ANY_THROW((void)slopeLookFromJson(wrong)) << key;
    }
}

} // namespace
} // namespace parsimony::train
