// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 24: check and charge are one step for rows, not for a file.
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

namespace parsimony::test {

class Rule24 : public RuleTest {
protected:
    [[nodiscard]] Words loud(const std::string& project) const {
        auto words = run(project);
        words.erase(std::find(words.begin(), words.end(), "-q"));
        return words;
    }

    /// Keeps the registry locked for this long while the program runs.
    [[nodiscard]] Outcome whileHeld(const Words& words, std::chrono::milliseconds time) const {
        ledger::Database registry(m_place.text(m_registry), ledger::OpenMode::ReadWrite);
        auto held = std::make_unique<ledger::Transaction>(registry);
        Program program(words, options());
        std::this_thread::sleep_for(time);
        held.reset();
        return program.wait();
    }
};

TEST_F(Rule24, ProgramsWithProjectsOfTheirOwnShareOneBudget) {
    std::vector<std::unique_ptr<Program>> programs;
    constexpr int asking = 6;
    for (int index = 0; index < asking; ++index) {
        programs.push_back(
            std::make_unique<Program>(run("p" + std::to_string(index) + ".parsimony"), options()));
    }
    int ran = 0;
    for (const auto& program : programs) {
        const Outcome outcome = program->wait();
        ran += outcome.exitCode == 0 ? 1 : 0;
        EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 3) << outcome.text();
    }
    EXPECT_EQ(ran, 1); // each asked for the whole budget of the rows
}

TEST_F(Rule24, AWaitingProgramSaysSo) {
    ASSERT_EQ(cli({"audit", "--storage", m_place.text("none")}).exitCode, 1);
    ASSERT_EQ(cli(run("first.parsimony")).exitCode, 0);
    const Outcome waited = whileHeld(loud("second.parsimony"), std::chrono::milliseconds(2500));
    EXPECT_THAT(waited.err, testing::HasSubstr("waiting for another program"));
    EXPECT_EQ(waited.exitCode, 3) << waited.text();
}

TEST_F(Rule24, SlowWhoWaitsHalfAMinuteGivesUp) {
    ASSERT_EQ(cli(run("first.parsimony")).exitCode, 0);
    const Outcome gaveUp = whileHeld(loud("second.parsimony"), std::chrono::seconds(36));
    EXPECT_EQ(gaveUp.exitCode, 1) << gaveUp.text();
    EXPECT_THAT(gaveUp.out, testing::HasSubstr("kept it for 30 seconds"));
}

} // namespace parsimony::test
