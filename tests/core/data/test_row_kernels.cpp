// SPDX-License-Identifier: GPL-3.0-or-later
// Loops on vector registers give the bits of plain loops, at every length and address.
#include "core/data/bounded_row.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace parsimony::data {

namespace {

double plainSumOfSquares(const float* values, std::size_t count) {
    std::array<double, 8> sums{};
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t lane = i < count / 8 * 8 ? i % 8 : 0;
        sums[lane] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    }
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/// Of all sizes that float32 has, with zeros among them.
std::vector<float> values(std::size_t count, std::mt19937& random) {
    std::vector<float> all(count);
    for (float& value : all) {
        const auto bits = static_cast<std::uint32_t>(random());
        value = std::bit_cast<float>(bits);
        value = std::isfinite(value) && bits % 11 != 0 ? value : 0.0F;
    }
    return all;
}

TEST(RowKernels, SumsOfSquaresHaveTheBitsOfAPlainLoop) {
    std::mt19937 random(7);
    for (std::size_t count = 0; count < 70; ++count) {
        const std::vector<float> row = values(count + 3, random);
        for (std::size_t from = 0; from < 3; ++from) {
            EXPECT_EQ(sumOfSquares(row.data() + from, count), plainSumOfSquares(row.data() + from, count))
                << count << " values from " << from;
        }
    }
}

TEST(RowKernels, ScaledRowsHaveTheBitsOfAPlainLoop) {
    std::mt19937 random(8);
    for (std::size_t count = 0; count < 70; ++count) {
        const std::vector<float> row = values(count, random);
        for (const double factor : {1.0 / 3.0, 0x1.fffffep-1, 1e-30, 1e-60}) {
            std::vector<float> scaled(count);
            const double squares = scaleRow(row.data(), count, factor, scaled.data());
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_EQ(scaled[i], static_cast<float>(static_cast<double>(row[i]) * factor)) << row[i];
            }
            EXPECT_EQ(squares, plainSumOfSquares(scaled.data(), count)) << count;
        }
    }
}

TEST(RowKernels, SeveralRowsHaveTheBitsOfEach) {
    std::mt19937 random(9);
    for (std::size_t rows = 0; rows < 11; ++rows) {
        for (const std::size_t dim : {1UL, 7UL, 8UL, 37UL, 64UL}) {
            const std::vector<float> all = values(rows * dim, random);
            std::vector<double> factors(rows), sums(rows), scaledSums(rows);
            for (double& factor : factors) {
                factor = 1.0 / static_cast<double>(1 + random() % 1000);
            }
            std::vector<float> scaled(rows * dim), one(dim);
            sumsOfSquares(all.data(), rows, dim, sums.data());
            scaleRows(all.data(), rows, dim, factors.data(), scaled.data(), scaledSums.data());
            for (std::size_t r = 0; r < rows; ++r) {
                EXPECT_EQ(sums[r], sumOfSquares(all.data() + r * dim, dim)) << r << " of " << rows;
                EXPECT_EQ(scaledSums[r], scaleRow(all.data() + r * dim, dim, factors[r], one.data()));
                EXPECT_TRUE(std::equal(one.begin(), one.end(), scaled.data() + r * dim))
                    << r << " of " << rows;
            }
        }
    }
}

TEST(RowKernels, ScalingAgainHasTheBitsOfTheFirstTime) {
    std::mt19937 random(10);
    for (const std::size_t dim : {1UL, 7UL, 8UL, 37UL, 64UL}) {
        constexpr std::size_t rows = 9;
        const std::vector<float> all = values(rows * dim, random), mean = values(dim, random);
        std::vector<double> factors(rows), sums(rows);
        std::vector<float> cut(rows), first(rows * dim), again(rows * dim);
        for (std::size_t r = 0; r < rows; ++r) {
            factors[r] = cutFactor(std::ldexp(1.0 + static_cast<double>(random()) * 0x1p-32,
                                              static_cast<int>(random() % 198) - 99));
            cut[r] = shortFactor(factors[r]);
            ASSERT_EQ(static_cast<double>(cut[r]), factors[r]);
        }
        scaleRows(all.data(), rows, dim, factors.data(), first.data(), sums.data());
        rescaleRows(all.data(), rows, dim, cut.data(), nullptr, again.data());
        EXPECT_EQ(again, first) << dim;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double apart = static_cast<double>(all[i]) - static_cast<double>(mean[i % dim]);
            first[i] = static_cast<float>(apart * factors[i / dim]);
        }
        rescaleRows(all.data(), rows, dim, cut.data(), mean.data(), again.data());
        EXPECT_EQ(again, first) << dim;
    }
}

TEST(RowKernels, FactorsAreCutTowardsZeroWhereFloat32HasThem) {
    EXPECT_EQ(cutFactor(1.0), 1.0);
    EXPECT_EQ(cutFactor(1.0 / 3.0), 0x1.555554p-2);
    EXPECT_EQ(cutFactor(2.0 / 3.0), 0x1.555554p-1); // the nearest float32 lies above
    EXPECT_EQ(cutFactor(0x1p120), 0x1p120);
    EXPECT_EQ(cutFactor(1e-60), 1e-60);
    EXPECT_EQ(shortFactor(1.0 / 3.0), 0x1.555554p-2F);
    for (const double other : {0.0, 1e-60, 0x1p120, std::numeric_limits<double>::infinity(), std::nan("")}) {
        EXPECT_EQ(shortFactor(other), 0.0F) << other;
    }
}

TEST(RowKernels, TagsAreSumsOfProductsOfKeyedWords) {
    std::mt19937 random(11);
    for (std::size_t dim = 1; dim < 70; ++dim) {
        const std::vector<float> row = values(dim, random);
        std::vector<std::uint32_t> key(tagKeyWords(dim)), words(dim + dim % 2);
        std::generate(key.begin(), key.end(), [&] { return static_cast<std::uint32_t>(random()); });
        std::memcpy(words.data(), row.data(), dim * sizeof(float));
        std::array<std::uint64_t, 2> expected{}, tag{};
        for (std::size_t i = 0; i < words.size(); i += 2) {
            for (std::size_t half = 0; half < 2; ++half) {
                expected[half] += std::uint64_t{words[i] + key[i + 2 * half]} *
                                  std::uint64_t{words[i + 1] + key[i + 1 + 2 * half]};
            }
        }
        tagRow(row.data(), dim, key.data(), tag.data());
        EXPECT_EQ(tag, expected) << dim;
    }
}

TEST(RowKernels, WhatIsNotFiniteShowsInTheSum) {
    for (const float wrong : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
        for (std::size_t at = 0; at < 19; ++at) {
            std::vector<float> row(19, 1.0F);
            row[at] = wrong;
            EXPECT_FALSE(std::isfinite(sumOfSquares(row.data(), row.size()))) << at;
        }
    }
}

} // namespace

} // namespace parsimony::data
