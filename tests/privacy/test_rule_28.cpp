// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 28: what was declared is what is read; a difference stops the run, charged.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

namespace parsimony::test {

using Rule28 = RuleTest;

TEST_F(Rule28, ATestFileSwappedDuringTheRunStopsIt) {
    writeDataset(m_place.path("others"), {rows, dim, classes, 1}, {200, dim, classes, 77});
    auto words = run("p.parsimony");
    *(std::find(words.begin(), words.end(), "--steps") + 1) = "60000";
    Program program(words, options());
    // The test part is read last, long after the rows were declared.
    for (bool runs = false; !runs && program.running();) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const Outcome trials = cli({"trials", "-f", "json", "--storage", m_place.text("p.parsimony")});
        runs = trials.exitCode == 0 && !trials.json()["trials"].empty();
    }
    ASSERT_TRUE(program.running());
    std::filesystem::rename(m_place.path("others") / "test.npy", m_place.path("data") / "test.npy");
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
    EXPECT_THAT(outcome.text(), testing::HasSubstr("changed since they were declared"));
    EXPECT_THAT(outcome.out, testing::HasSubstr("test part"));
    EXPECT_THAT(outcome.out, testing::Not(testing::HasSubstr(m_place.text("data")))) << "rule 30";
    EXPECT_THAT(outcome.err, testing::HasSubstr("curator: "));
    EXPECT_THAT(outcome.err, testing::HasSubstr(m_place.text("data") + "/test.npy"));
    EXPECT_GT(charged("p.parsimony"), 1.9);
    EXPECT_GT(charged("p.parsimony", "test"), 0.0);
}

// Where files lie is a curator value, also of what is resumed (rule 30).
TEST_F(Rule28, FilesThatChangedBeforeAResumeAreNamedToTheCuratorAlone) {
    auto words = run("p.parsimony");
    *(std::find(words.begin(), words.end(), "--steps") + 1) = "60000";
    Program program(words, options());
    for (bool runs = false; !runs && program.running();) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const Outcome trials = cli({"trials", "-f", "json", "--storage", m_place.text("p.parsimony")});
        runs = trials.exitCode == 0 && !trials.json()["trials"].empty();
    }
    program.sendSignal(SIGINT);
    ASSERT_EQ(program.wait().exitCode, 130);
    for (const char* name : {"test.npy", "test_labels.npy", "train.npy"}) {
        const std::filesystem::path file = m_place.path("data") / name;
        const std::string bytes = readBytes(file);
        std::string changed = bytes;
        changed.back() ^= 1;
        writeBytes(file, changed);
        const Outcome refused = cli({"resume", "-f", "json", "--storage", m_place.text("p.parsimony")});
        EXPECT_EQ(refused.exitCode, 3) << name << refused.text();
        EXPECT_THAT(refused.out, testing::HasSubstr("part are not those the experiment was started with"));
        EXPECT_THAT(refused.out, testing::Not(testing::HasSubstr(m_place.text("data")))) << name;
        EXPECT_THAT(refused.err, testing::HasSubstr("curator: the "));
        EXPECT_THAT(refused.err, testing::HasSubstr(m_place.text("data"))) << name;
        writeBytes(file, bytes);
    }
}

} // namespace parsimony::test
