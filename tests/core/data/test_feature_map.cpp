// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feature_map.h"
#include "core/data/part.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

constexpr std::size_t kMapDim = 7, kMapRows = 500;

std::vector<float> drawn(std::size_t count, unsigned seed, float scale = 1.0F) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0F, scale);
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return normal(random); });
    return values;
}

FeatureMap exampleMap(bool quadratic) {
    FeatureMap map{.mean = drawn(kMapDim, 3, 0.2F), .biasShare = 0.02};
    if (quadratic) {
        map.quadratic = QuadraticBlock{11, 0.2, drawn(11 * kMapDim, 4), drawn(11 * kMapDim, 5)};
    }
    return map;
}

/// By the definition, in float64.
std::vector<double> expected(const FeatureMap& map, double bound, const float* row) {
    const auto scaled = [](std::vector<double> values, double norm) {
        double squares = 0.0;
        for (const double value : values) {
            squares += value * value;
        }
        for (double& value : values) {
            value *= norm / std::sqrt(squares);
        }
        return values;
    };
    std::vector<double> unit;
    for (std::size_t j = 0; j < kMapDim; ++j) {
        unit.push_back(static_cast<double>(row[j]) - static_cast<double>(map.mean[j]));
    }
    unit = scaled(unit, 1.0);
    std::vector<double> all = unit;
    if (map.quadratic) {
        std::vector<double> products;
        for (std::size_t k = 0; k < map.quadratic->rows; ++k) {
            double a = 0.0;
            double b = 0.0;
            for (std::size_t j = 0; j < kMapDim; ++j) {
                a += static_cast<double>(map.quadratic->first[k * kMapDim + j]) * unit[j];
                b += static_cast<double>(map.quadratic->second[k * kMapDim + j]) * unit[j];
            }
            products.push_back(a * b);
        }
        all = scaled(unit, std::sqrt(1.0 - map.quadratic->share));
        products = scaled(products, std::sqrt(map.quadratic->share));
        all.insert(all.end(), products.begin(), products.end());
    }
    all = scaled(all, bound * std::sqrt(1.0 - map.biasShare));
    all.push_back(bound * std::sqrt(map.biasShare));
    return all;
}

} // namespace

TEST(FeatureMap, FollowsItsDefinitionWithinTheBound) {
    for (const bool quadratic : {false, true}) {
        for (const double bound : {1.0, 0.3, 7.0}) {
            const FeatureMap map = exampleMap(quadratic);
            const std::size_t width = kMapDim + map.added();
            const std::vector<float> rows = drawn(kMapRows * kMapDim, 6);
            std::vector<float> out(kMapRows * width);
            mapRows(map, bound, rows.data(), kMapRows, kMapDim, out.data());
            for (std::size_t i = 0; i < kMapRows; ++i) {
                const std::vector<double> row = expected(map, bound, rows.data() + i * kMapDim);
                long double squares = 0;
                for (std::size_t j = 0; j < width; ++j) {
                    const auto value = static_cast<double>(out[i * width + j]);
                    ASSERT_NEAR(value, row[j], 1e-6 * bound) << i << ' ' << j;
                    squares += static_cast<long double>(value) * static_cast<long double>(value);
                }
                ASSERT_LE(squares, static_cast<long double>(bound) * static_cast<long double>(bound));
                ASSERT_GE(squares, static_cast<long double>(bound * bound) * 0.99999L);
            }
        }
    }
}

TEST(FeatureMap, ARowDependsOnItselfAloneAndARowOfZerosStaysOne) {
    for (const bool quadratic : {false, true}) {
        const FeatureMap map = exampleMap(quadratic);
        const std::size_t width = kMapDim + map.added();
        std::vector<float> rows = drawn(20 * kMapDim, 8);
        std::vector<float> before(20 * width);
        mapRows(map, 1.0, rows.data(), 20, kMapDim, before.data());
        std::fill_n(rows.begin() + 5 * kMapDim, kMapDim, 0.0F); // removed
        std::vector<float> after(20 * width);
        mapRows(map, 1.0, rows.data(), 20, kMapDim, after.data());
        for (std::size_t i = 0; i < 20 * width; ++i) {
            const bool removed = i / width == 5;
            ASSERT_EQ(after[i], removed ? 0.0F : before[i]) << "row " << i / width;
        }
        // A row that is the mean itself is there: its bias stands.
        std::vector<float> same(width);
        mapRows(map, 1.0, map.mean.data(), 1, kMapDim, same.data());
        EXPECT_GT(same.back(), 0.0F);
    }
}

TEST(FeatureMap, BitsOfARowDoNotDependOnHowManyAreMappedWithIt) {
    constexpr std::size_t kDim = 384, kRows = 300, kOutputs = 96;
    const FeatureMap map{drawn(kDim, 3, 0.2F), 0.02,
                         QuadraticBlock{kOutputs, 0.2, drawn(kOutputs * kDim, 4), drawn(kOutputs * kDim, 5)}};
    const std::vector<float> rows = drawn(kRows * kDim, 6);
    const std::size_t width = kDim + map.added();
    std::vector<float> together(kRows * width);
    mapRows(map, 1.0, rows.data(), kRows, kDim, together.data());
    for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{7}, std::size_t{64}}) {
        std::vector<float> some(kRows * width);
        for (std::size_t first = 0; first < kRows; first += count) {
            mapRows(map, 1.0, rows.data() + first * kDim, std::min(count, kRows - first), kDim,
                    some.data() + first * width);
        }
        EXPECT_EQ(some, together) << count << " at a time";
    }
}

TEST(FeatureMap, MalformedRecordsAreRowsOfZerosInMemoryAndStreamed) {
    const TempFolder folder;
    constexpr std::size_t rows = 40;
    std::vector<float> x = drawn(rows * kMapDim, 9);
    x[3 * kMapDim + 2] = std::numeric_limits<float>::quiet_NaN();
    std::vector<std::int64_t> y(rows, 1);
    y[8] = 5; // none of the classes
    y[9] = -2;
    writeText(folder.file("x.npy"), npy("<f4", "40, 7", bytesOf(x)));
    writeText(folder.file("y.npy"), npy("<i8", "40,", bytesOf(y)));
    LoadOptions options;
    options.classes = 3;
    options.preprocessing.norm = RowNorm::Clip;
    options.preprocessing.bound = 2.0;
    options.preprocessing.map = exampleMap(true);
    std::vector<std::vector<float>> found;
    for (const std::size_t memory : {std::size_t{1} << 30U, std::size_t{1}}) {
        options.memoryLimit = memory;
        const LoadedPart part = loadPart({folder.file("x.npy"), folder.file("y.npy")}, options);
        EXPECT_EQ(part.features->contiguous().empty(), memory == 1);
        const std::size_t width = part.features->dim();
        ASSERT_EQ(width, kMapDim + 12);
        std::vector<float>& values = found.emplace_back(rows * width);
        part.features->readRows(0, rows, values.data());
        for (std::size_t i = 0; i < rows; ++i) {
            const bool wrong = i == 3 || i == 8 || i == 9;
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * width);
            const bool zero = std::all_of(begin, begin + static_cast<std::ptrdiff_t>(width),
                                          [](float v) { return v == 0.0F; });
            EXPECT_EQ(zero, wrong) << i;
            EXPECT_EQ(part.labels[i], wrong ? -1 : 1);
        }
    }
    EXPECT_EQ(found[0], found[1]);
}

TEST(FeatureMap, RefusesWhatDoesNotFit) {
    Preprocessing preprocessing;
    preprocessing.map = exampleMap(true);
    checkPreprocessing(preprocessing, kMapDim);
    const auto refuses = [&](const std::function<void(Preprocessing&)>& change, const char* piece) {
        Preprocessing changed = preprocessing;
        change(changed);
        expectError([&] { checkPreprocessing(changed, kMapDim); }, ErrorCode::Usage, {piece});
    };
    refuses([](Preprocessing& p) { p.norm = RowNorm::None; }, "bounded norm");
    refuses([](Preprocessing& p) { p.map->mean.pop_back(); }, "rows of 7 values");
    refuses([](Preprocessing& p) { p.map->mean[2] = std::numeric_limits<float>::infinity(); }, "not finite");
    refuses([](Preprocessing& p) { p.map->biasShare = 1.0; }, "feature map");
    refuses([](Preprocessing& p) { p.map->quadratic->first.pop_back(); }, "feature map");
    refuses([](Preprocessing& p) { p.map->quadratic->share = 0.0; }, "feature map");
}
