// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/train/trial_plan.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <random>

namespace parsimony::train {
namespace {

TrialSpec sampleSpec() {
    TrialSpec spec;
    spec.learningRate = 0.5;
    spec.steps = 50;
    spec.publicRecords = 40000;
    spec.dim = 384;
    spec.classes = 26;
    return spec;
}

TEST(TrialPlan, NeverCostsMoreThanAskedAndHardlyLess) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-4.0, 2.0);
    const TrainerKind kinds[] = {TrainerKind::DpGd,        TrainerKind::DpAdam, TrainerKind::DpLs,
                                 TrainerKind::DpNewton,    TrainerKind::DpFc,   TrainerKind::DpZo,
                                 TrainerKind::DpPrototypes};
    for (int i = 0; i < 3000; ++i) {
        TrialSpec spec = sampleSpec();
        spec.options.trainer = kinds[i % std::size(kinds)];
        spec.options.loss = spec.options.trainer == TrainerKind::DpNewton ? Loss::Sigmoid : Loss::Softmax;
        spec.options.maxGradNorm = std::pow(10.0, exponent(random) / 2);
        spec.options.bias = i % 2 == 0;
        spec.adjacency = i % 3 == 0 ? Adjacency::ReplaceOne : Adjacency::AddOrRemoveOne;
        spec.rowsPerPerson = 1 + i % 5;
        spec.steps = traitsOf(spec.options.trainer).oneStep ? 1 : 1 + i % 117;
        const Mu mu{std::pow(10.0, exponent(random))};
        const TrialPlan plan = TrialPlan::forMu(spec, mu);
        EXPECT_LE(plan.mu(), mu);
        EXPECT_GE(plan.mu().value(), mu.value() * (1 - 1e-13));
        long double squares = 0;
        for (const PrivacyEvent& event : plan.events()) {
            const long double z = event.asGaussian()->noiseMultiplier.value();
            squares += event.count() / (z * z);
        }
        EXPECT_LE(std::sqrt(squares), static_cast<long double>(mu.value()));
    }
}

TEST(TrialPlan, NoiseMultiplierIsNoisePerClipAndTheEventDividesBySensitivity) {
    TrialSpec spec = sampleSpec();
    spec.options.maxGradNorm = 0.3;
    spec.adjacency = Adjacency::ReplaceOne;
    spec.rowsPerPerson = 3;
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{12.0});
    EXPECT_DOUBLE_EQ(plan.noiseSd(), 12.0 * 0.3);
    EXPECT_DOUBLE_EQ(plan.sensitivity().value(), 2 * 3 * 0.3 * (1 + compute::kArithmeticSlack));
    EXPECT_DOUBLE_EQ(plan.eventMultiplier().value(), 12.0 * 0.3 / plan.sensitivity().value());
    EXPECT_EQ(plan.events().size(), 1U);
    EXPECT_EQ(plan.events()[0].count(), 50U);
}

TEST(TrialPlan, SecondOrderSensitivitiesFollowTheAdjacency) {
    TrialSpec spec = sampleSpec();
    spec.options.trainer = TrainerKind::DpNewton;
    spec.options.loss = Loss::Sigmoid;
    spec.options.bias = true;
    spec.options.maxGradNorm = 2.0;
    spec.steps = 3;
    const double slack = 1 + compute::kArithmeticSlack;
    const TrialPlan added = TrialPlan::forMu(spec, Mu{0.5});
    EXPECT_NEAR(added.release(ReleaseKind::Hessian).sensitivity.value(), std::sqrt(26.0) * 0.25 * 4.0 * slack,
                1e-12);
    EXPECT_NEAR(added.release(ReleaseKind::Gradient).sensitivity.value(), std::sqrt(26.0 * 4.0) * slack,
                1e-12);
    spec.adjacency = Adjacency::ReplaceOne;
    const TrialPlan replaced = TrialPlan::forMu(spec, Mu{0.5});
    EXPECT_NEAR(replaced.release(ReleaseKind::Hessian).sensitivity.value(),
                std::sqrt(2.0 * 26.0) * 0.25 * 4.0 * slack, 1e-12);
    EXPECT_NEAR(replaced.release(ReleaseKind::Gradient).sensitivity.value(),
                2 * std::sqrt(26.0 * 4.0) * slack, 1e-12);
}

TEST(TrialPlan, SampledTrialsYieldSampledEventsAndNoExactMu) {
    TrialSpec spec = sampleSpec();
    spec.options.trainer = TrainerKind::DpSgd;
    spec.options.sampleRate = 0.01;
    EXPECT_THROW((void)TrialPlan::forMu(spec, Mu{1.0}), Error);
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1.5});
    ASSERT_NE(plan.events()[0].asPoissonSampled(), nullptr);
    EXPECT_EQ(plan.events()[0].asPoissonSampled()->sampleRate.value(), 0.01);
    EXPECT_THROW((void)plan.mu(), Error);
    spec.rowsPerPerson = 2;
    EXPECT_THROW((void)TrialPlan::forNoise(spec, NoiseMultiplier{1.5}), Error);
}

TEST(TrialPlan, JsonIsCanonicalAndHoldsWhatIsCharged) {
    TrialSpec spec = sampleSpec();
    spec.options.ridge = 0.25;
    spec.options.head = {HeadKind::Sequence, 0, 4};
    spec.options.averaging = Averaging::Swa;
    const TrialPlan plan = TrialPlan::forMu(spec, Mu{0.37});
    const nlohmann::json json = plan.toJson();
    EXPECT_EQ(TrialPlan::forMu(spec, Mu{0.37}).toJson().dump(), json.dump());
    EXPECT_EQ(json["arithmetic_slack"], compute::kArithmeticSlack);
    EXPECT_EQ(json["noise_multiplier"], plan.noiseMultiplier().value());
    EXPECT_EQ(json["releases"][0]["noise_sd"], plan.noiseSd());
    EXPECT_EQ(json["releases"][0]["sensitivity"], plan.sensitivity().value());
    EXPECT_EQ(json["options"]["head"], "sequence:4");
}

TEST(TrialPlan, LogitNoiseMatchesTheClosedForm) {
    TrialSpec spec = sampleSpec();
    spec.steps = 10;
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{20.0});
    double squares = 0;
    for (int s = 2; s <= 11; ++s) {
        const double a = (1 - std::pow(0.9, s)) / 0.1;
        squares += a * a;
    }
    EXPECT_NEAR(plan.logitNoise(1.0), 20.0 * 0.5 * std::sqrt(squares) / 40000, 1e-15);
}

TEST(TrialPlan, BadOptionsAreRefused) {
    const auto throws = [](auto change) {
        TrialSpec spec = sampleSpec();
        change(spec);
        EXPECT_THROW((void)TrialPlan::forMu(spec, Mu{1.0}), Error);
    };
    throws([](TrialSpec& s) { s.options.maxGradNorm = 0; });
    throws([](TrialSpec& s) { s.options.maxGradNorm = INFINITY; });
    throws([](TrialSpec& s) { s.options.maxGradNorm = NAN; });
    throws([](TrialSpec& s) { s.options.momentum = 1.0; });
    throws([](TrialSpec& s) { s.options.sampleRate = 0.5; }); // dp-gd reads every record
    throws([](TrialSpec& s) { s.steps = 0; });
    throws([](TrialSpec& s) { s.classes = 100001; });
    throws([](TrialSpec& s) { s.learningRate = NAN; });
    throws([](TrialSpec& s) { s.options.trainer = TrainerKind::DpNewton; }); // softmax
    throws([](TrialSpec& s) { s.options.head = {HeadKind::Sequence, 0, 5}; });
    for (const double mu : {0.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY), 1e-310}) {
        EXPECT_THROW((void)TrialPlan::forMu(sampleSpec(), Mu{mu}), Error) << mu;
    }
}

TEST(TrialPlan, NonPrivateTwinHasNoEvents) {
    const TrialPlan plan = TrialPlan::nonPrivate(sampleSpec());
    EXPECT_EQ(plan.noiseSd(), 0.0);
    EXPECT_THROW((void)plan.events(), Error);
    EXPECT_EQ(plan.toJson()["private"], false);
}

TEST(CountPlan, CalibratesFromBelowInBothDirections) {
    for (const double mu : {1e-3, 0.02, 0.7, 5.0}) {
        for (const std::uint32_t counts : {1U, 3U, 17U}) {
            const CountPlan plan = CountPlan::forMu(Mu{mu}, counts, 2);
            EXPECT_LE(plan.mu(), Mu{mu});
            EXPECT_NEAR(plan.noiseSd(), 2 * std::sqrt(counts) / mu, 1e-9 * plan.noiseSd());
            EXPECT_TRUE(CountPlan::fromJson(plan.toJson()) == plan);
            nlohmann::json edited = plan.toJson();
            edited["surprise"] = 1;
            EXPECT_THROW((void)CountPlan::fromJson(edited), Error);
        }
    }
    EXPECT_THROW((void)CountPlan::forMu(Mu{0.0}), Error);
}

TEST(MeanPlan, ChargesTheNormBound) {
    const MeanPlan plan = MeanPlan::forMu(Mu{0.2}, 1.5, 384, 40000, Adjacency::ReplaceOne, 2);
    EXPECT_LE(plan.mu(), Mu{0.2});
    EXPECT_NEAR(plan.release().sensitivity.value(), 6.0 * (1 + compute::kArithmeticSlack), 1e-12);
    EXPECT_EQ(MeanPlan::fromJson(plan.toJson()).toJson(), plan.toJson());
    for (const char* key : {"rows_per_person", "arithmetic_slack", "sensitivity", "version"}) {
        nlohmann::json edited = plan.toJson();
        edited[key] = edited[key].get<double>() * 2;
        EXPECT_THROW((void)MeanPlan::fromJson(edited), Error) << key;
    }
}

} // namespace
} // namespace parsimony::train
