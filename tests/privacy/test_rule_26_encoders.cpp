// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20, 24 and 26 where the same records come by several encoders: one account for all of them.
#include "tests/privacy/encoders_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace parsimony::test {

using testing::HasSubstr;

TEST_F(Rule26Encoders, OneAccountByPlaces) {
    expectOneAccount(byOrder(), false);
}

TEST_F(Rule26Encoders, OneAccountByIds) {
    expectOneAccount(byIds(), true);
}

TEST_F(Rule26Encoders, WhatOneEncoderSpentIsSpentForAll) {
    ASSERT_EQ(cli(search("first.parsimony", otherAlone(false))).exitCode, 0);
    const double spent = charged("first.parsimony");
    EXPECT_EQ(cli(search("first.parsimony", byOrder())).exitCode, 3);
    EXPECT_EQ(cli(search("second.parsimony", byOrder())).exitCode, 3);
    EXPECT_EQ(cli(search("second.parsimony", linked(byOrder(), "first.parsimony"))).exitCode, 3);
    EXPECT_NEAR(charged("second.parsimony"), spent, 1e-9);
}

/// Encoders of different widths, each with a mean of its own, charged to the account of all.
TEST_F(Rule26Encoders, EachEncodersMeanIsChargedToTheOneAccount) {
    for (const char* method : {"random", "linear-scaling"}) {
        const std::string project = method + std::string(".parsimony");
        m_registry = method + std::string(".db");
        Words words = search(project, byOrder(), method);
        words.insert(words.end(), {"--feature-map", "center", "--head", "linear"});
        const Outcome run = cli(words);
        ASSERT_EQ(run.exitCode, 0) << run.text();
        std::set<std::string> released;
        const auto result = run.json();
        for (const auto& statistic : result["statistics"]) {
            released.insert(statistic["name"].get<std::string>());
        }
        EXPECT_EQ(released, (std::set<std::string>{"mean", "mean@b", "class_counts"})) << method;
        EXPECT_LE(charged(project), 2.0 + 1e-6);
        EXPECT_GT(charged(project), 1.5);
        EXPECT_EQ(audit(project).exitCode, 0);
        EXPECT_EQ(cli(search(project, otherAlone(false))).exitCode, 3) << "spent for the other one too";
    }
}

/// A shifted set by each encoder: its accuracy is charged to its own account, on the winner's rows.
TEST_F(Rule26Encoders, ShiftedSetsAreOfEachEncoder) {
    writeDataset(m_place.path("shift-a"), {10, dim, classes, 41}, {testRows, dim, classes, 42});
    writeDataset(m_place.path("shift-b"), {10, otherDim, classes, 41}, {testRows, otherDim, classes, 42});
    const auto set = [&](const std::string& encoder, const std::string& files) {
        return encoder + ":shift=" + m_place.text("shift-" + files + "/test.npy") + "," +
               m_place.text("shift-" + files + "/test_labels.npy");
    };
    const auto with = [&](const std::vector<std::string>& sets) {
        Words words = search("first.parsimony", byOrder());
        for (const std::string& one : sets) {
            words.insert(words.end(), {"--ood", one});
        }
        return words;
    };
    const Outcome lacks = cli(with({set("a", "a")}));
    EXPECT_EQ(lacks.exitCode, 2) << "only one encoder has it";
    EXPECT_THAT(lacks.text(), HasSubstr("same parts"));
    EXPECT_THAT(cli(with({set("c", "a")})).text(), HasSubstr("names no encoder"));
    EXPECT_THAT(cli(with({set("a", "b"), set("b", "a")})).text(), HasSubstr("has rows of 9 values"));
    const Outcome run = cli(with({set("a", "a"), set("b", "b")}));
    ASSERT_EQ(run.exitCode, 0) << run.text();
    EXPECT_TRUE(run.json()["final"]["ood"].contains("shift")) << run.text();
    EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6);
    EXPECT_GT(charged("first.parsimony", "shift"), 0.0);
    EXPECT_EQ(audit("first.parsimony").exitCode, 0);
}

/// What they are called is a label: other names, in another order, are the same part.
TEST_F(Rule26Encoders, NamesOfEncodersOpenNoAccount) {
    ASSERT_EQ(cli(search("first.parsimony", byOrder())).exitCode, 0);
    const double spent = charged("first.parsimony");
    Words renamed = byOrder();
    std::vector<std::string*> sets;
    for (std::string& word : renamed) {
        if (const std::size_t at = word.find('='); at != std::string::npos) {
            word = "n" + std::to_string(sets.size()) + word.substr(at);
            sets.push_back(&word);
        }
    }
    ASSERT_EQ(sets.size(), 2U);
    std::swap(*sets[0], *sets[1]);
    const Outcome again = cli(search("first.parsimony", renamed));
    EXPECT_EQ(again.exitCode, 3) << again.text();
    EXPECT_NEAR(charged("first.parsimony"), spent, 1e-9);
}

/// Joined they are one more candidate, with the account and the charges that one of them has.
TEST_F(Rule26Encoders, JoinedOnesAreTheSameRecords) {
    const auto with = [&](Words words, const Words& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const Words joined = with(byOrder(), {"--data", "both=b+a"});
    for (const std::string method : {"random", "papernot-steinke", "koskela-kulkarni", "linear-scaling"}) {
        m_registry = method + ".db";
        const Outcome run = cli(search(method + ".parsimony", joined, method));
        ASSERT_EQ(run.exitCode, 0) << method << run.text();
        EXPECT_EQ(run.json()["axes"]["encoder"], (std::vector<std::string>{"a", "b", "both"}));
        EXPECT_LE(charged(method + ".parsimony"), 2.0 + 1e-6) << "one run's budget";
        EXPECT_EQ(audit(method + ".parsimony").exitCode, 0);
    }
    m_registry = "random.db";
    const Words alone = with(joined, {"--data", "both"});
    EXPECT_EQ(cli(search("random.parsimony", byOrder())).exitCode, 3) << "the same part without it";
    EXPECT_EQ(cli(search("random.parsimony", otherAlone(false))).exitCode, 3);
    EXPECT_EQ(cli(search("random.parsimony", alone)).exitCode, 3);
    EXPECT_EQ(cli(search("second.parsimony", otherAlone(false))).exitCode, 3);
    EXPECT_EQ(cli(search("second.parsimony", alone)).exitCode, 3) << "nor in another project";

    m_registry = "fresh.db"; // the joined one alone spends for each of them
    const Outcome run =
        cli(search("alone.parsimony", with(alone, {"--encoder-id", "a=clip@1", "--encoder-id", "b=dino@2"})));
    ASSERT_EQ(run.exitCode, 0) << run.text();
    EXPECT_EQ(run.json()["encoder"], "dino@2+clip@1");
    EXPECT_NEAR(charged("alone.parsimony"), 2.0, 1e-6);
    EXPECT_EQ(cli(search("alone.parsimony", otherAlone(false))).exitCode, 3);
    EXPECT_EQ(cli(search("third.parsimony", {"--data", m_place.text("data")})).exitCode, 3);

    // What it exports takes files of joined rows, and such a file of these rows is known as theirs.
    const std::string model = m_place.text("joined.npz");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("alone.parsimony"), "--output", model}).exitCode, 0);
    EXPECT_THAT(readBytes(m_place.path("joined.npz.md")),
                HasSubstr("(" + std::to_string(otherDim) + " + " + std::to_string(dim) + ")"));
    std::vector<float> rowsOfBoth;
    const std::vector<float> a = Blobs{testRows, dim, classes, 2}.features();
    const std::vector<float> b = Blobs{testRows, otherDim, classes, 32}.features();
    for (std::size_t row = 0; row < testRows; ++row) {
        rowsOfBoth.insert(rowsOfBoth.end(), b.begin() + static_cast<std::ptrdiff_t>(row * otherDim),
                          b.begin() + static_cast<std::ptrdiff_t>((row + 1) * otherDim));
        rowsOfBoth.insert(rowsOfBoth.end(), a.begin() + static_cast<std::ptrdiff_t>(row * dim),
                          a.begin() + static_cast<std::ptrdiff_t>((row + 1) * dim));
    }
    writeFeatures(m_place.path("both.npy"), rowsOfBoth, testRows, dim + otherDim);
    EXPECT_EQ(
        cli({"predict", model, m_place.text("both.npy"), "--output", m_place.text("labels.csv")}).exitCode,
        0);
    EXPECT_EQ(cli({"predict", model, m_place.text("data/test.npy"), "--output", m_place.text("labels.csv")})
                  .exitCode,
              1);
    EXPECT_EQ(cli({"evaluate", model, "--test", m_place.text("both.npy"), "--test-labels",
                   m_place.text("other/test_labels.npy"), "--visibility", "public"})
                  .exitCode,
              3)
        << "private rows, side by side";
}

TEST_F(Rule26Encoders, WhatCannotBeJoinedIsRefusedBeforeAnythingIsSpent) {
    const auto refused = [&](Words words, const char* joined, const char* sentence) {
        words.insert(words.end(), {"--data", joined});
        const Outcome outcome = cli(search("p.parsimony", words));
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr(sentence));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    };
    refused(byOrder(), "both=a+c", "'c' is no encoder with files of its own");
    refused(byOrder(), "both=both+a", "'both' is no encoder with files of its own");
    refused(byOrder(), "both=a+", "'' is no encoder with files of its own");
    refused(byOrder(), "both=a+a", "joins 'a' with itself");
    refused(byIds(), "both=a+b", "say --same-order, and no ids of each");
    refused(both(), "both=a+b", "say --same-order, and no ids of each");
}

TEST_F(Rule26Encoders, ResultsAndClassifiersNameTheEncoder) {
    Words words = byOrder();
    words.insert(words.end(), {"--encoder-id", "a=clip@1", "--encoder-id", "b=dino@2"});
    for (const std::string method : {"random", "papernot-steinke", "koskela-kulkarni", "linear-scaling"}) {
        m_registry = method + ".db";
        const std::string project = method + ".parsimony";
        const Outcome run = cli(search(project, words, method));
        ASSERT_EQ(run.exitCode, 0) << method << run.text();
        const nlohmann::json json = run.json();
        const std::string encoder = json["encoder"];
        ASSERT_TRUE(encoder == "clip@1" || encoder == "dino@2") << encoder;
        EXPECT_EQ(json["axes"]["encoder"], (std::vector<std::string>{"a", "b"}));
        EXPECT_EQ(audit(project).exitCode, 0) << method;
        const std::string model = m_place.text(method + ".npz");
        ASSERT_EQ(cli({"export", "--storage", m_place.text(project), "--output", model}).exitCode, 0);
        EXPECT_THAT(readBytes(m_place.path(method + ".npz.md")), HasSubstr("from the encoder " + encoder));
        const bool first = encoder == "clip@1";
        const auto predict = [&](const char* folder, const std::string& id) {
            return cli({"predict", model, m_place.text(folder) + "/test.npy", "--encoder-id", id, "--output",
                        m_place.text("labels.csv")});
        };
        EXPECT_EQ(predict(first ? "data" : "other", encoder).exitCode, 0);
        EXPECT_EQ(predict(first ? "other" : "data", encoder).exitCode, 1) << "of another width";
        EXPECT_EQ(predict(first ? "data" : "other", "vit@3").exitCode, 2);
    }
}

/// Rules 1, 4 and 17: each encoder's mean and pilot is a charged release, and all of them make up the total.
TEST_F(Rule26Encoders, AutoPaysForEachMeanAndPilot) {
    Words words = search("p.parsimony", byIds(), "auto");
    words.insert(words.end(), {"--records", "400000"}); // so that pilots are worth it
    const Outcome run = cli(words);
    ASSERT_EQ(run.exitCode, 0) << run.text();
    const nlohmann::json json = run.json();
    std::set<std::string> names;
    double squared = 0.0;
    const auto add = [&squared](const nlohmann::json& mu) { squared += mu.get<double>() * mu.get<double>(); };
    for (const auto& statistic : json["statistics"]) {
        names.insert(statistic["name"].get<std::string>());
        add(statistic["mu"]);
    }
    EXPECT_EQ(names, (std::set<std::string>{"mean", "mean@b", "class_counts"}));
    ASSERT_EQ(json["phases"][0]["trials"].size(), 2U);
    for (const auto& phase : json["phases"]) { // and the runoff
        for (const auto& trial : phase["trials"]) {
            add(trial["mu"]);
        }
    }
    add(json["final"]["mu"]);
    const double total = json["experiment_mu"];
    EXPECT_NEAR(squared, total * total, 1e-6 * total * total);
    EXPECT_NEAR(charged("p.parsimony"), 2.0, 1e-6);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    const std::string winner = json["encoder"];
    const std::string model = m_place.text("model.npz");
    ASSERT_EQ(cli({"export", "--storage", m_place.text("p.parsimony"), "--output", model}).exitCode, 0);
    const auto predict = [&](const char* folder) {
        return cli({"predict", model, m_place.text(folder) + "/test.npy", "--output", m_place.text("l.csv")})
            .exitCode;
    };
    EXPECT_EQ(predict(winner == "a" ? "data" : "other"), 0);
    EXPECT_EQ(predict(winner == "a" ? "other" : "data"), 1) << "as without a map";
}

} // namespace parsimony::test
