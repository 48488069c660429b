// SPDX-License-Identifier: GPL-3.0-or-later
// How rows are scaled, clipped and centred before anything is done with them.
#include "core/data/preprocess.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

/// ‖row‖² of float32 values: the squares are exact in long double, the sum has 11 bits to spare.
long double exactSquares(const float* row, std::size_t dim) {
    long double sum = 0;
    for (std::size_t i = 0; i < dim; ++i) {
        sum += static_cast<long double>(row[i]) * static_cast<long double>(row[i]);
    }
    return sum;
}

} // namespace

TEST(Preprocess, NormsHoldInExactArithmetic) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    for (const double bound : {1.0, 0.1, 3.0, 1e-30, 1e30}) {
        for (const double scale : {1.0, 1e30, 1e-40, 1e300, 1e-310}) {
            for (const std::size_t dim : {1U, 3U, 384U, 4096U}) {
                std::vector<double> row(dim);
                for (double& value : row) {
                    value = normal(random) * scale;
                }
                for (const RowNorm norm : {RowNorm::Unit, RowNorm::Clip}) {
                    Preprocessing preprocessing;
                    preprocessing.norm = norm;
                    preprocessing.bound = bound;
                    std::vector<double> copy = row;
                    std::vector<float> out(dim);
                    ASSERT_TRUE(preprocessRow(copy.data(), dim, preprocessing, out.data()));
                    const long double squares = exactSquares(out.data(), dim);
                    const auto limit = static_cast<long double>(bound) * static_cast<long double>(bound);
                    EXPECT_LE(squares, limit) << bound << " " << scale << " " << dim;
                    if (norm == RowNorm::Unit) {
                        EXPECT_GE(squares, limit * 0.999999L) << bound << " " << scale << " " << dim;
                    }
                }
            }
        }
    }
}

TEST(Preprocess, RowsTogetherHaveTheBitsOfEach) {
    std::mt19937_64 random(11);
    std::normal_distribution<float> normal;
    for (const RowNorm norm : {RowNorm::None, RowNorm::Clip, RowNorm::Unit}) {
        for (const double bound : {1e-30, 0.3, 1e30}) {
            for (const std::size_t dim : {1U, 5U, 37U, 64U}) {
                Preprocessing preprocessing;
                preprocessing.norm = norm;
                preprocessing.bound = bound;
                constexpr std::size_t count = 71;
                std::vector<float> rows(count * dim);
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    constexpr std::array scales{1.0F, 1e-44F, 0.0F, 1e38F, 1.0F};
                    rows[i] = normal(random) * scales[i / dim % scales.size()];
                }
                rows[7 * dim] = std::nanf("");
                rows[11 * dim] = kInfinite;
                std::vector<float> out(rows.size(), 9.0F), one(dim);
                std::vector<std::uint8_t> fine(count, 2);
                std::vector<float> copy = rows;
                preprocessRows(copy.data(), count, dim, preprocessing, out.data(), fine.data());
                for (std::size_t r = 0; r < count; ++r) {
                    EXPECT_EQ(fine[r] == 1,
                              preprocessRow(rows.data() + r * dim, dim, preprocessing, one.data()))
                        << r;
                    EXPECT_TRUE(std::equal(one.begin(), one.end(), out.data() + r * dim)) << r;
                }
            }
        }
    }
}

TEST(Preprocess, Float32RowsGiveTheBitsOfTheirFloat64) {
    std::mt19937_64 random(9);
    std::normal_distribution<float> normal;
    for (const float scale : {1.0F, 1e-40F, 1e30F}) {
        for (const RowNorm norm : {RowNorm::None, RowNorm::Clip, RowNorm::Unit}) {
            for (const bool mean : {false, true}) {
                Preprocessing preprocessing;
                preprocessing.norm = norm;
                preprocessing.bound = 0.3;
                preprocessing.mean.assign(mean ? 37 : 0, 0.25F);
                std::vector<float> narrow(37);
                std::generate(narrow.begin(), narrow.end(), [&] { return normal(random) * scale; });
                std::vector<double> wide(narrow.begin(), narrow.end());
                std::vector<float> a(37);
                std::vector<float> b(37);
                EXPECT_TRUE(preprocessRow(narrow.data(), 37, preprocessing, a.data()));
                EXPECT_TRUE(preprocessRow(wide.data(), 37, preprocessing, b.data()));
                EXPECT_EQ(a, b);
            }
        }
    }
    std::vector<float> bad{1.0F, kInfinite};
    std::vector<float> out(2, 1.0F);
    EXPECT_FALSE(preprocessRow(bad.data(), 2, Preprocessing{}, out.data()));
    EXPECT_EQ(out, std::vector<float>(2, 0.0F));
}

TEST(Preprocess, ClipLeavesShortRowsAlone) {
    Preprocessing clip;
    clip.norm = RowNorm::Clip;
    std::vector<double> row{0.25, -0.5, 0.125};
    std::vector<float> out(3);
    ASSERT_TRUE(preprocessRow(row.data(), 3, clip, out.data()));
    EXPECT_EQ(out, (std::vector<float>{0.25F, -0.5F, 0.125F}));
}

TEST(Preprocess, ClipMendsWhatRoundingToFloat32Lengthens) {
    // Norm just below 1 in float64, just above 1 as float32.
    std::vector<double> row{1.0 - 1e-12, 0x1p-40};
    Preprocessing clip;
    clip.norm = RowNorm::Clip;
    std::vector<float> out(2);
    ASSERT_TRUE(preprocessRow(row.data(), 2, clip, out.data()));
    EXPECT_LE(exactSquares(out.data(), 2), 1.0L);
    EXPECT_GE(exactSquares(out.data(), 2), 0.999999L);
}

TEST(Preprocess, ZeroRowsStayZeroAndBadRowsBecomeZero) {
    const Preprocessing unit;
    std::vector<double> zero(3, 0.0);
    std::vector<float> out(3, 5.0F);
    EXPECT_TRUE(preprocessRow(zero.data(), 3, unit, out.data()));
    EXPECT_EQ(out, std::vector<float>(3, 0.0F));
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        std::vector<double> row{1.0, bad, 1e300};
        out.assign(3, 5.0F);
        EXPECT_FALSE(preprocessRow(row.data(), 3, unit, out.data()));
        EXPECT_EQ(out, std::vector<float>(3, 0.0F));
    }
    Preprocessing none;
    none.norm = RowNorm::None;
    std::vector<double> large{1.0, 1e39, 0.0}; // no finite float32
    EXPECT_FALSE(preprocessRow(large.data(), 3, none, out.data()));
    EXPECT_EQ(out, std::vector<float>(3, 0.0F));
}

TEST(Preprocess, SubtractsTheMeanBeforeTheNormIsTaken) {
    Preprocessing preprocessing;
    preprocessing.mean = {1.0F, 1.0F};
    std::vector<double> row{1.0, 3.0};
    std::vector<float> out(2);
    ASSERT_TRUE(preprocessRow(row.data(), 2, preprocessing, out.data()));
    EXPECT_EQ(out[0], 0.0F);
    EXPECT_NEAR(out[1], 1.0F, 1e-6);
}

/// Each is brought to the norm as if it were a row; one that is wrong makes the record so.
TEST(Preprocess, PreparesEachViewByItself) {
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    for (const RowNorm norm : {RowNorm::None, RowNorm::Clip, RowNorm::Unit}) {
        Preprocessing alone;
        alone.norm = norm;
        alone.bound = 0.7;
        Preprocessing views = alone;
        views.viewDim = 4;
        checkPreprocessing(views, 12);
        std::vector<float> row(12);
        std::generate(row.begin(), row.end(), [&] { return normal(random); });
        std::fill_n(row.begin() + 4, 4, 0.0F); // a view that is not there
        row[8] = 3e-20F;
        std::vector<double> wide(row.begin(), row.end());
        std::vector<float> expected(12), narrow(12), ofWide(12);
        for (std::size_t at = 0; at < 12; at += 4) {
            std::vector<float> view(row.begin() + static_cast<std::ptrdiff_t>(at),
                                    row.begin() + static_cast<std::ptrdiff_t>(at + 4));
            ASSERT_TRUE(preprocessRow(view.data(), 4, alone, expected.data() + at));
        }
        EXPECT_TRUE(preprocessRow(row.data(), 12, views, narrow.data()));
        EXPECT_TRUE(preprocessRow(wide.data(), 12, views, ofWide.data()));
        EXPECT_EQ(narrow, expected);
        EXPECT_EQ(ofWide, expected);
        row[9] = kInfinite;
        EXPECT_FALSE(preprocessRow(row.data(), 12, views, narrow.data()));
        EXPECT_EQ(narrow, std::vector<float>(12, 0.0F));
    }
    Preprocessing views;
    views.viewDim = 5;
    expectError([&] { checkPreprocessing(views, 12); }, ErrorCode::Usage, {"views of 5 values"});
    views.viewDim = 4;
    views.mean.assign(12, 0.1F);
    expectError([&] { checkPreprocessing(views, 12); }, ErrorCode::Usage, {"views"});
}

TEST(Preprocess, RefusesBadConstants) {
    for (const double bound : {0.0, -1.0, 1e31, std::nan("")}) {
        Preprocessing preprocessing;
        preprocessing.bound = bound;
        expectError([&] { checkPreprocessing(preprocessing, 2); }, ErrorCode::Usage, {"bound"});
    }
    Preprocessing preprocessing;
    preprocessing.mean = {1.0F};
    expectError([&] { checkPreprocessing(preprocessing, 2); }, ErrorCode::Usage, {"mean"});
}
