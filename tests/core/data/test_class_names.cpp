// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/class_names.h"
#include "core/data/part.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <vector>

namespace parsimony::data {

using namespace testing;

namespace {

const std::vector<std::string> kNames{"cat", "dog", "ibex"};

std::string narrow(const std::vector<std::string>& texts, std::size_t length) {
    std::string bytes;
    for (std::string text : texts) {
        text.resize(length, '\0');
        bytes += text;
    }
    return bytes;
}

std::vector<std::int64_t> classesOf(const std::string& spec, const std::vector<std::string>& names = kNames) {
    const auto reader = openLabels({"", spec, "", {}, names});
    std::vector<std::int64_t> classes(reader->info().rows());
    reader->readIntegers(0, classes.size(), classes.data());
    return classes;
}

} // namespace

TEST(ClassNames, AreLabelsInEveryFormat) {
    const TempFolder folder;
    const std::vector<std::int64_t> expected{1, 0, kNoInteger, 2};
    writeText(folder.file("y.npy"), npy("|S4", "4,", narrow({"dog", "cat", "cow", "ibex"}, 4)));
    writeZip(folder.file("d.npz"), {{"y.npy", npy("|S4", "4,", narrow({"dog", "cat", "cow", "ibex"}, 4))}},
             true);
    writeText(folder.file("y.txt"), "dog\ncat\r\ncow\n ibex\n");
    writeText(folder.file("y.csv"), "dog\n\"cat\"\ncow\nibex\n");
    writeText(folder.file("t.csv"), "kind,x\ndog,1\ncat,2\n\"co,w\",3\nibex,4\n");
    writeText(folder.file("h.csv"), "kind\ndog\ncat\n\nibex\n");
    for (const char* spec : {"y.npy", "d.npz:y", "y.txt", "y.csv", "y.csv:1", "t.csv:kind", "h.csv:header"}) {
        EXPECT_EQ(classesOf(folder.file(spec)), expected) << spec;
    }
    std::vector<float> floats(4);
    openLabels({"", folder.file("y.npy"), "", {}, kNames})->readRows(0, 4, floats.data());
    EXPECT_EQ(floats[3], 2.0F);
    EXPECT_TRUE(std::isnan(floats[2]));
}

TEST(ClassNames, NumbersAreClassesUnlessTheyAreNames) {
    const TempFolder folder;
    writeText(folder.file("y.txt"), "2\ndog\n3\n-1\n");
    EXPECT_EQ(classesOf(folder.file("y.txt")), (std::vector<std::int64_t>{2, 1, 3, kNoInteger}));
    EXPECT_EQ(classesOf(folder.file("y.txt"), {"3", "2", "dog"}),
              (std::vector<std::int64_t>{1, 2, 0, kNoInteger}));
    writeText(folder.file("y.npy"), npy("<i8", "2,", bytesOf(std::vector<std::int64_t>{0, 7})));
    EXPECT_EQ(classesOf(folder.file("y.npy")), (std::vector<std::int64_t>{0, 7})); // typed as numbers
}

/// As pandas and numpy.savetxt write classes that are kept as floats.
TEST(ClassNames, NumbersMayBeWrittenAsFloats) {
    const ClassNumbers none(std::vector<std::string>{});
    EXPECT_EQ(none.of("3.0"), 3);
    EXPECT_EQ(none.of("2.000000000000000000e+00"), 2);
    EXPECT_EQ(none.of("2.5"), kNoInteger);
    EXPECT_EQ(none.of("-1.0"), kNoInteger);
    EXPECT_EQ(ClassNumbers({"cat", "dog"}).of("1.0"), 1);
    EXPECT_EQ(ClassNumbers({"1.0", "2.0"}).of("1"), kNoInteger) << "names are numbers there";
}

TEST(ClassNames, TextWithoutThemIsRefusedByItsHeader) {
    const TempFolder folder;
    writeText(folder.file("y.npy"), npy("|S4", "2,", narrow({"dog", "cat"}, 4)));
    expectError([&] { (void)classesOf(folder.file("y.npy"), {}); }, ErrorCode::Usage,
                {"y.npy", "--class-names FILE"});
    EXPECT_EQ(labelKind(folder.file("y.npy")), LabelKind::Texts);
}

TEST(ClassNames, AFileHasOneALine) {
    const TempFolder folder;
    writeText(folder.file("n.txt"), "\xEF\xBB\xBF"
                                    "cat\r\n dog \nhot dog");
    EXPECT_EQ(readClassNames(folder.file("n.txt")), (std::vector<std::string>{"cat", "dog", "hot dog"}));
    writeText(folder.file("n.txt"), "cat\n\ndog\n");
    expectFailed([&] { (void)readClassNames(folder.file("n.txt")); }, {"line 2 is empty", "class 1"});
    writeText(folder.file("n.txt"), "cat\ndog\ncat\n");
    expectFailed([&] { (void)readClassNames(folder.file("n.txt")); }, {"line 3", "'cat' a second time"});
    writeText(folder.file("n.txt"), "");
    expectFailed([&] { (void)readClassNames(folder.file("n.txt")); }, {"is empty"});
}

TEST(ClassNames, PublicLabelsNameThemselves) {
    const TempFolder folder;
    writeText(folder.file("y.txt"), "dog\ncat \n\ncat\n");
    EXPECT_EQ(distinctLabels(*openLabelTexts(folder.file("y.txt")), 2),
              (std::vector<std::string>{"cat", "dog"}));
    expectFailed([&] { (void)distinctLabels(*openLabelTexts(folder.file("y.txt")), 1); }, {"more than 1"});
}

} // namespace parsimony::data
