// SPDX-License-Identifier: GPL-3.0-or-later
// What was found of rows holds as long as they are what they were, and no longer.
#include "core/data/part.h"
#include "core/data/row_digest.h"
#include "core/data/row_memory.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace parsimony::data {

namespace {

using namespace testing;

TEST(RowMemory, EveryBitOfARowCounts) {
    constexpr std::size_t dim = 21;
    std::vector<float> rows(2 * dim, 0.5F);
    RowMemory memory(2, dim, true);
    const float factors[] = {0.25F, 0.5F};
    EXPECT_FALSE(memory.knows(0, 2, rows.data()));
    memory.keep(0, 2, rows.data(), factors);
    ASSERT_TRUE(memory.knows(0, 2, rows.data()));
    EXPECT_EQ(memory.factors(1)[0], 0.5F);
    for (std::size_t bit = 0; bit < 32 * rows.size(); ++bit) {
        const float before = rows[bit / 32];
        rows[bit / 32] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(before) ^ (1U << (bit % 32)));
        EXPECT_FALSE(memory.knows(0, 2, rows.data())) << bit;
        rows[bit / 32] = before;
    }
    std::swap(rows[0], rows[dim]); // equal: still what they were
    EXPECT_TRUE(memory.knows(0, 2, rows.data()));
    rows[3] = 0.25F;
    rows[5] = 0.75F;
    memory.keep(0, 1, rows.data(), factors);
    std::swap(rows[3], rows[5]);
    EXPECT_FALSE(memory.knows(0, 1, rows.data()));
}

TEST(RowMemory, RowsWithoutAFactorStayUnknown) {
    const std::vector<float> rows(6, 1.0F);
    const float factors[] = {0.5F, 0.0F};
    for (const bool tagged : {false, true}) {
        RowMemory memory(2, 3, tagged);
        memory.keep(0, 2, rows.data(), factors);
        EXPECT_TRUE(memory.knows(0, 1, rows.data()));
        EXPECT_FALSE(memory.knows(1, 1, rows.data() + 3));
        EXPECT_FALSE(memory.knows(0, 2, rows.data()));
    }
}

std::vector<float> readAll(const FeatureSource& source, std::size_t together) {
    std::vector<float> values(source.rows() * source.dim());
    for (std::size_t first = 0; first < source.rows(); first += together) {
        const std::size_t count = std::min(together, source.rows() - first);
        source.readRows(first, count, values.data() + first * source.dim());
    }
    return values;
}

/// Rows of many sizes, with zeros, rows of zeros and wrong values among them.
std::vector<float> manyRows(std::size_t rows, std::size_t dim) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<float> all(rows * dim);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t row = i / dim;
        all[i] = row % 11 == 5 ? 0.0F : std::ldexp(normal(random), static_cast<int>(row % 23) - 11);
    }
    all[7 * dim + 1] = std::numeric_limits<float>::quiet_NaN();
    all[9 * dim] = std::numeric_limits<float>::infinity();
    all[12 * dim] = 1e38F; // whose factor no float32 of ordinary size is
    all[13 * dim] = 1e-42F;
    std::fill_n(all.data() + 14 * dim, dim, 1e-42F);
    return all;
}

TEST(RowMemory, LaterReadingsHaveTheBitsOfRowsInMemory) {
    constexpr std::size_t rows = 97, dim = 37;
    const TempFolder folder;
    const std::vector<float> all = manyRows(rows, dim);
    const std::vector<double> wide(all.begin(), all.end());
    const std::string shape = std::to_string(rows) + ", " + std::to_string(dim);
    writeText(folder.file("x32.npy"), npy("<f4", shape, bytesOf(all)));
    writeText(folder.file("x64.npy"), npy("<f8", shape, bytesOf(wide)));
    writeText(folder.file("y.npy"),
              npy("<i8", std::to_string(rows) + ",", bytesOf(std::vector<std::int64_t>(rows, 1))));
    std::vector<float> mean(dim);
    for (std::size_t i = 0; i < dim; ++i) {
        mean[i] = 0.01F * static_cast<float>(i);
    }
    for (const char* name : {"x32.npy", "x64.npy"}) {
        for (const RowNorm norm : {RowNorm::None, RowNorm::Clip, RowNorm::Unit}) {
            for (const bool centred : {false, true}) {
                for (const bool declared : {false, true}) {
                    PartFiles files{folder.file(name), folder.file("y.npy")};
                    if (declared) {
                        auto content = std::make_shared<DeclaredContent>();
                        content->key.fill(5);
                        content->content = rowDigests(*openArray(files.features),
                                                      openArray(files.labels).get(), content->key)
                                               .content;
                        files.declared = content;
                    }
                    LoadOptions load;
                    load.classes = 2;
                    load.preprocessing.norm = norm;
                    load.preprocessing.mean = centred ? mean : std::vector<float>();
                    const std::vector<float> memory = readAll(*loadPart(files, load).features, rows);
                    load.memoryLimit = 1;
                    const LoadedPart streamed = loadPart(files, load);
                    ASSERT_TRUE(streamed.features->contiguous().empty());
                    EXPECT_TRUE(streamed.features->unchanging());
                    for (const std::size_t together : {rows, std::size_t{1}, std::size_t{10}}) {
                        EXPECT_EQ(readAll(*streamed.features, together), memory)
                            << name << " " << rowNormName(norm) << " " << centred << declared;
                    }
                }
            }
        }
    }
}

TEST(RowMemory, AMappedFileThatIsWrittenToEndsItsReading) {
    const TempFolder folder;
    const std::vector<float> values = {3, 0, 4, 1, 1, 1};
    writeText(folder.file("x.npy"), npy("<f4", "2, 3", bytesOf(values)));
    LoadOptions load;
    load.memoryLimit = 1;
    const LoadedPart part = loadPart({folder.file("x.npy"), ""}, load);
    const std::vector<float> before = readAll(*part.features, 2);
    EXPECT_EQ(readAll(*part.features, 2), before);
    std::filesystem::last_write_time(folder.file("x.npy"),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    expectFailed([&] { (void)readAll(*part.features, 2); }, {"changed"});
}

} // namespace

} // namespace parsimony::data
