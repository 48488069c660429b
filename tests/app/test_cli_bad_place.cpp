// SPDX-License-Identifier: GPL-3.0-or-later
// Projects, folders and disks that cannot be used end in one clear line, and spend nothing.
#include "tests/app/bad_input.h"

#include <sqlite3.h>
#include <unistd.h>

#include <functional>
#include <thread>
#include <utility>

using namespace parsimony::test;
using testing::HasSubstr;

TEST_F(CliBadInput, ProjectFilesThatAreNone) {
    writeBytes(m_place.path("text.parsimony"), "this is no project\n");
    writeBytes(m_place.path("empty.parsimony"), "");
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(m_place.text("foreign.parsimony").c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, "CREATE TABLE t (a)", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    std::filesystem::copy_file(project(), m_place.path("newer.parsimony"));
    ASSERT_EQ(sqlite3_open(m_place.text("newer.parsimony").c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, "PRAGMA user_version = 9999", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    for (const char* name : {"text", "empty", "foreign", "newer"}) {
        const std::string file = m_place.text(std::string(name) + ".parsimony");
        const std::string bytes = readBytes(file);
        const Words run = replaced(request(), "--storage", file);
        for (const Words& words :
             std::vector<Words>{run,
                                {"trials", "--storage", file},
                                {"audit", "--storage", file},
                                {"resume", "--storage", file},
                                {"budget", "show", "--storage", file},
                                {"export", "--output", m_place.text("m.npz"), "--storage", file}}) {
            const Outcome outcome = m_place.cli(words);
            EXPECT_EQ(outcome.exitCode, 1) << name << " " << words.front() << outcome.text();
            EXPECT_THAT(outcome.err, HasSubstr(std::string(name) + ".parsimony"));
        }
        EXPECT_EQ(readBytes(file), bytes) << name;
        for (const char* log : {"-wal", "-shm"}) {
            EXPECT_FALSE(std::filesystem::exists(file + log)) << name << log;
        }
    }
    for (const char* command : {"trials", "resume"}) {
        const Outcome outcome = m_place.cli({command, "--storage", m_place.text("absent.parsimony")});
        EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
    }
    EXPECT_FALSE(std::filesystem::exists(m_place.path("absent.parsimony")));
    EXPECT_EQ(m_place.cli({"trials", "--experiment", "7", "--storage", project()}).exitCode, 2);
}

TEST_F(CliBadInput, PathsThatLeadNowhereAreNamedInOneSentence) {
    namespace fs = std::filesystem;
    fs::create_symlink(m_place.path("loop"), m_place.path("loop"));
    fs::create_symlink(m_place.path("nothing"), m_place.path("dangling"));
    for (const std::string& name : {std::string("loop"), std::string("dangling"), std::string(300, 'x')}) {
        for (const char* command : {"run", "plan", "trials"}) {
            Words words = replaced(request(), "--storage", m_place.text(name));
            words.front() = command;
            if (command == std::string("trials")) {
                words.resize(3);
            }
            expectError(words, 1, name + (name == "dangling" ? " is a link to " : " cannot be opened: "));
        }
        expectError({"study", m_place.text(name)}, 1, "there is no study file");
    }
    expectError({"study", std::string(300, 'x')}, 1, "there is no study file");
}

TEST_F(CliBadInput, WhatCannotStartLeavesNoProject) {
    const std::string fresh = m_place.text("fresh.parsimony");
    const auto expectNone = [&](const Words& words, int exitCode, const std::string& piece) {
        expectError(words, exitCode, piece);
        EXPECT_FALSE(std::filesystem::exists(fresh)) << piece;
    };
    const Words run = replaced(request(), "--storage", fresh);
    const auto with = [&](Words words, const Words& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    expectNone(with(run, {"--instructions", "foo"}), 2, "foo");
    expectNone(with(run, {"--device", "cuda:777"}), 1, "");
    expectNone(with(run, {"--linked-to", m_place.text("elsewhere.parsimony")}), 1, "elsewhere.parsimony");
    for (const auto& [name, rows] : {std::pair{"ids.txt", 600}, std::pair{"test_ids.txt", 300}}) {
        std::string ids;
        for (int row = 0; row < rows; ++row) {
            ids += name + std::to_string(row) + "\n";
        }
        writeBytes(m_place.path(name), ids);
    }
    expectNone(with(run, {"--record-ids", m_place.text("ids.txt"), "--test-record-ids",
                          m_place.text("test_ids.txt"), "--leave-out", m_place.text("elsewhere.parsimony")}),
               1, "elsewhere.parsimony");
    const Words onData{"--storage",    fresh,    "--data",     m_place.text("data"),
                       "--visibility", "public", "--epsilons", "1",
                       "--delta",      "1e-5"};
    expectNone(with({"sweep"}, onData), 2, "sweep needs the grid");
    expectNone(with({"sweep", "--learning-rates", "1,2", "--steps", "2", "--instructions", "foo"}, onData), 2,
               "foo");
    expectNone(with({"sweep", "--learning-rates", "1,2", "--steps", "2", "--classes", "3", "--epsilon", "4",
                     "--linked-to", m_place.text("elsewhere.parsimony")},
                    replaced(onData, "--visibility", "private")),
               1, "elsewhere.parsimony");
    expectNone(with({"sweep", "--learning-rates", "1,2", "--steps", "2", "--method", "random"}, onData), 2,
               "takes no --method");
    expectNone(with({"compare", "--methods", "single", "--method", "random"}, onData), 2,
               "takes no --method");
    expectNone(with({"compare", "--methods", "random,random"}, onData), 2, "twice");
}

TEST_F(CliBadInput, ALinkWithoutAProjectIsNoFileThatCannotBeUsed) {
    const std::string fresh = m_place.text("fresh.parsimony");
    for (const char* option : {"--linked-to", "--leave-out"}) {
        for (const char* value : {"", ":train"}) {
            const std::string piece =
                std::string(option) + ": '" + value + "' names no project; write PROJECT.parsimony";
            expectError(replaced(request({option, value}), "--storage", fresh), 2, piece);
            EXPECT_FALSE(std::filesystem::exists(fresh));
        }
    }
    expectError({"resume", "--storage", project(), "--moved-here", "--linked-to", ":train"}, 2,
                "--linked-to: ':train' names no project");
}

// SQLite's word for no file at all.
TEST_F(CliBadInput, MemoryIsNoPlaceForALedger) {
    ProgramOptions there = m_place.options();
    there.folder = m_place.path("");
    const auto refused = [&](const Words& words) {
        const Outcome outcome = m_place.cli(words, there);
        EXPECT_EQ(outcome.exitCode, 2) << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr("':memory:' stands for memory alone"));
        EXPECT_FALSE(std::filesystem::exists(m_place.path(":memory:")));
    };
    refused(replaced(request(), "--storage", ":memory:"));
    refused({"witness", "--storage", ":memory:", "--output", m_place.text("w.txt")});
    // What opens the file beside it next would delete it.
    for (const char* ending : {"-journal", "-wal", "-shm"}) {
        const Outcome beside = m_place.cli(replaced(request(), "--storage", project() + ending), there);
        EXPECT_EQ(beside.exitCode, 2) << beside.text();
        EXPECT_THAT(beside.err, HasSubstr("keeps beside a database"));
        ProgramOptions other = there;
        other.environment["PARSIMONY_REGISTRY"] = project() + ending;
        EXPECT_EQ(m_place.cli(request(), other).exitCode, 2);
    }
    there.environment["PARSIMONY_REGISTRY"] = ":memory:";
    refused(replaced(request(), "--storage", m_place.text("fresh.parsimony")));
    EXPECT_FALSE(std::filesystem::exists(m_place.path("fresh.parsimony")));
}

TEST_F(CliBadInput, ReadOnlyProjectsCanBeReadAndNotRun) {
    namespace fs = std::filesystem;
    const fs::path folder = m_place.path("readonly");
    fs::create_directories(folder);
    fs::copy_file(project(), folder / "p.parsimony");
    fs::permissions(folder / "p.parsimony",
                    fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
    fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                                fs::perms::others_exec | fs::perms::group_read | fs::perms::group_exec);
    fs::permissions(m_place.path(""), fs::perms::all); // the nameless user writes his registry here
    ProgramOptions options = m_place.options();
    options.withoutPrivileges = true;
    options.environment["PARSIMONY_REGISTRY"] = m_place.text("nobody.db");
    const std::string file = (folder / "p.parsimony").string();
    const Outcome shown = m_place.cli({"trials", "-f", "json", "--storage", file}, options);
    EXPECT_EQ(shown.exitCode, 0) << shown.text();
    EXPECT_EQ(shown.json()["trials"].size(),
              nlohmann::json::parse(m_ledger.substr(0, m_ledger.find('\n')))["trials"].size());
    Words words = replaced(request(), "--storage", file);
    const Outcome run = m_place.cli(words, options);
    EXPECT_EQ(run.exitCode, 1) << run.text();
    EXPECT_THAT(run.err, HasSubstr("p.parsimony"));
    fs::permissions(folder, fs::perms::owner_all);
}

TEST_F(CliBadInput, LockedProjectIsWaitedFor) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(project().c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    Program program(request({"--experiment-epsilon", "0.5", "-f", "json"}), m_place.options());
    // A reader waits for nobody.
    EXPECT_EQ(m_place.cli({"trials", "--storage", project()}).exitCode, 0);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    EXPECT_TRUE(program.running()) << program.wait().text();
    ASSERT_EQ(sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
}

TEST_F(CliBadInput, FullDiskIsAnErrorAndTheProjectStaysSound) {
    const auto size = std::filesystem::file_size(project());
    ProgramOptions options = m_place.options();
    for (const std::uint64_t room : {std::uint64_t{0}, std::uint64_t{8192}, std::uint64_t{40'000}}) {
        options.fileSizeLimit = std::max<std::uint64_t>(room, 1);
        const Outcome outcome = m_place.cli(request({"--experiment-epsilon", "0.1"}), options);
        EXPECT_EQ(outcome.exitCode, 1) << room << outcome.text();
        EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '{'), 0);
        // The last run may have got as far as its reservation; then that stays, and a resume can go on.
        EXPECT_EQ(m_place.cli({"trials", "--storage", project()}).exitCode, 0);
    }
    EXPECT_GE(std::filesystem::file_size(project()), size);
    const Outcome resumed = m_place.cli({"resume", "--storage", project()});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.text();
    // A new project that does not fit leaves nothing of its name.
    Words words = replaced(request(), "--storage", m_place.text("new.parsimony"));
    options.fileSizeLimit = 4096;
    EXPECT_EQ(m_place.cli(words, options).exitCode, 1);
    EXPECT_FALSE(std::filesystem::exists(m_place.path("new.parsimony")));
}

TEST_F(CliBadInput, ResultsThatCannotBeWrittenAreAnError) {
    ProgramOptions closed = m_place.options();
    closed.closedOutput = true;
    const Outcome nowhere = m_place.cli({"trials", "--storage", project()}, closed);
    EXPECT_EQ(nowhere.exitCode, 1) << nowhere.text();
    EXPECT_EQ(ledger(), m_ledger); // and not written into the project
    const Outcome outcome =
        m_place.cli({"export", "--storage", project(), "--output", "/nowhere/at/all.npz"});
    EXPECT_EQ(outcome.exitCode, 1) << outcome.text();
    EXPECT_EQ(m_place.cli({"export", "--storage", project(), "--output", m_place.text("m.pickle")}).exitCode,
              2);
    EXPECT_EQ(
        m_place.cli({"export", "--storage", project(), "--trial", "99", "--output", m_place.text("m.npz")})
            .exitCode,
        2);
}
