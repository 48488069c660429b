// SPDX-License-Identifier: GPL-3.0-or-later
// Links are between accounts, whichever of their parts was named and whichever came first, and a project's
// ledger says them to a registry that does not know them (rules 20, 24 and 27).
#include "core/base/error.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

namespace parsimony::ledger {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

} // namespace

class RegistryPassedOn : public RegistryTest {
protected:
    // The same rows are looked at as test rows: one account.
    static DeclaredDataset lookAtTrainRows(Project& project, const DeclaredDataset& dataset,
                                           const std::vector<RowTag>& rows) {
        return project.declarePart(dataset.id, partOf(rows, "test", "digest of a"));
    }
    /// Other numbers of the same people, as only the curator knows.
    DatasetDeclaration otherNumbers(const std::string& project, const std::string& part = "") const {
        auto declaration = datasetOf(records(50'000, 100), "other", 9.0);
        declaration.links = {{projectIdOf(file(project)), part}};
        return declaration;
    }
    /// As it is now, to be put back later.
    void keepRegistry() {
        Database(registry->path().string(), OpenMode::ReadWrite)
            .execute("VACUUM INTO '" + (folder / "kept.db").string() + "'");
    }
};

TEST_F(RegistryPassedOn, Rule20_OneNamedPartStandsForItsAccount) {
    auto spent = project("spent");
    const auto rows = records(0, 100);
    const auto first = spent.declareDataset(datasetOf(rows, "a", 9.0));
    spend(spent, first, 0.1);
    auto own = project("own");
    const auto dataset = own.declareDataset(linked(datasetOf(rows, "a", 9.0), {"spent"}));
    const auto look = lookAtTrainRows(own, dataset, rows);
    EXPECT_EQ(rowOf(own, look, "test").account, dataset.part("train"));
    spend(own, look, 0.2, "test");
    auto other = project("other");
    const auto others = other.declareDataset(otherNumbers("own", "test"));
    EXPECT_NEAR(charged(other, others), std::hypot(0.1, 0.2), 1e-12) << "those of train too";
    spend(spent, first, 0.3);
    EXPECT_NEAR(charged(project("other"), others), std::hypot(0.1, 0.2, 0.3), 1e-12);
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2, 0.3), 1e-12) << "once each";
}

TEST_F(RegistryPassedOn, Rule20_APartThatJoinsAnAccountLaterIsLinkedToo) {
    auto own = project("own");
    const auto rows = records(0, 100);
    const auto dataset = own.declareDataset(datasetOf(rows));
    auto other = project("other");
    const auto others = other.declareDataset(otherNumbers("own"));
    const auto look = lookAtTrainRows(own, dataset, rows);
    spend(own, look, 0.2, "test");
    EXPECT_NEAR(charged(project("other"), others), 0.2, 1e-12);
    spend(other, others, 0.1);
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2), 1e-12);
}

TEST_F(RegistryPassedOn, Rule20_RowsThatAreFoundInTheProjectLaterAreLinkedToo) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    auto other = project("other");
    const auto others = other.declareDataset(otherNumbers("own"));
    // Half of them are of another dataset of this project, with an account of its own.
    auto more = datasetOf(records(50, 100), "more");
    more.parts[0].name = "more";
    const auto overlapping = own.declarePart(dataset.id, more.parts[0]);
    spend(own, overlapping, 0.2, "more");
    EXPECT_NEAR(charged(project("other"), others), 0.2, 1e-12);
    spend(other, others, 0.1);
    EXPECT_NEAR(charged(project("own"), overlapping, "more"), std::hypot(0.1, 0.2), 1e-12);
}

TEST_F(RegistryPassedOn, Rule20_HalvesOfASetOfAnotherProjectStayApart) {
    auto left = project("left");
    const auto a = left.declareDataset(datasetOf(records(0, 100)));
    auto right = project("right");
    const auto b = right.declareDataset(datasetOf(records(100, 100)));
    auto both = project("both");
    const auto whole = both.declareDataset(linked(datasetOf(records(0, 200)), {"left", "right"}));
    spend(left, a, 0.1);
    spend(both, whole, 0.2);
    EXPECT_NEAR(charged(project("right"), b), 0.2, 1e-12);
    EXPECT_NEAR(charged(project("both"), whole), std::hypot(0.1, 0.2), 1e-12);
}

TEST_F(RegistryPassedOn, Rule20_ALinkIsToThePartsThatWereThere) {
    auto own = project("own");
    (void)own.declareDataset(datasetOf(records(0, 100)));
    auto other = project("other");
    const auto others = other.declareDataset(otherNumbers("own"));
    const auto unrelated = own.declareDataset(datasetOf(records(1000, 100), "unrelated"));
    spend(own, unrelated, 0.2);
    auto again = datasetOf(records(50'000, 100), "other", 9.0);
    EXPECT_EQ(other.declareDataset(again).part("train"), others.part("train"));
    EXPECT_EQ(charged(project("other"), others), 0.0);
}

TEST_F(RegistryPassedOn, Rule24_AnAccountOfARegistryThatKeptPartsApartIsBroughtTogether) {
    auto own = project("own");
    const auto rows = records(0, 100);
    const auto dataset = own.declareDataset(datasetOf(rows));
    const auto look = lookAtTrainRows(own, dataset, rows);
    spend(own, dataset, 0.1);
    spend(own, look, 0.2, "test");
    // As earlier programs left it.
    Database(registry->path().string(), OpenMode::ReadWrite).execute("DELETE FROM part_links");
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2), 1e-12);
    auto other = project("other");
    EXPECT_NEAR(charged(other, other.declareDataset(otherNumbers("own", "test"))), std::hypot(0.1, 0.2),
                1e-12);
}

TEST_F(RegistryPassedOn, Rule24_ChargesLearntUnderAnotherRegistryReachThisOne) {
    auto spent = project("spent");
    const auto first = spent.declareDataset(datasetOf(records(0, 100), "a", 9.0));
    auto own = project("own");
    const auto dataset = own.declareDataset(linked(datasetOf(records(0, 100), "a", 9.0), {"spent"}));
    const auto here = registry;
    moveTo("second.db");
    auto moved = datasetOf(records(0, 100), "a", 9.0);
    moved.parts[0].contentDigest = "keyed by the second";
    (void)project("own").declareDataset(moved);
    registry = here;
    spend(spent, first, 0.3);
    EXPECT_NEAR(charged(project("own"), dataset), 0.3, 1e-12);
    moveTo("second.db");
    (void)project("own"); // knows the part, and learns what its ledger learnt
    auto third = project("third");
    EXPECT_NEAR(charged(third, third.declareDataset(otherNumbers("own"))), 0.3, 1e-12);
}

TEST_F(RegistryPassedOn, Rule24_ARegistryThatWasRestoredLearnsWhatLedgersKnow) {
    auto spent = project("spent");
    const auto first = spent.declareDataset(datasetOf(records(0, 100), "a", 9.0));
    auto own = project("own");
    const auto dataset = own.declareDataset(linked(datasetOf(records(0, 100), "a", 9.0), {"spent"}));
    auto later = project("later");
    keepRegistry();
    const auto joined = later.declareDataset(otherNumbers("own"));
    spend(spent, first, 0.3);
    EXPECT_NEAR(charged(project("own"), dataset), 0.3, 1e-12);
    registry = Registry::open(folder / "kept.db");
    (void)project("own");
    auto third = project("third");
    EXPECT_NEAR(charged(third, third.declareDataset(otherNumbers("own"))), 0.3, 1e-12)
        << "spent is not there";
    // And a link that was declared since is one again, once its project is back.
    EXPECT_TRUE(project("later").declareDataset(datasetOf(records(50'000, 100), "other", 9.0)).known);
    auto back = project("own");
    spend(back, dataset, 0.1);
    EXPECT_NEAR(charged(project("later"), joined), std::hypot(0.1, 0.3), 1e-12);
}

TEST_F(RegistryPassedOn, ALostRegistryCostsNothingTwice) {
    auto first = project("first");
    const auto a = first.declareDataset(datasetOf(records(0, 100)));
    spend(first, a, 0.05);
    spend(first, a, 0.1);
    auto second = project("second");
    const auto b = second.declareDataset(linked(datasetOf(records(0, 100)), {"first"}));
    spend(second, b, 0.15);
    const double all = std::hypot(0.05, 0.1, 0.15);
    EXPECT_NEAR(charged(second, b), all, 1e-12);
    moveTo("new.db");
    auto moved = datasetOf(records(0, 100));
    moved.parts[0].contentDigest = "keyed by the new one";
    (void)project("second").declareDataset(moved); // whose ledger opened with the charges of the first
    (void)project("first").declareDataset(linked(moved, {"second"}));
    EXPECT_NEAR(charged(project("first"), a), all, 1e-12);
    EXPECT_NEAR(charged(project("second"), b), all, 1e-12);
}

TEST_F(RegistryPassedOn, Rule24_AnotherRegistryKnowsTheLinksInsideAProject) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    auto numbers = otherNumbers("own");
    const auto other = own.declareDataset(numbers);
    EXPECT_FALSE(other.known);
    spend(own, dataset, 0.1);
    moveTo("second.db");
    auto moved = datasetOf(records(0, 100));
    moved.parts[0].contentDigest = "1 keyed by the second";
    auto movedToo = datasetOf(records(50'000, 100), "other", 9.0);
    movedToo.parts[0].contentDigest = "2 keyed by the second";
    auto again = project("own");
    EXPECT_EQ(again.declareDataset(moved).id, dataset.id);
    EXPECT_EQ(again.declareDataset(movedToo).id, other.id);
    spend(again, other, 0.2);
    EXPECT_NEAR(charged(project("own"), dataset), std::hypot(0.1, 0.2), 1e-12);
    auto third = project("third");
    auto thirdRows = datasetOf(records(70'000, 100), "third");
    thirdRows.links = {{own.projectId(), "train"}};
    EXPECT_NEAR(charged(third, third.declareDataset(thirdRows)), std::hypot(0.1, 0.2), 1e-12);
}

TEST_F(RegistryPassedOn, Rule20_UnderAnotherRegistryNoPartIsAddedBesideOnesThatItCantCompare) {
    const auto rows = records(0, 100);
    DeclaredDataset dataset;
    {
        auto own = project("own");
        dataset = own.declareDataset(datasetOf(rows));
        spend(own, dataset, 0.1);
    }
    moveTo("second.db");
    auto own = project("own");
    auto renamed = datasetOf(rows, "renamed folder");
    EXPECT_THAT(refusalOf([&] { (void)own.declareDataset(renamed); }),
                HasSubstr("declared under another registry"));
    EXPECT_THAT(refusalOf([&] { (void)lookAtTrainRows(own, dataset, rows); }), HasSubstr("budget declare"));
    EXPECT_EQ(own.datasets().size(), 1U);
    auto moved = datasetOf(rows);
    moved.parts[0].contentDigest = "keyed by the second";
    moved.parts.push_back(partOf(records(500, 100), "validation", "new"));
    EXPECT_TRUE(own.declareDataset(moved).known) << "declared together with what it can't be compared with";
    EXPECT_TRUE(own.declareDataset(renamed).known) << "found by its rows";
    const auto look = own.declarePart(dataset.id, partOf(rows, "test", "keyed by the second"));
    EXPECT_EQ(rowOf(own, look, "test").account, dataset.part("train"));
}

TEST_F(RegistryPassedOn, Rule20_UnderAnotherRegistryANameOfSeveralDatasetsIsRefused) {
    {
        auto own = project("own");
        (void)own.declareDataset(datasetOf(records(0, 100)));
        auto second = datasetOf(records(500, 100));
        second.parts[0].contentDigest = "others";
        EXPECT_FALSE(own.declareDataset(second).known);
    }
    moveTo("second.db");
    auto own = project("own");
    auto declared = datasetOf(records(500, 100));
    declared.parts[0].contentDigest = "keyed by the second";
    try {
        (void)own.declareDataset(declared);
        FAIL() << "taken for one of them";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        EXPECT_THAT(error.what(), HasSubstr("several datasets"));
    }
}

TEST_F(RegistryPassedOn, AChargeThatWasWithdrawnIsNotToldAnewByWhoCountedIt) {
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(0, 100)));
    auto other = project("other");
    const auto others = other.declareDataset(linked(datasetOf(records(0, 100)), {"own"}));
    RegistryCharge charge;
    charge.id = "0123456789abcdef0123456789abcdef";
    charge.muSquared = SpendSum(0.04);
    charge.pendingPlace = placeOfFile(file("own"));
    registry->charge(registry->partsOf(own.projectId()).front().key, charge);
    EXPECT_NEAR(charged(project("other"), others), 0.2, 1e-12) << "while it might be one";
    EXPECT_EQ(charged(project("own"), dataset), 0.0) << "its reservation was never committed";
    (void)project("other");
    EXPECT_EQ(charged(project("own"), dataset), 0.0);
    auto third = project("third");
    EXPECT_EQ(charged(third, third.declareDataset(linked(datasetOf(records(0, 100)), {"own"}))), 0.0);
}

} // namespace parsimony::ledger
