// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/untold_rows.h"
#include "core/data/data_files.h"
#include "core/data/part.h"
#include "core/data/shards.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace parsimony::data {

using namespace testing;

namespace {

std::string rowsFrom(int first, int count) {
    std::vector<float> values;
    for (int i = first; i < first + count; ++i) {
        values.insert(values.end(), {static_cast<float>(i), static_cast<float>(-i)});
    }
    return npy("<f4", std::to_string(count) + ", 2", bytesOf(values));
}

std::string labelsFrom(int first, int count) {
    std::vector<std::int64_t> values;
    for (int i = first; i < first + count; ++i) {
        values.push_back(i % 3);
    }
    return npy("<i8", std::to_string(count) + ",", bytesOf(values));
}

/// Eleven shards of one to eleven rows, as clip-retrieval names them.
int writeShards(const TempFolder& folder) {
    int rows = 0;
    for (int shard = 0; shard < 11; ++shard) {
        const std::string number = std::to_string(shard);
        writeText(folder.file("emb_" + number + ".npy"), rowsFrom(rows, shard + 1));
        writeText(folder.file("label_" + number + ".npy"), labelsFrom(rows, shard + 1));
        rows += shard + 1;
    }
    return rows;
}

} // namespace

TEST(Shards, AreReadInNaturalOrderAsOneArray) {
    const TempFolder folder;
    const auto rows = static_cast<std::size_t>(writeShards(folder));
    const auto reader = openArray(folder.file("emb_*.npy"));
    EXPECT_EQ(reader->info().shape, (std::vector<std::size_t>{rows, 2}));
    EXPECT_EQ(reader->info().bytes, rows * 8);
    EXPECT_EQ(reader->info().spec(), folder.file("emb_*.npy"));
    for (std::size_t first = 0; first < rows; ++first) { // every piece, over one to eleven shards
        for (std::size_t count = 0; first + count <= rows; ++count) {
            std::vector<double> out(count * 2 + 1, 0.5);
            reader->readRowsF64(first, count, out.data());
            for (std::size_t i = 0; i < count; ++i) {
                ASSERT_EQ(out[2 * i], static_cast<double>(first + i));
                ASSERT_EQ(out[2 * i + 1], -static_cast<double>(first + i));
            }
            ASSERT_EQ(out.back(), 0.5);
        }
    }
    reader->prefetch(0, rows);
    reader->prefetch(rows + 5, 3);
    std::vector<float> beyond(4);
    expectFailed([&] { reader->readRows(rows - 1, 2, beyond.data()); }, {});
    ASSERT_EQ(listArrays(folder.file("emb_*.npy")).size(), 1U);
    EXPECT_EQ(listArrays(folder.file("emb_*.npy")).front().rows(), rows);
}

TEST(Shards, MakeAPartInMemoryAndStreamed) {
    const TempFolder folder;
    writeShards(folder);
    LoadOptions options;
    options.preprocessing.norm = RowNorm::None;
    options.classes = 3;
    const PartFiles files{folder.file("emb_*.npy"), folder.file("label_[0-9]*.npy")};
    const LoadedPart whole = loadPart(files, options);
    options.memoryLimit = 1;
    const LoadedPart streamed = loadPart(files, options);
    ASSERT_EQ(whole.info.rows, 66U);
    EXPECT_TRUE(whole.invalidRows.empty());
    for (std::size_t i = 0; i < 66; ++i) {
        EXPECT_EQ(whole.labels[i], static_cast<std::int32_t>(i % 3));
    }
    std::vector<float> rows(66 * 2);
    streamed.features->readRows(0, 66, rows.data());
    EXPECT_TRUE(std::equal(rows.begin(), rows.end(), whole.features->contiguous().begin()));
}

TEST(Shards, KeysAndFoldersWork) {
    const TempFolder folder;
    const auto in = [&](const std::string& name) {
        std::filesystem::create_directory(folder.file(name));
        return folder.file(name) + "/";
    };
    writeZip(in("train") + "b.npz", {{"x.npy", rowsFrom(2, 1)}, {"id.npy", labelsFrom(1, 1)}}, true);
    writeZip(in("train") + "a.npz", {{"x.npy", rowsFrom(0, 2)}, {"id.npy", labelsFrom(5, 2)}}, true);
    writeText(in("train") + ".hidden", "no array");
    writeText(in("train_labels") + "y.npy", labelsFrom(0, 3));
    std::vector<double> out(6);
    openArray(folder.file("train:x"))->readRowsF64(0, 3, out.data());
    EXPECT_EQ(out, (std::vector<double>{0, 0, 1, -1, 2, -2}));
    openArray(folder.file("train/*.npz:x"))->readRowsF64(0, 3, out.data());
    EXPECT_EQ(out, (std::vector<double>{0, 0, 1, -1, 2, -2}));
    std::vector<std::string> ids;
    openIds(folder.file("train:id"))->read(0, 3, ids);
    EXPECT_EQ(ids, (std::vector<std::string>{"2", "0", "1"}));
    const DataFiles data = resolveData(folder.path());
    EXPECT_EQ(data.train.features, folder.file("train"));
    EXPECT_EQ(data.train.labels, folder.file("train_labels"));
    expectUnreadable(folder.file("train"), {"a.npz", "several arrays"});
}

TEST(Shards, WhatDoesNotFitIsNamed) {
    const TempFolder folder;
    writeText(folder.file("e_1.npy"), rowsFrom(0, 2));
    writeText(folder.file("e_2.npy"), npy("<f4", "1, 3", bytesOf(std::vector<float>{1, 2, 3})));
    expectUnreadable(folder.file("e_*.npy"), {"e_2.npy has the shape 1 x 3", "e_1.npy has 2 x 2"});
    try {
        static_cast<void>(openArray(folder.file("e_*.npy")));
        ADD_FAILURE();
    } catch (const SaidError& error) { // how many rows files have is for the curator, not how many columns
        const std::string told = withoutRows(error.sentence()).english();
        EXPECT_NE(told.find("3 columns and 2"), std::string::npos) << told;
        EXPECT_EQ(told.find("1 x"), std::string::npos) << told;
    }
    writeText(folder.file("e_2.npy"), npy("<f8", "1, 2", bytesOf(std::vector<double>{1, 2})));
    expectUnreadable(folder.file("e_*.npy"), {"e_2.npy holds float64", "e_1.npy holds float32"});
    writeText(folder.file("e_2.npy"), "damaged");
    expectUnreadable(folder.file("e_*.npy"), {"e_2.npy"});
    // A file of that very name is that file.
    writeText(folder.file("x[1].npy"), rowsFrom(0, 1));
    writeText(folder.file("x1.npy"), rowsFrom(0, 2));
    EXPECT_EQ(openArray(folder.file("x[1].npy"))->info().rows(), 1U);
}

TEST(Shards, NumbersOrderThemAsPeopleCount) {
    const TempFolder folder;
    const std::vector<std::string> names{"p1_s2.npy", "p1_s10.npy", "p2_s1.npy", "p02_s3.npy", "p10_s1.npy"};
    for (const std::string& name : names) {
        writeText(folder.file(name), rowsFrom(0, 1));
    }
    const std::vector<std::string> found = shardsOf(folder.path());
    ASSERT_EQ(found.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(found[i], folder.file(names[i]));
    }
}

} // namespace parsimony::data
