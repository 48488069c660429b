// SPDX-License-Identifier: GPL-3.0-or-later
// The registry as a file: who may read it, of which version, who makes it.
#include "core/base/open_databases.h"
#include "core/ledger/audit.h"
#include "core/ledger/sqlite.h"
#include "tests/core/ledger/registry_fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
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
    std::ofstream(file("notes.txt")) << "not a database\n";
    std::filesystem::permissions(file("notes.txt"), std::filesystem::perms{0644});
    EXPECT_THROW((void)Registry::open(file("notes.txt")), Error);
    EXPECT_EQ(std::filesystem::status(file("notes.txt")).permissions(), std::filesystem::perms{0644});
}

// What was charged would be forgotten: a copy that broke off, or a file that was cut.
TEST_F(RegistryTest, AnEmptyFileIsNoNewRegistry) {
    const auto path = folder / "cut.db";
    {
        registry = Registry::open(path);
        auto own = project("own");
        spend(own, own.declareDataset(datasetOf(records(0, 100))), 0.1);
    }
    registry.reset();
    const auto reasonOf = [&path] {
        try {
            (void)Registry::open(path);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    std::filesystem::resize_file(path, 0);
    EXPECT_THAT(reasonOf(), HasSubstr("is empty"));
    EXPECT_EQ(std::filesystem::file_size(path), 0U) << "nothing is written into it";
    std::filesystem::remove(path);
    Database(path.string(), OpenMode::Create).execute("PRAGMA user_version = 0; VACUUM");
    EXPECT_THAT(reasonOf(), HasSubstr("is empty")) << "a database without tables";
    std::filesystem::remove(path);
    EXPECT_EQ(reasonOf(), "");
    EXPECT_GT(std::filesystem::file_size(path), 0U) << "it is there as a whole, or not at all";
}

// SQLite reads the rest of the last page as zeros, so that rows which stood there would be unknown.
TEST_F(RegistryTest, AFileThatIsCutIsDamaged) {
    const auto path = folder / "cut.db";
    {
        registry = Registry::open(path);
        auto own = project("own");
        spend(own, own.declareDataset(datasetOf(records(0, 1000))), 0.1);
    }
    registry.reset();
    const auto whole = std::filesystem::file_size(path);
    for (const std::uintmax_t missing : {1U, 100U, 4095U, 4096U, 5000U}) {
        const auto cut = folder / ("cut" + std::to_string(missing) + ".db");
        std::filesystem::copy_file(path, cut);
        std::filesystem::resize_file(cut, whole - missing);
        EXPECT_THROW((void)Registry::open(cut)->lookup({}), Error) << missing;
    }
    EXPECT_NO_THROW((void)Registry::open(path));
}

// A full disk stops what is copied out of the log anywhere; the log still has it.
TEST_F(RegistryTest, AFileWhoseLogHasTheRestIsWhole) {
    const auto path = folder / "full.db";
    {
        registry = Registry::open(path);
        auto own = project("own");
        spend(own, own.declareDataset(datasetOf(records(0, 1000))), 0.1);
    }
    registry.reset();
    Database other(path.string(), OpenMode::ReadWrite);
    other.useWriteAheadLog();
    other.execute("PRAGMA wal_autocheckpoint = 0");
    other.execute("VACUUM");
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 100);
    EXPECT_NO_THROW((void)Registry::open(path)->lookup({}));
}

TEST_F(RegistryTest, MakingOneLeavesNothingBeside) {
    std::filesystem::create_directory(folder / "place");
    { (void)Registry::open(folder / "place" / "new.db"); }
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "place")) {
        names.push_back(entry.path().filename().string());
    }
    EXPECT_THAT(names, ::testing::ElementsAre("new.db"));
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
        "DROP TABLE list_widths; DROP TABLE file_lists; DROP TABLE awaited_links; DROP TABLE encoded_lists; "
        "DROP TABLE person_sets; "
        "CREATE TABLE "
        "known_parts "
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
    EXPECT_EQ(old.integer("PRAGMA user_version"), 8);
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

TEST_F(RegistryTest, ASecondNameOfTheRegistryIsRefused) {
    const auto file = folder / "linked.db";
    (void)Registry::open(file);
    std::filesystem::create_hard_link(file, folder / "second.db");
    try { // nor is a copy a way out: it lacks what the log has, and what is charged from then on
        (void)Registry::open(file);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("copy")));
    }
    EXPECT_THROW((void)Registry::open(folder / "second.db"), Error);
    std::filesystem::remove(folder / "second.db");
    EXPECT_NO_THROW((void)Registry::open(file));
}

// Else a power cut that takes an unsynced commit away would leave a registry that knows a row more than the
// file has, as after a restore from a backup, and the project could not go on.
TEST_F(RegistryTest, AHeadIsRememberedOnlyWhenItIsDurable) {
    auto a = project("a.parsimony");
    auto declaration = datasetOf(records(0, 100));
    declaration.visibility = Visibility::Public;
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
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

} // namespace parsimony::ledger
