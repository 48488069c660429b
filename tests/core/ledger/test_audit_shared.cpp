// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of one project that share a budget: what each has to be told of the other's charges.
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/audit_fixture.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

namespace parsimony::ledger {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* toldToo = "was charged, with which it shares its budget";

} // namespace

class AuditShared : public AuditTest {
protected:
    static void spend(Project& project, const DeclaredDataset& data, const std::string& part,
                      double mu = 0.05) {
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = data.id;
        spec.charges = {gaussianCharge(data.part(part), mu)};
        project.finishExperiment(project.beginExperiment(spec).id, {});
    }
    AuditReport forged(const std::string& sql) {
        keepPristine();
        forge(file(), [&sql](Database& database) {
            database.execute(sql);
            rechain(database);
        });
        const auto found = report();
        restorePristine();
        return found;
    }
};

// The others of its account share with it and not with the part.
TEST_F(AuditShared, APartIsToldOfThePartsThatItSharesWith) {
    {
        auto project = Project::openOrCreate(file(), options);
        auto declaration = datasetOf(records(0, 100));
        declaration.parts.push_back(partOf(records(70, 60), "test", "test-digest"));
        const auto both = project.declareDataset(declaration);
        ASSERT_EQ(project.parts(both.id)[1].account, both.part("train")) << "30 rows are in both";
        spend(project, both, "train");
        spend(project, both, "test");
        const auto few = project.declarePart(both.id, partOf(records(0, 30), "test", "few-digest"));
        spend(project, few, "test");
        EXPECT_NEAR(project.account(few.part("test")).spentMuSquared.upper(), 2 * 0.05 * 0.05, 1e-6);
        spend(project, both, "test");
        spend(project, both, "train");
        spend(project, few, "test");
        EXPECT_NEAR(project.account(few.part("test")).spentMuSquared.upper(), 4 * 0.05 * 0.05, 1e-6);
        EXPECT_NEAR(project.account(both.part("test")).spentMuSquared.upper(), 6 * 0.05 * 0.05, 1e-6);
    }
    ASSERT_THAT(sentences(report()), IsEmpty());
    EXPECT_THAT(report().notesInEnglish(), Not(Contains(HasSubstr(toldToo))));
    registry = nullptr;
    for (const char* kind : {"opening_balance", "linked_charge"}) {
        EXPECT_THAT(sentences(forged("UPDATE ledger SET body = json_object('charge', 'another') WHERE seq = "
                                     "(SELECT min(seq) FROM ledger WHERE kind = '" +
                                     std::string(kind) + "')")),
                    Contains(HasSubstr(toldToo)))
            << kind;
    }
    // Who says that it shares with both has to be told of both.
    EXPECT_THAT(sentences(forged("UPDATE ledger SET body = json_set(body, '$.keys[1]', (SELECT "
                                 "json_extract(body, '$.registry_key') FROM ledger WHERE kind = 'part' AND "
                                 "part = 2)) WHERE kind = 'link_declared'")),
                Contains(HasSubstr("without all that part 'test' was charged")));
}

// Nobody could know when they were made that they would count there as well.
TEST_F(AuditShared, ChargesThatALaterLinkBringsMayPassTheCap) {
    {
        auto project = Project::openOrCreate(file(), options);
        const auto data = project.declareDataset(privateDataset());
        project.recordCuratorShown("early");
        spend(project, data, "train", 0.2);
        spend(project, data, "test", 0.2);
        project.recordCuratorShown("late");
        project.recordCuratorShown("there");
        project.recordCuratorShown("back");
    }
    registry = nullptr;
    const auto told = [](const char* shown, int from, int to) {
        const std::string charge =
            "(SELECT {} FROM ledger WHERE kind = 'reservation' AND part = " + std::to_string(from) + ")";
        const auto of = [&charge](const std::string& column) {
            return std::string(charge).replace(charge.find("{}"), 2, column);
        };
        return "UPDATE ledger SET kind = 'linked_charge', class = 'released', dataset = 1, part = " +
               std::to_string(to) + ", mu_squared = " + of("mu_squared") +
               ", mu_squared_exact = " + of("mu_squared_exact") + ", body = json_object('charge', " +
               of("json_extract(body, '$.charge')") + ") WHERE kind = 'curator_shown' AND body LIKE '%" +
               shown + "%'; ";
    };
    const auto linked = [&](const std::string& shown) {
        return forged(
            told("there", 1, 2) + told("back", 2, 1) +
            "UPDATE ledger SET kind = 'link_declared', dataset = 1, part = 2, body = json_object('keys', "
            "json_array((SELECT json_extract(body, '$.registry_key') FROM ledger WHERE kind = 'part' AND "
            "part = 1)), 'part', 'train', 'project', (SELECT json_extract(body, '$.project') FROM ledger "
            "WHERE seq = 1)) WHERE kind = 'curator_shown' AND body LIKE '%" +
            shown + "%'");
    };
    EXPECT_THAT(sentences(linked("late")), IsEmpty());
    EXPECT_THAT(linked("late").notesInEnglish(), Contains(HasSubstr("since then passed its cap")));
    EXPECT_THAT(sentences(linked("no such row")), IsEmpty()) << "it came by other projects";
    EXPECT_THAT(sentences(linked("early")), Contains(HasSubstr("passes the cap ε = 1")));
    // Of its own account nothing comes later.
    EXPECT_THAT(sentences(forged(told("there", 1, 1))), Contains(HasSubstr("passes the cap ε = 1")));
}

// By a detour over a project in which one person has several of these rows it comes dearer.
TEST_F(AuditShared, AnOwnChargeIsNotToldAsLess) {
    {
        auto project = Project::openOrCreate(file(), options);
        const auto data = project.declareDataset(privateDataset());
        spend(project, data, "train");
        project.recordCuratorShown("told");
    }
    registry = nullptr;
    const auto told = [&](const std::string& muSquared, const std::string& exact) {
        return sentences(forged(
            "UPDATE ledger SET kind = 'linked_charge', class = 'released', dataset = 1, part = 2, mu_squared "
            "= " +
            muSquared + ", mu_squared_exact = '" + exact +
            "', body = json_object('charge', (SELECT json_extract(body, '$.charge') FROM ledger WHERE kind = "
            "'reservation')) WHERE kind = 'curator_shown'"));
    };
    EXPECT_THAT(told("0.00390625", "1p-8"), IsEmpty()) << "0.0025 were reserved";
    EXPECT_THAT(told("0.0009765625", "1p-10"), Contains(HasSubstr("tells another charge than was reserved")));
}

} // namespace parsimony::ledger
