// SPDX-License-Identifier: GPL-3.0-or-later
// What the registry and a project each know of spends, and how they come together again.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <string>
#include <utility>

namespace parsimony::ledger {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

std::vector<std::string> wordsOf(const std::vector<Sentence>& notes) {
    std::vector<std::string> words;
    for (const Sentence& note : notes) {
        words.push_back(note.english());
    }
    return words;
}

/// The same rows by another name and in another order.
PartDeclaration lookAt(std::vector<RowTag> tags, const std::string& name) {
    PartDeclaration part = datasetOf(std::move(tags), "other order").parts.front();
    part.name = name;
    return part;
}

} // namespace

TEST_F(RegistryTest, ACrashBeforeTheReservationWasCommittedCostsNothing) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    auto other = project("other");
    const auto shared = other.declareDataset(linked(datasetOf(records(0, 100)), {"own"}));
    RegistryCharge charge;
    charge.id = std::string(32, 'a');
    charge.muSquared = SpendSum(0.01);
    charge.pendingPlace = placeOfFile(file("own"));
    registry->charge(own.parts(dataset.id).at(0).registryKey, charge);
    EXPECT_NEAR(charged(project("other"), shared), 0.1,
                1e-12);                               // elsewhere it counts until it is known to be void
    EXPECT_EQ(charged(project("own"), dataset), 0.0); // nothing was run
    EXPECT_EQ(charged(project("own"), dataset), 0.0);
}

TEST_F(RegistryTest, ACopyCannotSayThatAReservationWasNeverCommitted) {
    DeclaredDataset dataset;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(records(0, 100)));
    }
    auto own = project("own");
    std::filesystem::copy_file(file("own"), file("copy"));
    RegistryCharge charge;
    charge.id = std::string(32, 'a');
    charge.muSquared = SpendSum(0.01);
    charge.pendingPlace = placeOfFile(file("own")); // which may commit it in the next moment
    registry->charge(own.parts(dataset.id).at(0).registryKey, charge);
    EXPECT_NEAR(charged(project("copy"), dataset), 0.1, 1e-12);
    auto other = project("other");
    EXPECT_NEAR(charged(other, other.declareDataset(linked(datasetOf(records(0, 100)), {"own"}))), 0.1,
                1e-12);
}

TEST_F(RegistryTest, AnAccountWithChargesOfBothKindsTakesNoMore) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    spend(own, dataset, 0.01);
    RegistryCharge slice;
    slice.id = std::string(32, 'a');
    slice.epsilon = 0.1;
    slice.delta = 1e-7;
    registry->charge(own.parts(dataset.id).at(0).registryKey, slice);
    const auto reopened = project("own");
    const auto account = reopened.account(dataset.part("train"));
    EXPECT_EQ(account.remainingEpsilon, 0.0);
    EXPECT_GT(account.spentEpsilon + account.reservedEpsilon, 0.1);
    EXPECT_THROW(spend(own, dataset, 0.01), Error);
    ExperimentSpec more;
    more.dataset = dataset.id;
    more.kind = AccountKind::Slices;
    more.charges = {{dataset.part("train"), {}, {}, 0.1, 1e-7}};
    EXPECT_THROW((void)own.beginExperiment(more), Error);
}

TEST_F(RegistryTest, AChargeThatItsProjectLacksCountsWhenItWasConfirmed) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    RegistryCharge charge;
    charge.id = std::string(32, 'a');
    charge.muSquared = SpendSum(0.01);
    registry->charge(own.parts(dataset.id).at(0).registryKey, charge);
    EXPECT_NEAR(charged(project("own"), dataset), 0.1, 1e-12);
    EXPECT_NEAR(charged(project("own"), dataset), 0.1, 1e-12); // once
}

TEST_F(RegistryTest, ALostRegistryStartsWithWhatTheProjectCharged) {
    {
        auto own = project("own");
        spend(own, own.declareDataset(datasetOf(records(0, 100))), 0.1);
    }
    registry = Registry::open(folder / "new.db");
    auto own = project("own");
    auto declared = datasetOf(records(0, 100));
    declared.parts[0].contentDigest = "keyed by the new registry";
    const auto dataset = own.declareDataset(declared);
    EXPECT_TRUE(dataset.known);
    EXPECT_NEAR(charged(own, dataset), 0.1, 1e-12);
    auto other = project("other");
    EXPECT_NEAR(charged(other, other.declareDataset(linked(datasetOf(records(0, 100)), {"own"}))), 0.1,
                1e-12);
    EXPECT_NEAR(charged(project("own"), dataset), 0.1, 1e-12); // told once
}

TEST_F(RegistryTest, SpendsWithoutTheRegistryAreToldLater) {
    DeclaredDataset dataset;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(records(0, 100)));
    }
    {
        auto own = Project::open(file("own"));
        spend(own, dataset, 0.1);
    }
    { auto own = project("own"); }
    auto other = project("other");
    EXPECT_NEAR(charged(other, other.declareDataset(linked(datasetOf(records(0, 100)), {"own"}))), 0.1,
                1e-12);
}

TEST_F(RegistryTest, AnOlderCopyStillOwesWhatTheRegistryKnows) {
    DeclaredDataset dataset;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(records(0, 100)));
        spend(own, dataset, 0.06);
    }
    std::filesystem::copy_file(file("own"), file("older"));
    {
        auto own = project("own");
        spend(own, dataset, 0.08);
    }
    std::filesystem::rename(file("older"), file("own"));
    EXPECT_NEAR(charged(project("own"), dataset), 0.1, 1e-12);
}

// A charge that comes by two ways counts as its own part has it, and not as one of fewer rows a person
// between them.
TEST_F(RegistryTest, ADetourMakesAChargeNeitherCheaperNorDearer) {
    for (const bool turned : {false, true}) {
        const std::string suffix = turned ? " turned" : "";
        const std::uint32_t first = turned ? 1000 : 0;
        auto few = project("few" + suffix);
        const auto fewRows = few.declareDataset(datasetOf(records(first, 100), "few" + suffix, 9.0));
        spend(few, fewRows, 0.1);
        auto many = project("many" + suffix);
        auto manyDeclared = linked(datasetOf(records(first, 150), "many" + suffix, 9.0), {"few" + suffix});
        manyDeclared.rowsPerPerson = 5;
        const auto manyRows = many.declareDataset(manyDeclared);
        spend(many, manyRows, 0.2);
        auto last = project("last" + suffix);
        std::vector<std::string> both{"few" + suffix, "many" + suffix};
        if (turned) {
            std::reverse(both.begin(), both.end());
        }
        auto declared = linked(datasetOf(records(first, 150), "last" + suffix, 9.0), both);
        declared.rowsPerPerson = 2;
        declared.parts.front().people = records(first + 5000, 75);
        declared.parts.front().mostRowsOfOne = 2;
        const auto rows = last.declareDataset(declared);
        EXPECT_NEAR(charged(last, rows), std::hypot(2 * 0.1, 0.2), 1e-9) << suffix;
    }
}

TEST_F(RegistryTest, RowsUnderAThirdNameTakeNoChargeASecondTime) {
    auto elsewhere = project("elsewhere");
    const auto linkedRows = elsewhere.declareDataset(datasetOf(records(0, 100), "a", 9.0));
    spend(elsewhere, linkedRows, 0.05);
    auto own = project("own");
    const auto dataset = own.declareDataset(linked(datasetOf(records(0, 100), "a", 9.0), {"elsewhere"}));
    spend(own, dataset, 0.1);
    const std::vector<DeclaredLink> links{{projectIdOf(file("elsewhere")), "train"}};
    const auto second = own.declarePart(dataset.id, lookAt(records(0, 100), "second"), links);
    spend(own, second, 0.2, "second");
    const auto third = own.declarePart(dataset.id, lookAt(records(0, 100), "third"), links);
    const double before = std::hypot(0.05, 0.1, 0.2);
    EXPECT_NEAR(charged(own, dataset), before, 1e-12);
    EXPECT_NEAR(charged(own, second, "second"), before, 1e-12) << "an account of its own, that opened";
    EXPECT_NEAR(charged(own, third, "third"), before, 1e-12) << "that of the second";
    spend(own, third, 0.15, "third");
    spend(own, dataset, 0.1);
    spend(elsewhere, linkedRows, 0.05);
    const double total = std::hypot(std::hypot(before, 0.15), 0.1, 0.05);
    AuditOptions options;
    options.registry = registry;
    auto reopened = project("own");
    for (const auto& [part, name] :
         {std::pair(dataset, "train"), std::pair(second, "second"), std::pair(third, "third")}) {
        EXPECT_NEAR(charged(reopened, part, name), total, 1e-12) << name;
    }
    const auto report = audit(file("own"), options);
    EXPECT_TRUE(report.ok());
    EXPECT_THAT(wordsOf(report.notes), Not(Contains(HasSubstr("charged"))));
    auto other = project("other");
    EXPECT_NEAR(charged(other, other.declareDataset(
                                   linked(datasetOf(records(0, 100), "a", 9.0), {"own", "elsewhere"}))),
                total, 1e-12);
}

TEST_F(RegistryTest, AKnownPartTakesWhatAnotherRegistryKnowsOfItsLinks) {
    {
        auto own = project("own");
        spend(own, own.declareDataset(datasetOf(records(0, 100))), 0.1);
    }
    registry = Registry::open(folder / "new.db");
    auto other = project("other");
    const auto otherRows = other.declareDataset(datasetOf(records(0, 100)));
    spend(other, otherRows, 0.2);
    auto own = project("own");
    auto declared = linked(datasetOf(records(0, 100)), {"other"});
    declared.parts[0].contentDigest = "keyed by the new registry";
    const auto dataset = own.declareDataset(declared);
    EXPECT_TRUE(dataset.known);
    EXPECT_NEAR(charged(own, dataset), std::hypot(0.1, 0.2), 1e-12);
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2), 1e-12) << "once";
    EXPECT_NEAR(charged(project("other"), otherRows), std::hypot(0.1, 0.2), 1e-12);
}

// As above, by a program that took them for an opening balance, which a known part never gets.
TEST_F(RegistryTest, WhatWasTakenForAnOpeningBalanceThatIsNotThereStillCounts) {
    DeclaredDataset dataset;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(records(0, 100)));
        spend(own, dataset, 0.1);
    }
    Database kept(registry->path().string(), OpenMode::ReadWrite);
    kept.prepare("INSERT INTO inherited (part, id, mu_squared, epsilon, delta, in_opening) "
                 "SELECT id, 'aa', ?, 0, 0, 1 FROM registered_parts")
        .bind(SpendSum(0.2 * 0.2).text())
        .run();
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2), 1e-12);
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2), 1e-12) << "once";
}

TEST_F(RegistryTest, ALateLinkToChargesOfAnotherKindIsRefusedAndLeavesBothAsTheyWere) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    spend(own, dataset, 0.1);
    auto other = project("other");
    const auto otherRows = other.declareDataset(datasetOf(records(200, 100)));
    spendSlice(other, otherRows, 0.2);
    try {
        (void)own.declareDataset(linked(datasetOf(records(0, 100)), {"other"}));
        FAIL() << "no one account can have both";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        EXPECT_THAT(error.what(), HasSubstr("accounts of both kinds"));
    }
    spend(own, dataset, 0.1);
    spendSlice(other, otherRows, 0.2);
    AuditOptions options;
    options.registry = registry;
    for (const char* name : {"own", "other"}) {
        const auto report = audit(file(name), options);
        EXPECT_TRUE(report.ok()) << name;
        EXPECT_THAT(wordsOf(report.notes), Not(Contains(HasSubstr("charged")))) << name;
    }
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.1), 1e-12);
}

// Rows of two projects that share nothing with each other are charged in both ways. Its ledger is as sound as
// theirs, and its account takes no more.
TEST_F(RegistryTest, ChargesOfBothKindsThatReachAnAccountAreNoFaultOfItsLedger) {
    auto whole = project("whole");
    const auto rows = whole.declareDataset(datasetOf(records(0, 100)));
    auto first = project("first");
    const auto firstRows = first.declareDataset(linked(datasetOf(records(0, 100)), {"whole"}));
    auto second = project("second");
    const auto secondRows = second.declareDataset(datasetOf(records(500, 20)));
    (void)whole.declareDataset(linked(datasetOf(records(0, 100)), {"second"}));
    spend(first, firstRows, 0.1);
    spendSlice(second, secondRows, 0.2);
    const auto account = project("whole").account(rows.part("train"));
    EXPECT_EQ(account.remainingEpsilon, 0.0);
    AuditOptions options;
    options.registry = registry;
    const auto report = audit(file("whole"), options);
    EXPECT_TRUE(report.ok());
    EXPECT_THAT(wordsOf(report.notes), Contains(HasSubstr("accounts of both kinds")));
    ASSERT_THAT(report.figures, SizeIs(1));
    EXPECT_NEAR(report.figures.front().epsilon, account.spentEpsilon, 1e-9);
    EXPECT_THROW(spend(whole, rows, 0.01), Error);
    EXPECT_THROW(spendSlice(whole, rows, 0.01), Error);
}

} // namespace parsimony::ledger
