// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 20, 24 and 26 where the same records come by several encoders: one account for all of them.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace parsimony::test {

using testing::HasSubstr;

class Rule26Encoders : public RuleTest {
protected:
    static constexpr std::size_t testRows = 200, otherDim = dim + 3;

    void SetUp() override {
        RuleTest::SetUp();
        writeDataset(m_place.path("other"), {rows, otherDim, classes, 31}, {testRows, otherDim, classes, 32});
        for (const char* encoder : {"a", "b"}) {
            writeIds(encoder + std::string("-train.ids"), people(0, rows));
            writeIds(encoder + std::string("-test.ids"), people(rows, testRows));
        }
    }

    [[nodiscard]] Words search(const std::string& project, const Words& data,
                               const std::string& method = "random") const {
        Words words{"run",       "-f",      "json",      "--storage", m_place.text(project),
                    "--classes", "3",       "--epsilon", "2",         "--delta",
                    "1e-5",      "--steps", "4",         "--method",  method,
                    "--threads", "1"};
        if (method == "random") {
            words.insert(words.end(), {"--trials", "4"});
        }
        words.insert(words.end(), data.begin(), data.end());
        return words;
    }
    [[nodiscard]] Words both() const {
        return {"--data", "a=" + m_place.text("data"), "--data", "b=" + m_place.text("other")};
    }
    [[nodiscard]] Words byOrder() const {
        Words words = both();
        words.emplace_back("--same-order");
        return words;
    }
    [[nodiscard]] Words byIds() const {
        Words words = both();
        for (const char* encoder : {"a", "b"}) {
            const std::string name = encoder;
            words.insert(words.end(), {"--record-ids", name + "=" + m_place.text(name + "-train.ids"),
                                       "--test-record-ids", name + "=" + m_place.text(name + "-test.ids")});
        }
        return words;
    }
    [[nodiscard]] Words otherAlone(bool withIds) const {
        Words words{"--data", m_place.text("other")};
        if (withIds) {
            words.insert(words.end(), {"--record-ids", m_place.text("b-train.ids"), "--test-record-ids",
                                       m_place.text("b-test.ids")});
        }
        return words;
    }
    [[nodiscard]] Words linked(Words words, const std::string& project) const {
        words.insert(words.end(), {"--linked-to", m_place.text(project)});
        return words;
    }

    /// Whoever comes with the second encoder alone finds what both were charged.
    void expectOneAccount(const Words& data, bool withIds) const {
        const Outcome first = cli(search("first.parsimony", data));
        ASSERT_EQ(first.exitCode, 0) << first.text();
        EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6) << "one account for both";
        EXPECT_TRUE(first.json()["final"]["encoder"] == "a" || first.json()["final"]["encoder"] == "b");
        EXPECT_EQ(audit("first.parsimony").exitCode, 0);
        const Words alone = otherAlone(withIds);
        EXPECT_EQ(cli(search("first.parsimony", alone)).exitCode, 3) << "in the same project";
        EXPECT_EQ(cli(search("second.parsimony", alone)).exitCode, 3) << "undeclared";
        const Outcome spent = cli(search("second.parsimony", linked(alone, "first.parsimony")));
        EXPECT_EQ(spent.exitCode, 3) << spent.text();
        EXPECT_NEAR(charged("second.parsimony"), 2.0, 1e-6) << "its account opens with it";
        EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6);
    }
};

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

/// Each of them alone, and only then both: from there on they are one account.
TEST_F(Rule26Encoders, TyingThemLaterJoinsWhatEachHasLeft) {
    const auto some = [&](Words words, const char* epsilon) {
        words.insert(words.end(), {"--experiment-epsilon", epsilon, "--test-epsilon", "none"});
        return cli(search("first.parsimony", words));
    };
    const Words one{"--data", m_place.text("data")};
    ASSERT_EQ(some(one, "0.1").exitCode, 0);
    ASSERT_EQ(some(otherAlone(false), "0.1").exitCode, 0);
    ASSERT_EQ(some(byOrder(), "0.1").exitCode, 0);
    const Outcome rest = cli(search("first.parsimony", one));
    ASSERT_EQ(rest.exitCode, 0) << rest.text();
    EXPECT_EQ(cli(search("first.parsimony", otherAlone(false))).exitCode, 3) << "the first took the rest";
    EXPECT_NEAR(charged("first.parsimony"), 2.0, 1e-6);
}

/// Ids that an encoder brings with it are not overruled by places.
TEST_F(Rule26Encoders, TheirOwnIdsTieThemWhateverIsSaidOfTheOrder) {
    const auto table = [&](const std::string& name, std::size_t first) {
        std::string text = "x0,x1,label,who\n";
        for (std::size_t row = 0; row < 120; ++row) {
            text += std::to_string(row % 7) + "," + std::to_string(row % 5) + "," + std::to_string(row % 3) +
                    ",p" + std::to_string(first + row) + "\n";
        }
        std::filesystem::create_directories(m_place.path(name));
        writeBytes(m_place.path(name + "/train.csv"), text);
    };
    table("left", 0);
    table("right", 5000);
    const Words words{"--data",         "a=" + m_place.text("left"),
                      "--data",         "b=" + m_place.text("right"),
                      "--label-column", "label",
                      "--id-column",    "who",
                      "--same-order"};
    const Outcome mixed = cli(search("first.parsimony", words));
    ASSERT_EQ(mixed.exitCode, 0) << mixed.text();
    EXPECT_THAT(mixed.err, HasSubstr("120 records of the train part have no row by b"));
}

/// Rule 15: what one encoder lacks is a matter between its record and the curator.
TEST_F(Rule26Encoders, ARecordThatOneEncoderLacksIsAZeroRowThere) {
    const Outcome whole = cli(search("whole.parsimony", byIds()));
    ASSERT_EQ(whole.exitCode, 0) << whole.text();
    EXPECT_THAT(whole.err, testing::Not(HasSubstr("no row by")));
    auto ids = people(0, rows);
    ids[7] = 9001;
    ids[8] = 9002;
    writeIds("b-train.ids", ids);
    m_registry = "fresh.db";
    const Outcome lacking = cli(search("lacking.parsimony", byIds()));
    ASSERT_EQ(lacking.exitCode, 0) << lacking.text();
    EXPECT_THAT(lacking.err, HasSubstr("2 records of the train part have no row by b and count as empty"));
    EXPECT_THAT(lacking.out, testing::Not(HasSubstr("no row")));
    for (const char* what : {"status", "guarantee", "guarantee_terms", "budget", "axes", "dataset"}) {
        EXPECT_EQ(whole.json().at(what), lacking.json().at(what)) << what; // what noise does not move
    }
    EXPECT_EQ(audit("lacking.parsimony").exitCode, 0);
}

/// Rows in another order are the same records: what is trained on follows the ids.
TEST_F(Rule26Encoders, RowsFollowTheirIdsNotTheirPlaces) {
    const Blobs train{rows, otherDim, classes, 31};
    const std::vector<float> values = train.features();
    const std::vector<std::int64_t> labels = train.labels();
    std::vector<float> turned;
    std::vector<std::int64_t> turnedLabels;
    std::vector<std::size_t> ids;
    for (std::size_t i = rows; i-- > 0;) {
        turned.insert(turned.end(), values.begin() + static_cast<std::ptrdiff_t>(i * otherDim),
                      values.begin() + static_cast<std::ptrdiff_t>((i + 1) * otherDim));
        turnedLabels.push_back(labels[i]);
        ids.push_back(i);
    }
    const auto seeded = [&](const char* project) {
        Words words = search(project, byIds(), "grid");
        words.insert(words.end(), {"--visibility", "public", "--seed", "4", "--learning-rates", "1,4"});
        const Outcome outcome = cli(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.json();
    };
    const nlohmann::json before = seeded("before.parsimony");
    writeFeatures(m_place.path("other/train.npy"), turned, rows, otherDim);
    writeLabels(m_place.path("other/train_labels.npy"), turnedLabels);
    writeIds("b-train.ids", ids);
    const nlohmann::json after = seeded("after.parsimony");
    ASSERT_EQ(before["phases"][0]["trials"].size(), 4U);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(before["phases"][0]["trials"][i]["score"], after["phases"][0]["trials"][i]["score"]) << i;
        seen.insert(before["phases"][0]["trials"][i]["encoder"].get<std::string>());
    }
    EXPECT_EQ(seen, (std::set<std::string>{"a", "b"}));
}

TEST_F(Rule26Encoders, WhatIsNotTiedIsRefusedBeforeAnythingIsSpent) {
    const auto refused = [&](const Words& words, const char* sentence) {
        const Outcome outcome = cli(search("p.parsimony", words));
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr(sentence));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.json()["schema"], "parsimony/error/1");
    };
    refused(both(), "--same-order if row i is the same record");
    Words half = both();
    half.insert(half.end(), {"--record-ids", "a=" + m_place.text("a-train.ids")});
    refused(half, "NAME=FILE for each");
    Words unknown = byOrder();
    unknown.insert(unknown.end(), {"--encoder-id", "a=clip@1", "--encoder-id", "c=dino@1"});
    refused(unknown, "there is no encoder 'c'");
    Words unnamed{"--data", m_place.text("data"), "--data", m_place.text("other"), "--same-order"};
    refused(unnamed, "each must be NAME=VALUE");
    Words twice = byOrder();
    twice[3] = "a=" + m_place.text("other");
    refused(twice, "is given twice");
    refused({"--data", m_place.text("data"), "--same-order"}, "ties the rows of several encoders");
    const Outcome single = cli(search("p.parsimony", byOrder(), "single"));
    EXPECT_EQ(single.exitCode, 2) << single.text();
    EXPECT_THAT(single.err, HasSubstr("takes one encoder"));
    writeDataset(m_place.path("other"), {rows - 1, otherDim, classes, 31}, {testRows, otherDim, classes, 32});
    refused(byOrder(), "has 400 records by a and 399 by b");
    std::filesystem::remove(m_place.path("other/test.npy"));
    std::filesystem::remove(m_place.path("other/test_labels.npy"));
    refused(byOrder(), "encoders must have the same parts");
    const Outcome left = cli({"audit", "-f", "json", "--storage", m_place.text("p.parsimony")});
    EXPECT_THAT(left.text(), testing::Not(HasSubstr("epsilon\": 2"))) << "nothing was spent";
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
    for (const auto& trial : json["phases"][0]["trials"]) {
        add(trial["mu"]);
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
