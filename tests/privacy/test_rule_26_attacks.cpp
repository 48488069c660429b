// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 3, 20, 24 to 26: ways around the budget by several encoders, queues and copies, each of which was
// tried.
#include "tests/privacy/rule_fixture.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

namespace parsimony::test {

/// The same records by encoders a, b and c, each in a folder of its name.
class Rule26Attacks : public RuleTest {
protected:
    static constexpr std::size_t testRows = 200;

    void SetUp() override {
        std::size_t width = dim;
        for (const char* encoder : {"a", "b", "c"}) {
            writeDataset(m_place.path(encoder), {rows, width, classes, 51}, {testRows, width, classes, 52});
            ++width;
        }
        writeIds("train.ids", people(0, rows));
        writeIds("test.ids", people(rows, testRows));
    }

    /// A search on these encoders, a letter each; one is given without a name.
    [[nodiscard]] Words search(const std::string& project, const std::string& encoders, bool byIds,
                               const Words& more = {}) const {
        Words words{"run",       "-f",   "json",      "-q",     "--storage", m_place.text(project),
                    "--delta",   "1e-5", "--epsilon", "2",      "--classes", "3",
                    "--steps",   "3",    "--method",  "random", "--trials",  "2",
                    "--threads", "1"};
        for (const char letter : encoders) {
            const std::string name = encoders.size() > 1 ? std::string(1, letter) + "=" : "";
            words.insert(words.end(), {"--data", name + m_place.text(std::string(1, letter))});
            if (byIds) {
                words.insert(words.end(), {"--record-ids", name + m_place.text("train.ids"),
                                           "--test-record-ids", name + m_place.text("test.ids")});
            }
        }
        if (!byIds && encoders.size() > 1) {
            words.emplace_back("--same-order");
        }
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
};

/// Each project has rows in common with the one before alone: the first and the last have none.
TEST_F(Rule26Attacks, AChainOfEncodersThroughProjectsIsOneAccount) {
    const Words third{"--experiment-epsilon", "0.5"};
    const auto linked = [&](const std::string& project, Words more = {}) {
        more.insert(more.end(), {"--linked-to", m_place.text(project)});
        return more;
    };
    ASSERT_EQ(cli(search("a.parsimony", "a", false, third)).exitCode, 0);
    const double once = charged("a.parsimony");
    ASSERT_EQ(cli(search("ab.parsimony", "ab", false, linked("a.parsimony", third))).exitCode, 0);
    EXPECT_EQ(cli(search("bc.parsimony", "bc", false, third)).exitCode, 3) << "undeclared";
    ASSERT_EQ(cli(search("bc.parsimony", "bc", false, linked("ab.parsimony", third))).exitCode, 0);
    EXPECT_GT(charged("bc.parsimony"), 1.5 * once) << "three runs";
    EXPECT_EQ(cli(search("c.parsimony", "c", false)).exitCode, 3) << "undeclared";
    const Outcome rest = cli(search("c.parsimony", "c", false, linked("bc.parsimony")));
    ASSERT_EQ(rest.exitCode, 0) << rest.text();
    EXPECT_NEAR(charged("c.parsimony"), 2.0, 1e-6);
    const Outcome first = cli(search("a.parsimony", "a", false, {"--experiment-epsilon", "0.1"}));
    EXPECT_EQ(first.exitCode, 3) << "the last one took what was left: " << first.text();
    EXPECT_NEAR(charged("a.parsimony"), 2.0, 1e-6);
}

/// One encoder here, the other there; who ties them later has both to declare, and pays for both.
TEST_F(Rule26Attacks, WhoTiesTwoProjectsEncodersDeclaresBoth) {
    const Words half{"--experiment-epsilon", "0.5"};
    ASSERT_EQ(cli(search("a.parsimony", "a", false, half)).exitCode, 0);
    ASSERT_EQ(cli(search("b.parsimony", "b", false, half)).exitCode, 0);
    Words words = search("ab.parsimony", "ab", false, {"--linked-to", m_place.text("a.parsimony")});
    EXPECT_EQ(cli(words).exitCode, 3);
    words.insert(words.end(), {"--linked-to", m_place.text("b.parsimony")});
    ASSERT_EQ(cli(words).exitCode, 0);
    EXPECT_NEAR(charged("ab.parsimony"), 2.0, 1e-6);
    for (const char* alone : {"a", "b"}) {
        EXPECT_EQ(
            cli(search(alone + std::string(".parsimony"), alone, false, {"--experiment-epsilon", "0.1"}))
                .exitCode,
            3)
            << alone;
    }
}

TEST_F(Rule26Attacks, ProgramsThatRaceWithOneEncoderEachShareOneBudget) {
    std::vector<std::unique_ptr<Program>> programs;
    for (const char* encoders : {"a", "b", "ab", "bc", "c", "ca"}) {
        programs.push_back(std::make_unique<Program>(
            search(encoders + std::string(".parsimony"), encoders, true), options()));
    }
    int ran = 0;
    for (const auto& program : programs) {
        const Outcome outcome = program->wait();
        ran += outcome.exitCode == 0 ? 1 : 0;
        EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 3) << outcome.text();
    }
    EXPECT_EQ(ran, 1);
}

/// A record's part follows from its values by an encoder: by another one it may be in another part.
TEST_F(Rule26Attacks, AFileDividedByAnotherEncodersValuesOpensWithTheChargesOfBothParts) {
    for (const char* encoder : {"a", "b"}) {
        std::filesystem::remove(m_place.path(encoder) / "test.npy");
        std::filesystem::remove(m_place.path(encoder) / "test_labels.npy");
    }
    const Words divided{"--split", "80/20", "--experiment-epsilon", "0.5", "--test-epsilon", "0.8"};
    ASSERT_EQ(cli(search("p.parsimony", "ab", false, divided)).exitCode, 0);
    const double train = charged("p.parsimony"), test = charged("p.parsimony", "test");
    EXPECT_NEAR(test, 0.8, 1e-3);
    const Outcome other = cli(
        search("q.parsimony", "b", false,
               {"--split", "80/20", "--experiment-epsilon", "0.1", "--test-epsilon", "none", "--linked-to",
                m_place.text("p.parsimony"), "--linked-to", m_place.text("p.parsimony") + ":test"}));
    ASSERT_EQ(other.exitCode, 0) << other.text();
    // More than the larger of both with the new run: a record may have been in each.
    EXPECT_GT(charged("q.parsimony"), 1.05 * std::max(train, test));
}

TEST_F(Rule26Attacks, WhatWaitsInAQueueRunsOnceWhoeverRunsIt) {
    Words waiting = search("p.parsimony", "ab", false, {"--experiment-epsilon", "0.5"});
    waiting[0] = "add";
    waiting.insert(waiting.begin(), "queue");
    ASSERT_EQ(cli(waiting).exitCode, 0);
    ASSERT_EQ(cli(waiting).exitCode, 0);
    std::vector<std::unique_ptr<Program>> programs;
    for (int index = 0; index < 3; ++index) {
        programs.push_back(std::make_unique<Program>(
            Words{"queue", "run", "-q", "--storage", m_place.text("p.parsimony")}, options()));
    }
    for (const auto& program : programs) {
        const Outcome outcome = program->wait();
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
    }
    const auto trials =
        cli({"trials", "-f", "json", "--storage", m_place.text("p.parsimony")}).json()["trials"];
    std::set<int> experiments;
    for (const auto& trial : trials) {
        experiments.insert(trial["experiment"].get<int>());
    }
    EXPECT_EQ(experiments.size(), 2U);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule26Attacks, OfCopiesOfAKilledSearchThroughEncodersOneGoesOn) {
    leaveKilled("p.parsimony", search("p.parsimony", "ab", false, {"--feature-map", "center"}));
    std::filesystem::copy_file(m_place.path("p.parsimony"), m_place.path("copy.parsimony"));
    const auto resume = [&](const char* project) {
        return cli({"resume", "-q", "-f", "json", "--threads", "1", "--storage", m_place.text(project)});
    };
    ASSERT_EQ(resume("copy.parsimony").exitCode, 0);
    EXPECT_EQ(resume("p.parsimony").exitCode, 3);
    EXPECT_NEAR(charged("copy.parsimony"), 2.0, 1e-6);
    EXPECT_EQ(audit("copy.parsimony").exitCode, 0);
    EXPECT_EQ(audit("p.parsimony").exitCode, 4);
    const Words alone{"--linked-to", m_place.text("copy.parsimony")};
    EXPECT_EQ(cli(search("b.parsimony", "b", false, alone)).exitCode, 3) << "spent for each encoder";
}

} // namespace parsimony::test
