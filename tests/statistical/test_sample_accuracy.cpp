// SPDX-License-Identifier: GPL-3.0-or-later
// What each trainer reaches on the bundled sample at ε = 1, δ = 1e-5 (μ = 0.26805), with fixed public seeds.
#include "core/data/part.h"
#include "core/privacy/accountant.h"
#include "core/train/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace parsimony::train {
namespace {

constexpr double kMu = 0.268051; // of (1, 1e-5), rounded down

class Sample : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        s_train = load("train");
        s_test = load("test");
        s_backend = compute::makeCpuBackend();
    }
    static void TearDownTestSuite() {
        s_train = {};
        s_test = {};
        s_backend.reset();
    }

    static data::LoadedPart load(const std::string& part) {
        const std::string file = std::string(PARSIMONY_SAMPLES) + "/wordnet-nouns.npz:";
        data::LoadOptions options;
        options.classes = 26;
        return data::loadPart({file + "x_" + part, file + "y_" + part}, options);
    }

    static std::unique_ptr<compute::ResidentData> upload(const data::LoadedPart& part, Precision precision) {
        return s_backend->upload({part.features, part.labels, 26, precision, 0});
    }

    static TrialSpec spec(TrainerKind kind, std::uint32_t steps) {
        TrialSpec spec;
        spec.options.trainer = kind;
        spec.steps = steps;
        spec.publicRecords = 40000;
        spec.dim = 384;
        spec.classes = 26;
        return spec;
    }

    /// η from the logit noise ν of rows of norm 1.
    static TrialPlan withNoise(TrialSpec spec, double nu) {
        spec.learningRate = 1.0;
        spec.learningRate = nu / TrialPlan::forMu(spec, Mu{kMu}).logitNoise(1.0);
        return TrialPlan::forMu(spec, Mu{kMu});
    }

    static double accuracy(const TrialPlan& plan, Precision precision = Precision::Float32) {
        const auto noise = compute::NoiseSource::seeded(compute::PublicDataSeed{1}, 1, 0);
        const TrainOutcome outcome = train(plan, *s_backend, *upload(s_train, precision), noise);
        const auto counts = exactCounts(outcome.model, *s_backend, *upload(s_test, precision));
        return static_cast<double>(counts.total) / 80.0;
    }

    static data::LoadedPart s_train, s_test;
    static std::unique_ptr<compute::ComputeBackend> s_backend;
};
data::LoadedPart Sample::s_train;
data::LoadedPart Sample::s_test;
std::unique_ptr<compute::ComputeBackend> Sample::s_backend;

TEST_F(Sample, DpGdWithUnitNoiseInBothPrecisions) {
    TrialSpec gd = spec(TrainerKind::DpGd, 100);
    gd.options.maxGradNorm = 0.3;
    const double full = accuracy(withNoise(gd, 1.2));
    EXPECT_GE(full, 75.2);
    gd.options.precision = Precision::Bfloat16;
    EXPECT_NEAR(accuracy(withNoise(gd, 1.2), Precision::Bfloat16), full, 0.2);
}

TEST_F(Sample, DpAdamAndItsParameterFreeTwin) {
    EXPECT_GE(accuracy(withNoise(spec(TrainerKind::DpAdam, 50), 1.0)), 74.0);
    EXPECT_GE(accuracy(TrialPlan::forMu(spec(TrainerKind::DpAdamWosm, 50), Mu{kMu})), 73.0);
}

TEST_F(Sample, DpSgdAtItsBestOfASmallGrid) {
    TrialSpec sgd = spec(TrainerKind::DpSgd, 100);
    sgd.options.sampleRate = 0.2;
    double best = 0.0;
    for (const double rate : {5.0, 9.0}) {
        sgd.learningRate = rate;
        const TrialPlan plan = TrialPlan::forNoise(sgd, NoiseMultiplier{7.67});
        EXPECT_LE(chargedEpsilon(plan.events(), Delta{1e-5}).value, 1.0);
        best = std::max(best, accuracy(plan));
    }
    EXPECT_GE(best, 73.0);
}

TEST_F(Sample, DpNewton) {
    TrialSpec newton = spec(TrainerKind::DpNewton, 3);
    newton.options.loss = Loss::Sigmoid;
    newton.options.bias = true;
    newton.options.initBias = -3.0;
    EXPECT_GE(accuracy(TrialPlan::forMu(newton, Mu{kMu})), 62.0);
}

TEST_F(Sample, DpLeastSquares) {
    EXPECT_GE(accuracy(TrialPlan::forMu(spec(TrainerKind::DpLs, 1), Mu{kMu})), 69.0);
}

TEST_F(Sample, DpFeatureCovariance) {
    EXPECT_GE(accuracy(TrialPlan::forMu(spec(TrainerKind::DpFc, 30), Mu{kMu})), 73.0);
}

} // namespace
} // namespace parsimony::train
