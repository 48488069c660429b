// SPDX-License-Identifier: GPL-3.0-or-later
// PRIVACY rule 13: the noise of every trainer's releases, read back from what the trainer made of it. Rows of
// zeros give no signal, so that what is left is noise. Seeds are fixed: a test that passes keeps passing.
#include "core/train/training_run.h"
#include "tests/core/train/trial_bench.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace parsimony::train {
namespace {

using testing::specFor;
using testing::Synthetic;
using testing::TrialBench;

constexpr double kSigma = 3.0;
constexpr double kRidge = 1e9; // so large that a noisy matrix beside it does not count

Synthetic zeros(std::size_t rows, std::size_t dim, std::uint32_t classes) {
    Synthetic s = Synthetic::make(rows, dim, classes);
    std::fill(s.x.begin(), s.x.end(), 0.0F);
    return s;
}

double meanSquare(const std::vector<double>& values, double scale) {
    double squares = 0;
    for (const double v : values) {
        squares += v * scale * v * scale;
    }
    return squares / static_cast<double>(values.size());
}

/// The noise of the gradient sum that a one-step trial added, as it can be read from its outcome.
std::vector<double> gradientNoise(const TrialPlan& plan, const TrainOutcome& outcome) {
    const double n = plan.spec().publicRecords * plan.sampleRate().value();
    const TrainerKind kind = plan.options().trainer;
    if (kind == TrainerKind::DpAdam || kind == TrainerKind::DpAdamWosm) {
        std::vector<double> noise = *outcome.state.find("m"); // (1 − β₁)·gradient
        for (double& v : noise) {
            v *= n / (1.0 - TrainerNumbers{}.adamBeta1);
        }
        return noise;
    }
    double factor = n / plan.learningRate();
    if (kind == TrainerKind::DpFc) {
        factor *= kRidge / plan.release(ReleaseKind::Gram).clip; // P = n·c²/λ, λ = ridge·n
    } else if (kind == TrainerKind::DpNewton || kind == TrainerKind::DpLs) {
        factor = kRidge * plan.spec().publicRecords; // θ = b/λ, and −g/λ after one step
    }
    std::vector<double> noise = outcome.model.parameters;
    for (double& v : noise) {
        v *= factor;
    }
    return noise;
}

TEST(NoiseLaw, GradientsAndClassSumsHaveSigmaTimesClip) {
    // 260,000 draws: one percent is 3.6 standard errors.
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        TrialBench large(zeros(8, 1000, 260), precision);
        TrialBench square(zeros(8, 16, 16'250), precision); // what inverts a d × d matrix wants d small
        for (const TrainerKind kind : {TrainerKind::DpGd, TrainerKind::DpSgd, TrainerKind::DpAdam,
                                       TrainerKind::DpAdamWosm, TrainerKind::DpFc, TrainerKind::DpLs}) {
            const bool inverts = kind == TrainerKind::DpFc || kind == TrainerKind::DpLs;
            TrialBench& bench = inverts ? square : large;
            for (const double clip : {0.1, 1.0, 10.0}) {
                TrialSpec spec = specFor(bench.s, kind, 1, 1.0);
                spec.options.precision = precision;
                spec.options.maxGradNorm = clip;
                spec.options.freeStep = false;
                spec.options.ridge = kRidge;
                spec.options.sampleRate = kind == TrainerKind::DpSgd ? 0.25 : 1.0;
                const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{kSigma});
                const TrainOutcome outcome = bench.run(plan);
                const ReleaseKind release =
                    kind == TrainerKind::DpLs ? ReleaseKind::ClassSums : ReleaseKind::Gradient;
                const double sd = plan.release(release).noiseSd;
                EXPECT_NEAR(meanSquare(gradientNoise(plan, outcome), 1.0 / sd), 1.0, 0.01)
                    << trainerName(kind) << " clip " << clip;
                if (!inverts) {
                    EXPECT_DOUBLE_EQ(sd, kSigma * clip);
                }
                for (const TrainRecord::Release& done : outcome.record.releases) {
                    EXPECT_EQ(done.noiseSd, plan.release(done.kind).noiseSd);
                }
            }
        }
    }
}

TEST(NoiseLaw, NewtonsGradientsHaveThePlansNoise) {
    TrialBench bench(zeros(8, 8, 8'000));
    for (const double clip : {0.1, 1.0, 10.0}) {
        TrialSpec spec = specFor(bench.s, TrainerKind::DpNewton, 1, 0.0);
        spec.options.maxGradNorm = clip;
        spec.options.ridge = kRidge;
        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{kSigma});
        const double sd = plan.release(ReleaseKind::Gradient).noiseSd;
        // 64,000 draws: two percent is 3.6 standard errors.
        EXPECT_NEAR(meanSquare(gradientNoise(plan, bench.run(plan)), 1.0 / sd), 1.0, 0.02) << clip;
        EXPECT_NEAR(plan.release(ReleaseKind::Gradient).sensitivity.value(),
                    std::sqrt(8000.0) * clip * (1 + compute::kArithmeticSlack), 1e-7 * clip);
    }
}

/// The matrices: sd on the diagonal and sd/√2 beside it, symmetric, for the trainers' Gram and Hessians.
TEST(NoiseLaw, SymmetricReleasesHaveTheSameNoiseOnEveryCoordinate) {
    constexpr std::size_t size = 300;
    TrialBench bench(zeros(8, size, 3));
    const std::pair<TrainerKind, ReleaseKind> matricesOf[] = {{TrainerKind::DpLs, ReleaseKind::Gram},
                                                              {TrainerKind::DpLs, ReleaseKind::ClassGrams},
                                                              {TrainerKind::DpFc, ReleaseKind::Gram},
                                                              {TrainerKind::DpNewton, ReleaseKind::Hessian}};
    for (const auto& [kind, release] : matricesOf) {
        for (const double clip : {0.1, 1.0, 10.0}) {
            TrialSpec spec = specFor(bench.s, kind, 1, 0.1);
            spec.options.maxGradNorm = clip;
            if (release == ReleaseKind::ClassGrams) {
                spec.options.alpha = 0.5;
            }
            const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{kSigma});
            const TrainControl control;
            const compute::NoiseSource noise = TrialBench::noise();
            TrainingRun run(plan, *bench.backend, *bench.data, noise, {}, control, {});
            std::vector<double> matrices(3 * size * size);
            run.releaseSymmetric(release, DrawKind::Gram, matrices, size);
            std::vector<double> diagonal, pairs;
            for (std::size_t m = 0; m < 3; ++m) {
                for (std::size_t j = 0; j < size; ++j) {
                    diagonal.push_back(matrices[(m * size + j) * size + j]);
                    for (std::size_t k = j + 1; k < size; ++k) {
                        pairs.push_back(matrices[(m * size + j) * size + k]);
                        ASSERT_EQ(pairs.back(), matrices[(m * size + k) * size + j]);
                    }
                }
            }
            const double sd = plan.release(release).noiseSd;
            EXPECT_NEAR(meanSquare(pairs, std::sqrt(2.0) / sd), 1.0, 0.01); // 134,550 draws
            EXPECT_NEAR(meanSquare(diagonal, 1.0 / sd), 1.0, 5 * std::sqrt(2.0 / 900));
        }
    }
}

/// DP-FC end to end: its preconditioner, inverted again, is the Gram matrix with the plan's noise.
TEST(NoiseLaw, TheCovarianceThatPreconditionsIsNoisy) {
    constexpr std::size_t dim = 96, copies = 20;
    Synthetic s = zeros(dim * copies, dim, 2);
    for (std::size_t i = 0; i < s.rows; ++i) {
        s.x[i * dim + i % dim] = 100.0F; // clipped to the bound: the Gram matrix is copies·c²·I
    }
    TrialBench bench(s);
    for (const double clip : {0.1, 1.0, 10.0}) {
        TrialSpec spec = specFor(s, TrainerKind::DpFc, 1, 0.1);
        spec.options.maxGradNorm = clip;
        spec.options.ridge = 0.0;
        const TrialPlan plan = TrialPlan::forMu(spec, Mu{10.0});
        std::vector<double> kept = *bench.run(plan).state.find("preconditioner");
        using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const Eigen::Map<Matrix> inverse(kept.data(), dim, dim);
        const PlannedRelease& release = plan.release(ReleaseKind::Gram);
        const Matrix gram = inverse.inverse() * (spec.publicRecords * release.clip);
        const Matrix noise = gram - copies * clip * clip * Matrix::Identity(dim, dim);
        const double draws = dim * (dim + 1) / 2; // a symmetric matrix' coordinates
        EXPECT_NEAR(noise.squaredNorm() / draws / (release.noiseSd * release.noiseSd), 1.0,
                    5 * std::sqrt(2.0 / draws));
    }
}

TEST(NoiseLaw, TheLossDifferencesOfZerothOrderHaveSigmaTimesClip) {
    Synthetic s = zeros(4, 2, 2);
    TrialBench bench(s);
    bench.backend = compute::makeCpuBackend({1});
    bench.data = s.upload(*bench.backend);
    for (const double clip : {0.1, 1.0, 10.0}) {
        TrialSpec spec = specFor(s, TrainerKind::DpZo, 1, 1.0);
        spec.options.maxGradNorm = clip;
        const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{kSigma});
        double squares = 0;
        constexpr std::uint32_t runs = 20'000;
        for (std::uint32_t attempt = 0; attempt < runs; ++attempt) {
            const double w = bench.run(plan, attempt).model.parameters[0];
            double z[2];
            TrialBench::noise(attempt).fillGaussian(
                z, {.step = 0, .tensor = static_cast<std::uint16_t>(DrawKind::Direction)});
            const double noise = w / z[0] * 2 * 1e-2 * spec.publicRecords; // w = −η·noise/(2μn)·z
            squares += noise * noise;
        }
        EXPECT_NEAR(squares / runs / (kSigma * clip * kSigma * clip), 1.0, 4 * std::sqrt(2.0 / runs));
    }
}

/// PRIVACY rule 11: two trials with different keys have independent noise.
TEST(NoiseLaw, TwoTrialsDifferByTwiceTheVariance) {
    TrialBench bench(zeros(8, 1000, 260));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpGd, 1, 1.0);
    spec.options.freeStep = false;
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{kSigma});
    std::vector<double> a = bench.run(plan, 0).model.parameters;
    const std::vector<double> b = bench.run(plan, 1).model.parameters;
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] -= b[i];
    }
    EXPECT_NEAR(meanSquare(a, spec.publicRecords / kSigma), 2.0, 0.02);
}

} // namespace
} // namespace parsimony::train
