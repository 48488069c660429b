// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend.h"
#include "tests/core/compute/gradient.h"
#include "tests/core/compute/synthetic.h"

#include <gtest/gtest.h>

#include <array>
#include <iterator>

namespace parsimony::compute {
namespace {

using testing::argmaxRows;
using testing::relativeDistance;
using testing::Synthetic;

/// Loss of one record in float64, straight from the definitions of HeadKind.
double recordLoss(const Synthetic& s, std::size_t row, const HeadShape& head, const std::vector<double>& w) {
    const auto crossEntropy = [&](const std::vector<double>& z) {
        double total = 0;
        for (const double v : z) {
            total += std::exp(v - z[0]);
        }
        return std::log(total) + z[0] - z[static_cast<std::size_t>(s.y[row])];
    };
    const auto layer = [](const double* weights, std::size_t outputs, std::size_t inputs, bool bias,
                          const std::vector<double>& x) {
        std::vector<double> z(outputs);
        for (std::size_t j = 0; j < outputs; ++j) {
            for (std::size_t k = 0; k < inputs; ++k) {
                z[j] += weights[j * (inputs + (bias ? 1 : 0)) + k] * x[k];
            }
            z[j] += bias ? weights[j * (inputs + 1) + inputs] : 0;
        }
        return z;
    };
    double sum = 0;
    std::size_t real = 0;
    for (std::size_t l = 0; l < head.sequenceLength; ++l) {
        const auto begin = s.x.begin() + static_cast<std::ptrdiff_t>(row * s.dim + l * head.dim);
        const std::vector<double> x(begin, begin + head.dim);
        if (head.ofVectors() && testing::norm(x) == 0) {
            continue;
        }
        ++real;
        if (head.kind == HeadKind::Hidden) {
            std::vector<double> units = x;
            std::vector<std::uint32_t> widths{head.hidden};
            std::copy_if(head.deeper.begin(), head.deeper.end(), std::back_inserter(widths),
                         [](std::uint32_t width) { return width > 0; });
            const double* at = w.data();
            for (const std::uint32_t width : widths) {
                const std::size_t inputs = units.size();
                units = layer(at, width, inputs, head.bias, units);
                at += width * (inputs + (head.bias ? 1 : 0));
                for (double& u : units) {
                    u = std::tanh(u);
                }
            }
            sum += crossEntropy(layer(at, head.classes, units.size(), head.bias, units));
        } else {
            sum += crossEntropy(layer(w.data(), head.classes, head.dim, head.bias, x));
        }
    }
    return real == 0 ? 0 : sum / static_cast<double>(real);
}

/// Clipped sum of per-record gradients by central differences.
std::vector<double> numericGradient(const Synthetic& s, const HeadShape& head, std::vector<double> w,
                                    double clip) {
    std::vector<double> sum(w.size());
    for (std::size_t row = 0; row < s.rows; ++row) {
        std::vector<double> g(w.size());
        for (std::size_t i = 0; i < w.size(); ++i) {
            const double kept = w[i];
            w[i] = kept + 1e-5;
            const double up = recordLoss(s, row, head, w);
            w[i] = kept - 1e-5;
            g[i] = (up - recordLoss(s, row, head, w)) / 2e-5;
            w[i] = kept;
        }
        const double factor = std::min(1.0, clip / std::max(testing::norm(g), 1e-300));
        for (std::size_t i = 0; i < w.size(); ++i) {
            sum[i] += factor * g[i];
        }
    }
    return sum;
}

/// A kind of head, with the units of the hidden layers above its first.
struct TestedHead {
    HeadKind kind = HeadKind::Linear;
    std::array<std::uint32_t, kMostHiddenLayers - 1> deeper{};
};

class Heads : public ::testing::TestWithParam<std::tuple<TestedHead, bool, double>> {};

TEST_P(Heads, ClippedSumsAreThoseOfTheRecordsGradients) {
    const auto [shape, bias, clip] = GetParam();
    const HeadKind kind = shape.kind;
    Synthetic s = Synthetic::make(70, 15, 4);
    HeadShape head;
    head.kind = kind;
    head.classes = 4;
    head.bias = bias;
    head.sequenceLength = head.ofVectors() ? 3 : 1;
    head.dim = static_cast<std::uint32_t>(15 / head.sequenceLength);
    head.hidden = kind == HeadKind::Hidden ? 7 : 0;
    head.deeper = shape.deeper;
    if (head.ofVectors()) { // one record is shorter, one empty
        std::fill_n(s.x.begin() + 5 * 15 + 10, 5, 0.0F);
        std::fill_n(s.x.begin() + 6 * 15, 15, 0.0F);
    }
    std::vector<double> w(head.parameters());
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (double& v : w) {
        v = normal(random);
    }
    const auto backend = makeCpuBackend({2});
    const auto data = s.upload(*backend);
    std::vector<double> sum(w.size());
    const GradientTask task{w, clip, sum};
    PassOptions pass;
    pass.head = head;
    ASSERT_TRUE(backend->clippedGradientSums(*data, pass, std::span(&task, 1)));
    EXPECT_LT(relativeDistance(sum, numericGradient(s, head, w, clip)), 2e-5);

    // PRIVACY rule 14: leaving a record out moves the sum by the clip at most.
    for (std::size_t victim = 0; victim < 10; ++victim) {
        Synthetic without = s;
        std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * 15), 15, 0.0F);
        without.y[victim] = -1;
        std::vector<double> rest(w.size());
        const GradientTask other{w, clip, rest};
        ASSERT_TRUE(backend->clippedGradientSums(*without.upload(*backend), pass, std::span(&other, 1)));
        double squares = 0;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            squares += (sum[i] - rest[i]) * (sum[i] - rest[i]);
        }
        EXPECT_LE(std::sqrt(squares), clip * (1 + kArithmeticSlack));
    }
}

TEST(HeadShapes, ParametersAreThoseOfTheLayers) {
    HeadShape head{HeadKind::Hidden, 10, 3, 7, 1, true, {5, 2}};
    EXPECT_EQ(head.hiddenLayers(), 3U);
    EXPECT_EQ(head.parameters(), 7U * 11 + 5 * 8 + 2 * 6 + 3 * 3);
    head.deeper = {};
    EXPECT_EQ(head.parameters(), 7U * 11 + 3 * 8);
    const auto backend = makeCpuBackend({1});
    const Synthetic s = Synthetic::make(5, 10, 3);
    const auto data = s.upload(*backend);
    head.deeper = {0, 4, 0}; // a layer of none below one of four
    std::vector<double> w(head.parameters());
    std::vector<double> sum(w.size());
    const GradientTask task{w, 1.0, sum};
    PassOptions pass;
    pass.head = head;
    EXPECT_THROW((void)backend->clippedGradientSums(*data, pass, std::span(&task, 1)), std::exception);
}

TEST_P(Heads, PredictionsFollowTheLogits) {
    const auto [shape, bias, clip] = GetParam();
    const HeadKind kind = shape.kind;
    const Synthetic s = Synthetic::make(300, 12, 3);
    HeadShape head;
    head.kind = kind;
    head.classes = 3;
    head.bias = bias;
    head.sequenceLength = head.ofVectors() ? 2 : 1;
    head.dim = 12 / head.sequenceLength;
    head.hidden = kind == HeadKind::Hidden ? 5 : 0;
    head.deeper = shape.deeper;
    std::vector<double> w(head.parameters());
    for (std::size_t i = 0; i < w.size(); ++i) {
        w[i] = std::sin(static_cast<double>(i) * 1.7);
    }
    const auto backend = makeCpuBackend({2});
    const auto data = s.upload(*backend);
    std::vector<float> logits(s.rows * 3);
    backend->logits(*data, head, w, 0, s.rows, logits);
    const auto labels = argmaxRows(logits, 3);
    std::uint64_t correct = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
        correct += labels[i] == s.y[i] ? 1 : 0;
    }
    const std::span<const double> model(w);
    CorrectCounts counts;
    ASSERT_TRUE(backend->countCorrect(*data, head, std::span(&model, 1), std::span(&counts, 1), {}));
    EXPECT_EQ(counts.total, correct);
}

/// Rows of fewer views, as without augmentation, are classified by the same weights: as by a linear head
/// where they are one. Training demands the width that was planned.
TEST(HeadShapes, OfViewsARecordMayHaveFewer) {
    HeadShape views{HeadKind::Views, 6, 3, 0, 4, true};
    EXPECT_EQ(views.recordDim(), 24U);
    EXPECT_EQ(views.parameters(), 3U * 7);
    EXPECT_EQ(views.onRecordsOf(12).sequenceLength, 2U);
    for (const std::size_t numbers : {0UL, 7UL, 24UL, 30UL}) {
        EXPECT_EQ(views.onRecordsOf(numbers), views);
    }
    const auto backend = makeCpuBackend({2});
    const Synthetic s = Synthetic::make(300, 6, 3);
    const auto data = s.upload(*backend);
    HeadShape linear = views;
    linear.kind = HeadKind::Linear;
    linear.sequenceLength = 1;
    const std::vector<double> w = testing::someWeights(views);
    const std::span<const double> model(w);
    CorrectCounts ofViews, ofRows;
    ASSERT_TRUE(backend->countCorrect(*data, views, std::span(&model, 1), std::span(&ofViews, 1), {}));
    ASSERT_TRUE(backend->countCorrect(*data, linear, std::span(&model, 1), std::span(&ofRows, 1), {}));
    EXPECT_EQ(ofViews.total, ofRows.total);
    std::vector<float> logits(s.rows * 3), expected(logits.size());
    backend->logits(*data, views, w, 0, s.rows, logits);
    backend->logits(*data, linear, w, 0, s.rows, expected);
    EXPECT_EQ(logits, expected);
    EXPECT_THROW((void)testing::gradient(*backend, *data, views, w, 1.0), std::exception);
    views.kind = HeadKind::Sequence;
    EXPECT_THROW(backend->logits(*data, views, w, 0, s.rows, logits), std::exception);
}

INSTANTIATE_TEST_SUITE_P(
    Cpu, Heads,
    ::testing::Combine(::testing::Values(TestedHead{HeadKind::Linear}, TestedHead{HeadKind::Sequence},
                                         TestedHead{HeadKind::Views}, TestedHead{HeadKind::Hidden},
                                         TestedHead{HeadKind::Hidden, {5}},
                                         TestedHead{HeadKind::Hidden, {17, 3, 6}}),
                       ::testing::Bool(), ::testing::Values(0.2, 1e3)));

} // namespace
} // namespace parsimony::compute
