// SPDX-License-Identifier: GPL-3.0-or-later
// Columns and arrays that are named for labels and ids, and what is told of them before anything is spent.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iomanip>

using namespace parsimony::test;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

namespace {

const std::vector<std::string> kColumnNames{"cat", "hot dog", "a, b"};

class CliColumns : public testing::Test {
protected:
    void SetUp() override {
        writeTable("train.csv", {600, 8, 3, 1}, "p");
        writeTable("prior.csv", {60, 8, 3, 5}, "q");
        writeTable("nobody.csv", {60, 8, 3, 5}, "");
        std::ofstream names(m_place.path("names.txt"));
        for (const std::string& name : kColumnNames) {
            names << name << '\n';
        }
        writeDataset(m_place.path("prior"), {60, 8, 3, 5}, {10, 8, 3, 6});
    }

    /// `people`: what ids begin with; empty: there are none.
    void writeTable(const std::string& name, const Blobs& blobs, const std::string& people) const {
        std::ofstream table(m_place.path(name));
        table << std::setprecision(9) << (people.empty() ? "" : "who,") << "kind,a,b,c,d,e,f,g,h\n";
        const auto x = blobs.features();
        const auto y = blobs.labels();
        for (std::size_t i = 0; i < blobs.rows; ++i) {
            table << (people.empty() ? "" : people + std::to_string(i) + ",") << '"'
                  << kColumnNames[static_cast<std::size_t>(y[i])] << '"';
            for (std::size_t j = 0; j < blobs.dim; ++j) {
                table << ',' << x[i * blobs.dim + j];
            }
            table << '\n';
        }
    }

    [[nodiscard]] Outcome cli(const std::string& command, const std::string& project,
                              const Words& more) const {
        Words words{command,     "-f",       "json",      "--storage", m_place.text(project),
                    "--epsilon", "4",        "--delta",   "1e-5",      "--steps",
                    "5",         "--method", "unit-noise"};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    [[nodiscard]] Words table(const Words& more) const {
        Words words{"--train", m_place.text("train.csv"), "--label-column", "kind", "--id-column", "who"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliColumns, NobodyAsksWhosePublicRowsOfAPriorAre) {
    const std::string arrays = m_place.text("prior/train.npy") + "," + m_place.text("prior/train_labels.npy");
    const auto ofTable = [&](const char* name) {
        return m_place.text(name) + "," + m_place.text(name) + ":kind";
    };
    for (const std::string& prior : {arrays, ofTable("prior.csv"), ofTable("nobody.csv")}) {
        const Outcome ran = cli("run", "p.parsimony",
                                table({"--class-names", m_place.text("names.txt"), "--prior", prior,
                                       "--experiment-epsilon", "1"}));
        EXPECT_EQ(ran.exitCode, 0) << prior << ran.text();
    }
}

TEST_F(CliColumns, WhatNoPartTakesIsRefused) {
    const auto refused = [&](const Words& words, int code, const std::string& piece) {
        const Outcome outcome = cli("run", "p.parsimony", words);
        EXPECT_EQ(outcome.exitCode, code) << outcome.text();
        EXPECT_THAT(outcome.json()["message"].get<std::string>(), HasSubstr(piece));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony"))) << piece;
    };
    const std::string digits = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    refused({"--data", digits, "--classes", "10", "--label-column", "nothere"}, 1,
            "has no array 'nothere'. Keys: ");
    refused({"--data", digits, "--classes", "10", "--label-column", "x_test"}, 2, "--label-column x_test");
    refused({"--data", m_place.text("prior"), "--classes", "3", "--id-column", "who"}, 2,
            "holds one array and no columns");
    refused({"--train", m_place.text("train.csv"), "--class-names", m_place.text("names.txt"),
             "--label-column", "kind", "--id-column", "kind"},
            2, "--id-column");
    EXPECT_EQ(cli("run", "y.parsimony", {"--data", digits, "--classes", "10", "--label-column", "y_train"})
                  .exitCode,
              0);
}

TEST_F(CliColumns, TextIsToBeLookedAtBeforeItIsPaidFor) {
    const Words numbered = table({"--classes", "3"});
    const Outcome plan = cli("plan", "p.parsimony", numbered);
    ASSERT_EQ(plan.exitCode, 0) << plan.text();
    EXPECT_THAT(plan.out, HasSubstr("inspect --check"));
    const Outcome ran = cli("run", "p.parsimony", numbered);
    ASSERT_EQ(ran.exitCode, 0) << "whether labels are numbers is private";
    EXPECT_THAT(ran.err, HasSubstr("inspect --check"));
    const Words look{"inspect", "--check", m_place.text("train.csv"), "--label-column", "kind"};
    const auto checked = [&](const Words& more) {
        Words words = look;
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    };
    EXPECT_THAT(checked({"--id-column", "who", "--classes", "3"}).err,
                HasSubstr("600 of 600 labels are outside 0..2"));
    const Outcome right = checked({"--id-column", "who", "--class-names", m_place.text("names.txt")});
    EXPECT_THAT(right.err, HasSubstr("0 of 600 labels are none of the 3 classes"));
    EXPECT_THAT(right.err, HasSubstr("0 of 600 rows have no id"));
    EXPECT_THAT(right.err, HasSubstr("0 of 600 rows hold a value"));
    EXPECT_THAT(checked({"--class-names", m_place.text("names.txt")}).err,
                HasSubstr("600 of 600 rows hold a value"))
        << "ids were forgotten";
}

/// Of a file with features and labels, features are looked at as features whatever labels are said to be.
TEST_F(CliColumns, FeaturesBesideLabelsAreCheckedAsFeatures) {
    const std::string digits = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
    std::ofstream names(m_place.path("ten.txt"));
    for (int digit = 0; digit < 10; ++digit) {
        names << "digit " << digit << '\n';
    }
    names.close();
    for (const Words& labels : {Words{"--classes", "10"}, Words{"--class-names", m_place.text("ten.txt")},
                                Words{"--classes", "10", "--labels-per-record", "2"}}) {
        Words words{"inspect", "--check", digits};
        words.insert(words.end(), labels.begin(), labels.end());
        const Outcome checked = m_place.cli(words);
        EXPECT_EQ(checked.exitCode, 0) << checked.text();
        EXPECT_THAT(checked.err, HasSubstr("x_train: 0 of 1400 rows hold a value")) << labels.back();
        EXPECT_THAT(checked.err, HasSubstr("y_train: 0 of 1400 ")) << labels.back();
        EXPECT_THAT(checked.err, Not(HasSubstr("x_train: 0 of 1400 labels")));
    }
}

TEST_F(CliColumns, TextInAnArrayIsComparedWithTheNamesOfClasses) {
    writeBytes(m_place.path("kinds.npy"), npyBytes("|S3", "(3,)", "catdogcat"));
    const Outcome checked = m_place.cli(
        {"inspect", "--check", m_place.text("kinds.npy"), "--class-names", m_place.text("names.txt")});
    EXPECT_THAT(checked.err, HasSubstr("1 of 3 labels are none of the 3 classes")) << checked.text();
}

TEST_F(CliColumns, TextsOfAllShardsAreCounted) {
    std::filesystem::create_directories(m_place.path("who"));
    writeBytes(m_place.path("who/a.npy"), npyBytes("<U1", "(3,)", std::string(12, 'a')));
    writeBytes(m_place.path("who/b.npy"), npyBytes("<U1", "(2,)", std::string(8, 'b')));
    const Outcome outcome = m_place.cli({"inspect", m_place.text("who"), "-f", "json"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["arrays"][0]["shape"], nlohmann::json({5}));
}
