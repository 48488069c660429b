// SPDX-License-Identifier: GPL-3.0-or-later
// The model of TDPBF16PS against Intel's pseudo-code, the kernels on the model against float64, and AMX
// itself against the model, bit by bit.
#include "core/compute/cpu/buffer.h"
#include "core/compute/cpu/packing.h"
#include "core/compute/numerics/rounding.h"
#include "tests/core/compute/tile_model.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace parsimony::compute::cpu {
namespace {

constexpr float kLeastNormal = std::numeric_limits<float>::min();

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

/// Two bfloat16 in a word, the first in the low half.
std::uint32_t pairOf(float low, float high) {
    return bits(low) >> 16 | (bits(high) & 0xffff0000U);
}

float dotOfOneElement(float start, const std::vector<std::pair<float, float>>& low,
                      const std::vector<std::pair<float, float>>& high) {
    ModelTile c{1, 1, {}};
    ModelTile a{1, low.size(), {}};
    ModelTile b{low.size(), 1, {}};
    c.at[0][0] = bits(start);
    for (std::size_t k = 0; k < low.size(); ++k) {
        a.at[0][k] = pairOf(low[k].first, high[k].first);
        b.at[k][0] = pairOf(low[k].second, high[k].second);
    }
    modelTileDot(c, a, b);
    return std::bit_cast<float>(c.at[0][0]);
}

TEST(TileModel, RoundsASumOnceToNearestEven) {
    EXPECT_EQ(flushedMulAdd(1.0F, 0x1p-24F, 1.0F), 1.0F); // a tie: the even one
    EXPECT_EQ(flushedMulAdd(1.0F, 0x1p-24F, 0x1.000002p0F), 0x1.000004p0F);
    EXPECT_EQ(flushedMulAdd(0x1.02p0F, 0x1.02p-24F, 1.0F), 0x1.000002p0F); // just above a tie
    // 1 + 2⁻⁷ squared has 15 bits: rounded by itself it would still be exact, times 2⁻²⁴ it decides.
    EXPECT_EQ(flushedMulAdd(0x1.fep0F, 0x1.02p-25F, 1.0F), 0x1.000002p0F);
    EXPECT_EQ(flushedMulAdd(0x1p64F, 0x1p64F, 0.0F), std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(flushedMulAdd(std::numeric_limits<float>::infinity(), 0.0F, 1.0F)));
    // Infinite only after the sum: the product alone has no bounds.
    EXPECT_EQ(flushedMulAdd(0x1p64F, 0x1p64F, -std::numeric_limits<float>::max()), 0x1p104F);
}

TEST(TileModel, TakesSubnormalOperandsForZeros) {
    const float tiny = 0x1p-127F;
    EXPECT_EQ(bits(flushedMulAdd(tiny, 0x1p100F, 0.0F)), bits(0.0F));
    EXPECT_EQ(bits(flushedMulAdd(-tiny, 0x1p100F, -0.0F)), bits(-0.0F));
    EXPECT_EQ(flushedMulAdd(1.0F, kLeastNormal, tiny), kLeastNormal);
    EXPECT_TRUE(std::isnan(flushedMulAdd(tiny, std::numeric_limits<float>::infinity(), 1.0F)));
}

TEST(TileModel, TakesSubnormalResultsForZerosOfTheirSign) {
    EXPECT_EQ(bits(flushedMulAdd(0x1p-64F, 0x1p-63F, 0.0F)), bits(0.0F));
    EXPECT_EQ(bits(flushedMulAdd(-0x1p-64F, 0x1p-63F, 0.0F)), bits(-0.0F));
    EXPECT_EQ(flushedMulAdd(0x1p-63F, 0x1p-63F, 0.0F), kLeastNormal);
    EXPECT_EQ(bits(flushedMulAdd(-1.0F, kLeastNormal, 0x1.8p-126F)), bits(0.0F));
    // Rounded to 24 bits 2⁻¹²⁶ − 2⁻¹⁵¹ is 2⁻¹²⁶; 2⁻¹²⁶ − 2⁻¹⁵⁰ stays below it.
    EXPECT_EQ(flushedMulAdd(-0x1p-75F, 0x1p-76F, kLeastNormal), kLeastNormal);
    EXPECT_EQ(bits(flushedMulAdd(-0x1p-75F, 0x1p-75F, kLeastNormal)), bits(0.0F));
    EXPECT_EQ(bits(flushedMulAdd(-0x1.02p-75F, 0x1p-76F, kLeastNormal)), bits(0.0F));
    EXPECT_EQ(bits(flushedMulAdd(0x1.02p-75F, 0x1p-76F, -kLeastNormal)), bits(-0.0F));
}

TEST(TileModel, AddsLowAndHighHalvesByThemselvesAndThenToTheTile) {
    // In one chain 2²⁴ + 1 + 1 would stay 2²⁴, and the tile's own 1 would be lost as well.
    EXPECT_EQ(dotOfOneElement(0.0F, {{0x1p12F, 0x1p12F}, {0.0F, 0.0F}}, {{1.0F, 1.0F}, {1.0F, 1.0F}}),
              0x1p24F + 2.0F);
    EXPECT_EQ(dotOfOneElement(0.0F, {{0x1p12F, 0x1p12F}, {1.0F, 1.0F}, {1.0F, 1.0F}},
                              {{0.0F, 0.0F}, {0.0F, 0.0F}, {0.0F, 0.0F}}),
              0x1p24F);
    EXPECT_EQ(dotOfOneElement(0x1p24F, {{1.0F, 1.0F}}, {{1.0F, 1.0F}}), 0x1p24F + 2.0F);
    EXPECT_EQ(dotOfOneElement(1.0F, {{0x1p12F, 0x1p12F}}, {{-0x1p12F, 0x1p12F}}), 1.0F);
}

TEST(TileModel, TakesAsManyPairsRowsAndColumnsAsTheTilesHave) {
    ModelTile c{3, 5, {}};
    ModelTile a{3, 7, {}};
    ModelTile b{7, 5, {}};
    for (std::size_t m = 0; m < 16; ++m) {
        for (std::size_t k = 0; k < 16; ++k) {
            a.at[m][k] = pairOf(static_cast<float>(m + 1), static_cast<float>(k));
            b.at[m][k] = pairOf(static_cast<float>(k), static_cast<float>(m));
        }
    }
    modelTileDot(c, a, b);
    for (std::size_t m = 0; m < 16; ++m) {
        for (std::size_t n = 0; n < 16; ++n) {
            double expected = 0.0;
            for (std::size_t k = 0; k < 7; ++k) {
                expected += static_cast<double>((m + 1) * n + k * k);
            }
            EXPECT_EQ(static_cast<double>(std::bit_cast<float>(c.at[m][n])), m < 3 && n < 5 ? expected : 0.0);
        }
    }
}

/// Rows, weights and residuals for both products.
struct Operands {
    Operands(std::size_t rowCount, std::size_t depthCount, std::size_t columnCount)
        : rows(rowCount), depth(depthCount), stride(depthCount + kTileDepth), columns(columnCount) {
        constexpr std::uint16_t notANumber = 0x7fc0; // between rows: nothing may read it
        std::fill_n(x.ensure(rows * stride), rows * stride, notANumber);
        for (std::size_t r = 0; r < rows; ++r) {
            std::fill_n(&feature(r, 0), depth, std::uint16_t{0});
        }
        std::fill_n(h.ensure(columns * kLogitStride), columns * kLogitStride, 0.0F);
    }

    [[nodiscard]] std::uint16_t& feature(std::size_t r, std::size_t k) { return x.data()[r * stride + k]; }

    /// The logits, then the sums.
    [[nodiscard]] std::pair<std::vector<float>, std::vector<double>> run(const TileKernels& kernels) {
        std::fill_n(z.ensure(columns * kLogitStride), columns * kLogitStride, 0.0F);
        std::vector<float> bias(columns, 0.25F);
        packWeightTiles(bestKernels(), weights.data(), depth, columns, depth, depth,
                        packed.ensure(paddedTo(columns, kTileRows) * depth));
        kernels.logits({x.data(), stride, rows, depth, packed.data(), bias.data(), columns, z.data(), {}});
        std::vector<double> sums(columns * depth, 0.5);
        kernels.cut(h.data(), columns, rows, g.ensure(paddedTo(columns, kTileRows) * rows));
        kernels.accumulate({g.data(),
                            columns,
                            x.data(),
                            stride,
                            rows,
                            depth,
                            sums.data(),
                            depth,
                            pairs.ensure(rows * kTileDepth),
                            {}});
        return {{z.data(), z.data() + columns * kLogitStride}, sums};
    }

    std::size_t rows, depth, stride, columns;
    std::vector<double> weights = std::vector<double>(columns * depth);
    Buffer<std::uint16_t> x, packed, g, pairs;
    Buffer<float> h, z;
};

Operands normalOperands(std::size_t rows, std::size_t depth, std::size_t columns) {
    Operands o(rows, depth, columns);
    std::mt19937 random(static_cast<unsigned>(rows * 7 + depth * 3 + columns));
    std::normal_distribution<float> normal;
    for (std::size_t i = 0; i < rows * depth; ++i) {
        o.feature(i / depth, i % depth) = numerics::roundToBfloat16(normal(random));
    }
    for (double& w : o.weights) {
        w = static_cast<double>(normal(random));
    }
    for (std::size_t i = 0; i < columns * kLogitStride; ++i) {
        o.h.data()[i] = normal(random);
    }
    return o;
}

const std::vector<std::array<std::size_t, 3>> kShapes{{32, 32, 1},   {64, 64, 16},  {96, 96, 17},
                                                      {256, 32, 9},  {256, 96, 33}, {224, 64, 48},
                                                      {32, 160, 70}, {64, 832, 40}, {96, 416, 150}};

TEST(TileKernels, AgreeWithFloat64OnTheModel) {
    for (const auto& [rows, depth, columns] : kShapes) {
        Operands o = normalOperands(rows, depth, columns);
        const auto [z, sums] = o.run(modelKernels());
        const auto feature = [&](std::size_t r, std::size_t k) {
            return static_cast<double>(std::bit_cast<float>(std::uint32_t{o.feature(r, k)} << 16));
        };
        const auto cut = [&](std::size_t j, std::size_t r) {
            return static_cast<double>(
                std::bit_cast<float>(bits(o.h.data()[j * kLogitStride + r]) & 0xffff0000U));
        };
        const auto rounded = [&](double w) {
            return static_cast<double>(
                std::bit_cast<float>(std::uint32_t{numerics::roundToBfloat16(static_cast<float>(w))} << 16));
        };
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t r = 0; r < rows; ++r) {
                double expected = 0.25;
                for (std::size_t k = 0; k < depth; ++k) {
                    expected += feature(r, k) * rounded(o.weights[j * depth + k]);
                }
                ASSERT_NEAR(static_cast<double>(z[j * kLogitStride + r]), expected, 1e-4);
            }
            for (std::size_t k = 0; k < depth; ++k) {
                double expected = 0.5;
                for (std::size_t r = 0; r < rows; ++r) {
                    expected += cut(j, r) * feature(r, k);
                }
                ASSERT_NEAR(sums[j * depth + k], expected, 1e-4);
            }
        }
    }
}

/// How many elements differ; NaN equals NaN.
template <class T>
std::size_t differences(const std::vector<T>& a, const std::vector<T>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool same =
            std::isnan(a[i]) ? std::isnan(b[i]) : a[i] == b[i] && std::signbit(a[i]) == std::signbit(b[i]);
        count += same ? 0 : 1;
    }
    return count;
}

class AmxHardware : public ::testing::Test {
protected:
    void SetUp() override {
        if (amxKernels() == nullptr) {
            GTEST_SKIP() << "this machine has no AMX with bfloat16, or its kernel does not grant it";
        }
    }
};

TEST_F(AmxHardware, GivesTheBitsOfTheModelAtEveryShape) {
    for (const auto& [rows, depth, columns] : kShapes) {
        Operands o = normalOperands(rows, depth, columns);
        const auto [modelLogits, modelSums] = o.run(modelKernels());
        const auto [logits, sums] = o.run(*amxKernels());
        EXPECT_EQ(differences(modelLogits, logits), 0U) << rows << " " << depth << " " << columns;
        EXPECT_EQ(differences(modelSums, sums), 0U) << rows << " " << depth << " " << columns;
    }
}

/// Any bits: NaN, infinity, subnormal operands; and operands whose products and sums lie around 2⁻¹²⁶, where
/// the order and the place of every rounding and flush shows.
TEST_F(AmxHardware, GivesTheBitsOfTheModelOnAnyBits) {
    std::mt19937 random(20);
    std::size_t flushed = 0;
    for (int round = 0; round < 60; ++round) {
        Operands o(64, 64, 32);
        const auto any = [&](std::size_t place) {
            const auto word = static_cast<std::uint16_t>(random());
            if (round % 3 == 0) {
                // Few exponents are special in a row, else all sums were NaN.
                const bool special = random() % 64 == 0;
                return special ? word : static_cast<std::uint16_t>((word & 0x9fffU) | 0x2000U);
            }
            // 2⁻⁶⁵…2⁻⁶¹ each: products around 2⁻¹²⁶; every other round with cancelling signs.
            const unsigned exponent = 127 - 65 + static_cast<unsigned>(random() % 5);
            const unsigned sign = round % 3 == 1 ? 0U : static_cast<unsigned>(place % 2) << 15;
            return static_cast<std::uint16_t>(sign | exponent << 7 | (word & 0x7fU));
        };
        for (std::size_t i = 0; i < o.rows * o.depth; ++i) {
            o.feature(i / o.depth, i % o.depth) = any(i / 2);
        }
        for (std::size_t i = 0; i < o.weights.size(); ++i) {
            o.weights[i] = static_cast<double>(std::bit_cast<float>(std::uint32_t{any(0)} << 16));
        }
        for (std::size_t i = 0; i < o.columns * kLogitStride; ++i) {
            o.h.data()[i] = std::bit_cast<float>(std::uint32_t{any(0)} << 16 | 0x1234U);
        }
        const auto [modelLogits, modelSums] = o.run(modelKernels());
        const auto [logits, sums] = o.run(*amxKernels());
        ASSERT_EQ(differences(modelLogits, logits), 0U) << round;
        ASSERT_EQ(differences(modelSums, sums), 0U) << round;
        flushed += static_cast<std::size_t>(std::count(sums.begin(), sums.end(), 0.5));
    }
    EXPECT_GT(flushed, 0U);
}

} // namespace
} // namespace parsimony::compute::cpu
