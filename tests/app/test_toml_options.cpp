// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/toml_options.h"
#include "core/base/error.h"
#include "core/session/options_toml.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace parsimony;
using app::readTomlOptions;
using session::tomlText;

namespace {

std::filesystem::path written(const std::string& text) {
    const auto path =
        std::filesystem::temp_directory_path() / ("parsimony-toml-" + std::to_string(getpid()) + ".toml");
    std::ofstream(path) << text;
    return path;
}

std::vector<std::string> valuesOf(const std::vector<app::ConfigEntry>& entries, const std::string& key) {
    for (const auto& entry : entries) {
        if (entry.key == key) {
            return entry.values;
        }
    }
    return {"(absent)"};
}

std::string messageOf(const std::string& text) {
    try {
        static_cast<void>(readTomlOptions(written(text)));
    } catch (const Error& error) {
        return error.what();
    }
    return "(no error)";
}

} // namespace

TEST(TomlOptions, ReadsScalarsArraysAndTables) {
    const auto entries = readTomlOptions(written(
        "epsilon = 0.1\ntrials = 3\nbias = true\nphase-epsilons = [0.1, 0.2]\n[ood]\nlemmas = \"a,b\"\n"));
    EXPECT_EQ(valuesOf(entries, "epsilon"), std::vector<std::string>{"0.1"});
    EXPECT_EQ(valuesOf(entries, "trials"), std::vector<std::string>{"3"});
    EXPECT_EQ(valuesOf(entries, "bias"), std::vector<std::string>{"true"});
    EXPECT_EQ(valuesOf(entries, "phase-epsilons"), (std::vector<std::string>{"0.1", "0.2"}));
    EXPECT_EQ(valuesOf(entries, "ood"), std::vector<std::string>{"lemmas=a,b"});
}

// What the command line refuses is refused here, in the same words.
TEST(TomlOptions, WholeNumbersAreTheOnesThatTheCommandLineTakes) {
    const auto entries =
        readTomlOptions(written("trials = 3.0\nphases = 0x10\nseed = 0o17\nrepeats = 0b11\n"
                                "steps = [50.0, 1e3]\nsweep = 1_000\nepsilon = inf\ndelta = 1e-5\n"));
    EXPECT_EQ(valuesOf(entries, "trials"), std::vector<std::string>{"3.0"});
    EXPECT_EQ(valuesOf(entries, "phases"), std::vector<std::string>{"0x10"});
    EXPECT_EQ(valuesOf(entries, "seed"), std::vector<std::string>{"0o17"});
    EXPECT_EQ(valuesOf(entries, "repeats"), std::vector<std::string>{"0b11"});
    EXPECT_EQ(valuesOf(entries, "steps"), (std::vector<std::string>{"50.0", "1000.0"}));
    EXPECT_EQ(valuesOf(entries, "sweep"), std::vector<std::string>{"1000"});
    EXPECT_EQ(valuesOf(entries, "epsilon"), std::vector<std::string>{"inf"});
    EXPECT_EQ(valuesOf(entries, "delta"), std::vector<std::string>{"1e-05"});
}

// The option says what is wrong with them, as it does of the command line.
TEST(TomlOptions, NumbersThatAreTooLargeForTomlStayAsTheyAreWritten) {
    const auto entries = readTomlOptions(written("trials = 9223372036854775808\nmomentum = -1e309 # much\n"
                                                 "steps = [5,99999999999999999999, 1e400]\nseed = 7\n"));
    EXPECT_EQ(valuesOf(entries, "trials"), std::vector<std::string>{"9223372036854775808"});
    EXPECT_EQ(valuesOf(entries, "momentum"), std::vector<std::string>{"-1e309"});
    EXPECT_EQ(valuesOf(entries, "steps"), (std::vector<std::string>{"5", "99999999999999999999", "1e400"}));
    EXPECT_EQ(valuesOf(entries, "seed"), std::vector<std::string>{"7"});
    EXPECT_EQ(entries[0].line, 2); // by name: momentum
    EXPECT_NE(messageOf("trials = 9223372036854775808\nsteps = \n").find("line "), std::string::npos);
}

TEST(TomlOptions, AnEmptyListHasNoValues) {
    EXPECT_TRUE(valuesOf(readTomlOptions(written("steps = []\n")), "steps").empty());
}

TEST(TomlOptions, ADecimalCommaIsSaidToBeOne) {
    EXPECT_NE(messageOf("trials = 3\nepsilon = 1,5 # of it\n")
                  .find("line 2: --epsilon: '1,5' is not a number; the decimal mark is a point"),
              std::string::npos)
        << messageOf("trials = 3\nepsilon = 1,5 # of it\n");
    EXPECT_EQ(messageOf("epsilon = 1, 5, 6\n").find("decimal mark"), std::string::npos);
}

TEST(TomlOptions, WhatIsWrittenReadsBack) {
    const nlohmann::json object = {
        {"epsilon", 1.0}, {"delta", 1e-5},     {"records", 40000},  {"data", "a \"b\"\\c\n/ε.npz"},
        {"bias", true},   {"absent", nullptr}, {"steps", {10, 20}}, {"ood", {{"odd name.", "x,y"}}}};
    const auto entries = readTomlOptions(written(tomlText(object)));
    EXPECT_EQ(entries.size(), 7U);
    EXPECT_EQ(valuesOf(entries, "epsilon"), std::vector<std::string>{"1.0"});
    EXPECT_EQ(valuesOf(entries, "delta"), std::vector<std::string>{"1e-05"});
    EXPECT_EQ(valuesOf(entries, "records"), std::vector<std::string>{"40000"});
    EXPECT_EQ(valuesOf(entries, "data"), std::vector<std::string>{"a \"b\"\\c\n/ε.npz"});
    EXPECT_EQ(valuesOf(entries, "steps"), (std::vector<std::string>{"10", "20"}));
    EXPECT_EQ(valuesOf(entries, "ood"), std::vector<std::string>{"odd name.=x,y"});
}

TEST(TomlOptions, LettersBeyondAsciiWhereNoneMayStand) {
    // From U+00A0 to U+0499, the first cell of the table in which toml++ looks for spaces.
    for (const char* text :
         {"\xC3\x9E = 1\n", "epsilon = \xC3\xA4\n", "epsilon \xC3\x9F\n", "[\xC3\xB6]\n"}) {
        EXPECT_NE(messageOf(text).find(".toml, line 1: "), std::string::npos) << messageOf(text);
    }
    EXPECT_EQ(valuesOf(readTomlOptions(written("data = \"\xC3\xA4.npz\"\n")), "data"),
              std::vector<std::string>{"\xC3\xA4.npz"});
}

TEST(TomlOptions, ErrorsNameFileAndLineAndAreOneLine) {
    const std::string broken = messageOf("epsilon = 1\ndelta = \n");
    EXPECT_NE(broken.find(".toml, line 2: "), std::string::npos) << broken;
    EXPECT_EQ(broken.find('\n'), std::string::npos) << broken;
    EXPECT_NE(messageOf("when = 2024-01-01\n").find("'when'"), std::string::npos);
    EXPECT_NE(messageOf("steps = [[1]]\n").find("'steps'"), std::string::npos);
    EXPECT_THROW(static_cast<void>(readTomlOptions("/nowhere/at/all.toml")), Error);
    EXPECT_THROW(static_cast<void>(readTomlOptions("/")), Error);
    EXPECT_THROW(static_cast<void>(readTomlOptions("/dev/zero")), Error);
    const std::filesystem::path pipe =
        std::filesystem::temp_directory_path() / ("parsimony_pipe_" + std::to_string(::getpid()));
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW(static_cast<void>(readTomlOptions(pipe)), Error); // nobody writes: opening it would wait
    std::filesystem::remove(pipe);
}
