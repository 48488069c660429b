// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 25: a charge buys one release; an older copy of a project can't be resumed.
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <utility>

namespace parsimony::test {

class Rule25 : public RuleTest {
protected:
    void leaveKilled(const std::string& project) { RuleTest::leaveKilled(project, run(project)); }
    void copy(const std::string& from, const std::string& to) const {
        std::filesystem::copy_file(m_place.path(from), m_place.path(to),
                                   std::filesystem::copy_options::overwrite_existing);
    }
    [[nodiscard]] Outcome resume(const std::string& project, const Words& more = {}) const {
        Words words = {"resume", "-f", "json", "-q", "--threads", "1", "--storage", m_place.text(project)};
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    }
};

TEST_F(Rule25, KilledCopiedAndBothResumedOneGoesOn) {
    leaveKilled("p.parsimony");
    copy("p.parsimony", "copy.parsimony");
    copy("p.parsimony", "backup.parsimony");
    const Outcome first = resume("copy.parsimony");
    EXPECT_EQ(first.exitCode, 0) << first.text();
    const Outcome second = resume("p.parsimony");
    EXPECT_EQ(second.exitCode, 3) << second.text();
    EXPECT_THAT(second.out, testing::HasSubstr("older copy"));
    copy("backup.parsimony", "copy.parsimony"); // restored under the name that went on
    EXPECT_EQ(resume("copy.parsimony").exitCode, 3);
    EXPECT_EQ(resume("copy.parsimony", {"--moved-here"}).exitCode, 3);
}

TEST_F(Rule25, ARenamedProjectGoesOnAndWhatWasCopiedBeforeDoesNot) {
    leaveKilled("p.parsimony");
    copy("p.parsimony", "backup.parsimony");
    std::filesystem::rename(m_place.path("p.parsimony"), m_place.path("renamed.parsimony"));
    const Outcome renamed = resume("renamed.parsimony");
    EXPECT_EQ(renamed.exitCode, 0) << renamed.text();
    copy("backup.parsimony", "p.parsimony"); // under the name that it had
    EXPECT_EQ(resume("p.parsimony").exitCode, 3);
    EXPECT_EQ(audit("renamed.parsimony").exitCode, 0);
}

TEST_F(Rule25, AnotherMachineOrRegistryNeedsADeclaredMove) {
    leaveKilled("p.parsimony");
    copy("p.parsimony", "moved.parsimony");
    ledger::Database(m_place.text(m_registry), ledger::OpenMode::ReadWrite)
        .execute("UPDATE runs SET machine = zeroblob(32)");
    EXPECT_EQ(resume("p.parsimony").exitCode, 3);
    const Outcome declared = resume("p.parsimony", {"--moved-here"});
    EXPECT_EQ(declared.exitCode, 0) << declared.text();
    m_registry = "elsewhere.db";
    const Outcome elsewhere = resume("moved.parsimony");
    EXPECT_EQ(elsewhere.exitCode, 3);
    EXPECT_THAT(elsewhere.out, testing::HasSubstr("begun under another registry"));
    EXPECT_THAT(elsewhere.out, testing::HasSubstr("--moved-here"));
    const Outcome moved = resume("moved.parsimony", {"--moved-here"});
    EXPECT_EQ(moved.exitCode, 0) << moved.text();
    // Both went on, where no registry could see it: it shows when the files meet.
    EXPECT_EQ(cli({"audit", m_place.text("p.parsimony"), m_place.text("moved.parsimony")}).exitCode, 4);
    EXPECT_EQ(cli({"audit", m_place.text("p.parsimony")}).exitCode, 2);
}

// What another registry's key makes of the same rows is in the ledger too by then.
TEST_F(Rule25, ARunThatCameBackFromAnotherRegistryGoesOn) {
    leaveKilled("p.parsimony");
    const std::string home = std::exchange(m_registry, "elsewhere.db");
    Words declare = run("p.parsimony");
    declare.erase(declare.begin() + 14, declare.end()); // what says how to train
    declare.erase(declare.begin() + 3);
    declare.front() = "budget";
    declare.insert(declare.begin() + 1, "declare");
    const Outcome declared = cli(declare);
    ASSERT_EQ(declared.exitCode, 0) << declared.text();
    m_registry = home;
    const Outcome resumed = resume("p.parsimony");
    EXPECT_EQ(resumed.exitCode, 0) << resumed.text();
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

} // namespace parsimony::test
