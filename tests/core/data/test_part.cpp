// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/data/part.h"
#include "core/data/row_digest.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// How many rows two sorted lists share, equal rows counted as often as both have them.
std::size_t sharedRows(const std::vector<RowDigest>& a, const std::vector<RowDigest>& b) {
    std::vector<RowDigest> shared;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
    return shared.size();
}

LoadOptions options(RowNorm norm, int classes, double bound = 1.0) {
    LoadOptions result;
    result.preprocessing.norm = norm;
    result.preprocessing.bound = bound;
    result.classes = classes;
    result.threads = 2;
    return result;
}

std::vector<float> rowsOf(const FeatureSource& source) {
    std::vector<float> values(source.rows() * source.dim());
    source.readRows(0, source.rows(), values.data());
    return values;
}

/// A part on disk: rows × 3 features and their labels.
PartFiles writePart(const TempFolder& folder, const std::vector<float>& x,
                    const std::vector<std::int64_t>& y) {
    const std::string rows = std::to_string(y.size());
    writeText(folder.file("x.npy"), npy("<f4", rows + ", 3", bytesOf(x)));
    writeText(folder.file("y.npy"), npy("<i8", rows + ",", bytesOf(y)));
    return {folder.file("x.npy"), folder.file("y.npy")};
}

} // namespace

TEST(Part, BadValuesZeroTheirRecordOnly) {
    const TempFolder folder;
    const PartFiles files =
        writePart(folder, {3, 0, 4, kNan, 1, 1, 1, 1, kInf, 0, 5, 12, 1, 2, 2, 0, 0, 0}, {0, 1, 1, 5, -1, 1});
    for (const std::size_t limit : {std::size_t{0}, std::size_t{1}}) { // in memory and streamed
        LoadOptions load = options(RowNorm::Unit, 2);
        load.memoryLimit = limit;
        const LoadedPart part = loadPart(files, load);
        EXPECT_EQ(part.features->contiguous().empty(), limit == 1);
        EXPECT_EQ(part.labels, (std::vector<std::int32_t>{0, -1, -1, -1, -1, 1}));
        EXPECT_EQ(part.invalidFeatureRows, 2U);
        EXPECT_EQ(part.invalidLabelRows, 2U);
        EXPECT_EQ(part.invalidRows, (std::vector<std::size_t>{1, 2, 3, 4}));
        const std::vector<float> rows = rowsOf(*part.features);
        EXPECT_NEAR(rows[0], 0.6F, 1e-6);
        EXPECT_NEAR(rows[2], 0.8F, 1e-6);
        EXPECT_EQ(std::vector<float>(rows.begin() + 3, rows.end()), std::vector<float>(15, 0.0F));
    }
}

TEST(Part, StreamedRowsEqualThoseInMemoryBitForBit) {
    const std::string sample = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    const PartFiles files{sample + ":x_train", sample + ":y_train"};
    LoadOptions load = options(RowNorm::Unit, 10);
    const LoadedPart memory = loadPart(files, load);
    load.memoryLimit = 1;
    load.threads = 1;
    const LoadedPart streamed = loadPart(files, load);
    EXPECT_EQ(rowsOf(*memory.features), rowsOf(*streamed.features));
    EXPECT_EQ(memory.labels, streamed.labels);
    EXPECT_EQ(memory.invalidFeatureRows + memory.invalidLabelRows, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.features->contiguous().data()) % 64, 0U);
}

TEST(Part, Rule28_WhatWasDeclaredIsWhatIsRead) {
    const TempFolder folder;
    const std::vector<float> values = {3, 0, 4, kNan, 1, 1, 1, 2, 3};
    PartFiles files = writePart(folder, values, {0, 1, 7});
    auto declared = std::make_shared<DeclaredContent>();
    declared->key.fill(5);
    declared->content =
        rowDigests(*openArray(files.features), openArray(files.labels).get(), declared->key).content;
    files.declared = declared;
    for (const std::size_t limit : {std::size_t{0}, std::size_t{1}}) { // in memory and streamed
        LoadOptions load = options(RowNorm::Unit, 2);
        load.preprocessing.mean = {1.0F, 0.0F, 0.0F};
        load.memoryLimit = limit;
        const LoadedPart part = loadPart(files, load);
        const std::vector<float> before = rowsOf(*part.features);
        (void)writePart(folder, {3, 0, 4, kNan, 1, 1, 1, 2, 4}, {0, 1, 7});
        if (limit == 0) {
            EXPECT_EQ(rowsOf(*part.features), before); // read once
        } else {
            expectFailed([&] { static_cast<void>(rowsOf(*part.features)); }, {"changed"});
        }
        expectFailed([&] { static_cast<void>(loadPart(files, load)); }, {"changed"});
        (void)writePart(folder, values, {0, 1, 1}); // the labels
        expectFailed([&] { static_cast<void>(loadPart(files, load)); }, {"changed"});
        (void)writePart(folder, values, {0, 1, 7});
        EXPECT_EQ(rowsOf(*loadPart(files, load).features), before);
    }
}

TEST(Part, ReadsInvalidCsvCellsAsInvalidRecords) {
    const TempFolder folder;
    writeText(folder.file("x.csv"), "1,2\nx,2\n3,4\n");
    writeText(folder.file("y.csv"), "0\n1\n0.5\n");
    const LoadedPart part =
        loadPart({folder.file("x.csv:2"), folder.file("y.csv")}, options(RowNorm::None, 2));
    EXPECT_EQ(rowsOf(*part.features), (std::vector<float>{1, 2, 0, 0, 0, 0}));
    EXPECT_EQ(part.labels, (std::vector<std::int32_t>{0, -1, -1}));
}

TEST(Part, LoadsRowsWithoutLabels) {
    const TempFolder folder;
    PartFiles files = writePart(folder, {3, 0, 4, 0, 2, 0}, {0, 1});
    files.labels.clear();
    const LoadedPart part = loadPart(files, options(RowNorm::Unit, 0));
    EXPECT_TRUE(part.labels.empty());
    EXPECT_FALSE(part.info.labels.has_value());
    EXPECT_EQ(part.features->rows(), 2U);
}

TEST(Part, KeepsChosenRows) {
    const TempFolder folder;
    const PartFiles files = writePart(folder, {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}, {0, 9, 1, 0});
    for (const std::size_t limit : {std::size_t{0}, std::size_t{1}}) {
        LoadOptions load = options(RowNorm::None, 2);
        load.memoryLimit = limit;
        load.keep = {1, 0, 1, 1};
        const LoadedPart part = loadPart(files, load);
        EXPECT_EQ(rowsOf(*part.features), (std::vector<float>{1, 1, 1, 3, 3, 3, 4, 4, 4}));
        EXPECT_EQ(part.labels, (std::vector<std::int32_t>{0, 1, 0}));
        EXPECT_EQ(part.invalidLabelRows, 0U) << "the invalid row is not of this part";
        load.keep = {0, 0, 0, 0};
        expectFailed([&] { static_cast<void>(loadPart(files, load)); }, {"no row"});
        load.keep = {1};
        expectError([&] { static_cast<void>(loadPart(files, load)); }, ErrorCode::Usage, {"4"});
    }
}

TEST(Part, StopsWhenAsked) {
    const TempFolder folder;
    const PartFiles files = writePart(folder, {1, 1, 1}, {0});
    std::stop_source source;
    source.request_stop();
    LoadOptions load = options(RowNorm::Unit, 1);
    load.stop = source.get_token();
    expectError([&] { static_cast<void>(loadPart(files, load)); }, ErrorCode::Interrupted, {"stopped"});
}

TEST(Part, FindsTheLargestLabel) {
    const TempFolder folder;
    const PartFiles files = writePart(folder, std::vector<float>(9, 1.0F), {2, -5, 1});
    EXPECT_EQ(largestLabel(files.labels), 2);
}

TEST(DataFiles, ResolvesFoldersAndFiles) {
    const TempFolder folder;
    for (const char* name : {"train.npy", "train_labels.npy", "test.npy", "test_labels.npy"}) {
        writeText(folder.file(name), "");
    }
    const DataFiles files = resolveData(folder.path());
    EXPECT_EQ(files.train.features, folder.file("train.npy"));
    EXPECT_EQ(files.train.labels, folder.file("train_labels.npy"));
    EXPECT_EQ(files.test->labels, folder.file("test_labels.npy"));
    EXPECT_FALSE(files.validation.has_value());
    const std::string sample = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    EXPECT_EQ(resolveData(sample).train.features, sample + ":x_train");
    EXPECT_EQ(resolveData(sample).test->labels, sample + ":y_test");
}

TEST(DataFiles, SaysWhatIsMissing) {
    const TempFolder folder;
    writeText(folder.file("train.npy"), "");
    expectFailed([&] { static_cast<void>(resolveData(folder.path())); }, {"no labels", "train"});
    const TempFolder empty;
    expectFailed([&] { static_cast<void>(resolveData(empty.path())); }, {"train.npy", "nothing"});
    writeText(folder.file("one.npy"), npy("|u1", "1, 1", "a"));
    expectFailed([&] { static_cast<void>(resolveData(folder.file("one.npy"))); },
                 {"one array only", "--train-labels"});
    writeZip(folder.file("a.npz"), {{"image.npy", npy("|u1", "1, 1", "a")}}, true);
    expectFailed([&] { static_cast<void>(resolveData(folder.file("a.npz"))); }, {"x_train", "image"});
}

namespace {

const std::vector<std::uint8_t> kKey(32, 7);

RowDigests digestsOf(const std::string& features, const std::string& labels = "") {
    const auto x = openArray(features);
    const auto y = labels.empty() ? nullptr : openArray(labels);
    return rowDigests(*x, y.get(), kKey, 2);
}

} // namespace

TEST(RowDigests, FollowTheValuesNotTheFile) {
    const TempFolder folder;
    const std::vector<float> x{1.5F, -0.0F, 3, 4, 5.1F, kNan};
    writeText(folder.file("a.npy"), npy("<f4", "2, 3", bytesOf(x)));
    const std::vector<double> wide{1.5, 0.0, 3, 4, static_cast<double>(5.1F), std::nan("")};
    writeText(folder.file("b.npy"), npy("<f8", "2, 3", bytesOf(wide)));
    const std::vector<double> swapped{4, static_cast<double>(5.1F), std::nan(""), 1.5, 0.0, 3};
    writeText(folder.file("c.npy"), npy(">f8", "2, 3", "")); // replaced below, with its bytes turned
    std::string turned = bytesOf(swapped);
    for (std::size_t i = 0; i < turned.size(); i += 8) {
        std::reverse(turned.begin() + static_cast<std::ptrdiff_t>(i),
                     turned.begin() + static_cast<std::ptrdiff_t>(i) + 8);
    }
    writeText(folder.file("c.npy"), npy(">f8", "2, 3", turned));
    const RowDigests a = digestsOf(folder.file("a.npy"));
    EXPECT_EQ(a.sorted, digestsOf(folder.file("b.npy")).sorted);
    EXPECT_EQ(a.content, digestsOf(folder.file("b.npy")).content);
    EXPECT_EQ(a.sorted, digestsOf(folder.file("c.npy")).sorted);
    EXPECT_NE(a.content, digestsOf(folder.file("c.npy")).content) << "the order of rows counts";
    EXPECT_EQ(sharedRows(a.sorted, digestsOf(folder.file("c.npy")).sorted), 2U);
}

TEST(RowDigests, AreThoseOfPythonsHmac) { // old registries and projects hold such digests
    const TempFolder folder;
    const std::vector<std::uint16_t> halves{
        0x3e00, 0x8000, 0x7bff, 0x7e01, 0x0001, // zeros, the largest, NaN
        0x7c00, 0xfc00, 0x83ff, 0x3c01, 0xfd55, // infinite, subnormal, NaN
        0x0400, 0xb800, 0x2e66, 0x0000, 0xc500};
    writeText(folder.file("h.npy"), npy("<f2", "3, 5", bytesOf(halves)));
    writeText(folder.file("l.npy"), npy("<i8", "3,", bytesOf(std::vector<std::int64_t>{2, 0, 1})));
    const auto hexOf = [](const RowDigests& digests) {
        std::vector<std::string> hex;
        for (const RowDigest& digest : digests.sorted) {
            hex.push_back(toHex(digest));
        }
        return hex;
    };
    const RowDigests narrow = digestsOf(folder.file("h.npy"), folder.file("l.npy"));
    EXPECT_EQ(hexOf(narrow), (std::vector<std::string>{"888fcbed0520fb6236fed86757957eaf",
                                                       "a05db79e3c112c71056ff9eccc2cc0d9",
                                                       "f6839993fa37c79de293d74ab28d71dd"}));
    EXPECT_EQ(toHex(narrow.content), "624e0f54607f36d3db750357e0b3e641a421494d803a382442a4b24311bc1bda");
    const std::vector<double> wide{0.1,          -0.0,  3, 4, 5.5,
                                   std::nan(""), 1e300, 2, 7}; // the second row is narrow
    writeText(folder.file("w.npy"), npy("<f8", "3, 3", bytesOf(wide)));
    EXPECT_EQ(
        hexOf(digestsOf(folder.file("w.npy"))),
        (std::vector<std::string>{"06e138425b769c55d4c2ff5338352a9b", "11b09a1c391be32b6e17192ddcfeccce",
                                  "34726dc52b355ff2ec82da9dd54cb90f"}));
}

TEST(RowDigests, AnotherValueOrKeyOrLabelIsSeen) {
    const TempFolder folder;
    const PartFiles one = writePart(folder, {1, 2, 3, 4, 5, 6}, {0, 1});
    const RowDigests a = digestsOf(one.features, one.labels);
    writeText(folder.file("z.npy"), npy("<i8", "2,", bytesOf(std::vector<std::int64_t>{0, 0})));
    const RowDigests relabelled = digestsOf(one.features, folder.file("z.npy"));
    EXPECT_EQ(a.sorted, relabelled.sorted);
    EXPECT_NE(a.content, relabelled.content);
    const std::vector<double> nearly{1, 2, 3, 4, 5, std::nextafter(6.0, 7.0)};
    writeText(folder.file("n.npy"), npy("<f8", "2, 3", bytesOf(nearly)));
    EXPECT_EQ(sharedRows(a.sorted, digestsOf(folder.file("n.npy")).sorted), 1U);
    const auto x = openArray(one.features);
    const std::vector<std::uint8_t> otherKey(32, 8);
    EXPECT_EQ(sharedRows(a.sorted, rowDigests(*x, nullptr, otherKey).sorted), 0U);
}

TEST(RowDigests, ManyAreSortedLikeFew) {
    const TempFolder folder;
    std::vector<std::uint32_t> numbers(40'000);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<std::uint32_t>(i % 30'000); // a quarter twice
    }
    writeText(folder.file("a.npy"), npy("<u4", "40000, 1", bytesOf(numbers)));
    const auto x = openArray(folder.file("a.npy"));
    std::vector<RowDigest> expected = rowDigestsInOrder(*x, kKey, 2);
    EXPECT_FALSE(std::is_sorted(expected.begin(), expected.end()));
    std::sort(expected.begin(), expected.end()); // by their bytes
    for (const int threads : {1, 2, 5}) {
        EXPECT_EQ(rowDigests(*x, nullptr, kKey, threads).sorted, expected);
    }
}

TEST(RowDigests, CountEqualRowsAsOftenAsBothHaveThem) {
    const TempFolder folder;
    writeText(folder.file("a.npy"), npy("|u1", "4, 1", "aaab"));
    writeText(folder.file("b.npy"), npy("|u1", "3, 1", "aac"));
    EXPECT_EQ(sharedRows(digestsOf(folder.file("a.npy")).sorted, digestsOf(folder.file("b.npy")).sorted), 2U);
}
