// SPDX-License-Identifier: GPL-3.0-or-later
// `audit --empirical` as a user runs it, and what it says of a claim that did not hold.
#include "app/cli/audit_empirical_result.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace parsimony::test;
using Words = std::vector<std::string>;

namespace {

class CliEmpirical : public testing::Test {
protected:
    void SetUp() override { writeDataset(m_place.path("data"), {300, 8, 3, 1}, {60, 8, 3, 2}); }

    [[nodiscard]] Outcome audit(const Words& more) const {
        Words words = {"audit", "--empirical", "-f", "json", "--runs", "200", "--canaries", "60"};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    [[nodiscard]] Words publicRows() const {
        return {"--data", m_place.text("data"), "--visibility", "public"};
    }
    [[nodiscard]] Words publicRows(const Words& more) const {
        Words words = publicRows();
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    Workplace m_place;
};

TEST_F(CliEmpirical, PutsALowerBoundBesideTheClaim) {
    const Outcome outcome = audit(publicRows({"--seed", "1", "--epsilon", "6"}));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const nlohmann::json json = outcome.json();
    EXPECT_EQ(json["schema"], "parsimony/audit/1");
    EXPECT_EQ(json["ok"], true);
    EXPECT_EQ(json["rows"], 0);
    EXPECT_TRUE(json["head"].is_null());
    const nlohmann::json& found = json["empirical"];
    EXPECT_EQ(found["trainer"], "dp-gd");
    EXPECT_EQ(found["records"], 300);
    EXPECT_EQ(found["classes"], 3);
    EXPECT_NEAR(found["epsilon_claimed"].get<double>(), 6.0, 1e-6);
    EXPECT_GT(found["epsilon_lower"].get<double>(), 0.5);
    EXPECT_LT(found["epsilon_lower"].get<double>(), 6.0);
    EXPECT_LE(found["epsilon_lower_any"].get<double>(), found["epsilon_lower"].get<double>());
    ASSERT_EQ(found["tests"].size(), 9U); // three kinds of canaries, three tests each
    for (const nlohmann::json& test : found["tests"]) {
        EXPECT_EQ(test["broken"], false);
        EXPECT_LE(test["correct"].get<int>(), test["guesses"].get<int>());
    }
    ASSERT_EQ(found["exposure"].size(), 9U);
    // A hundred copies are remembered without noise, whatever else.
    EXPECT_GT(found["exposure"][2]["without_noise"]["mean"].get<double>(), 10.0);
    // The same seed tells the same.
    const nlohmann::json again =
        audit(publicRows({"--seed", "1", "--epsilon", "6", "--threads", "1"})).json();
    EXPECT_EQ(again["empirical"]["tests"], found["tests"]);
}

TEST_F(CliEmpirical, AttacksTheTrainerThatIsNamed) {
    const Outcome outcome = audit(publicRows({"--trainer", "dp-ls", "--canary", "dirac", "--no-exposure"}));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["empirical"]["trainer"], "dp-ls");
    EXPECT_EQ(outcome.json()["empirical"]["tests"].size(), 3U);
    EXPECT_TRUE(outcome.json()["empirical"]["exposure"].empty());
    // Its heading calls neighbours what guarantees and the window call them.
    const Outcome table = m_place.cli({"audit", "--empirical", "--trainer", "dp-ls", "--canary", "dirac",
                                       "--no-exposure", "--runs", "20", "--canaries", "20"});
    ASSERT_EQ(table.exitCode, 0) << table.text();
    EXPECT_NE(table.text().find(", zero-out, "), std::string::npos) << table.text();
}

TEST_F(CliEmpirical, TakesLabelsFromAColumnOfText) {
    std::string table = "a,kind,b\n";
    for (int row = 0; row < 120; ++row) {
        table += std::to_string(row % 7) +
                 (row % 3 == 0   ? ",bee,"
                  : row % 3 == 1 ? ",ant,"
                                 : ",cow,") +
                 std::to_string(row % 5) + "\n";
    }
    writeBytes(m_place.path("table.csv"), table);
    const auto attack = [&](const Words& more) {
        Words words{"--data",       m_place.text("table.csv"), "--visibility", "public", "--canary", "dirac",
                    "--no-exposure"};
        words.insert(words.end(), more.begin(), more.end());
        return audit(words);
    };
    const Outcome outcome = attack({"--label-column", "kind"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_EQ(outcome.json()["empirical"]["classes"], 3);
    EXPECT_EQ(outcome.json()["empirical"]["records"], 120);
    writeBytes(m_place.path("names.txt"), "bee\nant\ncow\nfox\n");
    const Outcome named = attack({"--label-column", "kind", "--class-names", m_place.text("names.txt")});
    ASSERT_EQ(named.exitCode, 0) << named.text();
    EXPECT_EQ(named.json()["empirical"]["classes"], 4);
    const Outcome missing = attack({"--label-column", "sort"});
    EXPECT_EQ(missing.exitCode, 1) << missing.text();
    EXPECT_THAT(missing.text(), testing::HasSubstr("kind")) << "the columns that there are";
}

TEST_F(CliEmpirical, RowsThatAreNotPublicAreRefused) {
    EXPECT_EQ(audit({"--data", m_place.text("data")}).exitCode, 3);
    // What some project holds as private stays private, whatever it is called here.
    const Outcome run =
        m_place.cli({"run", "--storage", m_place.text("p.parsimony"), "--data", m_place.text("data"),
                     "--classes", "3", "--epsilon", "1", "--delta", "1e-5", "--method", "single", "--steps",
                     "2", "--total-step-size", "1,1", "-q"});
    ASSERT_EQ(run.exitCode, 0) << run.text();
    const Outcome refused = audit(publicRows());
    EXPECT_EQ(refused.exitCode, 3) << refused.text();
    // The project beside it is verified when it is named.
    const Outcome both =
        m_place.cli({"audit", "--empirical", "--runs", "100", "--canaries", "0", "--canary", "dirac",
                     "--no-exposure", "--storage", m_place.text("p.parsimony"), "-f", "json"});
    ASSERT_EQ(both.exitCode, 0) << both.text();
    EXPECT_GT(both.json()["rows"].get<int>(), 0);
    EXPECT_TRUE(both.json()["empirical"]["ok"].get<bool>());
    EXPECT_THAT(both.json()["empirical"]["data"].get<std::string>(), testing::EndsWith("wordnet-nouns.npz"));
}

TEST_F(CliEmpirical, WrongOptionsAreNamed) {
    const auto message = [&](const Words& words) {
        const Outcome outcome = m_place.cli(words);
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        return outcome.err;
    };
    EXPECT_THAT(message({"audit", "--runs", "5"}), testing::HasSubstr("--empirical"));
    EXPECT_THAT(message({"audit", "--empirical", "--canary", "tweety"}), testing::HasSubstr("--canary"));
    EXPECT_THAT(message({"audit", "--empirical", "--epsilon", "-1"}), testing::HasSubstr("--epsilon"));
    EXPECT_THAT(message({"audit", "--empirical", "--delta", "1"}), testing::HasSubstr("--delta"));
    EXPECT_THAT(message({"audit", "--empirical", "--confidence", "1"}), testing::HasSubstr("--confidence"));
    EXPECT_THAT(message({"audit", "--empirical", "--trainer", "dp-ls", "--sample-rate", "0.1"}),
                testing::HasSubstr("--sample-rate"));
    EXPECT_THAT(message({"audit", "--empirical", "--canaries", "10", "--guesses", "11"}),
                testing::HasSubstr("guesses"));
    EXPECT_THAT(message({"audit", "--empirical", "--norm-bound", "0"}), testing::HasSubstr("bound"));
    EXPECT_THAT(message({"audit", "--empirical", "--runs", "1000001"}),
                testing::HasSubstr("--runs must be a whole number from 0 to 1000000, not 1000001"));
    EXPECT_THAT(message({"audit", "--empirical", "--canaries", "4000000000"}),
                testing::HasSubstr("--canaries must be a whole number from 0 to 100000, not 4000000000"));
}

TEST(EmpiricalResult, ABrokenClaimIsAProblemAndExitsFour) {
    using namespace parsimony;
    empirical::TrainerAudit audit;
    audit.claimed = Epsilon{1.0};
    audit.delta = Delta{1e-5};
    audit.confidence = 0.99;
    audit.findings.push_back({empirical::AuditGame::Trials,
                              empirical::BoundOn::Curve,
                              empirical::CanaryKind::Dirac,
                              {{100, 100, 99}, 3.5, 1e-20},
                              true});
    audit.findings.push_back({empirical::AuditGame::OneRun,
                              empirical::BoundOn::Budget,
                              empirical::CanaryKind::Dirac,
                              {{100, 40, 30}, 0.5, 0.7},
                              false});
    cli::Result result;
    result.json = {{"ok", true}, {"problems", nlohmann::json::array()}};
    cli::addEmpirical(audit, "dp-gd", result);
    EXPECT_EQ(result.exitCode, 4);
    EXPECT_EQ(result.json["ok"], false);
    EXPECT_EQ(result.json["problems"].size(), 1U);
    EXPECT_EQ(result.json["empirical"]["ok"], false);
    EXPECT_EQ(result.json["empirical"]["epsilon_lower"], 3.5);
    EXPECT_EQ(result.json["empirical"]["epsilon_lower_any"], 0.5);
    EXPECT_THAT(result.table, testing::HasSubstr("BROKEN"));
    audit.findings.front().broken = false;
    cli::Result honest;
    honest.json = {{"ok", true}, {"problems", nlohmann::json::array()}};
    cli::addEmpirical(audit, "dp-gd", honest);
    EXPECT_EQ(honest.exitCode, 0);
    EXPECT_EQ(honest.json["ok"], true);
    EXPECT_THAT(honest.table, testing::Not(testing::HasSubstr("BROKEN")));
}

} // namespace
