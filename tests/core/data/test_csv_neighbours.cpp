// SPDX-License-Identifier: GPL-3.0-or-later
// What one record of a text holds changes its own row and nothing else (rule 15).
#include "core/base/error.h"
#include "core/data/part.h"

#include "array_files.h"
#include "expect_error.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace parsimony;
using namespace parsimony::data;
using namespace parsimony::data::testing;

namespace {

constexpr std::size_t kRows = 12;
constexpr std::size_t kDim = 3;

/// What a curator's tool may have written in place of a record.
const std::vector<std::string> kTexts{
    "NA,NA,NA", "",        ",,",    "1",   "1,2",       "1,2,3,4",    "1\t2\t3",  "1;2;3",        "abc",
    "#",        "# 1,2,3", "a,b,c", "nan", "\"1,2,3",   "1 2 3",      "\r",       "\"",           " ",
    "\t",       "1,,3",    "0\t",   "{\"", "\x93NUMPY", "PK\x03\x04", "\x80\x04", "\xEF\xBB\xBF", "\x01"};
const std::vector<std::string> kLabels{"NA", "", "1,2", "1\t2", "cat", "# 1", "\"", "-1", "1;0", "0 1", "\r"};

std::string lines(const std::vector<std::string>& records, const std::string& header) {
    std::string text = header;
    for (const std::string& record : records) {
        text += record + "\n";
    }
    return text;
}

std::vector<std::string> featureLines() {
    std::vector<std::string> records;
    for (std::size_t i = 0; i < kRows; ++i) {
        records.push_back(std::to_string(i) + ".5," + std::to_string(i + 1) + ",-2");
    }
    return records;
}

std::vector<std::string> labelLines() {
    std::vector<std::string> records;
    for (std::size_t i = 0; i < kRows; ++i) {
        records.push_back(std::to_string(i % 3));
    }
    return records;
}

struct Layout {
    std::string header, features, labels;
};
const std::vector<Layout> kLayouts{
    {"", ":3", ""}, {"", ":3", ":1"}, {"# made by hand\na,b,c\n", ":header", ""}};

class CsvNeighbours : public ::testing::Test {
protected:
    LoadedPart load(const std::vector<std::string>& x, const std::vector<std::string>& y,
                    const Layout& layout, std::size_t memory = 0) {
        writeText(m_folder.file("x.csv"), lines(x, layout.header));
        writeText(m_folder.file("y.csv"), lines(y, ""));
        LoadOptions options;
        options.preprocessing.norm = RowNorm::None;
        options.preprocessing.bound = 100;
        options.classes = 3;
        options.threads = 1;
        options.memoryLimit = memory;
        return loadPart({m_folder.file("x.csv") + layout.features, m_folder.file("y.csv") + layout.labels},
                        options);
    }
    static std::vector<float> values(const LoadedPart& part) {
        std::vector<float> all(part.features->rows() * part.features->dim());
        part.features->readRows(0, part.features->rows(), all.data());
        return all;
    }
    /// All but record `changed` are what they were.
    static void expectNeighbours(const LoadedPart& before, const LoadedPart& after, std::size_t changed,
                                 const std::string& text) {
        ASSERT_EQ(after.info.rows, kRows) << changed << " '" << text << "'";
        ASSERT_EQ(after.info.dim, kDim) << changed << " '" << text << "'";
        const std::vector<float> a = values(before);
        const std::vector<float> b = values(after);
        for (std::size_t i = 0; i < kRows; ++i) {
            if (i != changed) {
                EXPECT_TRUE(std::equal(&a[i * kDim], &a[i * kDim] + kDim, &b[i * kDim]))
                    << i << " beside " << changed << " '" << text << "'";
                EXPECT_EQ(before.labels[i], after.labels[i])
                    << i << " beside " << changed << " '" << text << "'";
            }
        }
        EXPECT_LE(after.invalidFeatureRows + after.invalidLabelRows, 1U) << changed << " '" << text << "'";
    }

    TempFolder m_folder;
};

TEST_F(CsvNeighbours, ARecordChangesItsOwnRowAlone) {
    for (const Layout& layout : kLayouts) {
        const LoadedPart before = load(featureLines(), labelLines(), layout);
        ASSERT_EQ(before.info.rows, kRows);
        EXPECT_EQ(before.invalidRows.size(), 0U);
        EXPECT_EQ(values(before)[3], 1.5F);
        for (const std::size_t changed : {std::size_t{0}, std::size_t{5}, kRows - 1}) {
            for (const std::string& text : kTexts) {
                auto x = featureLines();
                x[changed] = text;
                expectNeighbours(before, load(x, labelLines(), layout), changed, text);
                expectNeighbours(before, load(x, labelLines(), layout, 1), changed, text);
            }
            for (const std::string& text : kLabels) {
                auto y = labelLines();
                y[changed] = text;
                const LoadedPart after = load(featureLines(), y, layout);
                expectNeighbours(before, after, changed, text);
                EXPECT_EQ(after.labels[changed], -1) << text;
                auto x = featureLines(); // both halves of a record
                x[changed] = "NA,NA,NA";
                expectNeighbours(before, load(x, y, layout), changed, text);
            }
        }
    }
}

TEST_F(CsvNeighbours, ARecordOfATableWithLabelsChangesItsOwnRowAlone) {
    const std::vector<std::string> names{"cat", "dog", "a, b"};
    const auto table = [&](std::size_t changed, const std::string& text) {
        std::vector<std::string> records;
        const auto x = featureLines();
        for (std::size_t i = 0; i < kRows; ++i) {
            records.push_back("p" + std::to_string(i) + ",\"" + names[i % 3] + "\"," + x[i]);
        }
        if (changed < kRows) {
            records[changed] = text;
        }
        writeText(m_folder.file("t.csv"), lines(records, "# made by hand\nwho,kind,a,b,c\n"));
        LoadOptions options;
        options.preprocessing.norm = RowNorm::None;
        options.preprocessing.bound = 100;
        options.classes = 3;
        options.threads = 1;
        PartFiles files{m_folder.file("t.csv"), m_folder.file("t.csv:kind"), m_folder.file("t.csv:who")};
        files.otherColumns = {"kind", "who"};
        files.classNames = names;
        return loadPart(files, options);
    };
    const LoadedPart before = table(kRows, "");
    EXPECT_EQ(before.invalidRows.size(), 0U);
    EXPECT_EQ(before.labels, (std::vector<std::int32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}));
    EXPECT_EQ(values(before)[3], 1.5F);
    std::vector<std::string> texts = kTexts;
    texts.insert(texts.end(), {"p,cat,1,2", "p,cat,1,2,3,4", "p,cow,1,2,3", "p;cat;1;2;3", "\"p,cat,1,2,3"});
    for (const std::size_t changed : {std::size_t{0}, std::size_t{5}, kRows - 1}) {
        for (const std::string& text : texts) {
            const LoadedPart after = table(changed, text);
            expectNeighbours(before, after, changed, text);
            EXPECT_EQ(after.labels[changed], -1) << text;
        }
        EXPECT_EQ(table(changed, "p,1,7,8,9").labels[changed], 1); // the number of a class
        EXPECT_EQ(table(changed, "p,dog,7,8,9").labels[changed], 1);
    }
}

TEST_F(CsvNeighbours, ATableSaysWhichColumnsItHas) {
    const auto described = [&](const std::string& text, const std::string& label) {
        writeText(m_folder.file("t.csv"), text);
        PartFiles files{m_folder.file("t.csv"), m_folder.file("t.csv:") + label};
        files.otherColumns = {label};
        files.guessColumns = true;
        return describePart(files);
    };
    EXPECT_EQ(described("a,b,kind\n1,2,0\n", "kind").dim, 2U);
    EXPECT_EQ(described("kind\ta\tb\n0\t1\t2\n", "kind").dim, 2U);
    EXPECT_EQ(described("\xEF\xBB\xBF\"kind\",a,b\r\n0,1,2\r\n", "kind").dim, 2U);
    expectFailed([&] { (void)described("a,b,kind\n1,2,0\n", "kin"); },
                 {"no column 'kin'", "did you mean 'kind'?", "Columns: a, b, kind"});
    expectFailed([&] { (void)described("a,b,kind\n1,2,0\n", "species"); }, {"Columns: a, b, kind"});
    expectFailed([&] { (void)described(",a,b,kind\n0,1,2,0\n", "kind"); },
                 {"column 1", "has no name", "index=False"});
    expectFailed([&] { (void)described("# nothing\n\n", "kind"); }, {"no line that names its columns"});
    expectFailed([&] { (void)described("kind,a,kind\n0,1,2\n", "kind"); }, {"two columns 'kind'"});
    writeText(m_folder.file("n.csv"), "a,kind\n1,0\n");
    PartFiles counted{m_folder.file("n.csv:2"), m_folder.file("n.csv:kind")};
    counted.otherColumns = {"kind"};
    expectFailed([&] { (void)describePart(counted); }, {"names its columns", "leave ':2' out"});
}

TEST_F(CsvNeighbours, WhatMayBeAPrivateRecordIsNotListed) {
    const auto shown = [&](const std::string& text, bool guess, const std::string& ids) {
        writeText(m_folder.file("t.csv"), text);
        PartFiles files{m_folder.file("t.csv"), m_folder.file("t.csv:kind"), ids};
        files.otherColumns = {"kind"};
        files.guessColumns = guess;
        try {
            (void)describePart(files);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    const std::string record = "alice@example.org,Ann\nbob@example.org,Bob\n";
    EXPECT_NE(shown(record, false, "").find("no column 'kind'"), std::string::npos);
    EXPECT_EQ(shown(record, false, "").find("alice"), std::string::npos);
    EXPECT_EQ(shown("a,kind\n1,0\n", false, m_folder.file("t.csv:who")).find("a, kind"), std::string::npos);
    EXPECT_NE(shown("a,b\n1,0\n", true, "").find("Columns: a, b"), std::string::npos);
}

TEST_F(CsvNeighbours, PartsAndShardsHaveTheSameColumns) {
    const auto described = [&](const std::string& name) {
        PartFiles files{m_folder.file(name), m_folder.file(name + ":kind")};
        files.otherColumns = {"kind"};
        return describePart(files);
    };
    writeText(m_folder.file("s1.csv"), "a,b,kind\n1,2,0\n");
    writeText(m_folder.file("s2.csv"), "b,a,kind\n1,2,0\n");
    writeText(m_folder.file("other.csv"), "a,kind,b\n1,0,2\n"); // the features in the same order
    checkSameWidth(described("s1.csv"), described("other.csv"));
    expectFailed([&] { checkSameWidth(described("s1.csv"), described("s2.csv")); },
                 {"s2.csv", "in another order", "feature 1"});
    expectFailed([&] { (void)described("s*.csv"); }, {"s2.csv", "in another order"});
}

TEST_F(CsvNeighbours, ARecordBySemicolonsOrTabsIsReadLikeAnyOther) {
    for (const char* text : {"7;8;9", "7\t8\t9", "7 8 9", "7, 8, 9\r", "\"7\",8,9"}) {
        for (const std::size_t changed : {std::size_t{0}, kRows - 1}) {
            auto x = featureLines();
            x[changed] = text;
            const std::vector<float> all = values(load(x, labelLines(), kLayouts[0]));
            EXPECT_EQ(std::vector<float>(&all[changed * kDim], &all[changed * kDim] + kDim),
                      (std::vector<float>{7, 8, 9}))
                << text;
        }
    }
}

TEST_F(CsvNeighbours, WhatIsNotDeclaredIsRefusedWhateverItHolds) {
    const auto refused = [&](const Layout& layout, std::initializer_list<std::string> pieces) {
        for (const std::string& text : kTexts) {
            auto x = featureLines();
            x[0] = text;
            expectFailed([&] { static_cast<void>(load(x, labelLines(), layout)); }, pieces);
        }
    };
    refused({"", "", ""}, {"x.csv:header", "x.csv:COLUMNS"});
    refused({"", ":0", ""}, {"'header'", "not '0'"});
    refused({"", ":x", ""}, {"x.csv has no column 'x'"});
    refused({"", ":99999999999", ""}, {"'header'"});
    refused({"", ":header", ""}, {"12 labels"}); // there is none
    refused({"", ":3", ":header"}, {"12 rows", "11 labels"});
    auto y = labelLines();
    y.insert(y.begin(), "label");
    expectFailed([&] { static_cast<void>(load(featureLines(), y, kLayouts[0])); },
                 {"12 rows", "13 labels", "y.csv:header"});
    EXPECT_EQ(load(featureLines(), y, {"", ":3", ":header"}).info.rows, kRows);
}

TEST_F(CsvNeighbours, TheLastRecordEndsLikeTheOthers) {
    writeText(m_folder.file("x.csv"), "1,2\n3,4");
    for (const char* key : {":2", ":header"}) {
        expectFailed(
            [&] {
                static_cast<void>(describePart({m_folder.file("x.csv") + key, ""}));
            },
            {"does not end with a line end"});
    }
    writeText(m_folder.file("x.csv"), "1,2\n3,4\n\n");
    EXPECT_EQ(describePart({m_folder.file("x.csv:2"), ""}).rows, 3U);
    EXPECT_EQ(describePart({m_folder.file("x.csv:header"), ""}).rows, 2U);
}

TEST_F(CsvNeighbours, APrivateTextIsToldByItsName) {
    writeText(m_folder.file("x.dat"), "1,2\n3,4\n");
    expectFailed(
        [&] {
            static_cast<void>(describePart({m_folder.file("x.dat:2"), ""}));
        },
        {".csv, .tsv or .txt"});
    PartFiles files{m_folder.file("x.dat"), ""};
    files.guessColumns = true;
    EXPECT_EQ(describePart(files).rows, 2U);
}

} // namespace
