// SPDX-License-Identifier: GPL-3.0-or-later
// How charges add up over projects (rules 24 and 27), and registries of version 1.
#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/ledger/audit.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

namespace parsimony::ledger {

namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

DatasetDeclaration inUnits(DatasetDeclaration declaration, Adjacency adjacency, std::uint32_t rowsPerPerson) {
    declaration.adjacency = adjacency;
    declaration.rowsPerPerson = rowsPerPerson;
    return declaration;
}

// The tables that version 1 made, as the program that made them wrote them.
constexpr const char* version1 = R"sql(
PRAGMA application_id = 1348563538;
PRAGMA user_version = 1;
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE tagsets (digest BLOB PRIMARY KEY, rows INTEGER NOT NULL, tags BLOB NOT NULL);
CREATE TABLE parts (
    id INTEGER PRIMARY KEY, project TEXT NOT NULL, path TEXT NOT NULL, dataset TEXT NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE, public INTEGER NOT NULL, tagset BLOB NOT NULL REFERENCES tagsets (digest),
    opening_mu_squared TEXT NOT NULL, opening_epsilon TEXT NOT NULL, opening_delta TEXT NOT NULL
);
CREATE INDEX parts_project ON parts (project);
CREATE INDEX parts_tagset ON parts (tagset);
CREATE TABLE links (
    part INTEGER NOT NULL REFERENCES parts (id), other INTEGER NOT NULL REFERENCES parts (id),
    since INTEGER NOT NULL, PRIMARY KEY (part, other)
);
CREATE TABLE charges (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, part INTEGER NOT NULL REFERENCES parts (id),
    mu_squared TEXT, epsilon REAL NOT NULL, delta REAL NOT NULL, pending INTEGER NOT NULL, UNIQUE (id, part)
);
CREATE INDEX charges_part ON charges (part);
CREATE TABLE heads (project TEXT PRIMARY KEY, path TEXT NOT NULL, row INTEGER NOT NULL, hash BLOB NOT NULL);
INSERT INTO meta VALUES ('id', zeroblob(16)), ('key', zeroblob(32));
)sql";

} // namespace

class RegistryLinks : public RegistryTest {
protected:
    // Three parts on disjoint rows, then one of all of them.
    static constexpr std::uint32_t each = 150;

    // Adds a part of version 1 with these rows; returns its number.
    static std::int64_t oldPart(Database& old, const std::string& key, std::span<const RowTag> tags,
                                const SpendSum& opening) {
        const Digest digest = sha256(key);
        old.prepare("INSERT INTO tagsets VALUES (?, ?, ?)")
            .bind(std::span<const std::uint8_t>(digest))
            .bind(static_cast<std::int64_t>(tags.size()))
            .bind(std::span(reinterpret_cast<const std::uint8_t*>(tags.data()), tags.size() * sizeof(RowTag)))
            .run();
        old.prepare(
               "INSERT INTO parts (project, path, dataset, name, key, public, tagset, opening_mu_squared, "
               "opening_epsilon, opening_delta) VALUES ('p', '/p', 'd', 'train', ?, 0, ?, ?, '0', '0')")
            .bind(key)
            .bind(std::span<const std::uint8_t>(digest))
            .bind(opening.text())
            .run();
        return old.integer("SELECT last_insert_rowid()");
    }

    static void oldCharge(Database& old, const std::string& id, std::int64_t part, double muSquared) {
        old.prepare(
               "INSERT INTO charges (id, part, mu_squared, epsilon, delta, pending) VALUES (?, ?, ?, 0, 0, "
               "0)")
            .bind(id)
            .bind(part)
            .bind(SpendSum(muSquared).text())
            .run();
    }
};

TEST_F(RegistryLinks, Rule24_ChargesOfPartsThatAreNotLinkedAddUp) {
    for (const std::uint32_t number : {0U, 1U, 2U}) {
        auto one = project("one" + std::to_string(number));
        spend(one, one.declareDataset(datasetOf(records(number * each, each))), 0.1);
    }
    auto whole = project("whole");
    const auto dataset =
        whole.declareDataset(linked(datasetOf(records(0, 3 * each)), {"one0", "one1", "one2"}));
    EXPECT_NEAR(charged(whole, dataset), 0.1 * std::sqrt(3.0), 1e-12);
    // Linked with all three, and inheriting from them once: a fourth on the same rows counts no charge twice.
    spend(whole, dataset, 0.1);
    auto again = project("again");
    EXPECT_NEAR(charged(again, again.declareDataset(linked(datasetOf(records(0, 3 * each)), {"one1"}))), 0.2,
                1e-12);
}

TEST_F(RegistryLinks, Rule27_OpeningBalancesAreConverted) {
    constexpr auto add = Adjacency::AddOrRemoveOne;
    constexpr auto replace = Adjacency::ReplaceOne;
    struct Case {
        Adjacency from;
        std::uint32_t rowsBefore;
        Adjacency to;
        std::uint32_t rowsAfter;
        double factor;
    };
    std::uint32_t first = 0;
    for (const Case& c :
         {Case{add, 1, add, 1, 1.0}, Case{add, 1, replace, 1, 2.0}, Case{replace, 1, add, 1, 1.0},
          Case{add, 1, add, 10, 10.0}, Case{add, 10, add, 1, 1.0}, Case{add, 2, replace, 3, 3.0},
          Case{replace, 3, add, 2, 1.0}}) {
        const std::string name = std::to_string(first);
        auto before = project("before" + name);
        spend(before, before.declareDataset(inUnits(datasetOf(records(first, 100)), c.from, c.rowsBefore)),
              0.01);
        auto after = project("after" + name);
        const auto dataset = after.declareDataset(
            linked(inUnits(datasetOf(records(first, 100)), c.to, c.rowsAfter), {"before" + name}));
        EXPECT_NEAR(charged(after, dataset), 0.01 * c.factor, 1e-12) << c.factor;
        EXPECT_GE(charged(after, dataset), 0.01 * c.factor * (1 - 1e-15)) << c.factor;
        first += 1000;
    }
}

TEST_F(RegistryLinks, Rule27_LaterChargesOfLinkedPartsAreConverted) {
    auto one = project("one");
    const auto a = one.declareDataset(datasetOf(records(0, 100)));
    auto two = project("two");
    const auto b =
        two.declareDataset(linked(inUnits(datasetOf(records(0, 100)), Adjacency::ReplaceOne, 5), {"one"}));
    spend(one, a, 0.01);
    EXPECT_NEAR(charged(project("two"), b), 0.1, 1e-12);
    spend(two, b, 0.05);
    EXPECT_NEAR(charged(project("one"), a), std::sqrt(0.0001 + 0.0025), 1e-12) << "in full, however few rows";
}

TEST_F(RegistryLinks, Rule27_SlicesFollowGroupPrivacy) {
    RegistryCharge slice;
    slice.epsilon = 0.1;
    slice.delta = 1e-7;
    const auto four = inUnits(slice, {Adjacency::AddOrRemoveOne, 2}, {Adjacency::ReplaceOne, 3});
    EXPECT_NEAR(four.epsilon, 0.4, 1e-12);
    EXPECT_NEAR(four.delta, 1e-7 * (1 + std::exp(0.1) + std::exp(0.2) + std::exp(0.3)), 1e-16);
    const auto fewer = inUnits(slice, {Adjacency::AddOrRemoveOne, 10}, {Adjacency::AddOrRemoveOne, 1});
    EXPECT_EQ(fewer.epsilon, 0.1);
    EXPECT_EQ(fewer.delta, 1e-7);
    slice.epsilon = 500.0;
    EXPECT_EQ(inUnits(slice, {Adjacency::AddOrRemoveOne, 1}, {Adjacency::ReplaceOne, 3}).delta, 1.0);
}

TEST_F(RegistryLinks, Rule24_WhatWasMissedBeforeIsFound) {
    auto one = project("one");
    const auto a = one.declareDataset(datasetOf(records(0, 100)));
    // As two programs left it that looked up before either had registered.
    const auto b = Project::openOrCreate(file("two"), with(Registry::open(folder / "another.db")))
                       .declareDataset(datasetOf(records(0, 100)));
    auto two = project("two");
    Registry::NewPart missed;
    missed.project = two.projectId();
    missed.path = file("two").string();
    missed.dataset = "a";
    missed.name = "train";
    missed.key = two.parts(b.id).front().registryKey;
    const auto tags = records(0, 100);
    (void)registry->registerPart(missed, {{tags}});
    spend(one, a, 0.06);
    spend(two, b, 0.08);
    AuditOptions options;
    options.registry = registry;
    const auto report = audit(file("one"), options);
    ASSERT_THAT(report.curatorProblems, SizeIs(1));
    EXPECT_THAT(report.curatorProblems[0].what.english(), HasSubstr("neither counts"));
    EXPECT_THAT(report.curatorProblems[0].what.english(), HasSubstr(file("two").string()));
    EXPECT_THAT(report.curatorProblems[0].what.english(), ::testing::Not(HasSubstr("100")));
    EXPECT_TRUE(report.ok()) << "the verdict follows from private rows";
    // Used again they are linked, and each has what both were charged.
    const auto again = two.declareDataset(linked(datasetOf(records(0, 100)), {"one"}));
    EXPECT_EQ(again.part("train"), b.part("train"));
    EXPECT_NEAR(charged(two, b), 0.1, 1e-12);
    EXPECT_NEAR(charged(project("one"), a), 0.1, 1e-12);
    EXPECT_THAT(audit(file("one"), options).curatorProblems, SizeIs(0));
    EXPECT_THAT(audit(file("two"), options).curatorProblems, SizeIs(0));
    spend(one, a, 0.01);
    EXPECT_NEAR(charged(project("two"), b), std::sqrt(0.0101), 1e-12);
}

TEST_F(RegistryLinks, Rule20_WhatAnAccountOpensWithFollowsFromDeclarationsAlone) {
    auto spent = project("spent");
    spend(spent, spent.declareDataset(datasetOf(records(0, 1000))), 0.1);
    // 200, 201 and none of 1,000 rows shared: the same ledger, but for what the curator may see.
    std::vector<std::vector<std::string>> ledgers;
    for (const std::uint32_t first : {800U, 799U, 5000U}) {
        const std::string name = "new" + std::to_string(first);
        const std::filesystem::path registryCopy = folder / (name + ".db");
        Database(registry->path().string(), OpenMode::ReadWrite)
            .execute("VACUUM INTO '" + registryCopy.string() + "'");
        auto own = Project::openOrCreate(file(name), with(Registry::open(registryCopy)));
        const auto dataset = own.declareDataset(linked(datasetOf(records(first, 1000)), {"spent"}));
        EXPECT_NEAR(charged(own, dataset), 0.1, 1e-12);
        auto& rows = ledgers.emplace_back();
        for (const auto& row : own.changesSince(1)) {
            if (row.valueClass != ValueClass::Curator &&
                row.kind != RowKind::Part) { // which has a random key
                rows.push_back(toText(row.kind) + (" " + row.body));
            }
        }
    }
    EXPECT_EQ(ledgers[0], ledgers[1]);
    EXPECT_EQ(ledgers[0], ledgers[2]);
    EXPECT_THAT(ledgers[0], ::testing::Contains(HasSubstr("link_declared")));
}

/// An evaluation has no option that says whose rows they are.
TEST_F(RegistryLinks, TheWayOutIsOneThatTheCommandTakes) {
    auto spent = project("spent");
    spend(spent, spent.declareDataset(datasetOf(records(0, 100))), 0.1);
    auto own = project("own");
    const auto dataset = own.declareDataset(datasetOf(records(500, 100), "others"));
    const std::string ofRun = refusalOf([&] { (void)own.declareDataset(datasetOf(records(0, 100))); });
    EXPECT_THAT(ofRun, HasSubstr("--distinct-records"));
    const std::string ofLook =
        refusalOf([&] { (void)own.declarePart(dataset.id, partOf(records(0, 100), "test", "looked at")); });
    EXPECT_THAT(ofLook, HasSubstr("declare that with --linked-to " + file("spent").string()));
    EXPECT_THAT(ofLook, ::testing::Not(HasSubstr("--distinct-records")));
}

TEST_F(RegistryLinks, Rule20_AnCuratorRefusalIsRefusedWithoutSayingWhy) {
    auto spent = project("spent");
    spend(spent, spent.declareDataset(datasetOf(records(0, 1000))), 0.1);
    auto own = project("own");
    (void)own.declareDataset(datasetOf(records(800, 1000), "a fifth"));
    auto other = project("other");
    try {
        (void)other.declareDataset(datasetOf(records(799, 1000)));
        FAIL() << "linked by itself";
    } catch (const CuratorRefusal& refused) {
        EXPECT_EQ(refused.code(), ErrorCode::Refused);
        EXPECT_THAT(refused.what(), ::testing::Not(HasSubstr("spent'")));
        EXPECT_THAT(refused.what(), HasSubstr("--linked-to"));
        ASSERT_THAT(refused.reasons(), SizeIs(2));
        EXPECT_THAT(refused.reasons()[1].english(), HasSubstr(file("spent").string()));
    }
    EXPECT_TRUE(other.datasets().empty());
    // A declaration covers what is linked with the part that it names.
    auto second = project("second");
    (void)second.declareDataset(linked(datasetOf(records(0, 1000)), {"spent"}));
    auto third = project("third");
    const auto dataset = third.declareDataset(linked(datasetOf(records(0, 700)), {"second"}));
    EXPECT_NEAR(charged(third, dataset), 0.1, 1e-12);
    auto wrong = datasetOf(records(0, 1000));
    wrong.links = {{spent.projectId(), "nothing"}};
    EXPECT_THROW((void)other.declareDataset(wrong), Error);
}

TEST_F(RegistryLinks, Rule24_DistinctRecordsAreNotMissed) {
    auto one = project("one");
    (void)one.declareDataset(datasetOf(records(0, 100)));
    auto two = project("two");
    auto others = datasetOf(records(0, 100));
    others.distinctRecords = true;
    (void)two.declareDataset(others);
    AuditOptions options;
    options.registry = registry;
    EXPECT_TRUE(audit(file("one"), options).ok());
    EXPECT_TRUE(audit(file("two"), options).ok());
}

TEST_F(RegistryLinks, Rule24_WhoWaitsSaysSo) {
    Database other(registry->path().string(), OpenMode::ReadWrite);
    auto held = std::make_unique<Transaction>(other);
    std::vector<std::string> told;
    auto waiting =
        Registry::open(registry->path(), [&told](const std::string& sentence) { told.push_back(sentence); });
    const auto start = std::chrono::steady_clock::now();
    std::jthread release([&held] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        held.reset();
    });
    auto own = Project::openOrCreate(file("own"), with(waiting));
    (void)own.declareDataset(datasetOf(records(0, 100)));
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1000));
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_THAT(told[0], HasSubstr("waiting for another program"));
}

TEST_F(RegistryLinks, ANewerRegistryIsRefusedInASentence) {
    Database(registry->path().string(), OpenMode::ReadWrite).execute("PRAGMA user_version = 99");
    try {
        (void)Registry::open(registry->path());
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("newer version of Parsimony"));
    }
}

TEST_F(RegistryLinks, Version1IsBroughtUpToDateAndClosedToItsPrograms) {
    const auto path = folder / "old.db";
    Database old(path.string(), OpenMode::Create);
    old.execute(version1);
    // Two parts that were never linked, and a third that inherited the larger charge alone.
    const auto a = oldPart(old, "a", records(0, 100), {});
    const auto b = oldPart(old, "b", records(100, 100), {});
    oldCharge(old, "charge a", a, 0.01);
    oldCharge(old, "charge b", b, 0.04);
    const auto c = oldPart(old, "c", records(0, 200), SpendSum(0.04));
    old.execute("INSERT INTO links VALUES (3, 1, 2), (1, 3, 2), (3, 2, 2), (2, 3, 2)");
    oldCharge(old, "charge c", c, 0.02);
    // A part whose balance came from another registry.
    const auto d = oldPart(old, "d", records(500, 100), SpendSum(0.03));
    auto insert = old.prepare("INSERT INTO charges (id, part, mu_squared, epsilon, delta, pending) VALUES "
                              "('late', 1, '0', 0, 0, 0)"); // an old program that has it open
    const auto brought = Registry::open(path);
    EXPECT_NEAR(brought->totalOf(a).muSquared.upper(), 0.03, 1e-12);
    EXPECT_NEAR(brought->totalOf(b).muSquared.upper(), 0.06, 1e-12);
    EXPECT_NEAR(brought->totalOf(c).muSquared.upper(), 0.07, 1e-12); // the charge it missed is found
    EXPECT_NEAR(brought->totalOf(d).muSquared.upper(), 0.03, 1e-12);
    ASSERT_THAT(brought->openingOf("c"), SizeIs(1));
    EXPECT_NEAR(brought->openingOf("c").front().muSquared->upper(), 0.04, 1e-12);
    auto own = Project::openOrCreate(file("own"), with(brought));
    auto declared = datasetOf(records(0, 200));
    declared.links = {{"p", ""}}; // of which a, b, c and d are the train parts
    EXPECT_NEAR(charged(own, own.declareDataset(declared)), std::sqrt(0.10), 1e-9);
    // Adjacency of version 1 is not known: towards replace-one it doubles.
    auto dearer = Project::openOrCreate(file("dearer"), with(brought));
    declared = inUnits(datasetOf(records(500, 100)), Adjacency::ReplaceOne, 2);
    declared.links = {{"p", ""}};
    EXPECT_NEAR(charged(dearer, dearer.declareDataset(declared)), 4.0 * std::sqrt(0.10), 1e-9);
    EXPECT_THROW(insert.run(), Error);
}

TEST_F(RegistryLinks, BringsTheLayoutWithoutConfirmationsUpToDate) {
    const auto path = folder / "old.db";
    Database old(path.string(), OpenMode::Create);
    old.execute(version1);
    oldCharge(old, "charge", oldPart(old, "a", records(0, 100), {}), 0.01);
    old.execute("ALTER TABLE charges DROP COLUMN pending");
    const auto brought = Registry::open(path);
    auto own = Project::openOrCreate(file("own"), with(brought));
    auto declared = datasetOf(records(0, 100));
    declared.links = {{"p", "train"}};
    EXPECT_NEAR(charged(own, own.declareDataset(declared)), 0.1, 1e-9);
}

} // namespace parsimony::ledger
