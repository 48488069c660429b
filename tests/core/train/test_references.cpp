// SPDX-License-Identifier: GPL-3.0-or-later
// Every trainer without noise beside a plain float64 reference.
#include "core/train/training_run.h"
#include "tests/core/train/trial_bench.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace parsimony::train {
namespace {

using compute::testing::referenceGradient;
using compute::testing::relativeDistance;
using testing::specFor;
using testing::Synthetic;
using Bench = testing::TrialBench;

TEST(References, GradientDescentWithoutNoiseIsTheTextbooks) {
    Bench bench(Synthetic::make(3000, 30, 7));
    for (const bool bias : {false, true}) {
        for (const bool freeStep : {false, true}) {
            TrialSpec spec = specFor(bench.s, TrainerKind::DpGd, 50, 0.8);
            spec.options.bias = bias;
            spec.options.freeStep = freeStep;
            spec.options.weightDecay = 0.01;
            const TrainOutcome outcome = bench.run(TrialPlan::nonPrivate(spec));
            std::vector<double> w(outcome.model.parameters.size());
            std::vector<double> v(w.size());
            for (int step = 0; step < 50; ++step) {
                const auto g = referenceGradient(bench.s, w, bias, INFINITY, Loss::Softmax);
                for (std::size_t i = 0; i < w.size(); ++i) {
                    v[i] = 0.9 * v[i] + g[i] / 3000 + 0.01 * w[i];
                    w[i] -= 0.8 * v[i];
                }
            }
            for (std::size_t i = 0; freeStep && i < w.size(); ++i) {
                w[i] -= 0.8 * 0.9 * v[i];
            }
            EXPECT_EQ(outcome.status, TrainStatus::Finished);
            EXPECT_LT(relativeDistance(outcome.model.parameters, w), 1e-4);
        }
    }
}

TEST(References, ClippingAndSigmoidFollowTheReference) {
    Bench bench(Synthetic::make(2000, 24, 5));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpGd, 50, 0.5);
    spec.options.loss = Loss::Sigmoid;
    spec.options.bias = true;
    spec.options.initBias = -3;
    spec.options.maxGradNorm = 0.3;
    spec.options.freeStep = false;
    // Noise so small that it does not matter: the private path with its clip.
    const TrainOutcome outcome = bench.run(TrialPlan::forNoise(spec, NoiseMultiplier{1e-9}));
    std::vector<double> w(outcome.model.parameters.size());
    for (std::size_t j = 0; j < 5; ++j) {
        w[j * 25 + 24] = -3;
    }
    std::vector<double> v(w.size());
    for (int step = 0; step < 50; ++step) {
        const auto g = referenceGradient(bench.s, w, true, 0.3, Loss::Sigmoid);
        for (std::size_t i = 0; i < w.size(); ++i) {
            v[i] = 0.9 * v[i] + g[i] / 2000;
            w[i] -= 0.5 * v[i];
        }
    }
    EXPECT_LT(relativeDistance(outcome.model.parameters, w), 1e-4);
}

TEST(References, AdamWithoutNoiseIsTheTextbooks) {
    Bench bench(Synthetic::make(2000, 24, 5));
    const TrialSpec spec = specFor(bench.s, TrainerKind::DpAdam, 50, 0.05);
    const TrainOutcome outcome = bench.run(TrialPlan::nonPrivate(spec));
    std::vector<double> w(outcome.model.parameters.size()), m(w.size()), u(w.size());
    for (int t = 1; t <= 50; ++t) {
        const auto g = referenceGradient(bench.s, w, false, INFINITY, Loss::Softmax);
        for (std::size_t i = 0; i < w.size(); ++i) {
            m[i] = 0.9 * m[i] + 0.1 * g[i] / 2000;
            u[i] = 0.999 * u[i] + 0.001 * (g[i] / 2000) * (g[i] / 2000);
            w[i] -=
                0.05 * (m[i] / (1 - std::pow(0.9, t))) / (std::sqrt(u[i] / (1 - std::pow(0.999, t))) + 1e-8);
        }
    }
    EXPECT_LT(relativeDistance(outcome.model.parameters, w), 1e-4);
}

using Matrix = Eigen::MatrixXd;

Matrix features(const Synthetic& s, double clip) {
    Matrix x(static_cast<Eigen::Index>(s.rows), static_cast<Eigen::Index>(s.dim));
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        for (Eigen::Index k = 0; k < x.cols(); ++k) {
            x(i, k) = static_cast<double>(s.x[static_cast<std::size_t>(i * x.cols() + k)]);
        }
        x.row(i) *= std::min(1.0, clip / x.row(i).norm());
    }
    return x;
}

Matrix oneHot(const Synthetic& s) {
    Matrix y = Matrix::Zero(static_cast<Eigen::Index>(s.rows), s.classes);
    for (Eigen::Index i = 0; i < y.rows(); ++i) {
        y(i, s.y[static_cast<std::size_t>(i)]) = 1;
    }
    return y;
}

std::vector<double> rowMajor(const Matrix& m) {
    std::vector<double> out;
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        for (Eigen::Index k = 0; k < m.cols(); ++k) {
            out.push_back(m(i, k));
        }
    }
    return out;
}

TEST(References, LeastSquaresWithoutNoiseSolvesTheNormalEquations) {
    Bench bench(Synthetic::make(3000, 20, 6));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpLs, 1, 0);
    spec.options.ridge = 0.01;
    spec.options.maxGradNorm = 0.8;
    const TrainOutcome outcome = bench.run(TrialPlan::forMu(spec, Mu{1e9}));
    const Matrix x = features(bench.s, 0.8);
    const Matrix g = x.transpose() * x + 30.0 * Matrix::Identity(20, 20);
    const Matrix theta = g.ldlt().solve(x.transpose() * oneHot(bench.s)).transpose();
    EXPECT_LT(relativeDistance(outcome.model.parameters, rowMajor(theta)), 1e-4);
}

TEST(References, LeastSquaresWithClassMatricesSolvesForEachClass) {
    Bench bench(Synthetic::make(3000, 20, 6));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpLs, 1, 0);
    spec.options.ridge = 0.01;
    spec.options.maxGradNorm = 0.8;
    const Matrix x = features(bench.s, 0.8);
    const Matrix y = oneHot(bench.s);
    for (const double alpha : {0.0, 0.3, 4.0}) {
        spec.options.alpha = alpha;
        const TrainOutcome outcome = bench.run(TrialPlan::forMu(spec, Mu{1e9}));
        Matrix theta(6, 20);
        for (Eigen::Index j = 0; j < 6; ++j) {
            const Matrix own = x.transpose() * y.col(j).asDiagonal() * x;
            const Matrix a = own + alpha * x.transpose() * x + 30.0 * Matrix::Identity(20, 20);
            theta.row(j) = a.ldlt().solve(x.transpose() * y.col(j)).transpose();
        }
        EXPECT_LT(relativeDistance(outcome.model.parameters, rowMajor(theta)), 1e-4) << alpha;
    }
}

TEST(References, PrototypesWithoutNoiseAreClassSumsOfUnitNorm) {
    Bench bench(Synthetic::make(3000, 20, 6));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpPrototypes, 1, 0);
    spec.options.maxGradNorm = 0.8;
    const TrainOutcome outcome = bench.run(TrialPlan::forMu(spec, Mu{1e9}));
    Matrix theta = (features(bench.s, 0.8).transpose() * oneHot(bench.s)).transpose();
    theta.rowwise().normalize();
    EXPECT_LT(relativeDistance(outcome.model.parameters, rowMajor(theta)), 1e-5);
}

TEST(References, NewtonWithoutNoiseIsNewton) {
    Bench bench(Synthetic::make(2000, 12, 3));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpNewton, 3, 0);
    spec.options.ridge = 0.01;
    const TrainOutcome outcome = bench.run(TrialPlan::forMu(spec, Mu{1e9}));
    const Matrix x = features(bench.s, 1.0);
    const Matrix y = oneHot(bench.s);
    Matrix theta = Matrix::Zero(3, 12);
    for (int step = 0; step < 3; ++step) {
        for (Eigen::Index j = 0; j < 3; ++j) {
            const Eigen::VectorXd p = (1 + (-(x * theta.row(j).transpose()).array()).exp()).inverse();
            const Eigen::VectorXd h = p.array() * (1 - p.array());
            const Matrix hessian = x.transpose() * h.asDiagonal() * x + 20.0 * Matrix::Identity(12, 12);
            theta.row(j) -= hessian.ldlt().solve(x.transpose() * (p - y.col(j))).transpose();
        }
    }
    EXPECT_LT(relativeDistance(outcome.model.parameters, rowMajor(theta)), 1e-4);
}

TEST(References, FeatureCovarianceWithoutNoisePreconditions) {
    Bench bench(Synthetic::make(2000, 12, 3));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpFc, 50, 0.05);
    spec.options.ridge = 0.02;
    const TrainOutcome outcome = bench.run(TrialPlan::forMu(spec, Mu{1e9}));
    const Matrix x = features(bench.s, 1.0);
    const Matrix inverse = (x.transpose() * x / 2000 + 0.02 * Matrix::Identity(12, 12)).inverse();
    std::vector<double> w(36);
    for (int step = 0; step < 50; ++step) {
        const auto g = referenceGradient(bench.s, w, false, 1.0, Loss::Softmax);
        for (Eigen::Index j = 0; j < 3; ++j) {
            for (Eigen::Index k = 0; k < 12; ++k) {
                for (Eigen::Index i = 0; i < 12; ++i) {
                    w[static_cast<std::size_t>(j * 12 + k)] -=
                        0.05 * inverse(k, i) * g[static_cast<std::size_t>(j * 12 + i)] / 2000;
                }
            }
        }
    }
    EXPECT_LT(relativeDistance(outcome.model.parameters, w), 1e-4);
}

/// DP-SGD draws its samples from a stream that a reference can draw too.
TEST(References, SampledGradientDescentWithoutNoise) {
    Bench bench(Synthetic::make(1500, 18, 4));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpSgd, 50, 0.6);
    spec.options.sampleRate = 0.3;
    const TrainOutcome outcome = bench.run(TrialPlan::nonPrivate(spec));
    const Matrix x = features(bench.s, INFINITY);
    const Matrix y = oneHot(bench.s);
    Matrix w = Matrix::Zero(4, 18), v = w;
    std::vector<std::uint64_t> words(1500);
    for (std::uint32_t step = 0; step < 50; ++step) {
        Bench::noise().fillWords(words,
                                 {.step = step, .tensor = static_cast<std::uint16_t>(DrawKind::Sample)});
        Matrix p = (x * w.transpose()).array().exp();
        p = p.array().colwise() / p.rowwise().sum().array();
        p -= y;
        for (Eigen::Index i = 0; i < p.rows(); ++i) {
            if (static_cast<double>(words[static_cast<std::size_t>(i)]) >= 0.3 * 0x1p64) {
                p.row(i).setZero();
            }
        }
        v = 0.9 * v + p.transpose() * x / (0.3 * 1500);
        w -= 0.6 * v;
    }
    w -= 0.6 * 0.9 * v;
    EXPECT_LT(relativeDistance(outcome.model.parameters, rowMajor(w)), 1e-4);
}

TEST(References, ZerothOrderWithoutNoise) {
    Bench bench(Synthetic::make(800, 10, 3));
    const Matrix x = features(bench.s, INFINITY);
    for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
        TrialSpec spec = specFor(bench.s, TrainerKind::DpZo, 50, 0.2);
        spec.options.loss = loss;
        const TrainOutcome outcome = bench.run(TrialPlan::nonPrivate(spec));
        Matrix w = Matrix::Zero(3, 10);
        const auto total = [&](const Matrix& at) {
            const Matrix z = x * at.transpose();
            double sum = 0;
            for (Eigen::Index i = 0; i < z.rows(); ++i) {
                const int own = bench.s.y[static_cast<std::size_t>(i)];
                if (loss == Loss::Softmax) {
                    sum += std::log(z.row(i).array().exp().sum()) - z(i, own);
                    continue;
                }
                for (int j = 0; j < 3; ++j) {
                    sum += std::log1p(std::exp(j == own ? -z(i, j) : z(i, j)));
                }
            }
            return sum;
        };
        for (std::uint32_t step = 0; step < 50; ++step) {
            std::vector<double> draws(30);
            Bench::noise().fillGaussian(
                draws, {.step = step, .tensor = static_cast<std::uint16_t>(DrawKind::Direction)});
            const Eigen::Map<const Eigen::Matrix<double, 3, 10, Eigen::RowMajor>> z(draws.data());
            w -= 0.2 * (total(w + 1e-2 * z) - total(w - 1e-2 * z)) / (2 * 1e-2 * 800) * z;
        }
        // Differences of float32 losses: a hundredth of a loss with an error of 2e-7 of it.
        EXPECT_LT(relativeDistance(outcome.model.parameters, rowMajor(w)), 1e-3);
    }
}

/// DPAdamWOSM has no twin without noise, as its step comes from the noise: here that is a millionth.
TEST(References, AdamWithoutItsSecondMoment) {
    Bench bench(Synthetic::make(2000, 24, 5));
    TrialSpec spec = specFor(bench.s, TrainerKind::DpAdamWosm, 50, 1e-9);
    const TrialPlan plan = TrialPlan::forNoise(spec, NoiseMultiplier{1e-6});
    const TrainOutcome outcome = bench.run(plan);
    std::vector<double> w(outcome.model.parameters.size()), m(w.size());
    for (int t = 1; t <= 50; ++t) {
        const auto g = referenceGradient(bench.s, w, false, 1.0, Loss::Softmax);
        for (std::size_t i = 0; i < w.size(); ++i) {
            m[i] = 0.9 * m[i] + 0.1 * g[i] / 2000;
            w[i] -= 1e-9 * (m[i] / (1 - std::pow(0.9, t))) / (plan.noiseSd() / 2000);
        }
    }
    EXPECT_LT(relativeDistance(outcome.model.parameters, w), 1e-4);
}

TEST(PrivateMean, IsTheMeanOfClippedRowsWithNoise) {
    Bench bench(Synthetic::make(2000, 30, 2));
    const MeanPlan plan = MeanPlan::forMu(Mu{1e9}, 0.5, 30, 2000, Adjacency::AddOrRemoveOne);
    const auto mean = privateMean(plan, *bench.backend, *bench.data, Bench::noise());
    const Matrix x = features(bench.s, 0.5);
    for (Eigen::Index k = 0; k < 30; ++k) {
        EXPECT_NEAR(mean[static_cast<std::size_t>(k)], x.col(k).mean(), 1e-6);
    }
}

} // namespace
} // namespace parsimony::train
