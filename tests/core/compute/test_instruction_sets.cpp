// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/resident.h"
#include "core/compute/numerics/rounding.h"
#include "tests/core/compute/every_set.h"
#include "tests/core/compute/gradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace parsimony::compute {
namespace {

using testing::argmaxRows;
using testing::gradient;
using testing::linear;
using testing::referenceGradient;
using testing::relativeDistance;
using testing::someWeights;
using testing::Synthetic;

struct Shape {
    std::size_t rows, dim;
    std::uint32_t classes;
};

class EveryInstructionSet : public testing::EverySet {};

TEST_P(EveryInstructionSet, GradientSumsAgreeWithFloat64) {
    for (const Shape shape : {Shape{1, 1, 1},
                              {1, 3, 2},
                              {37, 16, 5},
                              {255, 17, 6},
                              {256, 5, 7},
                              {257, 64, 10},
                              {600, 100, 13},
                              {1000, 33, 70},
                              {300, 200, 39},
                              {700, 129, 1}}) {
        const Synthetic s = Synthetic::make(shape.rows, shape.dim, shape.classes);
        for (const bool bias : {false, true}) {
            const HeadShape head = linear(s, bias);
            const auto data = s.upload(*backend);
            const std::vector<double> w = someWeights(head);
            for (const Loss loss : {Loss::Softmax, Loss::Sigmoid}) {
                for (const double clip : {0.05, 1.0, std::numeric_limits<double>::infinity()}) {
                    const auto expected = referenceGradient(s, w, bias, clip, loss);
                    const auto got = gradient(*backend, *data, head, w, clip, loss);
                    EXPECT_LT(testing::norm(got), 1e300);
                    // One class: softmax gradients are exactly zero.
                    const double scale = std::max(testing::norm(expected), 1e-3);
                    EXPECT_LT(relativeDistance(got, expected) * testing::norm(expected) / scale, 3e-6)
                        << backend->description() << " N=" << shape.rows << " d=" << shape.dim
                        << " C=" << shape.classes << " bias=" << bias << " clip=" << clip;
                }
            }
        }
    }
}

TEST_P(EveryInstructionSet, Bfloat16SumsAgreeWithFloat64OfTheRoundedFeatures) {
    for (const Shape shape : {Shape{1, 1, 1},
                              {37, 16, 5},
                              {255, 17, 6},
                              {257, 64, 10},
                              {600, 100, 13},
                              {300, 48, 39},
                              {513, 33, 70},
                              {300, 416, 39}}) {
        Synthetic s = Synthetic::make(shape.rows, shape.dim, shape.classes);
        for (const bool bias : {false, true}) {
            const HeadShape head = linear(s, bias);
            const std::vector<double> w = someWeights(head);
            const auto data = s.upload(*backend, Precision::Bfloat16);
            Synthetic rounded = s;
            const auto toNearest = [](float v) {
                const std::uint32_t bits = std::uint32_t{numerics::roundToBfloat16(v)} << 16;
                return std::bit_cast<float>(bits);
            };
            std::transform(s.x.begin(), s.x.end(), rounded.x.begin(), toNearest);
            // With kernels of its own bfloat16 rounds the weights' differences and cuts residuals too.
            const bool narrow = testing::cutsResiduals(set);
            std::vector<double> weights = w;
            for (std::size_t i = 0; narrow && i < w.size(); ++i) {
                const bool isBias = bias && i % head.inputs() == head.dim;
                const double difference = w[i] - w[w.size() - head.inputs() + i % head.inputs()];
                weights[i] =
                    isBias ? difference : static_cast<double>(toNearest(static_cast<float>(difference)));
            }
            const auto expected = referenceGradient(rounded, weights, bias, 0.3, Loss::Softmax);
            const auto got = gradient(*backend, *data, head, w, 0.3);
            const double scale = std::max(testing::norm(expected), 1e-3);
            EXPECT_LT(relativeDistance(got, expected) * testing::norm(expected) / scale, narrow ? 6e-3 : 3e-6)
                << backend->description() << " N=" << shape.rows << " d=" << shape.dim
                << " C=" << shape.classes << " bias=" << bias;
        }
    }
}

TEST_P(EveryInstructionSet, CountsAgreeWithFloat64) {
    const Synthetic s = Synthetic::make(777, 20, 9);
    const HeadShape head = linear(s, true);
    const auto data = s.upload(*backend);
    const std::vector<double> w = someWeights(head);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
        std::size_t best = 0;
        std::vector<double> z(s.classes);
        for (std::size_t j = 0; j < s.classes; ++j) {
            z[j] = w[j * 21 + 20];
            for (std::size_t k = 0; k < s.dim; ++k) {
                z[j] += w[j * 21 + k] * static_cast<double>(s.x[i * s.dim + k]);
            }
            best = z[j] > z[best] ? j : best;
        }
        expected += static_cast<std::int32_t>(best) == s.y[i] ? 1 : 0;
    }
    const std::vector<double> zero(w.size());
    const std::vector<std::span<const double>> models{w, zero};
    std::vector<CorrectCounts> counts(2);
    ASSERT_TRUE(backend->countCorrect(*data, head, models, counts, {}));
    EXPECT_EQ(counts[0].total, expected);
    EXPECT_EQ(counts[1].total, static_cast<std::uint64_t>(std::count(s.y.begin(), s.y.end(), 0)));
    std::uint64_t records = 0;
    for (const std::uint64_t n : counts[0].recordsPerClass) {
        records += n;
    }
    EXPECT_EQ(records, s.rows);
    std::vector<float> logits(s.rows * s.classes);
    backend->logits(*data, head, w, 0, s.rows, logits);
    const std::vector<std::int32_t> labels = argmaxRows(logits, s.classes);
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < s.rows; ++i) {
        same += labels[i] == s.y[i] ? 1 : 0;
    }
    EXPECT_EQ(same, expected);
    std::vector<float> part(100 * s.classes);
    backend->logits(*data, head, w, 300, 100, part);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), logits.begin() + 300 * s.classes));
}

TEST_P(EveryInstructionSet, MomentsAgreeWithFloat64) {
    const Synthetic s = Synthetic::make(530, 23, 4);
    const auto data = s.upload(*backend);
    const double clip = 0.7;
    for (const bool bias : {false, true}) {
        const std::size_t n = s.dim + (bias ? 1 : 0);
        std::vector<double> gram(n * n), sums(s.classes * n), all(n), gram2(n * n), sums2(s.classes * n),
            all2(n), ofClass(s.classes * n * n), ofClass2(s.classes * n * n);
        MomentTask task;
        task.rowClip = clip;
        task.bias = bias;
        task.gram = gram;
        task.classSums = sums;
        task.rowSum = all;
        task.classGrams = ofClass;
        ASSERT_TRUE(backend->moments(*data, task, {}));
        for (std::size_t i = 0; i < s.rows; ++i) {
            std::vector<double> row(n, 1.0);
            double squares = 0;
            for (std::size_t k = 0; k < s.dim; ++k) {
                row[k] = static_cast<double>(s.x[i * s.dim + k]);
                squares += row[k] * row[k];
            }
            for (std::size_t k = 0; k < s.dim; ++k) {
                row[k] *= std::min(1.0, clip / std::sqrt(squares));
            }
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t k = 0; k < n; ++k) {
                    gram2[j * n + k] += row[j] * row[k];
                    ofClass2[(static_cast<std::size_t>(s.y[i]) * n + j) * n + k] += row[j] * row[k];
                }
                sums2[static_cast<std::size_t>(s.y[i]) * n + j] += row[j];
                all2[j] += row[j];
            }
        }
        EXPECT_LT(relativeDistance(gram, gram2), 1e-6);
        EXPECT_LT(relativeDistance(sums, sums2), 1e-6);
        EXPECT_LT(relativeDistance(all, all2), 1e-6);
        EXPECT_LT(relativeDistance(ofClass, ofClass2), 1e-6);
        std::vector<double> alone(ofClass.size());
        MomentTask matrices;
        matrices.rowClip = clip;
        matrices.bias = bias;
        matrices.classGrams = alone;
        ASSERT_TRUE(backend->moments(*data, matrices, {}));
        EXPECT_EQ(alone, ofClass);
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, EveryInstructionSet, testing::EverySet::indices());

TEST(Kernels, TilesOfEveryShapeAddUpToTheSameBits) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    const std::vector<cpu::Kernels> all = cpu::allKernels();
    for (const std::size_t columns : {1UL, 9UL, 13UL, 48UL, 49UL, 100UL}) {
        for (const std::size_t width : {16UL, 96UL, 112UL}) {
            cpu::Buffer<float> x, g;
            std::generate_n(x.ensure(kBlockRows * width), kBlockRows * width, [&] { return normal(random); });
            std::generate_n(g.ensure(columns * cpu::kLogitStride), columns * cpu::kLogitStride,
                            [&] { return normal(random); });
            const auto sumsOf = [&](const cpu::Kernels& kernels, std::size_t piece) {
                cpu::Buffer<double> s;
                cpu::Buffer<float> partial;
                std::fill_n(s.ensure(columns * width), columns * width, 0.25);
                for (std::size_t r = 0; r < kBlockRows; r += piece) {
                    cpu::AccumulateArgs args;
                    args.g = g.data() + r;
                    args.columns = columns;
                    args.x = x.data() + r * width;
                    args.stride = width;
                    args.rows = piece;
                    args.width = width;
                    args.s = s.data();
                    args.lds = width;
                    args.partial = partial.ensure(columns * width);
                    args.first = r == 0;
                    args.last = r + piece == kBlockRows;
                    kernels.accumulate(args);
                }
                return std::vector<double>(s.data(), s.data() + columns * width);
            };
            for (std::size_t i = 0; i < all.size(); ++i) {
                const std::vector<double> whole = sumsOf(all[i], kBlockRows);
                EXPECT_EQ(sumsOf(all[i], 64), whole) << all[i].name << " " << columns << " " << width;
                if (i > 0 && std::string_view(all[i].name) == all[i - 1].name) {
                    EXPECT_EQ(sumsOf(all[i - 1], kBlockRows), whole)
                        << all[i].name << " " << columns << " " << width;
                }
            }
        }
    }
}

TEST(Kernels, ValuesThatComeInPartsMultiplyToTheBitsOfTheWhole) {
    std::mt19937 random(4);
    std::normal_distribution<float> normal;
    constexpr std::size_t depth = 112;
    for (const cpu::Kernels& kernels : cpu::allKernels()) {
        for (const std::size_t columns : {1UL, 5UL, 6UL, 17UL, 99UL}) {
            cpu::Buffer<float> x, w, z;
            std::generate_n(x.ensure(depth * kernels.panel), depth * kernels.panel,
                            [&] { return normal(random); });
            std::generate_n(w.ensure(columns * depth), columns * depth, [&] { return normal(random); });
            std::vector<float> bias(columns);
            std::generate(bias.begin(), bias.end(), [&] { return normal(random); });
            const auto logitsOf = [&](std::size_t part) {
                std::fill_n(z.ensure(columns * cpu::kLogitStride), columns * cpu::kLogitStride, 0.0F);
                for (std::size_t k = 0; k < depth; k += part) {
                    kernels.multiply({x.data() + k * kernels.panel,
                                      kernels.panel,
                                      std::min(part, depth - k),
                                      w.data(),
                                      bias.data(),
                                      columns,
                                      z.data(),
                                      {},
                                      k,
                                      depth});
                }
                return std::vector<float>(z.data(), z.data() + columns * cpu::kLogitStride);
            };
            const std::vector<float> whole = logitsOf(depth);
            for (const std::size_t part : {4UL, 20UL, 96UL}) {
                EXPECT_EQ(logitsOf(part), whole) << kernels.name << " " << columns << " " << part;
            }
        }
    }
}

TEST(Kernels, NormsHaveTheBitsOfAPlainLoopOnEveryInstructionSet) {
    constexpr std::size_t stride = 48;
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    std::vector<float> rows(11 * stride);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = std::ldexp(normal(random), static_cast<int>(i / stride * 31) - 150);
    }
    for (const cpu::Kernels& kernels : cpu::allKernels()) {
        for (std::size_t count = 1; count <= 11; ++count) {
            std::vector<float> norms(count);
            kernels.norms(rows.data(), stride, count, stride - 16, norms.data());
            for (std::size_t r = 0; r < count; ++r) {
                std::array<double, 4> sums{};
                for (std::size_t k = 0; k < stride - 16; ++k) {
                    const double value = static_cast<double>(rows[r * stride + k]);
                    sums[k % 4] += value * value;
                }
                const double norm = std::sqrt((sums[0] + sums[1]) + (sums[2] + sums[3]));
                auto up = static_cast<float>(norm * (1.0 + 0x1p-40));
                up = static_cast<double>(up) < norm
                         ? std::nextafter(up, std::numeric_limits<float>::infinity())
                         : up;
                EXPECT_EQ(norms[r], up) << kernels.name << " " << r << " of " << count;
            }
        }
    }
}

TEST(Kernels, RoundToBfloat16AsTheScalarCodeDoesOnEveryInstructionSet) {
    std::vector<float> in;
    for (const std::uint32_t high : {0x0000U, 0x0001U, 0x007fU, 0x0080U, 0x3f7fU, 0x3f80U, 0x7f7fU, 0x7f80U,
                                     0x7fffU, 0x8000U, 0xbf81U, 0xff7fU, 0xff80U, 0xffffU}) {
        for (const std::uint32_t low : {0U, 1U, 0x7fffU, 0x8000U, 0x8001U, 0xffffU}) {
            in.push_back(std::bit_cast<float>(high << 16 | low));
        }
    }
    std::vector<std::uint16_t> expected(in.size());
    std::transform(in.begin(), in.end(), expected.begin(),
                   [](float v) { return numerics::roundToBfloat16(v); });
    for (const cpu::Kernels& kernels : cpu::allKernels()) {
        for (const std::size_t count : {in.size(), in.size() - 7, std::size_t{3}}) {
            std::vector<std::uint16_t> got(in.size());
            kernels.narrow(in.data(), count, got.data());
            EXPECT_TRUE(
                std::equal(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(count), expected.begin()))
                << kernels.name << " " << count;
        }
    }
}

} // namespace
} // namespace parsimony::compute
