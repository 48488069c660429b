// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of Parquet whose features are one column of several, by the real program.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

using namespace parsimony::test;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

namespace {

class CliParquet : public testing::Test {
protected:
    void SetUp() override {
        if (std::system(PARSIMONY_PYTHON " -c 'import pyarrow' 2>/dev/null") != 0) {
            GTEST_SKIP() << "tests/python found no pyarrow";
        }
        writeBytes(m_place.path("make.py"), R"(
import os, random, sys, pyarrow as pa, pyarrow.parquet as pq
random.seed(3)
here = sys.argv[1] + '/'
def table(first, count, short=None):
    label = [i % 3 for i in range(first, first + count)]
    emb = [[random.gauss(2.0 * (k == y), 0.5) for k in range(6)] for y in label]
    if short is not None:
        emb[short] = emb[short][:4]
    clip = [[random.gauss(2.0 * (k == y), 0.5) for k in range(4)] for y in label]
    return pa.table({'emb': pa.array(emb, pa.list_(pa.float32())), 'clip': pa.array(clip, pa.list_(pa.float32(), 4)),
                     'dino': pa.array(clip, pa.list_(pa.float32(), 4)),
                     'label': label, 'patient': ['p%d' % i for i in range(first, first + count)]})
def write(name, t):
    os.makedirs(os.path.dirname(here + name), exist_ok=True)
    pq.write_table(t, here + name)
all = table(0, 300)
write('vlen.parquet', all.drop(['clip', 'dino']))
write('short.parquet', table(0, 300, short=7).drop(['clip', 'dino']))
write('two.parquet', all.drop(['emb']))
write('bare.parquet', all.select(['clip', 'dino']))
write('shards/a.parquet', all.slice(0, 100).drop(['clip', 'dino']))
write('shards/b.parquet', all.slice(100).drop(['clip', 'dino']))
write('parts/train.parquet', all)
write('parts/test.parquet', table(300, 90))
)");
        const std::string command = PARSIMONY_PYTHON " " + m_place.text("make.py") + " " + m_place.text(".");
        ASSERT_EQ(std::system(command.c_str()), 0);
    }

    [[nodiscard]] ProgramOptions options() const {
        ProgramOptions options = m_place.options();
        options.environment["PARSIMONY_PYTHON"] = PARSIMONY_PYTHON;
        return options;
    }
    [[nodiscard]] Outcome cli(const Words& words) const { return m_place.cli(words, options()); }
    /// A search over what `data` names, whose labels and ids are columns, that no other one knows of.
    [[nodiscard]] Outcome search(const std::string& command, const Words& data,
                                 const Words& columns = {"--label-column", "label", "--id-column",
                                                         "patient"}) {
        const std::string name = "search" + std::to_string(m_searches++);
        Words words{command,   "-f",        "json",    "--storage", file(name + ".parsimony"),
                    "-q",      "--classes", "3",       "--epsilon", "2",
                    "--delta", "1e-5",      "--steps", "3",         "--method",
                    "random",  "--trials",  "2",       "--threads", "1"};
        words.insert(words.end(), data.begin(), data.end());
        words.insert(words.end(), columns.begin(), columns.end());
        ProgramOptions own = options();
        own.environment["PARSIMONY_REGISTRY"] = file(name + ".db");
        return m_place.cli(words, own);
    }
    [[nodiscard]] std::string file(const std::string& name) const { return m_place.text(name); }

    Workplace m_place;
    int m_searches = 0;
};

} // namespace

TEST_F(CliParquet, DataNamesAColumnOfATable) {
    for (const Words& data :
         {Words{"--data", file("vlen.parquet:emb/6")}, Words{"--data", "a=" + file("shards/*.parquet:emb/6")},
          Words{"--data", file("parts:emb/6")}}) {
        const Outcome plan = search("plan", data);
        ASSERT_EQ(plan.exitCode, 0) << data[1] << plan.text();
        EXPECT_EQ(plan.json()["dataset"]["dim"], 6) << data[1];
        EXPECT_EQ(plan.json()["budget"]["parts"].contains("test"), data[1] == file("parts:emb/6"))
            << plan.out;
    }
    const Outcome two = search(
        "plan", {"--data", "a=" + file("vlen.parquet:emb/6"), "--data", "b=" + file("two.parquet:clip")});
    ASSERT_EQ(two.exitCode, 0) << two.text();
    EXPECT_EQ(two.json()["dataset"]["encoders"][1]["dim"], 4) << two.out;
}

TEST_F(CliParquet, SlowColumnsOfTablesAreEncoders) {
    const Outcome byIds = search("run", {"--data", "a=" + file("shards/*.parquet:emb/6"), "--data",
                                         "b=" + file("two.parquet:clip"), "--split", "80/20"});
    EXPECT_EQ(byIds.exitCode, 0) << byIds.text();
    // Tied by their places the second needs neither labels nor ids.
    const Outcome tied =
        search("run", {"--data", "a=" + file("vlen.parquet:emb/6"), "--data",
                       "b=" + file("bare.parquet:dino"), "--data", "both=a+b", "--same-order"});
    ASSERT_EQ(tied.exitCode, 0) << tied.text();
    EXPECT_EQ(tied.json()["dataset"]["encoders"][2]["dim"], 10);
    const Outcome parts = search("run", {"--data", file("parts:emb/6")});
    ASSERT_EQ(parts.exitCode, 0) << parts.text();
    EXPECT_GT(parts.json()["budget"]["parts"]["test"]["spent_epsilon"], 0.0) << "by that column of its table";
}

TEST_F(CliParquet, WhatIsWrongWithTheColumnIsSaid) {
    const auto refused = [&](const Words& data, const Words& columns, int code, const std::string& piece) {
        const Outcome outcome = search("run", data, columns);
        EXPECT_EQ(outcome.exitCode, code) << outcome.text();
        EXPECT_THAT(outcome.json()["message"].get<std::string>(), HasSubstr(piece));
    };
    const Words labels{"--label-column", "label"};
    refused({"--data", file("vlen.parquet:emb/6")}, {}, 2, "--label-column");
    refused({"--data", file("vlen.parquet:nothere/6")}, labels, 1, "has no array 'nothere'");
    refused({"--data", file("vlen.parquet")}, labels, 1, "say how many numbers each has");
    refused({"--data", file("two.parquet")}, labels, 1, "several arrays");
    refused({"--data", file("missing.parquet:emb/6")}, labels, 1, "there is no file");
}

/// A listing is a result: it may tell what the schema says, and not how long the lists of records are.
TEST_F(CliParquet, ListsOfAnyLengthAreListedAlikeWhateverRecordsHold) {
    const auto listed = [&](const Words& more) {
        std::vector<std::string> shown;
        for (const char* name : {"vlen.parquet", "short.parquet"}) {
            std::filesystem::copy_file(file(name), file("shown.parquet"),
                                       std::filesystem::copy_options::overwrite_existing);
            Words words{"inspect", file("shown.parquet")};
            words.insert(words.end(), more.begin(), more.end());
            const Outcome outcome = cli(words);
            EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
            shown.push_back(outcome.out);
        }
        EXPECT_EQ(shown[0], shown[1]);
        return shown[0];
    };
    EXPECT_THAT(listed({}), HasSubstr("300 x any"));
    EXPECT_THAT(listed({"--check"}), HasSubstr("300 x any"));
    const auto arrays = nlohmann::json::parse(listed({"-f", "json"}))["arrays"];
    EXPECT_EQ(arrays[0]["shape"], nlohmann::json({300, nullptr}));
    EXPECT_TRUE(arrays[0]["bytes"].is_null());
    EXPECT_EQ(arrays[1]["shape"], nlohmann::json({300}));
    const Outcome shards = cli({"inspect", file("shards"), "-f", "json"});
    EXPECT_EQ(shards.json()["arrays"][0]["shape"], nlohmann::json({300, nullptr})) << shards.text();
    EXPECT_EQ(cli({"inspect", file("two.parquet"), "-f", "json"}).json()["arrays"][0]["shape"],
              nlohmann::json({300, 4}));

    const auto checked = [&](const std::string& array) { return cli({"inspect", "--check", file(array)}); };
    const Outcome one = checked("short.parquet:emb/6");
    EXPECT_THAT(one.out, HasSubstr("300 x 6"));
    EXPECT_THAT(one.err, HasSubstr("short.parquet:emb/6: 1 of 300 rows hold a value"));
    EXPECT_THAT(checked("vlen.parquet:emb/6").err, HasSubstr("0 of 300 rows hold a value"));
    EXPECT_THAT(checked("vlen.parquet:emb/7").err, HasSubstr("300 of 300 rows hold a value"));
    EXPECT_THAT(checked("short.parquet").err, HasSubstr("lists of any length"));
    EXPECT_THAT(checked("shards:emb/6").err, HasSubstr("0 of 300 rows hold a value"));
}
