// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "tests/core/compute/gradient.h"
#include "tests/core/compute/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <ostream>
#include <string>

// What every ComputeBackend keeps, whatever computes. A test program that has one instantiates the suite:
//   INSTANTIATE_TEST_SUITE_P(Cpu, BackendContract, ::testing::Values(BackendMaker{"cpu", make}),
//   nameOfBackend);
namespace parsimony::compute::testing {

struct BackendMaker {
    std::string name;
    std::function<std::unique_ptr<ComputeBackend>()> make;
    friend void PrintTo(const BackendMaker& maker, std::ostream* stream) { *stream << maker.name; }
};

inline std::string nameOfBackend(const ::testing::TestParamInfo<BackendMaker>& info) {
    return info.param.name;
}

class BackendContract : public ::testing::TestWithParam<BackendMaker> {
protected:
    void SetUp() override { backend = GetParam().make(); }

    static PassOptions passOf(const Synthetic& s, Loss loss = Loss::Softmax) {
        PassOptions pass;
        pass.head = linear(s, true);
        pass.loss = loss;
        return pass;
    }

    std::unique_ptr<ComputeBackend> backend;
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

TEST_P(BackendContract, GradientSumsAreThoseOfTheFormulas) {
    for (const std::size_t rows : {1UL, 255UL, 700UL}) {
        const Synthetic s = Synthetic::make(rows, 13, 5);
        const auto data = s.upload(*backend);
        EXPECT_EQ(data->rows(), rows);
        EXPECT_EQ(data->dim(), 13U);
        EXPECT_EQ(data->classes(), 5U);
        for (const bool bias : {false, true}) {
            const HeadShape head = linear(s, bias);
            const std::vector<double> w = someWeights(head);
            for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
                for (const double clip : {0.05, 1.0, kInfinity}) {
                    const auto got = gradient(*backend, *data, head, w, clip, loss);
                    EXPECT_LT(relativeDistance(got, referenceGradient(s, w, bias, clip, loss)), 1e-5)
                        << "rows=" << rows << " bias=" << bias << " clip=" << clip;
                }
            }
        }
    }
}

TEST_P(BackendContract, OneRecordMovesASumByItsClipAtMost) {
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        for (const double clip : {1e-6, 0.3, 2.0}) {
            for (const float size : {1e-20F, 1.0F, 1e15F}) {
                Synthetic s = Synthetic::make(1, 9, 4);
                std::transform(s.x.begin(), s.x.end(), s.x.begin(), [&](float v) { return v * size; });
                const HeadShape head = linear(s, true);
                const auto data = s.upload(*backend, precision);
                const auto sum = gradient(*backend, *data, head, someWeights(head), clip);
                EXPECT_LE(norm(sum), clip * (1 + kArithmeticSlack))
                    << precisionName(precision) << " clip=" << clip << " size=" << size;
            }
        }
    }
}

TEST_P(BackendContract, NarrowRowsGiveTheSameSumsUpToTheirRounding) {
    const Synthetic s = Synthetic::make(700, 40, 6);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend, Precision::Bfloat16);
    EXPECT_EQ(data->precision(), Precision::Bfloat16);
    const std::vector<double> w = someWeights(head);
    for (const double clip : {0.3, kInfinity}) {
        EXPECT_LT(relativeDistance(gradient(*backend, *data, head, w, clip),
                                   referenceGradient(s, w, true, clip, Loss::Softmax)),
                  0.02)
            << "clip=" << clip;
    }
}

TEST_P(BackendContract, OneRecordMovesADifferenceOfLossesByItsClipAtMost) {
    const Synthetic s = Synthetic::make(1, 9, 4);
    const PassOptions pass = passOf(s);
    const auto data = s.upload(*backend);
    std::vector<double> plus = someWeights(pass.head, 1);
    const std::vector<double> minus = someWeights(pass.head, 2);
    for (const double size : {1.0, 1e6}) {
        std::transform(plus.begin(), plus.end(), plus.begin(), [&](double v) { return v * size; });
        double there = 0;
        double back = 0;
        ASSERT_TRUE(backend->clippedLossDifference(*data, pass, plus, minus, 0.01, there));
        ASSERT_TRUE(backend->clippedLossDifference(*data, pass, minus, plus, 0.01, back));
        EXPECT_NEAR(std::fabs(there), 0.01, 0.01 * kArithmeticSlack) << "far more without the clip";
        EXPECT_EQ(there, -back);
    }
}

TEST_P(BackendContract, TrialsOfOnePassGetWhatEachGetsAlone) {
    const Synthetic s = Synthetic::make(600, 17, 6);
    const auto data = s.upload(*backend);
    const PassOptions pass = passOf(s);
    std::vector<std::vector<double>> weights, sums;
    for (std::uint32_t trial = 0; trial < 5; ++trial) {
        weights.push_back(someWeights(pass.head, trial + 1));
        sums.emplace_back(pass.head.parameters());
    }
    std::vector<GradientTask> tasks;
    for (std::size_t trial = 0; trial < 5; ++trial) {
        tasks.push_back({weights[trial], 0.1 * static_cast<double>(trial + 1), sums[trial]});
    }
    ASSERT_TRUE(backend->clippedGradientSums(*data, pass, tasks));
    for (std::size_t trial = 0; trial < 5; ++trial) {
        EXPECT_EQ(sums[trial], gradient(*backend, *data, pass.head, weights[trial], tasks[trial].clip));
    }
}

TEST_P(BackendContract, TheSamePassGivesTheSameBits) {
    const Synthetic s = Synthetic::make(1300, 21, 4);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const auto again = s.upload(*backend);
    const auto w = someWeights(head);
    const auto sum = gradient(*backend, *data, head, w, 0.4);
    EXPECT_EQ(gradient(*backend, *data, head, w, 0.4), sum);
    EXPECT_EQ(gradient(*backend, *again, head, w, 0.4), sum);
}

TEST_P(BackendContract, StreamedRowsGiveTheSameSums) {
    const Synthetic s = Synthetic::make(1300, 21, 4);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const auto streamed = s.upload(*backend, Precision::Float32, 1);
    EXPECT_FALSE(data->streamed());
    EXPECT_TRUE(streamed->streamed());
    const auto w = someWeights(head);
    EXPECT_LT(relativeDistance(gradient(*backend, *streamed, head, w, 0.4),
                               gradient(*backend, *data, head, w, 0.4)),
              1e-6);
}

TEST_P(BackendContract, ASampleAddsUpItsRowsOnly) {
    const Synthetic s = Synthetic::make(900, 11, 3);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const auto w = someWeights(head);
    const std::vector<std::uint32_t> sample{0, 7, 255, 256, 257, 899};
    const auto expected = referenceGradient(s, w, true, 0.4, Loss::Softmax, &sample);
    EXPECT_LT(relativeDistance(gradient(*backend, *data, head, w, 0.4, Loss::Softmax, &sample), expected),
              1e-5);
    const std::vector<std::uint32_t> nobody;
    EXPECT_EQ(norm(gradient(*backend, *data, head, w, 0.4, Loss::Softmax, &nobody)), 0.0);
}

TEST_P(BackendContract, RowsWithoutAValidLabelContributeNothing) {
    Synthetic s = Synthetic::make(300, 7, 3);
    for (std::size_t i = 0; i < s.rows; i += 3) {
        s.y[i] = i % 2 == 0 ? -1 : 3;
        std::fill_n(s.x.begin() + static_cast<std::ptrdiff_t>(i * s.dim), s.dim, 1e6F);
    }
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const auto w = someWeights(head);
    EXPECT_LT(relativeDistance(gradient(*backend, *data, head, w, 0.4),
                               referenceGradient(s, w, true, 0.4, Loss::Softmax)),
              1e-5);
    std::vector<double> sum(s.dim);
    ASSERT_TRUE(backend->moments(*data, {1e9, false, {}, {}, sum, {}}, {}));
    for (std::size_t k = 0; k < s.dim; ++k) {
        double expected = 0;
        for (std::size_t i = 0; i < s.rows; ++i) {
            expected += i % 3 == 0 ? 0.0 : static_cast<double>(s.x[i * s.dim + k]);
        }
        EXPECT_NEAR(sum[k], expected, 1e-3);
    }
}

TEST_P(BackendContract, CountsAreThoseOfItsLogits) {
    const Synthetic s = Synthetic::make(500, 9, 4);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const auto w = someWeights(head);
    std::vector<float> logits(s.rows * s.classes);
    backend->logits(*data, head, w, 0, s.rows, logits);
    const auto guesses = argmaxRows(logits, s.classes);
    CorrectCounts expected{0, std::vector<std::uint64_t>(4), std::vector<std::uint64_t>(4)};
    for (std::size_t i = 0; i < s.rows; ++i) {
        const auto label = static_cast<std::size_t>(s.y[i]);
        const std::uint64_t right = guesses[i] == s.y[i] ? 1 : 0;
        expected.total += right;
        expected.perClass[label] += right;
        ++expected.recordsPerClass[label];
    }
    const std::span<const double> model = w;
    CorrectCounts counts;
    ASSERT_TRUE(backend->countCorrect(*data, head, std::span(&model, 1), std::span(&counts, 1), {}));
    EXPECT_EQ(counts.total, expected.total);
    EXPECT_EQ(counts.perClass, expected.perClass);
    EXPECT_EQ(counts.recordsPerClass, expected.recordsPerClass);
}

TEST_P(BackendContract, MomentsOfTwoRowsAreWhatTheyAre) {
    const Synthetic s{2, 2, 2, {3, 4, 0.5F, 0}, {0, 1}};
    const auto data = s.upload(*backend);
    std::vector<double> gram(9), classSums(6), rowSum(3), classGrams(18);
    ASSERT_TRUE(backend->moments(*data, {1.0, true, gram, classSums, rowSum, classGrams}, {}));
    const auto expect = [](const std::vector<double>& got, const std::vector<double>& expected) {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
        }
    };
    expect(gram, {0.61, 0.48, 1.1, 0.48, 0.64, 0.8, 1.1, 0.8, 2.0});
    expect(classSums, {0.6, 0.8, 1.0, 0.5, 0.0, 1.0});
    expect(rowSum, {1.1, 0.8, 2.0});
    expect(classGrams, {0.36, 0.48, 0.6, 0.48, 0.64, 0.8, 0.6, 0.8, 1.0, //
                        0.25, 0.0, 0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 1.0});
}

TEST_P(BackendContract, AStopBeforeAPassEndsIt) {
    const Synthetic s = Synthetic::make(300, 7, 3);
    const auto data = s.upload(*backend);
    PassOptions pass = passOf(s);
    std::stop_source source;
    source.request_stop();
    pass.stop = source.get_token();
    const auto w = someWeights(pass.head);
    std::vector<double> sum(w.size());
    const GradientTask task{w, 0.4, sum};
    EXPECT_FALSE(backend->clippedGradientSums(*data, pass, std::span(&task, 1)));
    std::vector<double> rowSum(s.dim);
    EXPECT_FALSE(backend->moments(*data, {1.0, false, {}, {}, rowSum, {}}, pass.stop));
    // The next pass works.
    EXPECT_GT(norm(gradient(*backend, *data, pass.head, w, 0.4)), 0.0);
}

TEST_P(BackendContract, WrongRequestsAreRefusedBeforeAnyPass) {
    const Synthetic s = Synthetic::make(10, 4, 3);
    const auto data = s.upload(*backend);
    const PassOptions pass = passOf(s);
    std::vector<double> w(pass.head.parameters()), sum(w.size()), shorter(w.size() - 1);
    const auto refused = [&](const GradientTask& task, const PassOptions& options) {
        try {
            static_cast<void>(backend->clippedGradientSums(*data, options, std::span(&task, 1)));
        } catch (const Error& error) {
            return error.code() == ErrorCode::Usage;
        }
        return false;
    };
    for (const double clip : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_TRUE(refused({w, clip, sum}, pass)) << clip;
    }
    EXPECT_TRUE(refused({shorter, 1.0, sum}, pass));
    EXPECT_TRUE(refused({w, 1.0, shorter}, pass));
    PassOptions wider = pass;
    wider.head.dim = 5;
    EXPECT_TRUE(refused({w, 1.0, sum}, wider));
    const std::vector<std::uint32_t> beyond{10};
    PassOptions outside = pass;
    outside.subset = &beyond;
    EXPECT_TRUE(refused({w, 1.0, sum}, outside));
    EXPECT_THROW(static_cast<void>(backend->upload({s.source(), s.y, 0, Precision::Float32, 0})), Error);
    EXPECT_THROW(
        static_cast<void>(backend->upload({s.source(), std::span(s.y).first(9), 3, Precision::Float32, 0})),
        Error);
}

} // namespace parsimony::compute::testing
