// SPDX-License-Identifier: GPL-3.0-or-later
// What an attack found of links, and of projects that come to another registry (rules 20, 24, 26 and 27):
// each of these passed the cap, lost a charge, or refused an honest use.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

namespace parsimony::ledger {

namespace {

using ::testing::HasSubstr;

} // namespace

class RegistryAttacks : public RegistryTest {
protected:
    [[nodiscard]] AuditOptions auditedWith() const {
        AuditOptions options;
        options.registry = registry;
        return options;
    }
};

TEST_F(RegistryAttacks, Rule20_PartsThatTogetherHaveMoreThanAFifthAreLinked) {
    for (std::uint32_t number = 0; number < 4; ++number) {
        auto site = project("site" + std::to_string(number));
        spend(site, site.declareDataset(datasetOf(records(number * 1000, 1000))), 0.1);
    }
    // A tenth of each of them.
    std::vector<RowTag> pool = records(50'000, 600);
    for (std::uint32_t number = 0; number < 4; ++number) {
        addTags(pool, records(number * 1000, 100));
    }
    auto own = project("own");
    EXPECT_THAT(refusalOf([&] { (void)own.declareDataset(datasetOf(pool, "pool")); }),
                HasSubstr("with those of others more than a fifth of its own"));
    EXPECT_THAT(refusalOf([&] { (void)own.declareDataset(publicly(datasetOf(pool, "open"))); }),
                HasSubstr("once private"));
    const auto dataset =
        own.declareDataset(linked(datasetOf(pool, "pool"), {"site0", "site1", "site2", "site3"}));
    EXPECT_NEAR(charged(own, dataset), 0.2, 1e-12);
    // Who was there first goes on, and so do few rows of one.
    EXPECT_TRUE(project("site0").declareDataset(datasetOf(records(0, 1000))).known);
    std::vector<RowTag> few = records(60'000, 900);
    addTags(few, records(3500, 100));
    auto other = project("other");
    EXPECT_FALSE(other.declareDataset(datasetOf(few, "few")).known);
}

// Two parts that hardly share rows with each other, and each with a third: what they take together is the
// third's too, at once.
TEST_F(RegistryAttacks, Rule3_WhatOneRequestTakesFitsAllThatItsPartsShareRowsWith) {
    auto own = project("own");
    const auto all = own.declareDataset(datasetOf(records(0, 600)));
    spend(own, all, 0.08);
    auto declaration = datasetOf(records(0, 140));
    declaration.parts[0].contentDigest = "other";
    declaration.parts.push_back(partOf(records(120, 140), "test", "another"));
    const auto slices = own.declareDataset(declaration);
    const auto ask = [&](double mu) {
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = slices.id;
        spec.charges = {gaussianCharge(slices.part("train"), mu), gaussianCharge(slices.part("test"), mu)};
        (void)own.beginExperiment(spec);
    };
    EXPECT_THAT(refusalOf([&] { ask(0.2); }), HasSubstr("which shares rows with what is asked"));
    EXPECT_NEAR(charged(own, all), 0.08, 1e-12);
    ask(0.15);
    EXPECT_NEAR(charged(own, all), std::sqrt(0.08 * 0.08 + 2 * 0.15 * 0.15), 1e-12);
    EXPECT_NEAR(charged(own, slices), std::sqrt(0.08 * 0.08 + 0.15 * 0.15), 1e-12) << "not each other's";
    const auto rows = [&] { return audit(file("own"), auditedWith()).rows; };
    const auto before = rows();
    EXPECT_TRUE(audit(file("own"), auditedWith()).ok());
    (void)project("own").declareDataset(datasetOf(records(0, 600)));
    EXPECT_EQ(rows(), before) << "the registry tells nothing new";
    // A file that was written otherwise does not verify.
    forge(file("own"),
          "UPDATE ledger SET body = replace(body, '\"epsilon\":1.0', '\"epsilon\":0.8') WHERE kind = "
          "'cap'");
    std::string problems;
    const AuditReport report = audit(file("own"), auditedWith());
    for (const auto& problem : report.problems) {
        problems += problem.what.english() + "\n";
    }
    EXPECT_THAT(problems, HasSubstr("passes the cap"));
    for (const auto& note : report.notes) {
        EXPECT_THAT(note.english(), ::testing::Not(HasSubstr("other projects")));
    }
}

TEST_F(RegistryAttacks, Rule24_AChargeThatBothOfTwoWereToldOfIsNotLost) {
    auto first = project("first");
    const auto a = first.declareDataset(datasetOf(records(0, 100)));
    auto second = project("second");
    const auto b = second.declareDataset(linked(datasetOf(records(0, 100)), {"first"}));
    spend(first, a, 0.2);
    EXPECT_NEAR(charged(project("second"), b), 0.2, 1e-12);
    moveTo("new.db");
    (void)project("second").declareDataset(under("new", datasetOf(records(0, 100))));
    (void)project("first").declareDataset(under("new", linked(datasetOf(records(0, 100)), {"second"})));
    (void)project("second");
    auto third = project("third");
    EXPECT_NEAR(charged(third, third.declareDataset(linked(datasetOf(records(0, 100), "c"), {"first"}))), 0.2,
                1e-12);
}

TEST_F(RegistryAttacks, Rule20_ALookByNameOpensNoAccountForTrainRows) {
    const auto train = records(0, 100);
    const auto test = records(500, 100);
    DeclaredDataset dataset;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(train));
        spend(own, dataset, 0.1);
        (void)own.declarePart(dataset.id, partOf(test, "test", "looked at"));
    }
    moveTo("new.db");
    auto own = project("own");
    EXPECT_TRUE(own.declarePart(dataset.id, partOf(test, "test", "looked at, keyed by new")).known);
    EXPECT_THAT(refusalOf([&] {
                    (void)own.declarePart(dataset.id, partOf(train, "test", "digest of a, keyed by new"));
                }),
                HasSubstr("declared under another registry"));
}

TEST_F(RegistryAttacks, Rule20_OneOfSeveralPartsOfANameIsToldByItsFile) {
    DeclaredDataset dataset;
    const auto look = [](std::uint32_t first, const std::string& file, const std::string& digest) {
        auto part = partOf(records(first, 100), "test", digest);
        part.curatorFacts = {{"rows", 100}, {"features", file}};
        return part;
    };
    PartId one, two;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(records(0, 100)));
        one = own.declarePart(dataset.id, look(500, "one.npy", "1")).part("test");
        two = own.declarePart(dataset.id, look(700, "two.npy", "2")).part("test");
        ASSERT_NE(one, two);
    }
    moveTo("new.db");
    auto own = project("own");
    EXPECT_EQ(own.declarePart(dataset.id, look(700, "two.npy", "2 keyed by new")).part("test"), two);
    EXPECT_EQ(own.declarePart(dataset.id, look(500, "moved.npy", "1 keyed by new")).part("test"), one)
        << "the only one that is left";
    moveTo("third.db");
    EXPECT_THAT(refusalOf([&] {
                    (void)project("own").declarePart(dataset.id, look(700, "three.npy", "2 keyed by third"));
                }),
                HasSubstr("can't tell which of them"));
}

TEST_F(RegistryAttacks, Rule24_ALinkIsMadeOnceTheOtherComes) {
    auto first = project("first");
    const auto a = first.declareDataset(datasetOf(records(0, 100)));
    auto second = project("second");
    const auto b = second.declareDataset(linked(datasetOf(records(0, 100)), {"first"}));
    spend(second, b, 0.1);
    moveTo("new.db");
    // The one that declared the link comes before the other.
    EXPECT_TRUE(project("second").declareDataset(under("new", datasetOf(records(0, 100)))).known);
    (void)project("second"); // nothing is missing
    auto linkedNow = under("new", linked(datasetOf(records(0, 100)), {"second"}));
    EXPECT_TRUE(project("first").declareDataset(linkedNow).known);
    auto moved = project("first");
    EXPECT_NEAR(charged(moved, a), 0.1, 1e-12);
    spend(moved, a, 0.05);
    EXPECT_NEAR(charged(project("second"), b), std::hypot(0.1, 0.05), 1e-12);
}

TEST_F(RegistryAttacks, Rule24_ALinkByOtherNumbersIsMadeOnceTheOtherComes) {
    auto first = project("first");
    const auto a = first.declareDataset(datasetOf(records(0, 100)));
    auto second = project("second");
    const auto numbers = linked(datasetOf(records(5000, 100), "other"), {"first"});
    const auto b = second.declareDataset(numbers);
    auto third = project("third");
    const auto c = third.declareDataset(linked(datasetOf(records(9000, 100), "third"), {"second"}));
    spend(second, b, 0.1);
    moveTo("new.db");
    EXPECT_TRUE(project("second").declareDataset(under("new", datasetOf(records(5000, 100), "other"))).known);
    EXPECT_TRUE(project("first").declareDataset(under("new", datasetOf(records(0, 100)))).known);
    EXPECT_NEAR(charged(project("first"), a), 0.1, 1e-12);
    // And where the one between them does not come at all.
    moveTo("other.db");
    EXPECT_TRUE(
        project("third").declareDataset(under("other", datasetOf(records(9000, 100), "third"))).known);
    EXPECT_TRUE(project("first").declareDataset(under("other", datasetOf(records(0, 100)))).known);
    auto moved = project("first");
    spend(moved, a, 0.05);
    EXPECT_NEAR(charged(project("third"), c), std::hypot(0.1, 0.05), 1e-12);
}

TEST_F(RegistryAttacks, Rule20_AKnownPartIsExposedToo) {
    auto open = project("open");
    (void)open.declareDataset(publicly(datasetOf(records(0, 100), "open")));
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(5000, 100)));
    const auto exposed = [](const Project& where, const DeclaredDataset& what) {
        return rowOf(where, what).exposedUncharged;
    };
    EXPECT_FALSE(exposed(own, dataset));
    const auto again = own.declareDataset(linked(datasetOf(records(5000, 100)), {"open"}));
    EXPECT_EQ(again.part("train"), dataset.part("train"));
    EXPECT_TRUE(exposed(own, dataset));
    EXPECT_TRUE(exposed(project("own"), dataset)) << "the ledger keeps it";
    const auto rowsNow = own.changesSince(1).size();
    (void)own.declareDataset(linked(datasetOf(records(5000, 100)), {"open"}));
    EXPECT_EQ(own.changesSince(1).size(), rowsNow) << "once";
    // Whoever shares with it is as well.
    auto next = project("next");
    EXPECT_TRUE(exposed(next, next.declareDataset(linked(datasetOf(records(9000, 100), "next"), {"own"}))));
    auto half = datasetOf(records(5050, 100), "half");
    EXPECT_TRUE(exposed(own, own.declareDataset(half)));
}

TEST_F(RegistryAttacks, Rule20_RowsThatWerePublicUnderThisRegistryAreNoSecretOfAnother) {
    auto own = project("own");
    (void)own.declareDataset(datasetOf(records(0, 100)));
    moveTo("new.db");
    auto open = project("open");
    (void)open.declareDataset(publicly(datasetOf(records(0, 100), "open")));
    EXPECT_THAT(
        refusalOf([&] { (void)project("own").declareDataset(under("new", datasetOf(records(0, 100)))); }),
        HasSubstr("shown as public"));
    auto moved = project("own");
    const auto dataset = moved.declareDataset(under("new", linked(datasetOf(records(0, 100)), {"open"})));
    EXPECT_TRUE(rowOf(moved, dataset).exposedUncharged);
}

TEST_F(RegistryAttacks, Rule26_OtherSharesOfAFileAreRefusedUnderAnotherRegistry) {
    auto declared = datasetOf(records(0, 80));
    declared.parts[0].facts = {{"records", 80}};
    (void)project("own").declareDataset(declared);
    moveTo("new.db");
    auto others = under("new", datasetOf(records(0, 20)));
    others.parts[0].facts = {{"records", 20}};
    EXPECT_THAT(refusalOf([&] { (void)project("own").declareDataset(others); }),
                HasSubstr("another number of records"));
    EXPECT_TRUE(project("own").declareDataset(under("new", declared)).known);
}

TEST_F(RegistryAttacks, Rule24_AChargeThatAnOlderCopyWithdrewIsToldAgain) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    auto other = project("other");
    const auto others = other.declareDataset(linked(datasetOf(records(0, 100)), {"own"}));
    spend(own, dataset, 0.1);
    // As an older copy of its file left it, which did not have the reservation yet.
    Database(registry->path().string(), OpenMode::ReadWrite)
        .execute("UPDATE part_charges SET mu_squared = NULL");
    EXPECT_EQ(charged(project("other"), others), 0.0);
    EXPECT_NEAR(charged(project("own"), dataset), 0.1, 1e-12);
    EXPECT_NEAR(charged(project("other"), others), 0.1, 1e-12);
}

TEST_F(RegistryAttacks, TheSameCommandAgainMeansTheSameParts) {
    auto own = project("own");
    (void)own.declareDataset(datasetOf(records(0, 100)));
    auto other = project("other");
    const auto command = linked(datasetOf(records(5000, 100), "other"), {"own"});
    const auto dataset = other.declareDataset(command);
    spend(own, own.declareDataset(datasetOf(records(1000, 100), "unrelated")), 0.2);
    EXPECT_EQ(other.declareDataset(command).part("train"), dataset.part("train"));
    EXPECT_EQ(charged(other, dataset), 0.0);
}

TEST_F(RegistryAttacks, ADatasetWhoseNameBeginsAsAnothersIsNotThatOne) {
    {
        auto own = project("own");
        (void)own.declareDataset(datasetOf(records(0, 100)));
        (void)own.declareDataset(datasetOf(records(500, 100), "a (old)"));
    }
    moveTo("new.db");
    EXPECT_TRUE(project("own").declareDataset(under("new", datasetOf(records(0, 100)))).known);
}

TEST_F(RegistryAttacks, WhoClaimsDistinctRecordsLocksNobodyOut) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    auto others = datasetOf(records(0, 100));
    others.distinctRecords = true;
    auto other = project("other");
    (void)other.declareDataset(others);
    EXPECT_EQ(own.declareDataset(datasetOf(records(0, 100))).part("train"), dataset.part("train"));
    auto third = project("third");
    EXPECT_NE(refusalOf([&] { (void)third.declareDataset(datasetOf(records(0, 100))); }), "");
}

TEST_F(RegistryAttacks, Rule27_AChargeOfPeopleIsTheSameWhateverTheirRows) {
    RegistryCharge charge;
    charge.muSquared = SpendSum(0.04);
    constexpr auto one = Adjacency::AddOrRemoveOne;
    const auto after = [&](ChargeUnits from, ChargeUnits to) {
        return inUnits(charge, from, to).muSquared->upper();
    };
    EXPECT_EQ(after({one, 1, true}, {one, 3, true}), SpendSum(0.04).upper());
    EXPECT_EQ(after({one, 3, true}, {one, 1, true}), SpendSum(0.04).upper());
    EXPECT_NEAR(after({one, 1, false}, {one, 3, true}), 0.36, 1e-12);
    EXPECT_NEAR(after({one, 1, true}, {Adjacency::ReplaceOne, 3, true}), 0.16, 1e-12);
}

TEST_F(RegistryAttacks, ManySnapshotsOfOneSetAreARowEach) {
    auto own = project("own");
    for (std::uint32_t number = 0; number < 20; ++number) {
        (void)own.declareDataset(datasetOf(records(number, 200), "day " + std::to_string(number)));
    }
    std::size_t links = 0;
    for (const auto& row : own.changesSince(1)) {
        links += row.kind == RowKind::LinkDeclared ? 1U : 0U;
    }
    EXPECT_LE(links, 19U);
}

} // namespace parsimony::ledger
