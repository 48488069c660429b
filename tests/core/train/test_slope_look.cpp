// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/train/trial_bench.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <span>

namespace parsimony::train {
namespace {

using compute::testing::norm;
using compute::testing::relativeDistance;
using testing::specFor;
using testing::Synthetic;
using testing::TrialBench;

constexpr SlopeLook kLook;

/// Rows whose labels say nothing of them.
Synthetic guessed(Synthetic s = Synthetic::make(400, 12, 4)) {
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

TrialSpec signalled(const Synthetic& s, std::uint32_t steps, double rate, const SignalLook& look) {
    TrialSpec spec = descentOf(s, steps, rate, false);
    spec.options.signalLook = look;
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

/// Stops the run at several steps, and sees it go on as if nothing had been.
void expectResumes(TrialBench& bench, const TrialPlan& plan) {
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
}

TEST(SlopeLook, GoesOnFromACheckpointWithinAPart) {
    TrialBench bench(guessed());
    const TrialPlan plan = exact(descentOf(bench.s, 20, 40000.0, true));
    expectResumes(bench, plan);
    EXPECT_LT(norm(bench.run(plan).model.parameters),
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

TEST(SignalLook, GoesOnFromACheckpoint) {
    TrialBench bench(guessed());
    expectResumes(bench, TrialPlan::forMu(signalled(bench.s, 20, 30.0, {}), Mu{1.0}));
}

TEST(SignalLook, ABeliefThatIsSureScalesTheWholePath) {
    TrialBench bench(guessed());
    const SignalLook half{.belief = 1.0, .beliefSd = 1e-9, .low = 0.5, .high = 1.5};
    const auto after = [&](const TrialSpec& spec) {
        return bench.run(TrialPlan::forMu(spec, Mu{1.0})).model.parameters;
    };
    EXPECT_LT(
        relativeDistance(after(signalled(bench.s, 10, 8.0, half)), after(descentOf(bench.s, 10, 4.0, false))),
        1e-6);
}

TEST(SignalLook, ChangesWhatEarlierStepsAdded) {
    TrialBench bench(Synthetic::make(400, 12, 4));
    const auto after = [&](const TrialSpec& spec) { return bench.run(exact(spec)).model.parameters; };
    // The first step believes in no signal, the second has seen what there is.
    const SignalLook look{.belief = 0.1, .cautious = 0.0};
    const auto first = after(descentOf(bench.s, 1, look.least, false));
    const auto second = after(descentOf(bench.s, 2, look.least, false));
    std::vector<double> expected = first;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        expected[i] = first[i] / look.least + (second[i] - first[i]) / look.least;
    }
    EXPECT_LT(relativeDistance(after(signalled(bench.s, 2, 1.0, look)), expected), 1e-6);
}

TEST(SignalLook, TellsLabelsThatSaySomethingFromThoseThatDoNot) {
    Synthetic told = Synthetic::make(1000, 40, 4);
    for (std::size_t i = 0; i < told.rows; ++i) { // its norms differ
        const std::span<float> row(told.x.data() + i * told.dim, told.dim);
        const auto length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0F));
        std::for_each(row.begin(), row.end(), [&](float& v) { v /= length; });
    }
    const auto shareOf = [](const Synthetic& s) {
        TrialBench bench(s);
        const double rate = 1.2 * 0.1 * 1000.0 / (0.1 * 40.0); // ν = 1.2: ν·μ·n/(c·T)
        const auto outcome = bench.run(TrialPlan::forMu(signalled(s, 40, rate, {}), Mu{0.1}));
        return outcome.state.find("signal")->back();
    };
    EXPECT_EQ(shareOf(told), 1.0);
    EXPECT_EQ(shareOf(guessed(told)), SignalLook().least);
}

TEST(SignalLook, TakesLessWhereGradientsDoNotTurn) {
    // Classes around means of norm 0.25, in noise of norm 1 whose spread in coordinate j falls as j^-decay.
    const auto drawn = [](double decay) {
        Synthetic s = Synthetic::make(3000, 200, 8);
        std::mt19937 random(4);
        std::normal_distribution<float> normal;
        std::vector<float> spread(s.dim);
        std::vector<float> means(std::size_t{8} * s.dim);
        for (std::size_t j = 0; j < s.dim; ++j) {
            spread[j] = static_cast<float>(std::pow(static_cast<double>(j) + 1.0, -decay));
        }
        const auto scaled = [](std::span<float> row, float length) {
            const float norm = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0F));
            std::for_each(row.begin(), row.end(), [&](float& v) { v *= length / norm; });
        };
        scaled(spread, 1.0F);
        for (std::size_t c = 0; c < 8; ++c) {
            const std::span<float> mean(means.data() + c * s.dim, s.dim);
            for (std::size_t j = 0; j < s.dim; ++j) {
                mean[j] = normal(random) * (decay > 0.0 ? spread[j] : 1.0F);
            }
            scaled(mean, 0.25F);
        }
        for (std::size_t i = 0; i < s.rows; ++i) {
            s.y[i] = static_cast<std::int32_t>(random() % 8);
            const std::span<float> row(s.x.data() + i * s.dim, s.dim);
            for (std::size_t j = 0; j < s.dim; ++j) {
                row[j] = means[static_cast<std::size_t>(s.y[i]) * s.dim + j] + normal(random) * spread[j];
            }
            scaled(row, 1.0F);
        }
        return s;
    };
    const auto factorOf = [&](double decay) {
        TrialBench bench(drawn(decay));
        const double rate = 0.6 * 0.6 * 3000.0 / (0.1 * 40.0); // ν = 0.6: ν·μ·n/(c·T)
        std::optional<double> factor;
        TrainControl control;
        control.checkpointSeconds = 0.0;
        control.checkpoint = [&](const TrainerState& state) {
            if (state.stepsDone == 39) { // after the last step the cap is gone
                factor = state.find("signal")->back();
            }
        };
        (void)bench.run(TrialPlan::forMu(signalled(bench.s, 40, rate, {}), Mu{0.6}), 0, {}, control);
        return factor.value();
    };
    EXPECT_LT(factorOf(0.0), 0.6) << "isotropic rows";
    EXPECT_EQ(factorOf(1.0), 1.0) << "a spectrum that decays";
}

TEST(SignalLook, IsInThePlanAndReadsBack) {
    const Synthetic s = guessed();
    EXPECT_FALSE(exact(descentOf(s, 5, 1.0, false)).toJson()["options"].contains("signal_look"));
    const SignalLook look{.caution = 1.5, .norm = 2.0, .biasShare = 0.02};
    const nlohmann::json json = exact(signalled(s, 5, 1.0, look)).toJson()["options"]["signal_look"];
    EXPECT_EQ(signalLookFromJson(json), look);
    nlohmann::json before = json;
    before.erase("turn");
    EXPECT_FALSE(signalLookFromJson(before).turn);
    for (const auto& [key, value] :
         {std::pair<const char*, double>{"early", 0.0}, {"from", 0.2}, {"belief_sd", 0.0}, {"high", 0.1}}) {
        nlohmann::json wrong = json;
        wrong["turn"].erase(key);
        EXPECT_ANY_THROW((void)signalLookFromJson(wrong)) << key;
        wrong["turn"][key] = value;
        EXPECT_ANY_THROW((void)signalLookFromJson(wrong)) << key;
    }
    for (const auto& [key, value] : {std::pair<const char*, nlohmann::json>{"belief_sd", 0.0},
                                     {"high", 0.1},
                                     {"least", 0.0},
                                     {"least", 1.5},
                                     {"norm", 0.0},
                                     {"bias_share", 1.0}}) {
        nlohmann::json wrong = json;
        wrong[key] = value;
        EXPECT_ANY_THROW((void)signalLookFromJson(wrong)) << key;
    }
}

} // namespace
} // namespace parsimony::train
