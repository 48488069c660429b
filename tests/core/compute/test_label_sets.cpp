// SPDX-License-Identifier: GPL-3.0-or-later
// Records of several labels: the same sums as of one where each has one, and their own formulas where not.
#include "tests/core/compute/every_set.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace parsimony::compute {
namespace {

using testing::gradient;
using testing::linear;
using testing::relativeDistance;
using testing::someWeights;
using testing::Synthetic;

class LabelSetsOnEverySet : public testing::EverySet {};
INSTANTIATE_TEST_SUITE_P(Cpu, LabelSetsOnEverySet, testing::EverySet::indices());

TEST_P(LabelSetsOnEverySet, GradientsFollowTheFormula) {
    for (const std::uint32_t perRecord : {2U, 5U}) {
        const Synthetic s = Synthetic::make(600, 37, 7).withSets(perRecord);
        for (const bool bias : {false, true}) {
            const HeadShape head = linear(s, bias);
            const std::vector<double> w = someWeights(head);
            for (const double clip : {0.05, 1.0, 1e3}) {
                const auto expected = testing::referenceGradient(s, w, bias, clip, Loss::Sigmoid);
                const auto whole = gradient(*backend, *s.upload(*backend), head, w, clip, Loss::Sigmoid);
                EXPECT_LE(relativeDistance(whole, expected), 1e-5) << clip;
                const auto streamed = gradient(*backend, *s.upload(*backend, Precision::Float32, 4096), head,
                                               w, clip, Loss::Sigmoid);
                EXPECT_LE(relativeDistance(streamed, expected), 1e-5) << clip;
                const std::vector<std::uint32_t> sample{0, 5, 17, 255, 256, 400, 401, 599};
                const auto sampled =
                    gradient(*backend, *s.upload(*backend), head, w, clip, Loss::Sigmoid, &sample);
                EXPECT_LE(relativeDistance(
                              sampled, testing::referenceGradient(s, w, bias, clip, Loss::Sigmoid, &sample)),
                          1e-5)
                    << clip;
            }
        }
    }
}

/// A record may push all classes one way; its sum moves by the clip and no more.
TEST_P(LabelSetsOnEverySet, AdversarialNeighboursStayWithinTheClip) {
    for (const Precision precision : {Precision::Float32, Precision::Bfloat16}) {
        for (const double clip : {1e-6, 1.0, 1e4}) {
            Synthetic s = Synthetic::make(512, 48, 9).withSets(4);
            for (std::size_t i = 0; i < s.rows; ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    s.sets.values[i * 4 + k] = static_cast<std::int32_t>(2 * k);
                }
                for (std::size_t k = 0; k < s.dim; ++k) {
                    s.x[i * s.dim + k] = 1e4F * (1.0F + 0.37F * static_cast<float>((i * 7 + k) % 11));
                }
            }
            const HeadShape head = linear(s);
            const std::vector<double> w(head.parameters());
            const auto whole =
                gradient(*backend, *s.upload(*backend, precision), head, w, clip, Loss::Sigmoid);
            for (const std::size_t victim : {0UL, 130UL, 255UL, 256UL, 511UL}) {
                Synthetic without = s;
                std::fill_n(without.x.begin() + static_cast<std::ptrdiff_t>(victim * s.dim), s.dim, 0.0F);
                without.sets.invalidate(victim);
                const auto rest =
                    gradient(*backend, *without.upload(*backend, precision), head, w, clip, Loss::Sigmoid);
                const double moved = relativeDistance(rest, whole) * testing::norm(whole);
                EXPECT_LE(moved, clip * (1 + kArithmeticSlack));
                EXPECT_GE(moved, clip * 0.98);
            }
        }
    }
}

/// Everything that a backend sums, of records with one label each.
struct LabelSums {
    std::vector<std::vector<double>> all;
    CorrectCounts counts;
    friend bool operator==(const LabelSums& a, const LabelSums& b) {
        return a.all == b.all && a.counts.total == b.counts.total;
    }
};

LabelSums sumsOf(ComputeBackend& backend, const Synthetic& s) {
    LabelSums sums;
    const auto data = s.upload(backend);
    const std::size_t size = s.dim + 1;
    for (const HeadKind kind : {HeadKind::Linear, HeadKind::Sequence, HeadKind::Hidden, HeadKind::Views}) {
        HeadShape head = linear(s, true);
        head.kind = kind;
        head.sequenceLength = head.ofVectors() ? 3 : 1;
        head.dim /= head.sequenceLength;
        head.hidden = kind == HeadKind::Hidden ? 6 : 0;
        sums.all.push_back(gradient(backend, *data, head, someWeights(head), 0.4, Loss::Sigmoid));
    }
    std::vector<double> gram(size * size), classes(s.classes * size), grams(s.classes * size * size);
    MomentTask moments;
    moments.rowClip = 0.8;
    moments.bias = true;
    moments.gram = gram;
    moments.classSums = classes;
    moments.classGrams = grams;
    EXPECT_TRUE(backend.moments(*data, moments, {}));
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    std::vector<double> gradients(w.size()), hessians(s.classes * s.dim * s.dim), offsets(s.classes);
    EXPECT_TRUE(backend.newtonSums(*data, {w, offsets, 0.8, gradients, hessians}, {}));
    std::vector<double> difference(1);
    PassOptions pass;
    pass.head = head;
    pass.loss = Loss::Sigmoid;
    EXPECT_TRUE(backend.clippedLossDifference(*data, pass, w, someWeights(head, 6), 0.5, difference[0]));
    for (const auto& more : {gram, classes, grams, gradients, hessians, difference}) {
        sums.all.push_back(more);
    }
    const std::span<const double> model(w);
    EXPECT_TRUE(backend.countCorrect(*data, head, std::span(&model, 1), std::span(&sums.counts, 1), {}));
    return sums;
}

TEST(LabelSets, OfOneLabelGiveTheSumsOfThatLabelToTheBit) {
    const auto backend = makeCpuBackend({2});
    Synthetic one = Synthetic::make(600, 24, 5);
    one.y[17] = -1;
    Synthetic sets = one;
    sets.sets = {3, std::vector<std::int32_t>(one.rows * 3, data::kNoLabel)};
    for (std::size_t i = 0; i < one.rows; ++i) {
        sets.sets.values[i * 3] = one.y[i];
    }
    sets.sets.invalidate(17);
    EXPECT_TRUE(sumsOf(*backend, one) == sumsOf(*backend, sets));
}

TEST(LabelSets, ARecordIsInTheSumsOfAllItsClassesAndOnceInTheGramMatrix) {
    const auto backend = makeCpuBackend({2});
    const Synthetic s = Synthetic::make(300, 6, 4).withSets(3);
    std::vector<double> gram(36), classes(4 * 6), grams(4 * 36);
    MomentTask task;
    task.rowClip = 10.0;
    task.gram = gram;
    task.classSums = classes;
    task.classGrams = grams;
    ASSERT_TRUE(backend->moments(*s.upload(*backend), task, {}));
    std::vector<double> expectedGram(36), expected(4 * 6), expectedGrams(4 * 36);
    for (std::size_t i = 0; i < s.rows; ++i) {
        const float* x = s.x.data() + i * 6;
        for (std::size_t a = 0; a < 36; ++a) {
            const double product = static_cast<double>(x[a / 6]) * static_cast<double>(x[a % 6]);
            expectedGram[a] += product;
            for (std::size_t j = 0; j < 4; ++j) {
                expectedGrams[j * 36 + a] += s.has(i, j) ? product : 0.0;
            }
        }
        for (std::size_t j = 0; j < 4; ++j) {
            for (std::size_t k = 0; k < 6; ++k) {
                expected[j * 6 + k] += s.has(i, j) ? static_cast<double>(x[k]) : 0.0;
            }
        }
    }
    EXPECT_LE(relativeDistance(gram, expectedGram), 1e-6);
    EXPECT_LE(relativeDistance(classes, expected), 1e-6);
    EXPECT_LE(relativeDistance(grams, expectedGrams), 1e-6);
}

/// Precision at 1: whether the class of the largest logit is one of the record's.
TEST(LabelSets, APredictionIsRightWhereItIsAmongTheLabels) {
    const auto backend = makeCpuBackend({2});
    Synthetic s = Synthetic::make(300, 6, 4).withSets(2);
    s.sets.invalidate(3);
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    const auto data = s.upload(*backend);
    EXPECT_EQ(data->labelsPerRecord(), 2U);
    std::vector<float> logits(s.rows * s.classes);
    backend->logits(*data, head, w, 0, s.rows, logits);
    const auto best = testing::argmaxRows(logits, s.classes);
    std::uint64_t right = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
        right += s.isValid(i) && s.has(i, static_cast<std::size_t>(best[i])) ? 1 : 0;
    }
    CorrectCounts counts;
    const std::span<const double> model(w);
    ASSERT_TRUE(backend->countCorrect(*data, head, std::span(&model, 1), std::span(&counts, 1), {}));
    EXPECT_EQ(counts.total, right);
    std::uint64_t records = 0;
    for (const std::uint64_t of : counts.recordsPerClass) {
        records += of;
    }
    EXPECT_EQ(records, s.rows - 1); // a record without labels is one of which no prediction is right
}

TEST(LabelSets, AreRefusedWhereASumIsOfOneLabel) {
    const auto backend = makeCpuBackend({1});
    const Synthetic s = Synthetic::make(40, 6, 4).withSets(2);
    const auto data = s.upload(*backend);
    const HeadShape head = linear(s);
    const std::vector<double> w = someWeights(head);
    std::vector<double> sum(w.size());
    const GradientTask task{w, 1.0, sum};
    PassOptions pass;
    pass.head = head;
    EXPECT_THROW((void)backend->clippedGradientSums(*data, pass, std::span(&task, 1)), Error);
    double difference = 0.0;
    EXPECT_THROW((void)backend->clippedLossDifference(*data, pass, w, w, 1.0, difference), Error);
}

} // namespace
} // namespace parsimony::compute
