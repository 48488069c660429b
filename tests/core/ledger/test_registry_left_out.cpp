// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of people who are left out of a part, in the registry: no account is tied by them, and nothing that is
// to be public may hold them.
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

namespace {

constexpr std::uint32_t kRows = 1000, kCoded = 5000, kViews = 20000; ///< the first record of each list

std::vector<RowOfPerson> eachOf(std::uint32_t firstRow, std::uint32_t first, std::uint32_t count,
                                std::uint32_t ofOne = 1) {
    std::vector<RowOfPerson> rows;
    for (std::uint32_t row = first * ofOne; row < (first + count) * ofOne; ++row) {
        rows.push_back({records(row / ofOne, 1).front(), records(firstRow + row, 1).front()});
    }
    return rows;
}

/// So many people by two encoders, and by views of two rows each.
DatasetDeclaration peopleByLists(std::uint32_t first, std::uint32_t count) {
    DatasetDeclaration declaration = datasetOf(records(kRows + first, count), "people");
    PartDeclaration& train = declaration.parts.front();
    train.facts["record_ids"] = true;
    train.people = records(first, count);
    train.mostRowsOfOne = 1;
    train.rowsOfPeople = eachOf(kRows, first, count);
    train.otherEncoders = {{records(kCoded + first, count), eachOf(kCoded, first, count)},
                           {records(kViews + 2 * first, 2 * count), eachOf(kViews, first, count, 2), 2}};
    return declaration;
}

/// People with rows of one encoder more, which nobody else has.
DatasetDeclaration peopleElsewhere(std::uint32_t first, std::uint32_t count) {
    DatasetDeclaration declaration = datasetOf(records(90000 + first, count), "elsewhere");
    declaration.parts.front().facts["record_ids"] = true;
    declaration.parts.front().people = records(first, count);
    declaration.parts.front().mostRowsOfOne = 1;
    return declaration;
}

/// Is the part of these people among what shares rows with these?
bool isFound(const Registry& registry, const std::vector<RowTag>& rows, bool toBeShown) {
    PartTags tags{{rows}};
    tags.toBeShown = toBeShown;
    const auto found = registry.lookup(tags);
    for (const RegistryMatch& match : found) {
        if (match.dataset == "people" && match.linked) {
            EXPECT_FALSE(match.same) << "a list of one encoder, or of people who are left out too";
            return true;
        }
    }
    return false;
}

} // namespace

TEST_F(RegistryTest, RowsOfPeopleWhoAreLeftOutAreForPublicOnesAlone) {
    auto first = project("first");
    spend(first, first.declareDataset(peopleElsewhere(0, 100)), 0.1);
    auto second = project("second");
    DatasetDeclaration asked = peopleByLists(50, 100); // half of them the first one's
    asked.leftOut = {{first.projectId(), ""}};
    const auto declared = second.declareDataset(asked);
    spend(second, declared, 0.2);
    for (const std::uint32_t list : {kRows, kCoded, kViews}) {
        const std::uint32_t ofOne = list == kViews ? 2 : 1;
        const auto left = records(list + ofOne * 50, ofOne * 50);
        const auto counted = records(list + ofOne * 100, ofOne * 50);
        EXPECT_FALSE(isFound(*registry, left, false)) << list;
        EXPECT_TRUE(isFound(*registry, left, true)) << list;
        EXPECT_TRUE(isFound(*registry, counted, false)) << list;
        EXPECT_TRUE(isFound(*registry, counted, true)) << list;
        EXPECT_TRUE(isFound(*registry, records(list + ofOne * 50, ofOne * 100), true)) << list;

        auto shown = project("shown" + std::to_string(list));
        EXPECT_THAT(refusalOf([&] { (void)shown.declareDataset(publicly(datasetOf(left, "shown"))); }),
                    ::testing::HasSubstr("rows once private can't be declared public"));
        auto own = project("own" + std::to_string(list));
        const auto apart = own.declareDataset(datasetOf(left, "own"));
        spend(own, apart, 0.2);
        EXPECT_NEAR(charged(own, apart), 0.2, 1e-12);
        EXPECT_TRUE(registry->unlinked(rowOf(own, apart).registryKey).empty());
    }
    EXPECT_TRUE(registry->unlinked(rowOf(second, declared).registryKey).empty());
    EXPECT_NEAR(charged(second, declared), 0.2, 1e-12);
    const auto again = second.declareDataset(asked);
    EXPECT_TRUE(again.known);
    EXPECT_EQ(again.part("train"), declared.part("train"));
}

// What a user leaves out since it is public may be shown on; what somebody has in both is private.
TEST_F(RegistryTest, RowsOfPeopleInAPublicPartMayBeShownOn) {
    auto open = project("open");
    DatasetDeclaration benchmark = publicly(peopleElsewhere(0, 60));
    benchmark.parts.front().rowTags = records(kRows, 60); // the same numbers as in the second project
    (void)open.declareDataset(benchmark);
    auto first = project("first");
    (void)first.declareDataset(peopleElsewhere(60, 20));
    auto second = project("second");
    DatasetDeclaration asked = peopleByLists(20, 100);
    asked.leftOut = {{open.projectId(), ""}, {first.projectId(), ""}};
    (void)second.declareDataset(asked);
    EXPECT_FALSE(isFound(*registry, records(kRows + 20, 40), true)) << "the benchmark's";
    EXPECT_TRUE(isFound(*registry, records(kRows + 60, 20), true)) << "the first project's";
    EXPECT_EQ(refusalOf([&] { (void)open.declareDataset(benchmark); }), "");
}

TEST_F(RegistryTest, TakesOverARegistryThatForgotWhoWasLeftOut) {
    const auto path = registry->path();
    DatasetDeclaration asked = peopleByLists(50, 100);
    DeclaredDataset declared;
    {
        auto first = project("first");
        (void)first.declareDataset(peopleElsewhere(0, 100));
        asked.leftOut = {{first.projectId(), ""}};
        auto second = project("second");
        declared = second.declareDataset(asked);
        spend(second, declared, 0.2);
    }
    registry.reset();
    Database(path.string(), OpenMode::ReadWrite)
        .execute("DROP TABLE list_widths; ALTER TABLE registered_parts DROP COLUMN people_without_rows; DROP "
                 "TABLE file_lists; PRAGMA user_version = 6");
    registry = Registry::open(path);
    const auto left = records(kRows + 50, 50);
    EXPECT_FALSE(isFound(*registry, left, true));
    auto again = Project::openOrCreate(file("second"), with(registry));
    const auto known = again.declareDataset(asked);
    EXPECT_EQ(known.part("train"), declared.part("train"));
    EXPECT_NEAR(charged(again, known), 0.2, 1e-12);
    EXPECT_TRUE(isFound(*registry, left, true));
    EXPECT_FALSE(isFound(*registry, left, false));
}

} // namespace parsimony::ledger
