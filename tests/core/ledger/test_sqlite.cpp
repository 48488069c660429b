// SPDX-License-Identifier: GPL-3.0-or-later
// Statements that a database keeps for the next who asks for the same text.
#include "core/base/error.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <filesystem>
#include <optional>
#include <string>

namespace parsimony::ledger {

namespace {

class KeptStatements : public LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        m_database.emplace(file(), OpenMode::Create);
        m_database->useWriteAheadLog();
        m_database->execute("CREATE TABLE pairs (a INTEGER UNIQUE, b TEXT)");
        for (int i = 1; i <= 3; ++i) {
            insert(i);
        }
    }
    void insert(int a) {
        m_database->prepare("INSERT INTO pairs VALUES (?, ?)").bind(a).bind(std::to_string(a)).run();
    }
    std::optional<Database> m_database;
};

} // namespace

TEST_F(KeptStatements, BeginAnewWithoutTheParametersOfBefore) {
    const char* const sql = "SELECT a FROM pairs WHERE a >= ?1 OR ?1 IS NULL ORDER BY a";
    {
        auto half = m_database->prepare(sql);
        half.bind(2);
        ASSERT_TRUE(half.step());
        EXPECT_EQ(half.integer(0), 2);
    } // in the midst of its rows
    auto all = m_database->prepare(sql);
    ASSERT_TRUE(all.step());
    EXPECT_EQ(all.integer(0), 1) << "nothing is bound";
}

TEST_F(KeptStatements, TwoOfOneTextAreReadSideBySide) {
    const char* const sql = "SELECT a FROM pairs ORDER BY a";
    for (int round = 0; round < 2; ++round) {
        auto one = m_database->prepare(sql);
        ASSERT_TRUE(one.step());
        auto other = m_database->prepare(sql);
        ASSERT_TRUE(other.step() && other.step());
        EXPECT_EQ(one.integer(0), 1);
        EXPECT_EQ(other.integer(0), 2);
        auto moved = std::move(other);
        ASSERT_TRUE(moved.step() && one.step());
        EXPECT_EQ(one.integer(0), 2);
        EXPECT_EQ(moved.integer(0), 3);
    }
}

TEST_F(KeptStatements, WorkAfterAnErrorAndAfterAChangeOfTheTable) {
    EXPECT_THROW(insert(3), Error);
    EXPECT_NO_THROW(insert(4));
    const char* const sql = "SELECT * FROM pairs WHERE a = ?";
    {
        auto narrow = m_database->prepare(sql);
        narrow.bind(4);
        ASSERT_TRUE(narrow.step());
        EXPECT_EQ(narrow.columns(), 2);
    }
    m_database->execute("ALTER TABLE pairs ADD COLUMN c INTEGER DEFAULT 7");
    auto wide = m_database->prepare(sql);
    wide.bind(4);
    ASSERT_TRUE(wide.step());
    EXPECT_EQ(wide.columns(), 3);
    EXPECT_EQ(wide.integer(2), 7);
}

TEST_F(KeptStatements, HoldNoLockAndLetTheirFileBeClosed) {
    {
        auto reader = m_database->prepare("SELECT a FROM pairs");
        ASSERT_TRUE(reader.step());
    }
    {
        Database other(file(), OpenMode::ReadWrite, 0);
        other.execute("BEGIN EXCLUSIVE; DROP TABLE pairs; COMMIT");
    }
    for (int i = 0; i < 300; ++i) { // texts that nobody asks for again
        EXPECT_EQ(m_database->integer("SELECT " + std::to_string(i)), i);
    }
    m_database.reset();
    EXPECT_FALSE(std::filesystem::exists(file().string() + "-wal")) << "a statement that is left keeps it";
}

} // namespace parsimony::ledger
