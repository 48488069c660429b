// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/open_databases.h"
#include "core/base/sentence.h"
#include "core/ledger/audit.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace parsimony::ledger {

namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

} // namespace

TEST_F(RegistryTest, KeepsItsKeyToItself) {
    struct stat status {};
    ASSERT_EQ(::stat(registry->path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    const auto again = Registry::open(registry->path());
    EXPECT_EQ(again->key(), registry->key());
    EXPECT_EQ(again->id(), registry->id());
    EXPECT_NE(Registry::open(folder / "other.db")->key(), registry->key());
}

// An engine opens it once a session. POSIX takes a process's locks on a file away when it closes any
// descriptor of it: another process then took itself for the last one and removed the log.
TEST_F(RegistryTest, OpenedOnceMoreInAProcessKeepsItsLogFromOthers) {
    const auto path = registry->path();
    (void)Registry::open(path);
    EXPECT_TRUE(isOpenDatabase(path.string()));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::execl(PARSIMONY_LEDGER_ACTOR, "ledger_actor", file("other").c_str(), path.c_str(),
                file("witness").c_str(), nullptr);
        ::_exit(127);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_NE(WEXITSTATUS(status), 127);
    EXPECT_TRUE(std::filesystem::exists(path.string() + "-wal"));
    registry.reset();
    EXPECT_FALSE(isOpenDatabase(path.string()));
}

TEST_F(RegistryTest, RefusesAForeignFile) {
    auto other = Project::openOrCreate(file("project"));
    EXPECT_THROW((void)Registry::open(file("project")), Error);
}

TEST_F(RegistryTest, SaysThatALayoutIsNotItsOwn) {
    const auto path = registry->path();
    Database(path.string(), OpenMode::ReadWrite)
        .execute("ALTER TABLE registered_parts DROP COLUMN distinct_records");
    registry = Registry::open(path);
    try {
        auto own = project("own");
        (void)own.declareDataset(datasetOf(records(0, 100)));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("not laid out as this version"));
    }
}

// As version 2 left it: parts are known by their rows alone.
TEST_F(RegistryTest, TakesOverARegistryOfTheVersionBefore) {
    const auto path = registry->path();
    {
        auto first = project("first");
        spend(first, first.declareDataset(datasetOf(records(0, 1000))), 0.1);
    }
    registry.reset();
    Database old(path.string(), OpenMode::ReadWrite);
    old.execute(
        "DROP TABLE awaited_links; DROP TABLE encoded_rows; DROP TABLE person_sets; CREATE TABLE known_parts "
        "(id INTEGER PRIMARY KEY, "
        "project TEXT NOT NULL, "
        "path TEXT "
        "NOT NULL, dataset TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, public INTEGER NOT "
        "NULL, row_set BLOB NOT NULL REFERENCES row_sets (digest), adjacency TEXT, rows_per_person INTEGER, "
        "distinct_records INTEGER NOT NULL DEFAULT 0); INSERT INTO known_parts SELECT id, project, path, "
        "dataset, name, key, public, row_set, adjacency, rows_per_person, distinct_records FROM "
        "registered_parts; DROP TABLE registered_parts; CREATE INDEX known_parts_project ON known_parts "
        "(project); CREATE INDEX known_parts_row_set ON known_parts (row_set); PRAGMA user_version = 2");
    registry = Registry::open(path);
    auto second = project("second");
    const auto dataset = second.declareDataset(linked(datasetOf(records(0, 1000)), {"first"}));
    EXPECT_NEAR(charged(second, dataset), 0.1, 1e-12);
    // A program of that version, which has the file open, can't write any more.
    EXPECT_THROW(old.execute("UPDATE known_parts SET path = ''"), Error);
    EXPECT_EQ(old.integer("PRAGMA user_version"), 5);
}

TEST_F(RegistryTest, ManyWhoFindNoneMakeOne) {
    for (int round = 0; round < 20; ++round) {
        const auto path = folder / ("new" + std::to_string(round) + ".db");
        std::vector<std::string> ids(8);
        std::vector<std::jthread> openers;
        for (std::string& id : ids) {
            openers.emplace_back([&path, &id] {
                try {
                    id = Registry::open(path)->id();
                } catch (const Error& error) {
                    id = error.what();
                }
            });
        }
        openers.clear(); // joins
        EXPECT_THAT(ids, ::testing::Each(ids.front())) << "in round " << round;
        EXPECT_THAT(ids.front(), SizeIs(32));
    }
}

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
        }
        const SharedRows shared = sharedRows(a, b);
        EXPECT_EQ(shared.ofA, expected.ofA);
        EXPECT_EQ(shared.ofB, expected.ofB);
        EXPECT_EQ(shared.values, expected.values);
        EXPECT_EQ(shared.rowsA, expected.rowsA);
        EXPECT_EQ(shared.rowsB, expected.rowsB);
        EXPECT_EQ(shared.valuesOfA, expected.valuesOfA);
        EXPECT_EQ(shared.valuesOfB, expected.valuesOfB);
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

TEST_F(RegistryTest, ASecondNameOfTheRegistryIsRefused) {
    const auto file = folder / "linked.db";
    (void)Registry::open(file);
    std::filesystem::create_hard_link(file, folder / "second.db");
    EXPECT_THROW((void)Registry::open(file), Error);
    EXPECT_THROW((void)Registry::open(folder / "second.db"), Error);
    std::filesystem::remove(folder / "second.db");
    EXPECT_NO_THROW((void)Registry::open(file));
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

// Else a power cut that takes an unsynced commit away would leave a registry that knows a row more than the
// file has, as after a restore from a backup, and the project could not go on.
TEST_F(RegistryTest, AHeadIsRememberedOnlyWhenItIsDurable) {
    auto a = project("a.parsimony");
    auto declaration = datasetOf(records(0, 100));
    declaration.visibility = Visibility::Public;
    ExperimentSpec spec;
    spec.dataset = a.declareDataset(declaration).id;
    const ExperimentId experiment = a.beginExperiment(spec).id;
    const std::string id = projectIdOf(file("a.parsimony"));
    const auto finish = [&](Project::Durable durable) {
        a.inOneTransaction(
            [&] {
                const TrialId trial = a.reserveTrial(experiment, {});
                (void)a.startTrial(trial);
                a.finishTrial(trial, {});
            },
            durable);
    };
    const auto known = [&] { return registry->tipOf(id)->row; };
    finish(Project::Durable::Now);
    const std::int64_t durable = known();
    EXPECT_EQ(durable, a.lastRow());
    finish(Project::Durable::Soon);
    EXPECT_EQ(known(), durable);
    EXPECT_GT(a.lastRow(), durable);
    EXPECT_EQ(Project::open(file("a.parsimony")).trials().size(), 2U) << "others see it at once";
    finish(Project::Durable::Now);
    EXPECT_EQ(known(), a.lastRow());
    EXPECT_TRUE(audit(file("a.parsimony")).ok());
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
