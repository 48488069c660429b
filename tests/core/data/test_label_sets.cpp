// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/class_names.h"
#include "core/data/label_sets.h"
#include "core/data/part.h"
#include "core/data/record_split.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace parsimony::data {

using namespace testing;

namespace {

using Sets = std::vector<std::int64_t>;

PartFiles files(const std::string& labels, std::uint32_t perRecord = 2, std::uint32_t classes = 4,
                const std::vector<std::string>& names = {}) {
    PartFiles files{"", labels, "", {}, names};
    files.labelsPerRecord = perRecord;
    files.classes = classes;
    return files;
}

Sets setsOf(const PartFiles& part) {
    const auto reader = openLabels(part);
    EXPECT_EQ(reader->info().width(), part.labelsPerRecord);
    Sets sets(reader->info().rows() * part.labelsPerRecord);
    reader->readIntegers(0, reader->info().rows(), sets.data());
    return sets;
}

constexpr std::int64_t kNone = kNoLabel, kBad = kInvalidLabels;

} // namespace

TEST(LabelSets, AMatrixAndListsAndTextsSayTheSame) {
    const TempFolder folder;
    const Sets expected{1, 3, 0, kNone, kNone, kNone, kBad, kNone};
    const std::vector<std::uint8_t> matrix{0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0};
    writeText(folder.file("b.npy"), npy("|b1", "4, 4", bytesOf(matrix)));
    writeText(folder.file("m.npy"), npy("|u1", "4, 4", bytesOf(matrix)));
    const std::vector<std::int64_t> wide(matrix.begin(), matrix.end());
    writeZip(folder.file("d.npz"), {{"y.npy", npy("<i8", "4, 4", bytesOf(wide))}}, true);
    // Any order, one of them twice, padded anywhere.
    const std::vector<std::int32_t> lists{3, 1, -1, 0, 0, -1, -1, -1, -1, 0, 1, 2};
    writeText(folder.file("l.npy"), npy("<i4", "4, 3", bytesOf(lists)));
    writeText(folder.file("m.csv"), "0,1,0,1\n1,0,0,0\n0,0,0,0\n1,1,1,0\n");
    writeText(folder.file("h.csv"), "a,b,c,d\n0,1,0,1\n1,0,0,0\n0,0,0,0\n1,1,1,0\n");
    writeText(folder.file("l.csv"), "3,1,-1\n0,0,-1\n-1,-1,-1\n0,1,2\n");
    writeText(folder.file("y.csv"), "3;1\n0\n\n0;1;2\n");
    writeText(folder.file("t.csv"), "x,kinds\n1,3; 1\n2,0;0;\n3,\n4,\"0;1;2\"\n");
    for (const char* spec : {"b.npy", "m.npy", "d.npz:y", "l.npy", "m.csv:4", "h.csv:header", "l.csv:3",
                             "y.csv", "t.csv:kinds"}) {
        EXPECT_EQ(setsOf(files(folder.file(spec))), expected) << spec;
    }
    writeText(folder.file("n.csv"), "ibex;dog\ncat\n\ncat;dog;eel\n");
    EXPECT_EQ(setsOf(files(folder.file("n.csv"), 2, 4, {"cat", "dog", "eel", "ibex"})), expected);
}

/// A wrong value makes a record invalid and no other; what is wrong decides nothing else.
TEST(LabelSets, WrongValuesMakeARecordInvalidAlone) {
    const TempFolder folder;
    writeText(folder.file("l.npy"), npy("<i4", "5, 3",
                                        bytesOf(std::vector<std::int32_t>{0, 4, -1, 1, -2, -1, 2, -1, -1, 3,
                                                                          2, -1, 1 << 30, 0, -1})));
    EXPECT_EQ(setsOf(files(folder.file("l.npy"))),
              (Sets{kBad, kNone, kBad, kNone, 2, kNone, 2, 3, kBad, kNone}));
    writeText(folder.file("m.npy"),
              npy("|i1", "3, 4", bytesOf(std::vector<std::int8_t>{0, 2, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0})));
    EXPECT_EQ(setsOf(files(folder.file("m.npy"))), (Sets{kBad, kNone, kBad, kNone, 2, kNone}));
    writeText(folder.file("y.csv"), "4\n1;x\n;;2\n-1\n1.5\n0 1\n");
    EXPECT_EQ(setsOf(files(folder.file("y.csv"))),
              (Sets{kBad, kNone, kBad, kNone, kBad, kNone, kBad, kNone, kBad, kNone, kBad, kNone}));
    writeText(folder.file("n.csv"), "cat;cow\ndog\n");
    EXPECT_EQ(setsOf(files(folder.file("n.csv"), 2, 2, {"cat", "dog"})), (Sets{kBad, kNone, 1, kNone}));
}

TEST(LabelSets, FormFollowsFromTheHeader) {
    const TempFolder folder;
    const std::vector<std::int32_t> values{0, 1, 1, 0}; // as lists {0, 1} twice, as a matrix {1} and {0}
    writeText(folder.file("y.npy"), npy("<i4", "2, 2", bytesOf(values)));
    EXPECT_EQ(setsOf(files(folder.file("y.npy"), 2, 3)), (Sets{0, 1, 0, 1}));
    EXPECT_EQ(setsOf(files(folder.file("y.npy"), 2, 2)), (Sets{1, kNone, 0, kNone}));
    writeText(folder.file("b.npy"), npy("|b1", "2, 2", bytesOf(std::vector<std::uint8_t>{0, 1, 1, 0})));
    EXPECT_EQ(setsOf(files(folder.file("b.npy"), 2, 3)), (Sets{1, kNone, 0, kNone}));
    writeText(folder.file("v.npy"), npy("<i4", "2,", bytesOf(std::vector<std::int32_t>{2, 0})));
    EXPECT_EQ(setsOf(files(folder.file("v.npy"), 2, 3)), (Sets{2, kNone, 0, kNone}));
    writeText(folder.file("c.npy"), npy("<i4", "1, 2, 2", bytesOf(values)));
    expectFailed([&] { (void)openLabels(files(folder.file("c.npy"))); }, {"lists, or a matrix"});
}

class LabelSetsOfAPart : public ::testing::Test {
protected:
    LabelSetsOfAPart() {
        std::vector<float> x{1, 2, 3, 4, NAN, 6, 7, 8};
        writeText(folder.file("x.npy"), npy("<f4", "4, 2", bytesOf(x)));
        writeText(folder.file("y.csv"), "2;0\n9\n1\n\n");
        part = files(folder.file("y.csv"));
        part.features = folder.file("x.npy");
        options.classes = 4;
        options.preprocessing.norm = RowNorm::None;
    }
    TempFolder folder;
    PartFiles part;
    LoadOptions options;
};

TEST_F(LabelSetsOfAPart, RowsThatAreWrongAreZerosWithoutALabel) {
    const LoadedPart loaded = loadPart(part, options);
    EXPECT_TRUE(loaded.labels.empty()); // nothing takes a set for one label
    EXPECT_EQ(loaded.labelSets.values,
              (std::vector<std::int32_t>{0, 2, kInvalidLabels, kNoLabel, kInvalidLabels, kNoLabel, kNoLabel,
                                         kNoLabel}));
    EXPECT_EQ(loaded.invalidFeatureRows, 1U);
    EXPECT_EQ(loaded.invalidLabelRows, 1U);
    std::vector<float> rows(8);
    loaded.features->readRows(0, 4, rows.data());
    EXPECT_EQ(rows, (std::vector<float>{1, 2, 0, 0, 0, 0, 7, 8}));
    EXPECT_TRUE(loaded.labelSets.valid(3)); // it has no label, and is a record all the same
    EXPECT_TRUE(loaded.labelSets.of(3).empty());
}

TEST_F(LabelSetsOfAPart, ChosenRowsKeepTheirs) {
    options.keep = {0, 1, 0, 1};
    const LoadedPart loaded = loadPart(part, options);
    EXPECT_EQ(loaded.labelSets.values,
              (std::vector<std::int32_t>{kInvalidLabels, kNoLabel, kNoLabel, kNoLabel}));
    part.withheld = std::make_shared<std::vector<std::uint8_t>>(std::vector<std::uint8_t>{1, 0, 0, 0});
    options.keep = {};
    EXPECT_FALSE(loadPart(part, options).labelSets.valid(0));
}

/// PRIVACY rule 28, and equal sets are equal however they are written.
TEST_F(LabelSetsOfAPart, WhatWasDeclaredIsWhatIsRead) {
    const std::array<std::uint8_t, 32> key{7};
    const auto content = [&] { return rowDigestsOf(part, key).content; };
    const Digest declared = content();
    writeText(folder.file("y.csv"), "0;2;2\n7\n1\n\n");
    EXPECT_EQ(content(), declared);
    part.declared = std::make_shared<DeclaredContent>(DeclaredContent{key, declared});
    EXPECT_NO_THROW((void)loadPart(part, options));
    writeText(folder.file("y.csv"), "0;2\n7\n1\n3\n");
    EXPECT_NE(content(), declared);
    EXPECT_THROW((void)loadPart(part, options), Error);
}

} // namespace parsimony::data
