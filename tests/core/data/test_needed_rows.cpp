// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of which some rows are needed: others are not unpacked, or not kept.
#include "core/data/part.h"
#include "core/data/row_order.h"

#include "array_files.h"
#include "expect_error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <numeric>

namespace parsimony::data {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::Pair;

namespace {

constexpr std::size_t kNeededRows = 7, kNeededWidth = 3;

std::vector<float> valuesOfAll() {
    std::vector<float> values(kNeededRows * kNeededWidth);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

/// Any rows of the array are what they are among all of them.
void expectRowsAlone(const PartFiles& files) {
    const std::vector<float> all = valuesOfAll();
    for (std::size_t first = 0; first < kNeededRows; ++first) {
        for (std::size_t count = 1; first + count <= kNeededRows; ++count) {
            RowOrder order(count); // the last one first
            std::iota(order.rbegin(), order.rend(), static_cast<std::uint32_t>(first));
            PartFiles some = files;
            some.order = std::make_shared<const RowOrder>(order);
            std::vector<float> rows(count * kNeededWidth), expected;
            openFeatures(some)->readRows(0, count, rows.data());
            for (const std::uint32_t row : order) {
                expected.insert(expected.end(), all.begin() + row * kNeededWidth,
                                all.begin() + (row + 1) * kNeededWidth);
            }
            EXPECT_EQ(rows, expected) << files.features << ": " << count << " from " << first << " on";
        }
    }
}

} // namespace

TEST(NeededRows, OfHdf5AreReadAlone) {
    for (const Hdf5Layout layout : {Hdf5Layout::Contiguous, Hdf5Layout::Chunked, Hdf5Layout::BigEndian}) {
        const TempFolder folder;
        const std::vector<std::int64_t> labels(kNeededRows);
        writeHdf5(folder.file("a.h5"), valuesOfAll(), kNeededRows, labels, layout);
        expectRowsAlone({folder.file("a.h5:group/x"), ""});
    }
}

TEST(NeededRows, OfNpzAreKeptAloneUnderTheChecksumOfAll) {
    const TempFolder folder;
    const std::string member = npy("<f4", "7, 3", bytesOf(valuesOfAll()));
    for (const bool deflate : {false, true}) {
        writeZip(folder.file("a.npz"), {{"x.npy", member}}, deflate);
        expectRowsAlone({folder.file("a.npz"), ""});
    }
    writeZip(folder.file("a.npz"), {{"x.npy", member}}, false);
    std::string damaged = readText(folder.file("a.npz"));
    damaged.at(damaged.find(bytesOf(valuesOfAll())) + (kNeededRows * kNeededWidth - 1) * sizeof(float)) ^=
        1; // the last row
    writeText(folder.file("a.npz"), damaged);
    PartFiles files{folder.file("a.npz"), ""};
    files.order = std::make_shared<const RowOrder>(RowOrder{1});
    std::vector<float> row(kNeededWidth);
    expectFailed([&] { openFeatures(files)->readRows(0, 1, row.data()); }, {"a.npz", "damaged"});
}

TEST(NeededRows, OfShardsSideBySideAreReadAlone) {
    const TempFolder folder;
    const std::vector<float> all = valuesOfAll();
    std::filesystem::create_directory(folder.file("left"));
    std::vector<float> right;
    for (std::size_t shard = 0, row = 0; shard < 3; ++shard) { // of 2, 2 and 3 rows
        std::vector<float> left;
        for (const std::size_t end = shard < 2 ? row + 2 : kNeededRows; row < end; ++row) {
            left.insert(left.end(), {all[row * kNeededWidth], all[row * kNeededWidth + 1]});
            right.push_back(all[row * kNeededWidth + 2]);
        }
        writeHdf5(folder.file("left/" + std::to_string(shard) + ".h5"), left, left.size() / 2,
                  std::vector<std::int64_t>(left.size() / 2), Hdf5Layout::Chunked);
    }
    writeHdf5(folder.file("right.h5"), right, kNeededRows, std::vector<std::int64_t>(kNeededRows),
              Hdf5Layout::Chunked);
    PartFiles files{folder.file("left") + ":group/x", ""};
    files.beside = {{folder.file("right.h5:group/x"), {}}};
    expectRowsAlone(files);
    const WatchedHdf5Reader reader(folder);
    files.order = std::make_shared<const RowOrder>(RowOrder{3, kNoRow, 4});
    std::vector<float> rows(3 * kNeededWidth);
    openFeatures(files)->readRows(0, 3, rows.data());
    EXPECT_EQ(rows, (std::vector<float>{10, 11, 12, 0, 0, 0, 13, 14, 15}));
    EXPECT_THAT(reader.rowsRead(), ElementsAre(Pair(1, 1), Pair(3, 2), Pair(0, 1)));
}

} // namespace parsimony::data
