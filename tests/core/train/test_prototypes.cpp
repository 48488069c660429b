// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/train/prototypes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace parsimony;
using namespace parsimony::train;

namespace {

constexpr std::size_t kClasses = 3;
constexpr std::size_t kDim = 5;
const compute::HeadShape kHead{compute::HeadKind::Linear, kDim, kClasses, 0, 1, true};

struct Rows {
    std::vector<float> x;
    std::vector<std::int32_t> y;
    [[nodiscard]] data::MatrixSource source() const { return {x, y.size(), kDim}; }
};

/// Gaussians around a mean of each class, with a mean that all share.
Rows drawn(std::size_t count, float apart, unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal;
    Rows rows;
    for (std::size_t i = 0; i < count; ++i) {
        const auto label = static_cast<std::int32_t>(i % kClasses);
        for (std::size_t k = 0; k < kDim; ++k) {
            rows.x.push_back(0.3F * normal(generator) + 0.5F +
                             (k == static_cast<std::size_t>(label) ? apart : 0.0F));
        }
        rows.y.push_back(label);
    }
    return rows;
}

using Means = std::vector<std::vector<double>>;

/// Unit prototypes of all rows but one, in plain loops.
Means prototypesWithout(const Rows& rows, std::size_t leftOut, const std::vector<double>& common) {
    Means means(kClasses, std::vector<double>(kDim, 0.0));
    std::vector<double> counts(kClasses, 0.0);
    for (std::size_t i = 0; i < rows.y.size(); ++i) {
        if (i != leftOut) {
            const auto label = static_cast<std::size_t>(rows.y[i]);
            counts[label] += 1.0;
            for (std::size_t k = 0; k < kDim; ++k) {
                means[label][k] += rows.x[i * kDim + k];
            }
        }
    }
    for (std::size_t j = 0; j < kClasses; ++j) {
        double square = 0.0;
        for (std::size_t k = 0; k < kDim; ++k) {
            means[j][k] = means[j][k] / counts[j] - common[k];
            square += means[j][k] * means[j][k];
        }
        for (double& value : means[j]) {
            value /= std::sqrt(square);
        }
    }
    return means;
}

std::vector<double> commonMean(const Rows& rows) {
    const Means raw = [&] {
        Means means(kClasses, std::vector<double>(kDim, 0.0));
        std::vector<double> counts(kClasses, 0.0);
        for (std::size_t i = 0; i < rows.y.size(); ++i) {
            const auto label = static_cast<std::size_t>(rows.y[i]);
            counts[label] += 1.0;
            for (std::size_t k = 0; k < kDim; ++k) {
                means[label][k] += rows.x[i * kDim + k];
            }
        }
        for (std::size_t j = 0; j < kClasses; ++j) {
            for (double& value : means[j]) {
                value /= counts[j];
            }
        }
        return means;
    }();
    std::vector<double> common(kDim, 0.0);
    for (const auto& mean : raw) {
        for (std::size_t k = 0; k < kDim; ++k) {
            common[k] += mean[k] / kClasses;
        }
    }
    return common;
}

/// Cross-entropy of each row by the classifier that was made without it, where the part `held` of them has
/// its label and the others any; and the share that this classifier labels rightly.
double leaveOneOut(const Rows& rows, double scale, double held = 1.0, double* right = nullptr) {
    const std::vector<double> common = commonMean(rows);
    const Means whole = prototypesWithout(rows, rows.y.size(), common);
    double sum = 0.0;
    for (std::size_t i = 0; i < rows.y.size(); ++i) {
        Means means = whole;
        const auto own = static_cast<std::size_t>(rows.y[i]);
        means[own] = prototypesWithout(rows, i, common)[own];
        double total = 0.0;
        double mine = 0.0;
        double mean = 0.0;
        double most = -1e300;
        for (std::size_t j = 0; j < kClasses; ++j) {
            double z = 0.0;
            for (std::size_t k = 0; k < kDim; ++k) {
                z += rows.x[i * kDim + k] * means[j][k];
            }
            total += std::exp(scale * z);
            mine = j == own ? scale * z : mine;
            mean += scale * z / kClasses;
            most = std::max(most, scale * z);
        }
        sum += std::log(total) - held * mine - (1.0 - held) * mean;
        if (right != nullptr) {
            *right += mine == most ? 1.0 / static_cast<double>(rows.y.size()) : 0.0;
        }
    }
    return sum / static_cast<double>(rows.y.size());
}

} // namespace

TEST(Prototypes, ScaleMinimisesTheCrossEntropyOfRowsLeftOut) {
    for (const unsigned seed : {1U, 2U, 3U}) {
        const Rows rows = drawn(30, 0.25F, seed);
        const double scale = prototypeWeights(rows.source(), rows.y, kHead).scale;
        ASSERT_GT(scale, 0.0);
        const double at = leaveOneOut(rows, scale);
        EXPECT_LT(at, leaveOneOut(rows, 0.9 * scale)) << scale;
        EXPECT_LT(at, leaveOneOut(rows, 1.1 * scale)) << scale;
    }
}

TEST(Prototypes, AreWeighedByWhatTheyAgreeWith) {
    const Rows rows = drawn(90, 0.25F, 3);
    double right = 0.0;
    (void)leaveOneOut(rows, 1.0, 1.0, &right);
    const double guessing = 1.0 / kClasses;
    ASSERT_GT(right, guessing + 0.2);
    const auto scaleAt = [&](double part) { // of what they promise
        return prototypeWeights(rows.source(), rows.y, kHead, guessing + part * (right - guessing)).scale;
    };
    const double whole = prototypeWeights(rows.source(), rows.y, kHead).scale;
    EXPECT_NEAR(scaleAt(Agreement().full + 1e-9), whole, 1e-3 * whole);
    EXPECT_EQ(scaleAt(2.0), scaleAt(Agreement().full + 1e-9)) << "no more than public rows promise";
    for (const double part : {Agreement().none, 0.0, -3.0}) {
        EXPECT_EQ(scaleAt(part), 0.0) << part;
    }
    const double half = scaleAt((Agreement().none + Agreement().full) / 2.0);
    ASSERT_GT(half, 0.0);
    EXPECT_LT(half, 0.7 * whole);
    const double at = leaveOneOut(rows, half, 0.5);
    EXPECT_LT(at, leaveOneOut(rows, 0.9 * half, 0.5));
    EXPECT_LT(at, leaveOneOut(rows, 1.1 * half, 0.5));
}

TEST(Prototypes, OfOneRowAClassAreWeighedAgainstGuessing) {
    const Rows rows = drawn(3, 1.0F, 6);
    const double whole = prototypeWeights(rows.source(), rows.y, kHead).scale;
    const auto scaleAt = [&](double share) {
        return prototypeWeights(rows.source(), rows.y, kHead, share).scale;
    };
    EXPECT_EQ(scaleAt(1.0 / kClasses), 0.0);
    EXPECT_NEAR(scaleAt(1.5 / kClasses), 0.5 * whole, 1e-9 * whole);
    EXPECT_EQ(scaleAt(2.1 / kClasses), whole);
}

TEST(Prototypes, RowsThatTellNothingGiveNoStart) {
    Rows rows = drawn(60, 0.5F, 4);
    // Each class holds rows of every blob in equal parts.
    for (std::size_t i = 0; i < rows.y.size(); ++i) {
        rows.y[i] = static_cast<std::int32_t>((i / kClasses) % kClasses);
    }
    const PrototypeWeights weights = prototypeWeights(rows.source(), rows.y, kHead);
    EXPECT_EQ(weights.scale, 0.0);
    EXPECT_TRUE(
        std::all_of(weights.parameters.begin(), weights.parameters.end(), [](double w) { return w == 0.0; }));
}

TEST(Prototypes, AreOfEqualLengthAndLeaveBiasesAlone) {
    Rows rows = drawn(90, 0.5F, 5);
    rows.y[7] = -1; // not valid: left out
    const PrototypeWeights weights = prototypeWeights(rows.source(), rows.y, kHead);
    ASSERT_EQ(weights.parameters.size(), kHead.parameters());
    for (std::size_t j = 0; j < kClasses; ++j) {
        double square = 0.0;
        for (std::size_t k = 0; k < kDim; ++k) {
            square += std::pow(weights.parameters[j * kHead.inputs() + k], 2);
        }
        EXPECT_NEAR(std::sqrt(square), weights.scale, 1e-3 * weights.scale);
        EXPECT_EQ(weights.parameters[j * kHead.inputs() + kDim], 0.0);
    }
}

TEST(Prototypes, OfOneRowAClassHaveADeclaredMargin) {
    Rows rows = drawn(3, 1.0F, 6);
    const PrototypeWeights weights = prototypeWeights(rows.source(), rows.y, kHead);
    double margin = 0.0;
    for (std::size_t i = 0; i < kClasses; ++i) {
        for (std::size_t j = 0; j < kClasses; ++j) {
            double z = 0.0;
            for (std::size_t k = 0; k < kDim; ++k) {
                z += weights.parameters[j * kHead.inputs() + k] * rows.x[i * kDim + k];
            }
            margin += (i == j ? 1.0 : -1.0 / (kClasses - 1)) * z / kClasses;
        }
    }
    EXPECT_NEAR(margin, PriorNumbers{}.untestedMargin,
                0.4); // prototypes of unlike lengths sum to about 0 only
}

TEST(Prototypes, ClassesWithoutRowsStandInTheMiddle) {
    Rows rows = drawn(60, 0.5F, 7);
    std::replace(rows.y.begin(), rows.y.end(), 2, 0);
    const PrototypeWeights weights = prototypeWeights(rows.source(), rows.y, kHead);
    for (std::size_t k = 0; k < kDim; ++k) {
        EXPECT_EQ(weights.parameters[2 * kHead.inputs() + k], 0.0);
    }
    std::fill(rows.y.begin(), rows.y.end(), -1);
    EXPECT_THROW(static_cast<void>(prototypeWeights(rows.source(), rows.y, kHead)), Error);
}

TEST(Prototypes, FactorFallsWithTheSignal) {
    EXPECT_EQ(priorFactor(0.0), 2.0);
    EXPECT_EQ(priorFactor(100.0), 2.0);
    EXPECT_NEAR(priorFactor(std::sqrt(100.0 * 300.0)), std::sqrt(2.0), 1e-12);
    EXPECT_EQ(priorFactor(1e6), 1.0);
}
