// SPDX-License-Identifier: GPL-3.0-or-later
// Parquet, Arrow and texts of HDF5: what programs of their own read.
#include "core/data/array_check.h"
#include "core/data/class_names.h"
#include "core/data/feature_source.h"
#include "core/data/formats.h"
#include "core/data/id_source.h"
#include "core/data/label_sets.h"
#include "core/data/open_part.h"
#include "core/data/part.h"
#include "core/data/row_order.h"

#include "array_files.h"
#include "expect_error.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <memory>

namespace parsimony::data {

using namespace testing;
using ::testing::ElementsAre;

namespace {

std::vector<std::string> texts(const std::string& spec) {
    const auto ids = openIds(spec);
    std::vector<std::string> all;
    ids->read(0, ids->rows(), all);
    return all;
}

std::vector<float> rowsOf(const std::string& spec, TextLayout layout = TextLayout::Declared) {
    const auto array = openArray(spec, layout);
    std::vector<float> values(array->info().rows() * array->info().width());
    array->readRows(0, array->info().rows(), values.data());
    return values;
}

class Columns : public ::testing::Test {
protected:
    void SetUp() override {
        setenv("PARSIMONY_PYTHON", PARSIMONY_PYTHON, 1);
        if (std::system(PARSIMONY_PYTHON " -c 'import pyarrow' 2>/dev/null") != 0) {
            GTEST_SKIP() << "tests/python found no pyarrow";
        }
    }
    void TearDown() override { unsetenv("PARSIMONY_PYTHON"); }

    /// Runs Python's `code`, in which `t` is a table of four rows: lists of two numbers of any and of fixed
    /// length, integers, words and ids. Row 2 of each lacks its value.
    void write(const std::string& code) {
        writeText(folder.file("make.py"), R"(
import sys, numpy as np, pyarrow as pa, pyarrow.parquet as pq, pyarrow.feather as fe
rows = [[1, 2], [3, 4], None, [7, 8]]
t = pa.table({'any': pa.array(rows, pa.list_(pa.float32())), 'fixed': pa.array(rows, pa.list_(pa.float16(), 2)),
              'y': pa.array([0, 1, None, 1]), 'word': pa.array(['dog', 'cat', None, 'cat']).dictionary_encode(),
              'id': ['a', 'b' * 5000, None, 'd'], 'big': pa.array([2**64 - 1, 1, None, 3], pa.uint64())})
here = sys.argv[1] + '/'
)" + code);
        ASSERT_EQ(std::system((PARSIMONY_PYTHON " " + folder.file("make.py") + " " + folder.path()).c_str()),
                  0);
    }

    /// A line of Python that writes the table in a format, and the file.
    static std::vector<std::pair<std::string, std::string>> formats() {
        return {
            {"pq.write_table(t.drop(['fixed']), here + 'a.parquet', row_group_size=3)\n", "a.parquet"},
            {"fe.write_feather(t, here + 'a.feather')\n", "a.feather"},
            {"with pa.ipc.new_stream(here + 'a.arrow', t.schema) as w: w.write_table(t, max_chunksize=3)\n",
             "a.arrow"}};
    }

    TempFolder folder;
};

} // namespace

TEST_F(Columns, OfEveryFormatAreReadAsTheyWereWritten) {
    for (const auto& [code, name] : formats()) {
        write(code);
        const std::string file = folder.file(name);
        for (const char* key : {":any/2", ":fixed"}) {
            if (name == "a.parquet" && std::string(key) == ":fixed") {
                continue; // pyarrow writes no missing lists of a fixed length into Parquet
            }
            const std::vector<float> x = rowsOf(file + key);
            ASSERT_EQ(x.size(), 8U) << name << key;
            EXPECT_EQ(x[0], 1.0F);
            EXPECT_EQ(x[3], 4.0F);
            EXPECT_TRUE(std::isnan(x[4]) && std::isnan(x[5])) << name << key;
            EXPECT_EQ(x[7], 8.0F);
        }
        const auto labels = openArray(file + ":y", TextLayout::OneColumn);
        std::vector<std::int64_t> y(4);
        labels->readIntegers(0, 4, y.data());
        EXPECT_THAT(y, ElementsAre(0, 1, kNoInteger, 1)) << name;
        EXPECT_THAT(texts(file + ":word"), ElementsAre("dog", "cat", "", "cat")) << name;
        EXPECT_EQ(labelKind(file + ":word"), LabelKind::Texts);
        EXPECT_THAT(texts(file + ":id"), ElementsAre("a", "", "", "d")) << name; // 5,000 letters are no id
        EXPECT_THAT(texts(file + ":big"), ElementsAre("18446744073709551615", "1", "", "3")) << name;
        EXPECT_THAT(texts(file + ":y"), ElementsAre("0", "1", "", "1")) << name;
    }
}

TEST_F(Columns, RowsThatAreNeededAreReadAlone) {
    for (const auto& [code, name] : formats()) {
        write(code);
        const std::string spec = folder.file(name) + ":any/2";
        const std::vector<float> all = rowsOf(spec);
        for (std::uint32_t first = 0; first < 4; ++first) {
            for (std::uint32_t last = first; last < 4; ++last) {
                const RowOrder order{last, first};
                PartFiles files{spec, ""};
                files.order = std::make_shared<const RowOrder>(order);
                std::vector<float> rows(4);
                openFeatures(files)->readRows(0, 2, rows.data());
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    const float expected = all[order[i / 2] * 2 + i % 2];
                    EXPECT_TRUE(rows[i] == expected || (std::isnan(rows[i]) && std::isnan(expected)))
                        << name << ": " << first << " to " << last;
                }
            }
        }
    }
}

TEST_F(Columns, Rule15_AMissingNumberOfAnyTypeIsOneRecordsOwn) {
    write("y = [0, 1, None, 1]\n"
          "for kind in ('int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'bool'):\n"
          "    values = [v if v is None else bool(v) for v in y] if kind == 'bool' else y\n"
          "    pq.write_table(pa.table({'y': pa.array(values, kind), 'x': pa.array([2**53 + 1, 1, None, "
          "3])}),\n"
          "                   here + kind + '.parquet')\n"
          "    pq.write_table(pa.table({'l': pa.array([[v, values[1]] for v in values], "
          "pa.list_(pa.type_for_alias(kind)))}),\n"
          "                   here + kind + '-lists.parquet')\n");
    for (const std::string kind :
         {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"}) {
        const std::string file = folder.file(kind + ".parquet");
        const auto labels = openArray(file + ":y", TextLayout::OneColumn);
        std::vector<std::int64_t> y(4);
        labels->readIntegers(0, 4, y.data());
        EXPECT_THAT(y, ElementsAre(0, 1, kNoInteger, 1)) << kind;
        const std::vector<std::string> others{"y"};
        const auto matrix = openArray(file, TextLayout::Declared, others);
        std::vector<double> x(4);
        matrix->readRowsF64(0, 4, x.data());
        EXPECT_EQ(x[3], 3.0) << kind;
        EXPECT_TRUE(std::isnan(x[2])) << kind;
        const auto lists = openArray(folder.file(kind + "-lists.parquet") + ":l/2");
        std::vector<std::int64_t> l(8);
        lists->readIntegers(0, 4, l.data());
        EXPECT_THAT(l, ElementsAre(0, 1, 1, 1, kNoInteger, 1, 1, 1)) << kind;
    }
}

TEST_F(Columns, OfNumbersMakeAMatrixWithoutTheOthers) {
    write("pq.write_table(pa.table({'a': [1., 2.], 'who': ['x', 'y'], 'b': [3, None], 'y': [0, 1]}), here + "
          "'w.parquet')\n");
    const std::vector<std::string> others{"y", "who"};
    const auto matrix = openArray(folder.file("w.parquet"), TextLayout::Declared, others);
    EXPECT_THAT(matrix->info().shape, ElementsAre(2, 2));
    EXPECT_THAT(matrix->info().columns, ElementsAre("a", "b"));
    std::vector<double> x(4);
    matrix->readRowsF64(0, 2, x.data());
    EXPECT_EQ(x[0], 1.0);
    EXPECT_EQ(x[1], 3.0);
    EXPECT_EQ(x[2], 2.0);
    EXPECT_TRUE(std::isnan(x[3]));
    expectFailed([&] { static_cast<void>(openArray(folder.file("w.parquet"))); }, {"who", "no numbers"});
    const std::vector<std::string> misnamed{"y", "whom"}; // why there is a column of texts too many
    expectFailed(
        [&] { static_cast<void>(openArray(folder.file("w.parquet"), TextLayout::Declared, misnamed)); },
        {"'whom'", "Keys: a, who, b, y"});
}

/// How long a list is may not be read off private records, and one of another length is its own affair.
TEST_F(Columns, ListsOfAnyLengthAreDeclared) {
    write("pq.write_table(pa.table({'x': [[1., 2.], [3.], [4., 5., 6.], [7., 8.]]}), here + 'l.parquet')\n");
    const std::string file = folder.file("l.parquet");
    const std::vector<float> x = rowsOf(file + ":x/2");
    ASSERT_EQ(x.size(), 8U);
    EXPECT_EQ(x[1], 2.0F);
    EXPECT_TRUE(std::isnan(x[2]) && std::isnan(x[5]));
    EXPECT_EQ(x[6], 7.0F);
    expectFailed([&] { static_cast<void>(rowsOf(file)); }, {"lists of any length", ":x/768"});
    EXPECT_EQ(rowsOf(file, TextLayout::Guessed).size(),
              8U); // of public data 8 values in 4 lists are two each
    expectFailed([&] { static_cast<void>(rowsOf(file + ":y/2")); }, {"no array 'y'"});
}

/// What a listing shows is a result: it tells what the schema says, and nothing of what records hold.
TEST_F(Columns, ListsOfAnyLengthAreListedAlikeWhateverRecordsHold) {
    write("for name, rows in (('even', [[1., 2.]] * 4), ('one', [[1., 2.]] * 3 + [[3.]]), ('no', [None] * "
          "4)):\n"
          "    lists = pa.table({'x': pa.array(rows, pa.list_(pa.float32()))})\n"
          "    pq.write_table(lists, here + name + '.parquet')\n"
          "    fe.write_feather(lists, here + name + '.feather')\n");
    const std::vector<std::pair<std::string, int>> files{{"even", 0}, {"one", 1}, {"no", 4}};
    for (const std::string ending : {".parquet", ".feather"}) {
        for (const auto& [name, bad] : files) {
            const std::string file = folder.file(name + ending);
            const ArrayInfo listed = listArrays(file).at(0);
            EXPECT_THAT(listed.shape, ElementsAre(4, 0)) << file;
            EXPECT_EQ(listed.bytes, 0U);
            EXPECT_TRUE(isOfAnyLength(listed));
            const ArrayInfo declared = arraysOf(file + ":x/2").at(0);
            EXPECT_THAT(declared.shape, ElementsAre(4, 2));
            EXPECT_FALSE(isOfAnyLength(declared));
            EXPECT_EQ(checkArray(declared, std::nullopt).english(),
                      file + ":x/2: " + std::to_string(bad) +
                          " of 4 rows hold a value that is no finite number");
        }
        EXPECT_THAT(listArrays(folder.file("*" + ending)).at(0).shape, ElementsAre(12, 0));
    }
}

TEST_F(Columns, ListsAreTheLabelsOfRecordsWithSeveral) {
    write("x = pa.array([[1., 2.]] * 6, pa.list_(pa.float32(), 2))\n"
          "n = [[2, 0, 2], [], None, [0, 1, 2], [3], [1, None]]\n"
          "w = [['c', 'a', 'c'], [], None, ['a', 'b', 'c'], ['d'], ['a;b']]\n"
          "pad = [[2, 0], [-1, -1], [1, -1], [0, 1], [3, -1], [-2, 1]]\n"
          "hot = [[1, 0, 1], [0, 0, 0], [0, 1], [1, 1, 1], [0, 0, 2], [0, 1, 0]]\n"
          "pq.write_table(pa.table({'x': x, 'n': n, 'w': w, 'pad': pa.array(pad, pa.list_(pa.int8(), 2)), "
          "'any': pad, 'hot': hot}), here + 'l.parquet', row_group_size=4)\n"
          "pq.write_table(pa.table({'x': x, 'n': n}), here + 'two.parquet')\n");
    const auto sets = [&](const std::string& column, const std::vector<std::string>& names = {}) {
        PartFiles files;
        files.labels = folder.file("l.parquet:") + column;
        files.classNames = names;
        files.classes = 3;
        files.labelsPerRecord = 2;
        std::vector<std::int64_t> labels(12);
        openLabels(files)->readIntegers(0, 6, labels.data());
        return labels;
    };
    const std::int64_t none = kNoLabel;
    const std::int64_t wrong = kInvalidLabels;
    const auto lists = ElementsAre(0, 2, none, none, none, none, wrong, none, wrong, none, wrong, none);
    EXPECT_THAT(sets("n"), lists);
    EXPECT_THAT(sets("n/2"), lists) << "a list has as many as it has";
    EXPECT_THAT(sets("w", {"a", "b", "c"}), lists);
    const auto padded = ElementsAre(0, 2, none, none, 1, none, 0, 1, wrong, none, wrong, none);
    for (const char* column : {"pad", "pad/2", "any", "any/2"}) {
        EXPECT_THAT(sets(column), padded) << column;
    }
    EXPECT_THAT(sets("hot/3"), ElementsAre(0, 2, none, none, wrong, none, wrong, none, wrong, none, 1, none))
        << "said to be as long as there are classes, they are a matrix";
    PartFiles files;
    files.features = folder.file("two.parquet");
    files.labels = files.features + ":n";
    files.otherColumns = {"n"};
    EXPECT_EQ(openFeatures(files)->info().width(), 2U) << "the one list that is no label";
    try {
        static_cast<void>(openLabels(files));
        ADD_FAILURE() << "a record has one label";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(std::string(error.what()).find("--labels-per-record"), std::string::npos);
    }
    EXPECT_NE(checkArray(listArrays(folder.file("l.parquet"))[1], 3U).english().find("any length"),
              std::string::npos);
    expectFailed([&] { static_cast<void>(rowsOf(folder.file("l.parquet:w"))); }, {"list<element: string>"});
}

/// The type says it, so that no row is needed to refuse what no record could be labelled by.
TEST_F(Columns, ListsOfTextsNeedDeclaredClasses) {
    write("rows = [['b', 'a'], ['a', 'a'], ['c', 'b']]\n"
          "named = pa.dictionary(pa.int8(), pa.string())\n"
          "kinds = {'any': pa.list_(pa.string()), 'large': pa.large_list(pa.large_string()), 'fixed': "
          "pa.list_(pa.string(), 2)}\n"
          "t = pa.table({k: pa.array(rows, v) for k, v in kinds.items()})\n"
          "t = t.append_column('named', pa.ListArray.from_arrays([0, 2, 4, 6], pa.array(sum(rows, "
          "[])).cast(named)))\n"
          "pq.write_table(t, here + 't.parquet')\n"
          "fe.write_feather(t, here + 't.feather')\n"
          "with pa.ipc.new_file(here + 't.arrow', t.schema) as f:\n    f.write_table(t)\n");
    for (const std::string file : {"t.parquet:", "t.feather:", "t.arrow:"}) {
        for (const char* column : {"any", "large", "fixed", "named"}) {
            PartFiles files;
            files.labels = folder.file(file) + column;
            files.classes = 3;
            files.labelsPerRecord = 2;
            try {
                static_cast<void>(openLabels(files));
                ADD_FAILURE() << files.labels << " without names of classes";
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::Usage) << files.labels;
                EXPECT_NE(std::string(error.what()).find("--class-names FILE"), std::string::npos)
                    << error.what();
            }
            files.classNames = {"a", "b", "c"};
            std::vector<std::int64_t> labels(6);
            openLabels(files)->readIntegers(0, 3, labels.data());
            EXPECT_THAT(labels, ElementsAre(0, 1, 0, kNoLabel, 1, 2)) << files.labels;
        }
    }
}

TEST_F(Columns, DamagedFilesAndMissingProgramsAreOneSentence) {
    write("pq.write_table(t.select(['y']), here + 'a.parquet')\n");
    const std::string whole = readText(folder.file("a.parquet"));
    writeText(folder.file("cut.parquet"), whole.substr(0, whole.size() / 2));
    expectUnreadable(folder.file("cut.parquet"), {"cut.parquet", "damaged"});
    writeText(folder.file("no.arrow"), "no arrow at all");
    expectUnreadable(folder.file("no.arrow"), {"no.arrow", "damaged"});
    setenv("PARSIMONY_PYTHON", "/nowhere/python3", 1);
    writeText(folder.file("b.parquet"), whole);
    expectUnreadable(folder.file("b.parquet"), {"b.parquet", "/nowhere/python3", "does not start"});
}

/// No python3 at all, and one without pyarrow.
TEST_F(Columns, WhoeverCannotReadThemIsToldTheSameWayOut) {
    writeText(folder.file("a.parquet"), "PAR1");
    writeText(folder.file("bare"), "#!/bin/sh\nexec " PARSIMONY_PYTHON " -I -S \"$@\"\n");
    std::filesystem::permissions(folder.file("bare"), std::filesystem::perms::owner_all);
    std::vector<std::string> ways;
    for (const std::string& python : {std::string("/nowhere/python3"), folder.file("bare")}) {
        setenv("PARSIMONY_PYTHON", python.c_str(), 1);
        try {
            static_cast<void>(openArray(folder.file("a.parquet")));
            ADD_FAILURE() << python << " read it";
        } catch (const Error& error) {
            const std::string said = error.what();
            ways.push_back(said.substr(std::min(said.find("Parquet and Arrow need"), said.size())));
            EXPECT_THAT(said,
                        ::testing::HasSubstr(python == "/nowhere/python3" ? "does not start" : "a.parquet"));
        }
    }
    ASSERT_EQ(ways.size(), 2U);
    EXPECT_THAT(ways[0], ::testing::HasSubstr("python3 -c \"import pyarrow"));
    EXPECT_EQ(ways[0], ways[1]);
}

TEST_F(Columns, AnAnswerIsNotBelieved) {
    writeText(folder.file("a.parquet"), "PAR1");
    const auto answer = [&](const std::string& script) {
        writeText(folder.file("reader"), script);
        setenv("PARSIMONY_COLUMNS_READER", folder.file("reader").c_str(), 1);
        writeText(folder.file("a.parquet"), "PAR1" + script); // another file, so that it is asked again
    };
    const std::string list = "import sys\nif sys.argv[1] == 'list':\n    "
                             "print('[{\"key\":\"i\",\"shape\":[2],\"type\":\"S\",\"big\":"
                             "false,\"offset\":null}]')\nelse:\n    sys.stdout.buffer.write(";
    for (const char* values : {"b''", "b'\\1\\0\\0\\0a'", "b'\\1\\0\\0\\0a\\xff\\xff\\xff\\xff'",
                               "b'\\1\\0\\0\\0a\\0\\0\\0\\0x'"}) {
        answer(list + values + ")\n");
        expectFailed([&] { static_cast<void>(texts(folder.file("a.parquet:i"))); }, {"makes no sense"});
    }
    answer(list + "b'\\1\\0\\0\\0a\\0\\0\\0\\0')\n");
    EXPECT_THAT(texts(folder.file("a.parquet:i")), ElementsAre("a", ""));
    unsetenv("PARSIMONY_COLUMNS_READER");
}

TEST(Hdf5Texts, OfAnyLengthAreIdsAndLabels) {
    const TempFolder folder;
    std::vector<std::string> ids(9000, "cat"); // more than a block
    ids[1] = "";
    ids[2] = std::string(5000, 'x');
    ids[8999] = "äöü";
    writeHdf5Texts(folder.file("a.h5"), ids);
    EXPECT_EQ(labelKind(folder.file("a.h5:id")), LabelKind::Texts);
    const std::vector<std::string> read = texts(folder.file("a.h5:/id"));
    ASSERT_EQ(read.size(), 9000U);
    EXPECT_THAT((std::vector<std::string>{read[0], read[1], read[2], read[8191], read[8192], read[8999]}),
                ElementsAre("cat", "", "", "cat", "cat", "äöü"));
    expectUnreadable(folder.file("a.h5:id"), {"string"});
}

} // namespace parsimony::data
