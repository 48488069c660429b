// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 28: what was declared is what is read; a difference stops the run, charged.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
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
    EXPECT_GT(charged("p.parsimony"), 1.9);
    EXPECT_GT(charged("p.parsimony", "test"), 0.0);
}

} // namespace parsimony::test
