// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of bad input ends in one clear line and the right exit code, and spends nothing.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <thread>

using namespace parsimony::test;
using Words = std::vector<std::string>;
using testing::HasSubstr;

namespace {

/// A dataset and a project in which one cheap experiment was done, so that there is a ledger to leave alone.
class CliBadInput : public testing::Test {
protected:
    void SetUp() override {
        writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2});
        const Outcome first = m_place.cli(request({"--experiment-epsilon", "1"}));
        ASSERT_EQ(first.exitCode, 0) << first.text();
        m_ledger = ledger();
    }

    [[nodiscard]] std::string project() const { return m_place.text("p.parsimony"); }
    [[nodiscard]] Words files() const {
        return {"--train",        m_place.text("data/train.npy"),
                "--train-labels", m_place.text("data/train_labels.npy"),
                "--test",         m_place.text("data/test.npy"),
                "--test-labels",  m_place.text("data/test_labels.npy")};
    }
    /// The cheapest run there is.
    [[nodiscard]] Words request(const Words& more, const Words& data) const {
        Words words = {"run", "--storage", project(), "--classes", "3", "--records", "600",       "--epsilon",
                       "4",   "--delta",   "1e-5",    "--steps",   "5", "--method",  "unit-noise"};
        words.insert(words.end(), data.begin(), data.end());
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Words request(const Words& more = {}) const { return request(more, files()); }
    [[nodiscard]] std::string ledger() const {
        return m_place.cli({"trials", "-f", "json", "--storage", project()}).out +
               m_place.cli({"budget", "show", "-f", "json", "--storage", project()}).out;
    }

    /// The request must end with `exitCode`, one line that has `piece`, beside reasons for the curator and
    /// notes, and the ledger as it was.
    void expectError(const Words& words, int exitCode, const std::string& piece) {
        const Outcome outcome = m_place.cli(words);
        EXPECT_EQ(outcome.exitCode, exitCode) << outcome.text();
        EXPECT_EQ(outcome.out, "") << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr(piece));
        std::istringstream lines(outcome.err);
        int errors = 0;
        for (std::string line; std::getline(lines, line);) {
            errors += line.starts_with("curator: ") || line.starts_with("note: ") ? 0 : 1;
        }
        EXPECT_EQ(errors, 1) << outcome.text();
        EXPECT_EQ(ledger(), m_ledger) << piece;
    }
    /// The training features (index 1) or labels (index 3), or those of the test part (5, 7), replaced by a
    /// file.
    void expectBadFile(std::size_t index, const std::string& name, const std::string& bytes,
                       const std::string& piece) {
        writeBytes(m_place.path(name), bytes);
        Words data = files();
        data[index] = m_place.text(name);
        expectError(request({}, data), 1, piece);
    }

    Workplace m_place;
    std::string m_ledger;
};

Words replaced(Words words, const std::string& option, const std::string& value) {
    *(std::find(words.begin(), words.end(), option) + 1) = value;
    return words;
}

std::string floats(std::size_t count) {
    return std::string(count * 4, '\0');
}

} // namespace

TEST_F(CliBadInput, DamagedFeatureFiles) {
    Words missing = files();
    missing[1] = m_place.text("nowhere.npy");
    expectError(request({}, missing), 1, "nowhere.npy");
    expectBadFile(1, "empty.npy", "", "empty.npy");
    expectBadFile(1, "short.npy", npyBytes("<f4", "(600, 8)", floats(599 * 8)), "short.npy");
    expectBadFile(1, "magic.npy", "\x93NUMPX\x01" + std::string(200, ' '), "magic.npy");
    expectBadFile(1, "object.npy", npyBytes("|O", "(600, 8)", floats(4800)), "object.npy");
    expectBadFile(1, "model.pt", std::string("\x80\x02}q\x00.", 6), "model.pt");
    expectBadFile(1, "norows.npy", npyBytes("<f4", "(0, 8)", ""), "norows.npy");
    expectBadFile(1, "nocolumns.npy", npyBytes("<f4", "(600, 0)", ""), "nocolumns.npy");
    expectBadFile(1, "huge.npy", npyBytes("<f4", "(1000000000000, 1000000)", floats(8)), "huge.npy");
    expectBadFile(1, "overflow.npy", npyBytes("<f4", "(9223372036854775807, 9223372036854775807)", ""),
                  "overflow.npy");
}

TEST_F(CliBadInput, LabelsThatDoNotFit) {
    std::vector<std::int64_t> labels(599, 0);
    writeLabels(m_place.path("few.npy"), labels);
    expectBadFile(3, "few2.npy", readBytes(m_place.path("few.npy")), "few2.npy");
    expectBadFile(3, "floats.npy", npyBytes("<f4", "(600,)", floats(600)), "floats.npy");
}

TEST_F(CliBadInput, TestFeaturesOfAnotherWidth) {
    expectBadFile(5, "wide.npy", npyBytes("<f4", "(300, 9)", floats(2700)), "wide.npy");
}

TEST_F(CliBadInput, UnknownKeyListsTheKeysThereAre) {
    Words data = files();
    data[1] = std::string(PARSIMONY_SAMPLES) + "/digits.npz:x_trian";
    expectError(request({}, data), 1, "x_train");
}

TEST_F(CliBadInput, SplitsThatDivideNothingOrNotAll) {
    Words train = files();
    train.resize(4);
    for (const char* split : {"80", "80/30", "0.5/0.6", "80/10/5/5", "100/0", "0/50/50", "a/b", "80//20", "",
                              "-20/120", "nan/20", "80/20%"}) {
        expectError(request({"--split", split}, train), 2, "--split");
    }
    expectError(request({"--split", "99.99/0.01"}, train), 2, "less than one");
    expectError(request({"--split", "80/20"}), 2, "--split divides");
    expectError(request({"--split", "80/20", "--test-record-ids", "ids.txt"}, train), 2, "--split divides");
    expectError(request({"--split", "80/20", "--public-parts", "test"}, train), 2, "--public-parts");
    expectError(request({"--split", "80/20"}, {"--data", m_place.text("data")}), 2, "--split divides");
    expectError(request({"--split", "80/20", "--adjacency", "replace_one"}, train), 3, "--split goes with");
    expectError(request({"--split", "80/20", "--rows-per-person", "2"}, train), 3, "needs ids (--record-ids");
}

TEST_F(CliBadInput, PrivacyParametersOutOfRange) {
    for (const char* epsilon : {"0", "-1", "nan", "-inf", "1e-310", "1e7"}) {
        expectError(request({"--experiment-epsilon", epsilon}), 2, "experiment-epsilon");
        expectError(replaced(request(), "--epsilon", epsilon), 2, "--epsilon");
    }
    expectError(request({"--experiment-epsilon", "inf"}), 3, "for public data only");
    expectError(replaced(request(), "--epsilon", "inf"), 3, "for public data only");
    // In a project that has a cap it went unheard.
    expectError(replaced(request({"--experiment-epsilon", "0.1"}), "--epsilon", "inf"), 2, "stands alone");
    Workplace fresh;
    for (const char* delta : {"0", "1", "-1e-5", "nan", "1.5", "1e-320"}) {
        Words words = replaced(request(), "--delta", delta);
        *(std::find(words.begin(), words.end(), "--storage") + 1) = fresh.text("new.parsimony");
        const Outcome outcome = fresh.cli(words);
        EXPECT_EQ(outcome.exitCode, 2) << delta << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr("delta")) << delta;
        EXPECT_FALSE(std::filesystem::exists(fresh.path("new.parsimony"))) << delta;
    }
}

/// The window says it too: tests/ui/test_bad_input.cpp, outOfRangeSaysWhatTheCommandLineSays.
TEST_F(CliBadInput, OutOfRangeAndDecimalCommasGiveOneSentenceOnTheCommandLineAndInFiles) {
    const std::vector<std::array<std::string, 3>> bad{
        {"momentum", "1", "--momentum must be a number of at least 0 and below 1, not 1"},
        {"rows-per-person", "0", "--rows-per-person must be a whole number from 1 to 1000000, not 0"},
        {"experiment-epsilon", "0,5",
         "--experiment-epsilon: '0,5' is not a number; the decimal mark is a point"},
        {"learning-rates", "0.1,-2", "--learning-rates must be a number from 1e-30 to 1e+30, not -2"},
        {"learning-rates", "1e308", "--learning-rates must be a number from 1e-30 to 1e+30, not 1e+308"},
        {"lr-decay", "liner", "--lr-decay: 'liner' is none of none|linear|cosine; did you mean linear?"},
        {"averaging", "emma", "--averaging: 'emma' is none of none|ema|swa; did you mean ema?"},
        {"test-epsilon", "-1", "--test-epsilon must be a number above 0 and at most 1000000, not -1"}};
    for (const auto& [option, value, sentence] : bad) {
        expectError(request({"--" + option, value}), 2, sentence);
        writeBytes(m_place.path("bad.toml"), option + " = \"" + value + "\"\n");
        expectError(request({"--config", m_place.text("bad.toml")}), 2, sentence);
    }
}

// What TOML itself can't hold, or holds nothing of.
TEST_F(CliBadInput, LargeNumbersAndEmptyListsGiveTheSentenceOfTheCommandLine) {
    const std::vector<std::array<std::string, 4>> bad{
        {"trials", "9223372036854775808", "9223372036854775808",
         "--trials: 9223372036854775808 is too large; at most 4294967295"},
        {"momentum", "1e309", "1e309", "--momentum: '1e309' is not a number"},
        {"learning-rates", "", "[]", "--learning-rates: '' is not a number"}};
    for (const auto& [option, given, written, sentence] : bad) {
        expectError(request({"--" + option, given}), 2, sentence);
        writeBytes(m_place.path("bad.toml"), option + " = " + written + "\n");
        expectError(request({"--config", m_place.text("bad.toml")}), 2, sentence);
    }
}

TEST_F(CliBadInput, PhasesThatCostMoreThanTheTotal) {
    Words words =
        replaced(request({"--experiment-epsilon", "1", "--phase-epsilons", "0.9,0.95", "-f", "json"}),
                 "--method", "linear-scaling");
    const Outcome outcome = m_place.cli(words);
    EXPECT_EQ(outcome.exitCode, 3) << outcome.text();
    EXPECT_GT(outcome.json()["missing"], 0.0);
    EXPECT_EQ(ledger(), m_ledger);
}

TEST_F(CliBadInput, WrongValuesAreZeroRowsAndANotice) {
    Blobs blobs{600, 8, 3, 1};
    std::vector<float> features = blobs.features();
    features[8] = std::numeric_limits<float>::quiet_NaN();
    features[17] = std::numeric_limits<float>::infinity();
    std::vector<std::int64_t> labels = blobs.labels();
    labels[10] = -1;
    labels[11] = 3;
    writeFeatures(m_place.path("bad_x.npy"), features, 600, 8);
    writeLabels(m_place.path("bad_y.npy"), labels);
    Words data = files();
    data[1] = m_place.text("bad_x.npy");
    data[3] = m_place.text("bad_y.npy");
    Words words = replaced(request({"-f", "json"}, data), "--storage", m_place.text("other.parsimony"));
    words.push_back("--distinct-records");
    const Outcome outcome = m_place.cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_TRUE(std::isfinite(outcome.json()["final"]["test_accuracy"].get<double>()));
    EXPECT_THAT(outcome.err, HasSubstr("curator: "));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("curator")));

    const Outcome checked = m_place.cli({"inspect", "--check", "--classes", "3", m_place.text("bad_x.npy"),
                                         m_place.text("bad_y.npy"), "-f", "json"});
    EXPECT_EQ(checked.exitCode, 0);
    EXPECT_THAT(checked.err, HasSubstr("2 of 600 rows"));
    EXPECT_THAT(checked.err, HasSubstr("2 of 600 labels"));
    EXPECT_EQ(checked.json()["arrays"].size(), 2U);
    EXPECT_FALSE(checked.json()["arrays"][0].contains("invalid"));

    writeBytes(m_place.path("sets.csv"), "0;2\n1\n\n0;1;2\n3\n");
    writeBytes(m_place.path("sets.npy"), npyBytes("|u1", "(2, 3)", std::string("\1\1\1\1\0\1", 6)));
    const Outcome sets = m_place.cli({"inspect", "--check", "--classes", "3", "--labels-per-record", "2",
                                      m_place.text("sets.csv"), m_place.text("sets.npy")});
    EXPECT_THAT(sets.err, HasSubstr("sets.csv: 2 of 5 records have more than 2 labels, or one outside 0..2"));
    EXPECT_THAT(sets.err, HasSubstr("sets.npy: 1 of 2 records"));
    expectError({"inspect", "--check", "--labels-per-record", "2", m_place.text("sets.npy")}, 2, "--classes");
}

TEST_F(CliBadInput, RowsWithoutValuesAreNotCounted) {
    writeBytes(m_place.path("wide.npy"), npyBytes("<f4", "(1000000000000, 0)", ""));
    expectError({"inspect", "--check", m_place.text("wide.npy")}, 1, "rows without values");
}

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
                                {"resume", "--storage", file},
                                {"budget", "show", "--storage", file},
                                {"export", "--output", m_place.text("m.npz"), "--storage", file}}) {
            const Outcome outcome = m_place.cli(words);
            EXPECT_EQ(outcome.exitCode, 1) << name << " " << words.front() << outcome.text();
            EXPECT_THAT(outcome.err, HasSubstr(std::string(name) + ".parsimony"));
        }
        EXPECT_EQ(readBytes(file), bytes) << name;
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
    const Words onData{"--storage",    fresh,    "--data",     m_place.text("data"),
                       "--visibility", "public", "--epsilons", "1",
                       "--delta",      "1e-5"};
    expectNone(with({"sweep"}, onData), 2, "sweep needs the grid");
    expectNone(with({"sweep", "--learning-rates", "1,2", "--steps", "2", "--instructions", "foo"}, onData), 2,
               "foo");
    expectNone(with({"sweep", "--learning-rates", "1,2", "--steps", "2", "--leave-out",
                     m_place.text("elsewhere.parsimony")},
                    onData),
               1, "elsewhere.parsimony");
    expectNone(with({"compare", "--methods", "random,random"}, onData), 2, "twice");
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
