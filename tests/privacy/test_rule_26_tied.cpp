// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 15, 20 and 26: what says that rows of several encoders are the same record, places or ids.
#include "tests/privacy/encoders_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace parsimony::test {

using testing::HasSubstr;

using Rule26Tied = Rule26Encoders;

/// Each of them alone, and only then both: from there on they are one account.
TEST_F(Rule26Tied, TyingThemLaterJoinsWhatEachHasLeft) {
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
TEST_F(Rule26Tied, TheirOwnIdsTieThemWhateverIsSaidOfTheOrder) {
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
TEST_F(Rule26Tied, ARecordThatOneEncoderLacksIsAZeroRowThere) {
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
    ids[8] = 8;
    writeIds("b-train.ids", ids);
    m_registry = "third.db";
    const Outcome single = cli(search("single.parsimony", byIds()));
    ASSERT_EQ(single.exitCode, 0) << single.text();
    EXPECT_THAT(single.err, HasSubstr("1 record of the train part has no row by b and counts as empty"));
}

/// Rows in another order are the same records: what is trained on follows the ids.
TEST_F(Rule26Tied, RowsFollowTheirIdsNotTheirPlaces) {
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

TEST_F(Rule26Tied, WhatIsNotTiedIsRefusedBeforeAnythingIsSpent) {
    const auto refused = [&](const Words& words, const char* sentence) {
        const Outcome outcome = cli(search("p.parsimony", words));
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr(sentence));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.json()["schema"], "parsimony/error/1");
        EXPECT_THAT(outcome.out, testing::Not(HasSubstr("400"))) << "how many they are is for the curator";
    };
    refused(both(), "--same-order if row i is the same record");
    Words half = both();
    half.insert(half.end(), {"--record-ids", "a=" + m_place.text("a-train.ids")});
    refused(half, "--record-ids b=FILE");
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

} // namespace parsimony::test
