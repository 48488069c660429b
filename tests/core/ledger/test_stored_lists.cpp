// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of rows that are too long to be taken as a whole.
#include "core/ledger/stored_lists.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <numeric>
#include <string>

namespace parsimony::ledger {

namespace {

using ::testing::SizeIs;

constexpr std::uint32_t kLong = 40'000; // three pieces

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

/// So registries are what earlier versions wrote.
TEST_F(RegistryTest, AListInPiecesHasTheBytesOfOneThatIsBound) {
    const std::vector<RowTag> tags = records(0, kLong);
    const std::vector<RowTag> none;
    const auto written = [&](const std::string& name, const auto& keep) {
        const std::filesystem::path file = folder / name;
        {
            Database database(file.string(), OpenMode::Create);
            database.useWriteAheadLog();
            database.execute("PRAGMA cache_spill = OFF; CREATE TABLE row_sets (digest BLOB PRIMARY KEY, rows "
                             "INTEGER NOT NULL, tags BLOB NOT NULL)");
            Transaction transaction(database);
            for (const auto& list : {none, tags, records(7, 3), tags}) {
                keep(database, list);
            }
            transaction.commit();
        }
        return bytesOf(file);
    };
    const std::string bound = written("bound.db", [](Database& database, const std::vector<RowTag>& list) {
        const Digest digest = digestOf(list);
        database.prepare("INSERT OR IGNORE INTO row_sets VALUES (?, ?, ?)")
            .bind(std::span<const std::uint8_t>(digest))
            .bind(static_cast<std::int64_t>(list.size()))
            .bind({reinterpret_cast<const std::uint8_t*>(list.data()), list.size() * sizeof(RowTag)})
            .run();
    });
    const std::string pieces = written("pieces.db", [](Database& database, const std::vector<RowTag>& list) {
        EXPECT_EQ(keepList(database, "row_sets", list), digestOf(list));
    });
    EXPECT_TRUE(pieces == bound);
    Database database((folder / "pieces.db").string(), OpenMode::ReadOnly);
    const StoredList list(database, "row_sets", database.integer("SELECT max(rowid) - 1 FROM row_sets"));
    EXPECT_EQ(list.all(), tags);
    std::vector<RowTag> joined;
    list.forPieces([&](std::span<const RowTag> piece) {
        EXPECT_LT(piece.size(), tags.size());
        joined.insert(joined.end(), piece.begin(), piece.end());
    });
    EXPECT_EQ(joined, tags);
}

TEST_F(RegistryTest, RowsAreFoundInAllPiecesOfALongList) {
    auto first = project("first");
    (void)first.declareDataset(datasetOf(records(0, kLong)));
    const auto few = records(kLong - 5000, 30'000); // 5,000 of the list, all over it
    const auto found = registry->lookup({{few}});
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found.front().shared, 5000U);
    EXPECT_EQ(found.front().rows, kLong);
    EXPECT_FALSE(found.front().linked);
    EXPECT_TRUE(registry->lookup({{records(0, kLong)}}).front().same);
    const auto other = registry->lookup({{records(1, kLong)}});
    EXPECT_FALSE(other.front().same);
    EXPECT_TRUE(other.front().linked);
}

TEST_F(RegistryTest, ALookupInOneProjectComparesItsListsAlone) {
    auto first = project("first");
    auto second = project("second");
    (void)first.declareDataset(datasetOf(records(0, kLong)));
    (void)second.declareDataset(datasetOf(records(kLong, 100)));
    const auto both = records(kLong - 50, 100);
    EXPECT_THAT(registry->lookup({{both}}), SizeIs(2));
    const auto found = registry->lookup({{both}}, second.projectId());
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found.front().project, second.projectId());
    EXPECT_TRUE(found.front().linked);
    { // of a list that it does not compare it reads nothing
        Database damaged(registry->path().string(), OpenMode::ReadWrite);
        damaged.execute("UPDATE row_sets SET tags = 5 WHERE rows = " + std::to_string(kLong));
    }
    EXPECT_THAT(registry->lookup({{both}}, second.projectId()), SizeIs(1));
    EXPECT_THROW((void)registry->lookup({{both}}), Error);
}

} // namespace parsimony::ledger
