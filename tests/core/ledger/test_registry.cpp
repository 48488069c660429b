// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

} // namespace

TEST_F(RegistryTest, SharedRowsAreCountedOnBothSidesAndByValue) {
    auto a = records(0, 10);
    const auto b = records(5, 10);
    a.push_back(records(7, 1).front());
    a.push_back(records(7, 1).front());
    std::sort(a.begin(), a.end());
    const SharedRows shared = sharedRows(a, b);
    EXPECT_EQ(shared.ofA, 7U);
    EXPECT_EQ(shared.ofB, 5U);
    EXPECT_EQ(shared.values, 5U);
    EXPECT_EQ(shared.rowsA, 12U);
    EXPECT_EQ(shared.valuesOfA, 10U);
    EXPECT_EQ(shared.valuesOfB, 10U);
    EXPECT_FALSE(sameData(sharedRows(records(0, 100), records(80, 1000)))); // 20 of 100
    EXPECT_TRUE(sameData(sharedRows(records(0, 100), records(79, 1000))));  // 21
    EXPECT_FALSE(sameData(sharedRows({}, {})));
}

/// Against counts by value, of tags that differ in any byte, on both sides of the sign of one.
TEST_F(RegistryTest, ListsAreComparedAsTheirBytesAreSorted) {
    std::mt19937 generator(7);
    constexpr std::array<std::uint8_t, 4> kBytes{0x00, 0x7f, 0x80, 0xff};
    const auto drawn = [&](std::size_t size) {
        std::vector<RowTag> tags(size);
        for (RowTag& tag : tags) {
            tag.fill(0x42);
            for (const std::size_t place : {0U, 7U, 8U, 15U}) {
                tag.at(place) = kBytes.at(generator() % kBytes.size());
            }
        }
        std::sort(tags.begin(), tags.end());
        return tags;
    };
    for (int round = 0; round < 200; ++round) {
        const auto a = drawn(generator() % 200);
        const auto b = drawn(generator() % 200);
        std::map<RowTag, std::pair<std::uint64_t, std::uint64_t>> counts;
        for (const RowTag& tag : a) {
            ++counts[tag].first;
        }
        for (const RowTag& tag : b) {
            ++counts[tag].second;
        }
        SharedRows expected{.rowsA = a.size(), .rowsB = b.size()};
        for (const auto& [tag, count] : counts) {
            const auto& [inA, inB] = count;
            expected.valuesOfA += inA > 0 ? 1U : 0U;
            expected.valuesOfB += inB > 0 ? 1U : 0U;
            expected.values += inA > 0 && inB > 0 ? 1U : 0U;
            expected.ofA += inB > 0 ? inA : 0U;
            expected.ofB += inA > 0 ? inB : 0U;
            expected.pairs += std::min(inA, inB);
        }
        EXPECT_EQ(sharedRows(a, b), expected);
        ListComparison pieces(a);
        for (std::span<const RowTag> rest = b; !rest.empty();) {
            const std::size_t count = std::min<std::size_t>(generator() % 4, rest.size());
            pieces.add(rest.first(count));
            rest = rest.subspan(count);
        }
        EXPECT_EQ(pieces.result(), expected);
        EXPECT_EQ(allShared(a), sharedRows(a, a));
    }
}

TEST_F(RegistryTest, RepeatingRowsHidesNoOverlap) {
    const auto whole = records(0, 300);
    std::vector<RowTag> repeated; // 59 of the 300, five times each: a multiset shares less than a fifth
    for (int copy = 0; copy < 5; ++copy) {
        const auto some = records(0, 59);
        repeated.insert(repeated.end(), some.begin(), some.end());
    }
    const auto foreign = records(1000, 5);
    repeated.insert(repeated.end(), foreign.begin(), foreign.end());
    std::sort(repeated.begin(), repeated.end());
    EXPECT_TRUE(sameData(sharedRows(whole, repeated)));
    EXPECT_TRUE(sameData(sharedRows(repeated, whole)));
    // The other way round: one foreign row, so often that the shared ones are a fifth of all.
    auto diluted = records(0, 60);
    diluted.insert(diluted.end(), 240, records(1000, 1).front());
    std::sort(diluted.begin(), diluted.end());
    EXPECT_TRUE(sameData(sharedRows(whole, diluted)));
}

TEST_F(RegistryTest, SpendFollowsTheRowsIntoAnotherProject) {
    const double cap = muOf(Epsilon{1.0}, Delta{1e-5}).value();
    auto first = project("first");
    spend(first, first.declareDataset(datasetOf(records(0, 1000))), 0.9 * cap);
    for (const std::uint32_t dropped : {0U, 1U, 700U}) { // the same, one row dropped, most rows new
        auto second = project("second" + std::to_string(dropped));
        const auto dataset =
            second.declareDataset(linked(datasetOf(records(dropped, 1000), "renamed"), {"first"}));
        EXPECT_NEAR(charged(second, dataset), 0.9 * cap, 1e-12) << dropped;
        EXPECT_THAT(dataset.notices, SizeIs(::testing::Ge(1)));
        EXPECT_THROW(spend(second, dataset, 0.5 * cap), Error) << dropped;
    }
    auto third = project("third");
    const auto fresh = third.declareDataset(datasetOf(records(5000, 1000)));
    EXPECT_EQ(charged(third, fresh), 0.0);
}

TEST_F(RegistryTest, AFifthOfTheRowsIsStillOtherPeople) {
    auto first = project("first");
    spend(first, first.declareDataset(datasetOf(records(0, 1000))), 0.1);
    auto second = project("second");
    const auto dataset = second.declareDataset(datasetOf(records(800, 1000)));
    EXPECT_EQ(charged(second, dataset), 0.0);
    EXPECT_THAT(dataset.notices,
                ::testing::Contains(::testing::Property(&Sentence::english, HasSubstr("200 rows equal"))));
    auto third = project("third");
    EXPECT_THROW((void)third.declareDataset(datasetOf(records(799, 1000))), CuratorRefusal);
    const auto declared = third.declareDataset(linked(datasetOf(records(799, 1000)), {"first", "second"}));
    EXPECT_GT(charged(third, declared), 0.09);
}

TEST_F(RegistryTest, LaterChargesReachLinkedPartsEverywhere) {
    auto first = project("first");
    const auto a = first.declareDataset(datasetOf(records(0, 1000)));
    spend(first, a, 0.06);
    auto second = project("second");
    const auto b = second.declareDataset(linked(datasetOf(records(300, 1000)), {"first"}));
    spend(second, b, 0.08);
    EXPECT_NEAR(charged(second, b), 0.1, 1e-12);
    EXPECT_NEAR(charged(first, a), 0.06, 1e-12); // not yet told …
    spend(first, a, 0.01);                       // … and now
    EXPECT_NEAR(charged(first, a), std::sqrt(0.01 + 0.0001), 1e-12);
    auto reopened = project("second");
    EXPECT_NEAR(charged(reopened, b), std::sqrt(0.01 + 0.0001), 1e-12);
    EXPECT_THAT(reopened.notices(), SizeIs(1));
    EXPECT_THAT(project("second").notices(), SizeIs(0));
}

TEST_F(RegistryTest, ResplittingInsideAProjectFindsTheSpend) {
    auto own = project("own");
    auto declared = datasetOf(records(0, 800));
    PartDeclaration test;
    test.name = "test";
    test.contentDigest = "test";
    test.rowTags = records(800, 200);
    declared.parts.push_back(test);
    const auto before = own.declareDataset(declared);
    spend(own, before, 0.05);
    spend(own, before, 0.03, "test");
    declared.parts[0].rowTags = records(100, 800);
    declared.parts[0].contentDigest = "another split";
    declared.parts[1].rowTags = records(0, 100);
    declared.parts[1].contentDigest = "its rest";
    declared.name = "another name";
    const auto after = own.declareDataset(declared);
    EXPECT_EQ(after.id, before.id);
    EXPECT_NE(after.part("train"), before.part("train"));
    EXPECT_NEAR(charged(own, after), std::sqrt(0.0025 + 0.0009), 1e-12); // of train, and half of test
    EXPECT_NEAR(charged(own, after, "test"), 0.05, 1e-12);               // its rows were trained on
    spend(own, after, 0.05);
    spend(own, after, 1e-6, "test");
    EXPECT_NEAR(charged(own, before, "test"), std::sqrt(0.0009 + 0.0025), 1e-9);
}

TEST_F(RegistryTest, PartsDeclaredTogetherShareAnAccount) {
    auto own = project("own");
    auto declared = datasetOf(records(0, 1000));
    auto test = declared.parts[0];
    test.name = "test";
    test.contentDigest = "test";
    test.rowTags = records(900, 150);
    declared.parts.push_back(test);
    const auto dataset = own.declareDataset(declared);
    spend(own, dataset, 0.03);
    spend(own, dataset, 0.04, "test");
    EXPECT_NEAR(charged(own, dataset), 0.05, 1e-12);
    EXPECT_NEAR(charged(own, dataset, "test"), 0.05, 1e-12);
}

TEST_F(RegistryTest, DistinctRecordsIsTheUsersClaim) {
    auto first = project("first");
    spend(first, first.declareDataset(datasetOf(records(0, 1000))), 0.1);
    auto second = project("second");
    auto declared = datasetOf(records(0, 1000));
    declared.distinctRecords = true;
    const auto dataset = second.declareDataset(declared);
    EXPECT_EQ(charged(second, dataset), 0.0);
    const auto rows = second.changesSince(0);
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [](const LedgerRow& row) {
        return row.kind == RowKind::Part && row.body.find("\"distinct_records\":true") != std::string::npos;
    }));
}

TEST_F(RegistryTest, OncePrivateNeverPublic) {
    auto first = project("first");
    (void)first.declareDataset(datasetOf(records(0, 1000)));
    auto second = project("second");
    auto declared = datasetOf(records(100, 1000), "b");
    declared.visibility = Visibility::Public;
    for (const bool ofOthers : {false, true}) { // whoever they are said to be of
        declared.distinctRecords = ofOthers;
        try {
            (void)second.declareDataset(declared);
            FAIL() << "declared public";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused);
        }
    }
    EXPECT_TRUE(second.datasets().empty());
    declared.visibility = Visibility::Private;
    declared.parts[0].isPublic = true; // by --public-parts
    EXPECT_THROW((void)second.declareDataset(declared), Error);
}

TEST_F(RegistryTest, PublicRowsThatTurnPrivateStayMarked) {
    auto first = project("first");
    auto declared = datasetOf(records(0, 1000));
    declared.visibility = Visibility::Public;
    (void)first.declareDataset(declared);
    declared.visibility = Visibility::Private;
    const auto dataset = first.declareDataset(declared);
    EXPECT_FALSE(dataset.known);
    EXPECT_TRUE(first.parts(dataset.id).at(0).exposedUncharged);
    auto second = project("second");
    EXPECT_THROW((void)second.declareDataset(datasetOf(records(10, 1000))), CuratorRefusal);
    EXPECT_TRUE(second.parts(second.declareDataset(linked(datasetOf(records(10, 1000)), {"first"})).id)
                    .at(0)
                    .exposedUncharged);
    auto third = project("third"); // what is declared decides, not the rows
    EXPECT_TRUE(third.parts(third.declareDataset(linked(datasetOf(records(5000, 10)), {"first"})).id)
                    .at(0)
                    .exposedUncharged);
}

} // namespace parsimony::ledger
