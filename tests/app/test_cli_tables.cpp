// SPDX-License-Identifier: GPL-3.0-or-later
// Files as people have them: tables with labels and ids in them, labels that are text, shards.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <thread>

using namespace parsimony::test;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

namespace {

const std::vector<std::string> kTableNames{"cat", "hot dog", "a, b"};

class CliTables : public testing::Test {
protected:
    void SetUp() override {
        writeTable("train.csv", {600, 8, 3, 1}, "p");
        writeTable("test.csv", {300, 8, 3, 2}, "q");
        std::ofstream names(m_place.path("names.txt"));
        for (const std::string& name : kTableNames) {
            names << name << '\n';
        }
        writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2});
    }

    void writeTable(const std::string& name, const Blobs& blobs, const std::string& people) const {
        std::ofstream table(m_place.path(name));
        table << std::setprecision(9) << "who,a,b,c,d,kind,e,f,g,h\n";
        const auto x = blobs.features();
        const auto y = blobs.labels();
        for (std::size_t i = 0; i < blobs.rows; ++i) {
            table << people << i;
            for (std::size_t j = 0; j < blobs.dim; ++j) {
                if (j == 4) {
                    table << ",\"" << kTableNames[static_cast<std::size_t>(y[i])] << '"';
                }
                table << ',' << x[i * blobs.dim + j];
            }
            table << '\n';
        }
    }

    [[nodiscard]] Words run(const std::string& project, const Words& data, const Words& more = {}) const {
        Words words{"run",       "-f",       "json",      "--storage", m_place.text(project),
                    "--epsilon", "4",        "--delta",   "1e-5",      "--steps",
                    "10",        "--method", "unit-noise"};
        words.insert(words.end(), data.begin(), data.end());
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Words tables() const {
        return {"--train", m_place.text("train.csv"), "--test", m_place.text("test.csv"), "--label-column",
                "kind"};
    }

    Workplace m_place;
};

} // namespace

TEST_F(CliTables, AnswerAsTheSameNumbersInArraysDo) {
    const Words open{"--visibility", "public", "--seed", "7"};
    const Outcome arrays = m_place.cli(run("a.parsimony", {"--data", m_place.text("data")}, open));
    ASSERT_EQ(arrays.exitCode, 0) << arrays.text();
    Words words = tables();
    words.insert(words.end(), {"--id-column", "who", "--class-names", m_place.text("names.txt")});
    const Outcome table = m_place.cli(run("t.parsimony", words, open));
    ASSERT_EQ(table.exitCode, 0) << table.text();
    EXPECT_EQ(table.json()["dataset"]["dim"], 8);
    EXPECT_EQ(table.json()["dataset"]["classes"], 3);
    EXPECT_EQ(table.json()["final"]["test_accuracy"], arrays.json()["final"]["test_accuracy"]);

    // Shards of the same rows.
    const Blobs whole{600, 8, 3, 1};
    std::filesystem::create_directories(m_place.path("s/train"));
    const auto x = whole.features();
    for (std::size_t shard = 0, row = 0; shard < 12; ++shard, row += 50) {
        const auto begin = x.begin() + static_cast<std::ptrdiff_t>(row * 8);
        writeFeatures(m_place.path("s/train/emb_" + std::to_string(shard) + ".npy"), {begin, begin + 400}, 50,
                      8);
    }
    const Outcome shards =
        m_place.cli(run("s.parsimony",
                        {"--train", m_place.text("s/train/emb_*.npy"), "--train-labels",
                         m_place.text("data/train_labels.npy"), "--test", m_place.text("data/test.npy"),
                         "--test-labels", m_place.text("data/test_labels.npy")},
                        open));
    ASSERT_EQ(shards.exitCode, 0) << shards.text();
    EXPECT_EQ(shards.json()["final"]["test_accuracy"], arrays.json()["final"]["test_accuracy"]);

    // Public labels that are text name themselves, sorted: other numbers for the same classes.
    const Outcome sorted = m_place.cli(run(
        "u.parsimony",
        [&] {
            Words some = tables();
            some.insert(some.end(), {"--id-column", "who"});
            return some;
        }(),
        open));
    ASSERT_EQ(sorted.exitCode, 0) << sorted.text();
    EXPECT_EQ(sorted.json()["dataset"]["classes"], 3);
}

TEST_F(CliTables, NamesOfClassesGoWithTheClassifier) {
    Words words = tables();
    words.insert(words.end(), {"--id-column", "who", "--class-names", m_place.text("names.txt")});
    const Outcome ran = m_place.cli(run("p.parsimony", words));
    ASSERT_EQ(ran.exitCode, 0) << ran.text();
    EXPECT_TRUE(ran.json()["guarantee_terms"]["people_by_ids"].get<bool>());
    for (const char* model : {"m.safetensors", "m.npz", "m.onnx"}) {
        ASSERT_EQ(
            m_place.cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text(model)})
                .exitCode,
            0);
    }
    EXPECT_THAT(readBytes(m_place.path("m.safetensors.md")), HasSubstr("hot dog"));
    writeTable("new.csv", {200, 8, 3, 9}, "r");
    const Words look{"evaluate", m_place.text("m.npz"), "--test", m_place.text("new.csv"), "--label-column",
                     "kind",     "--id-column",         "who",    "--visibility",          "public"};
    const Outcome table = m_place.cli(look);
    ASSERT_EQ(table.exitCode, 0) << table.text();
    EXPECT_THAT(table.out, HasSubstr("class hot dog"));
    Words open = look;
    open.insert(open.end(), {"--positive-class", "hot dog"});
    EXPECT_THAT(m_place.cli(open).out, HasSubstr("AUC of class hot dog"));
    open.insert(open.end(), {"-f", "json"});
    const nlohmann::json shown = m_place.cli(open).json();
    EXPECT_EQ(shown["per_class"][1]["class"], 1);
    EXPECT_EQ(shown["per_class"][1]["name"], "hot dog");
    EXPECT_EQ(shown["class_names"], nlohmann::json(kTableNames)) << "of the rows and columns of confusion";
    EXPECT_EQ(shown["confusion"].size(), 3U);

    // The same of private rows.
    writeTable("many.csv", {4000, 8, 3, 10}, "s");
    Words paid{look.begin(), look.end() - 2};
    paid[3] = m_place.text("many.csv");
    paid.insert(paid.end(), {"--storage", m_place.text("p.parsimony"), "--per-class", "--metrics",
                             "confusion,auc", "--positive-class", "hot dog"});
    const Outcome told = m_place.cli(paid);
    ASSERT_EQ(told.exitCode, 0) << told.text();
    EXPECT_THAT(told.out, HasSubstr("AUC of class hot dog"));
    EXPECT_THAT(told.out, HasSubstr("  hot dog "));
    paid.insert(paid.end(), {"-f", "json"});
    const nlohmann::json noisy = m_place.cli(paid).json();
    EXPECT_EQ(noisy["per_class"][2]["class"], 2);
    EXPECT_EQ(noisy["per_class"][2]["name"], "a, b");
    EXPECT_EQ(noisy["class_names"], nlohmann::json(kTableNames));
    EXPECT_EQ(noisy["positive_class"], 1);
    EXPECT_EQ(noisy["positive_class_name"], "hot dog");
    const Outcome predicted =
        m_place.cli({"predict", m_place.text("m.npz"), m_place.text("new.csv"), "--label-column", "kind",
                     "--id-column", "who", "--output", m_place.text("out.csv"), "-f", "json"});
    ASSERT_EQ(predicted.exitCode, 0) << predicted.text();
    EXPECT_EQ(predicted.json()["class_names"], nlohmann::json(kTableNames));
    const std::string rows = readBytes(m_place.path("out.csv"));
    EXPECT_EQ(rows.substr(0, rows.find('\n')), "label,score_0,score_1,score_2,name");
    std::istringstream lines(rows);
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);) {
        const std::vector<std::string> cells{"cat", "\"hot dog\"", "\"a, b\""};
        EXPECT_TRUE(line.ends_with("," + cells.at(static_cast<std::size_t>(line.front() - '0')))) << line;
    }
    EXPECT_NE(m_place
                  .cli({"predict", m_place.text("m.npz"), m_place.text("new.csv"), "--output",
                        m_place.text("out.csv")})
                  .exitCode,
              0); // ten columns
}

TEST_F(CliTables, WhatIsWrongIsOneSentenceAndSpendsNothing) {
    const auto refused = [&](const Words& words, int code, const std::string& piece) {
        const Outcome outcome = m_place.cli(run("p.parsimony", words));
        EXPECT_EQ(outcome.exitCode, code) << outcome.text();
        EXPECT_THAT(outcome.json()["message"].get<std::string>(), HasSubstr(piece));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("p.parsimony"))) << piece;
    };
    const Outcome wrong = m_place.cli(run(
        "p.parsimony", {"--train", m_place.text("train.csv"), "--label-column", "kinds", "--classes", "3"}));
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.json()["message"].get<std::string>(), EndsWith("train.csv has no column 'kinds'"))
        << "without a header a near name would be a record's cell";
    EXPECT_THAT(wrong.err, AllOf(HasSubstr("curator: the first line of "), HasSubstr("kind")));
    EXPECT_THAT(wrong.out, Not(HasSubstr("who")));
    refused({"--train", m_place.text("train.csv"), "--label-column", "kind", "--id-column", "whom",
             "--classes", "3"},
            1, "has no column 'whom'");
    refused({"--train", m_place.text("train.csv"), "--label-column", "kind"}, 2, "--classes is needed");
    refused({"--train", m_place.text("train.csv"), "--label-column", "kind", "--class-names",
             m_place.text("names.txt"), "--classes", "4"},
            2, "names for 3 classes, and --classes says 4");
    refused({"--train", m_place.text("train.csv"), "--label-column", "kind", "--class-names",
             m_place.text("none.txt")},
            1, "none.txt");
    // Names in another encoding: a ledger can't hold them, which is to be said before it has a data set.
    writeBytes(m_place.path("latin.txt"), "circle\ncar\xE9\ntriangle\n");
    refused({"--train", m_place.text("train.csv"), "--label-column", "kind", "--class-names",
             m_place.text("latin.txt")},
            1, "latin.txt: line 2 is no text in UTF-8");
    writeBytes(m_place.path("latin.csv"), "a,kind\n1,car\xE9\n2,x\n3,x\n4,car\xE9\n");
    refused({"--train", m_place.text("latin.csv"), "--label-column", "kind", "--visibility", "public"}, 1,
            "labels that are no text in UTF-8");
    refused({"--train", m_place.text("gone_*.npy"), "--train-labels", m_place.text("data/train_labels.npy"),
             "--classes", "3"},
            1, "no file is called");
}

TEST_F(CliTables, ALabelThatIsNoNameChangesNeitherOutputNorExitCode) {
    // Eight features and the labels; whether one label is a name is private.
    std::vector<std::string> outputs;
    for (const bool wrong : {false, true}) {
        std::string text = readBytes(m_place.path("train.csv"));
        const auto at = text.find("\"cat\"");
        if (wrong) {
            text.replace(at, 5, "\"cow\"");
        }
        const std::string folder = wrong ? "wrong" : "right";
        std::filesystem::create_directories(m_place.path(folder));
        writeBytes(m_place.path(folder + "/rows.csv"), text);
        const Outcome planned = m_place.cli(
            {"plan", "-f", "json", "--storage", m_place.text(folder + ".parsimony"), "--epsilon", "4",
             "--delta", "1e-5", "--train", m_place.text(folder + "/rows.csv"), "--label-column", "kind",
             "--id-column", "who", "--class-names", m_place.text("names.txt")});
        EXPECT_EQ(planned.exitCode, 0) << planned.text();
        EXPECT_THAT(planned.err, Not(HasSubstr("cow")));
        outputs.push_back(planned.out);
    }
    EXPECT_EQ(outputs[0], outputs[1]);
}

TEST_F(CliTables, ResumingGoesByTheNamesOfThePlan) {
    // Whether a name that was changed meanwhile occurs among private labels must not show.
    Words words = run("p.parsimony", tables());
    words.insert(words.end(),
                 {"--id-column", "who", "--class-names", m_place.text("names.txt"), "--threads", "1"});
    *std::find(words.begin(), words.end(), "10") = "100000";
    Program program(words, m_place.options());
    const Words list{"trials", "-q", "-f", "json", "--storage", m_place.text("p.parsimony")};
    bool running = false;
    while (program.running() && !running) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        running = std::filesystem::exists(m_place.path("p.parsimony")) &&
                  m_place.cli(list).out.find("\"running\"") != std::string::npos;
    }
    program.sendSignal(SIGINT);
    ASSERT_EQ(program.wait().exitCode, 130);
    writeBytes(m_place.path("names.txt"), "cow\nhot dog\na, b\n"); // there were cats
    const Outcome resumed = m_place.cli({"resume", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.text();
    ASSERT_EQ(m_place
                  .cli({"export", "--storage", m_place.text("p.parsimony"), "--output",
                        m_place.text("m.safetensors")})
                  .exitCode,
              0);
    EXPECT_THAT(readBytes(m_place.path("m.safetensors.md")), HasSubstr("cat"));
}
