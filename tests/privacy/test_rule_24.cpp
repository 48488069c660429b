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
    // A project that declared the rows and spent next to nothing.
    auto first = run("first.parsimony");
    first.insert(first.end(), {"--experiment-epsilon", "0.01"});
    ASSERT_EQ(cli(first).exitCode, 0);
    for (int index = 0; index < asking; ++index) {
        auto words = run("p" + std::to_string(index) + ".parsimony");
        words.insert(words.end(), {"--linked-to", m_place.text("first.parsimony")});
        programs.push_back(std::make_unique<Program>(words, options()));
    }
    int ran = 0;
    for (const auto& program : programs) {
        const Outcome outcome = program->wait();
        ran += outcome.exitCode == 0 ? 1 : 0;
        EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 3) << outcome.text();
    }
    EXPECT_EQ(ran, 1); // each asked for the whole budget of the rows
}

TEST_F(Rule24, TheAuditTellsOfUnlinkedPartsTheCuratorAlone) {
    auto words = run("first.parsimony");
    words.insert(words.end(), {"--experiment-epsilon", "0.1"});
    ASSERT_EQ(cli(words).exitCode, 0);
    words[5] = m_place.text("second.parsimony");
    words.insert(words.end(), {"--linked-to", m_place.text("first.parsimony")});
    ASSERT_EQ(cli(words).exitCode, 0);
    const Outcome linked = audit("second.parsimony");
    EXPECT_EQ(linked.exitCode, 0) << linked.text();
    EXPECT_EQ(linked.err, "");
    // As older versions left them.
    ledger::Database(m_place.text(m_registry), ledger::OpenMode::ReadWrite).execute("DELETE FROM part_links");
    const Outcome unlinked = audit("second.parsimony");
    EXPECT_EQ(unlinked.exitCode, 0) << unlinked.text();
    EXPECT_EQ(unlinked.out, linked.out);
    EXPECT_THAT(unlinked.err, testing::HasSubstr("neither counts what the other was charged"));
    EXPECT_THAT(unlinked.err, testing::HasSubstr(m_place.text("first.parsimony")));
    const Outcome shown = audit("second.parsimony", {"--show-curator"});
    EXPECT_EQ(shown.exitCode, 4) << shown.text();
    EXPECT_THAT(shown.out, testing::HasSubstr("neither counts what the other was charged"));
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
