// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/numerics/clip.h"
#include "core/compute/numerics/rounding.h"
#include "core/compute/types.h"
#include "gpu/kernels/residual_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace parsimony::numerics {
namespace {

TEST(Rounding, EveryHalfComesBackAndWhatLiesBetweenGoesToTheNearer) {
    for (std::uint32_t bits = 0; bits < 0x7c00U; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = halfToFloat(half);
        const double exponent = std::max(bits >> 10, 1U) - 25.0;
        const double exact = (bits >> 10 == 0 ? bits : (bits & 0x3ffU) + 1024.0) *
                             std::exp2(exponent); // from the format's definition
        ASSERT_EQ(static_cast<double>(value), exact) << bits;
        ASSERT_EQ(roundToHalf(value), half);
        ASSERT_EQ(cutToHalf(value), half);
        ASSERT_EQ(roundToHalf(-value), half | 0x8000U);
        if (bits == 0x7bffU) {
            break;
        }
        const float next = halfToFloat(static_cast<std::uint16_t>(half + 1));
        const float middle = value + (next - value) / 2.0F;                      // exact in float32
        ASSERT_EQ(roundToHalf(middle), bits % 2 == 0 ? half : half + 1) << bits; // ties to even
        ASSERT_EQ(roundToHalf(std::nextafter(middle, next)), half + 1);
        ASSERT_EQ(roundToHalf(std::nextafter(middle, value)), half);
        ASSERT_EQ(cutToHalf(std::nextafter(next, value)), half);
    }
}

TEST(Rounding, FiniteStaysFiniteAndTheRestStaysWhatItIs) {
    const float inf = std::numeric_limits<float>::infinity();
    const float most = std::numeric_limits<float>::max();
    EXPECT_EQ(halfToFloat(roundToHalf(most)), 65504.0F);
    EXPECT_EQ(halfToFloat(roundToHalf(-65520.0F)), -65504.0F);
    EXPECT_EQ(halfToFloat(cutToHalf(most)), 65504.0F);
    EXPECT_EQ(halfToFloat(roundToHalf(inf)), inf);
    EXPECT_TRUE(std::isnan(halfToFloat(roundToHalf(std::nanf("")))));
    using compute::Precision;
    for (const auto precision :
         {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
        EXPECT_TRUE(std::isfinite(compute::roundOperand(most, precision)));
        EXPECT_TRUE(std::isinf(compute::roundOperand(-inf, precision)));
        EXPECT_TRUE(std::isnan(compute::roundOperand(std::nanf(""), precision)));
        EXPECT_EQ(compute::roundOperand(-1.5F, precision), -1.5F);
        EXPECT_EQ(compute::parsePrecision(compute::precisionName(precision), "p"), precision);
    }
}

TEST(Rounding, SignificandsLoseTheirLastBitsToTheNearestAndTowardsZero) {
    std::mt19937 random(5);
    for (int i = 0; i < 200'000; ++i) {
        const float value = bitsFloat(random());
        if (!std::isfinite(value)) {
            continue;
        }
        const std::uint32_t low = floatBits(value) >> 16;
        const float next = bitsFloat((low + 1) << 16);
        const double below =
            std::fabs(static_cast<double>(value) - static_cast<double>(bitsFloat(low << 16)));
        const double above = std::fabs(static_cast<double>(next) - static_cast<double>(value));
        const bool up = std::isfinite(next) && (above < below || (above == below && low % 2 == 1));
        ASSERT_EQ(roundToBfloat16(value), low + (up ? 1U : 0U)) << value;
        for (const int dropped : {kTf32Dropped, kBfloat16Dropped}) {
            const float near = roundSignificand(value, dropped);
            const float cut = cutSignificand(value, dropped);
            const std::uint32_t mask = (1U << dropped) - 1;
            ASSERT_EQ(floatBits(near) & mask, 0U);
            ASSERT_EQ(floatBits(cut) & mask, 0U);
            ASSERT_LE(std::fabs(cut), std::fabs(value));
            ASSERT_LE(std::fabs(static_cast<double>(near) - static_cast<double>(value)),
                      std::fabs(static_cast<double>(cut) - static_cast<double>(value)));
        }
    }
}

TEST(Rounding, NarrowValuesStayWhatTheyAreAtTheEnds) {
    EXPECT_EQ(roundToBfloat16(bitsFloat(0x7f800001U)) & 0x7fffU, 0x7fc0U) << "NaN, not infinity";
    EXPECT_EQ(roundToBfloat16(std::numeric_limits<float>::max()), 0x7f7fU) << "finite stays finite";
    EXPECT_EQ(roundToBfloat16(-std::numeric_limits<float>::infinity()), 0xff80U);
    EXPECT_EQ(roundToBfloat16(-0.0F), 0x8000U);
}

TEST(Rounding, ACutResidualIsNeverLarger) {
    std::mt19937 random(6);
    std::uniform_real_distribution<float> one(-1.0F, 1.0F);
    using compute::Precision;
    for (int i = 0; i < 100'000; ++i) {
        const float value = one(random) * std::exp2(-static_cast<float>(random() % 24));
        for (const auto precision :
             {Precision::Float32, Precision::Bfloat16, Precision::Tf32, Precision::Float16}) {
            std::uint16_t narrow = 0;
            const float cut = gpu::cutResidual(value, precision, narrow);
            ASSERT_LE(std::fabs(cut), std::fabs(value));
            ASSERT_GE(std::fabs(cut), std::fabs(value) * (1.0F - 0x1p-7F) - 0x1p-38F)
                << compute::precisionName(precision);
        }
    }
}

/// PRIVACY rule 14, with numbers that float32 holds badly or not at all: subnormal residuals, squares that
/// would vanish, norms whose product would overflow.
TEST(Rounding, AClippedRowIsNeverLongerThanItsClip) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> one(0.5, 1.0);
    std::size_t clipped = 0;
    std::size_t dropped = 0;
    for (int i = 0; i < 200'000; ++i) {
        const std::size_t classes = 1 + random() % 5;
        const double size = std::exp2(-static_cast<double>(random() % 149));
        float g[5] = {};
        double squares = 0.0;
        for (std::size_t j = 0; j < classes; ++j) {
            g[j] = static_cast<float>(size * one(random));
            squares += static_cast<double>(g[j]) * static_cast<double>(g[j]);
        }
        const auto length =
            static_cast<float>(one(random) * std::exp2(static_cast<double>(random() % 248) - 120));
        const auto clip =
            static_cast<float>(one(random) * std::exp2(static_cast<double>(random() % 90) - 60));
        const float factor = clipFactor(squares, length, clip, 0);
        double after = 0.0;
        for (std::size_t j = 0; j < classes; ++j) {
            const double h = static_cast<double>(factor * g[j]);
            after += h * h;
        }
        const double norm = std::sqrt(squares) * static_cast<double>(length);
        const double contribution = std::sqrt(after) * static_cast<double>(length);
        const auto bound = static_cast<double>(clip);
        ASSERT_LE(contribution, bound * (1.0 + 0x1p-20)) << squares << " " << length << " " << clip;
        if (static_cast<double>(length) > bound * 0x1p120) {
            ++dropped;
            ASSERT_EQ(factor, 0.0F);
        } else if (norm > bound && squares > 0x1p-80 && norm < 3e38) {
            ++clipped;
            ASSERT_GE(contribution, bound * (1.0 - 0x1p-15)); // all of its clip is used
        }
    }
    EXPECT_GT(clipped, 10'000U);
    EXPECT_GT(dropped, 1'000U);
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(clipFactor(0.0, 0.0F, 0.1F, 0), 1.0F);
    EXPECT_EQ(clipFactor(1.0, 5.0F, inf, 0), 1.0F);
    EXPECT_EQ(clipFactor(1.0, 5.0F, 0.1F, -1), 0.0F);
    EXPECT_EQ(clipFactor(1e300, 1e30F, 0.1F, 0), 0.0F);
    EXPECT_EQ(clipFactor(std::nan(""), 1.0F, 0.1F, 0), 0.0F);
    EXPECT_EQ(clipFactor(1e-4, 2e35F, 0.1F, 0), 0.0F); // longer than 2^120 clips
    EXPECT_EQ(roundedDown(0.1), 0x1.999998p-4F);
}

} // namespace
} // namespace parsimony::numerics
