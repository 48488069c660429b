// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that several encoders made, in the registry.
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

namespace {

/// The same records by two encoders.
DatasetDeclaration byTwo(std::vector<RowTag> first, std::vector<RowTag> second) {
    DatasetDeclaration declaration = datasetOf(std::move(first));
    declaration.parts.front().otherEncoders.push_back({std::move(second), {}});
    declaration.parts.front().contentDigest = "digest of both";
    return declaration;
}

} // namespace

TEST_F(RegistryTest, RowsOfAnyEncoderFindTheAccount) {
    auto first = project("first");
    spend(first, first.declareDataset(byTwo(records(0, 1000), records(5000, 1000))), 0.1);
    for (const std::uint32_t from : {0U, 5000U}) {
        auto next = project("next" + std::to_string(from));
        const auto rows = records(from, 1000);
        const auto found = registry->lookup({{rows}});
        ASSERT_FALSE(found.empty());
        EXPECT_TRUE(found.front().linked);
        EXPECT_FALSE(found.front().same) << "one encoder's rows are not both";
        const auto declared = next.declareDataset(linked(datasetOf(rows), {"first"}));
        EXPECT_NEAR(charged(next, declared), 0.1, 1e-12);
        const auto both = records(0, 1000);
        const auto others = records(5000, 1000);
        EXPECT_TRUE(registry->lookup({{others, both}}).front().same);
    }
}

/// Rows of one more encoder must not hide what is shared among them: a quarter stays a quarter.
TEST_F(RegistryTest, FurtherEncodersHideNoOverlap) {
    auto first = project("first");
    spend(first, first.declareDataset(datasetOf(records(0, 4000))), 0.1);
    const auto own = records(3750, 1000); // a quarter of its rows
    const auto other = records(9000, 1000);
    EXPECT_TRUE(registry->lookup({{own}}).front().linked);
    EXPECT_TRUE(registry->lookup({{own, other}}).front().linked);
    auto second = project("second");
    spend(second, second.declareDataset(linked(byTwo(other, own), {"first"})), 0.1);
    const auto later = records(4500, 300);
    const auto found = registry->lookup({{later}});
    ASSERT_FALSE(found.empty());
    EXPECT_TRUE(found.front().linked) << "250 of 300";
    EXPECT_TRUE(registry->unlinked(found.front().key).empty());
}

/// Whatever comes first, and whoever spends last: a part of both encoders ties those of one.
TEST_F(RegistryTest, APartOfTwoEncodersTiesThoseOfEach) {
    std::vector<std::string> names{"a", "b", "tie"};
    int round = 0;
    do {
        const auto base = static_cast<std::uint32_t>(100000 * ++round);
        const auto one = records(base, 1000);
        const auto other = records(base + 50000, 1000);
        std::map<std::string, Project> projects;
        std::map<std::string, DatasetDeclaration> asked;
        std::map<std::string, DeclaredDataset> declared;
        std::vector<std::string> earlier;
        for (const std::string& name : names) {
            const std::string path = name + std::to_string(round);
            auto& own = projects.emplace(name, project(path)).first->second;
            const auto rows = name == "a"   ? datasetOf(one)
                              : name == "b" ? datasetOf(other)
                                            : byTwo(one, other);
            // Of a and b neither knows the other's rows.
            std::vector<std::string> links;
            for (const std::string& before : earlier) {
                if (name == "tie" || before == "tie") {
                    links.push_back(before + std::to_string(round));
                }
            }
            asked[name] = links.empty() ? rows : linked(rows, links);
            declared.emplace(name, own.declareDataset(asked[name]));
            spend(own, declared.at(name), 0.1);
            earlier.push_back(name);
        }
        for (const char* name : {"a", "b", "tie", "b", "a"}) {
            spend(projects.at(name), declared.at(name), 0.05);
        }
        const double all = std::sqrt(3 * 0.1 * 0.1 + 5 * 0.05 * 0.05);
        for (auto& [name, own] : projects) {
            (void)own.declareDataset(asked[name]); // takes over what others spent
            EXPECT_NEAR(charged(own, declared.at(name)), all, 1e-9)
                << name << " of " << names[0] << names[1] << names[2];
        }
    } while (std::next_permutation(names.begin(), names.end()));
}

TEST_F(RegistryTest, TakesOverARegistryOfOneListAPart) {
    const auto path = registry->path();
    {
        auto first = project("first");
        spend(first, first.declareDataset(datasetOf(records(0, 1000))), 0.1);
    }
    registry.reset();
    Database(path.string(), OpenMode::ReadWrite)
        .execute("DROP TABLE list_widths; ALTER TABLE registered_parts DROP COLUMN people_without_rows; DROP "
                 "TABLE file_lists; DROP TABLE encoded_lists; DROP TABLE awaited_links; ALTER TABLE "
                 "registered_parts DROP "
                 "COLUMN exposed; "
                 "PRAGMA user_version = 3");
    registry = Registry::open(path);
    auto second = project("second");
    const auto dataset =
        second.declareDataset(linked(byTwo(records(7000, 1000), records(0, 1000)), {"first"}));
    EXPECT_NEAR(charged(second, dataset), 0.1, 1e-12);
}

// Its parts have no widths: rows tell whether some may be views of others, until a part is declared once
// more.
TEST_F(RegistryTest, TakesOverARegistryWithoutWidths) {
    const auto path = registry->path();
    constexpr std::uint32_t width = 6;
    auto rows = datasetOf(records(0, 100));
    rows.parts.front().width = width;
    {
        auto first = project("first");
        spend(first, first.declareDataset(rows), 0.1);
    }
    registry.reset();
    Database(path.string(), OpenMode::ReadWrite)
        .execute("DROP TABLE list_widths; ALTER TABLE registered_parts DROP COLUMN people_without_rows; "
                 "PRAGMA user_version = 7");
    registry = Registry::open(path);
    const auto refusalOfViews = [&](const std::string& name, std::uint32_t firstRow,
                                    std::uint32_t firstView) {
        auto views = linked(datasetOf(records(firstRow, 100), name), {"first"});
        PartDeclaration& part = views.parts.front();
        part.width = 2 * width;
        part.otherEncoders = {EncodedRows{records(firstView, 200), {}, 2, width}};
        auto own = project(name);
        return refusalOf([&] { (void)own.declareDataset(views); });
    };
    EXPECT_EQ(refusalOfViews("apart", 10'000, 20'000), "");
    EXPECT_THAT(refusalOfViews("shared", 30'000, 0), ::testing::HasSubstr("another number of views"));
    auto first = project("first");
    (void)first.declareDataset(rows);
    EXPECT_THAT(refusalOfViews("later", 40'000, 50'000), ::testing::HasSubstr("another number of views"));
    EXPECT_THAT(refusalOfViews("shared", 30'000, 0), ::testing::HasSubstr("another number of views"));
}

// Of views that are all zeros no list has a row: alike, and nobody's.
TEST_F(RegistryTest, ListsWithoutARowLinkNothing) {
    const auto withEmpty = [](std::uint32_t firstRow, const std::string& name) {
        auto declaration = datasetOf(records(firstRow, 100), name);
        declaration.parts.front().otherEncoders = {EncodedRows{{}, {}, 2, 6}};
        return declaration;
    };
    auto first = project("first");
    const auto declared = first.declareDataset(withEmpty(0, "a"));
    const auto others = records(500, 100);
    PartTags asked{{others, std::span<const RowTag>()}};
    asked.views = {1, 2};
    asked.anyRowLinks = true;
    EXPECT_TRUE(registry->lookup(asked).empty());
    auto second = project("second");
    EXPECT_EQ(refusalOf([&] { (void)second.declareDataset(withEmpty(500, "b")); }), "");
    const auto own = records(0, 100);
    asked.rows.front() = own;
    ASSERT_EQ(registry->lookup(asked).size(), 1U);
    EXPECT_TRUE(registry->lookup(asked).front().same);
    EXPECT_EQ(first.declareDataset(withEmpty(0, "a")).part("train"), declared.part("train"));
    EXPECT_TRUE(registry->unlinked(rowOf(first, declared).registryKey).empty());
}

} // namespace parsimony::ledger
