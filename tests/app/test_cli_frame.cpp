// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/option_values.h"
#include "core/base/error.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

using namespace parsimony;
using namespace parsimony::cli;

namespace {

struct Outcome {
    int exitCode = 0;
    std::string out, err;
    [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

struct Options {
    std::optional<double> epsilon;
    std::optional<std::uint32_t> trials;
    std::string sampler = "stratified";
    std::string list = "none";
    std::vector<std::string> ood;
    bool bias = false;
};

/// A program with one command that prints its options, one that throws what it is told, and a group.
Outcome runProgram(const std::vector<std::string>& words) {
    CommandLine line;
    auto options = std::make_shared<Options>();
    CLI::App& show = line.addCommand("show", "Show the options", [options](Context&) {
        Result result;
        result.json = {{"epsilon", options->epsilon ? nlohmann::json(*options->epsilon) : nlohmann::json()},
                       {"trials", options->trials ? nlohmann::json(*options->trials) : nlohmann::json()},
                       {"sampler", options->sampler},
                       {"list", options->list},
                       {"ood", options->ood},
                       {"bias", options->bias}};
        result.table = options->sampler == "grid" ? "a\x1b[8m \xc2\x9b table\n" : "a table\n";
        result.toml = "epsilon = 1\n";
        return result;
    });
    addNumber(show, "--epsilon", options->epsilon, "number");
    addCount(show, "--trials", options->trials, "count");
    addChoice(show, "--sampler", options->sampler, {"stratified", "uniform", "grid"}, "choice");
    show.add_option("--list", options->list, "text");
    addTexts(show, "--ood", options->ood, 0, "texts");
    show.add_flag("--bias", options->bias, "flag");
    line.supportToml(show);
    line.addCommand("refused", "", [](Context&) -> Result {
        throw Error("the budget cannot pay this", RefusedSpend{1.0, 0.25, 0.75});
    });
    line.addCommand("broken", "", [](Context&) -> Result { fail("the file is\nbroken"); });
    line.addCommand("found", "", [](Context&) {
        Result result;
        result.exitCode = 4;
        return result;
    });
    CLI::App& group = line.addGroup("budget", "");
    line.addCommand(group, "raise", "", [](Context&) { return Result{}; });

    std::vector<const char*> argv = {"parsimony-cli"};
    for (const std::string& word : words) {
        argv.push_back(word.c_str());
    }
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Outcome outcome;
    outcome.exitCode = line.run(static_cast<int>(argv.size()), argv.data());
    outcome.out = testing::internal::GetCapturedStdout();
    outcome.err = testing::internal::GetCapturedStderr();
    return outcome;
}

std::string config(const std::string& text) {
    const auto path =
        std::filesystem::temp_directory_path() / ("parsimony-frame-" + std::to_string(getpid()) + ".toml");
    std::ofstream(path) << text;
    return path.string();
}

bool oneLine(const std::string& text) {
    return !text.empty() && text.find('\n') == text.size() - 1;
}

} // namespace

TEST(CliFrame, PrintsTheFormatAskedFor) {
    EXPECT_EQ(runProgram({"show"}).out, "a table\n");
    EXPECT_EQ(runProgram({"-f", "toml", "show"}).out, "epsilon = 1\n");
    const Outcome json =
        runProgram({"show", "-f", "json", "--epsilon", "0.1"}); // global options after the command
    EXPECT_EQ(json.exitCode, 0);
    EXPECT_TRUE(oneLine(json.out));
    EXPECT_EQ(json.json()["schema"], "parsimony/show/1");
    EXPECT_EQ(json.json()["epsilon"], 0.1);
    EXPECT_EQ(runProgram({"budget", "raise", "--format=json"}).json()["schema"], "parsimony/budget/1");
}

// What people read gives a terminal no orders; what programs read is left as it is.
TEST(CliFrame, NamesOfFilesGiveATerminalNoOrders) {
    EXPECT_EQ(runProgram({"show", "--sampler", "grid"}).out, "a?[8m ? table\n");
    const std::string odd = "\x7f \xc2\x9b";
    EXPECT_EQ(runProgram({"show", "-f", "json", "--list", "x", "--ood", odd}).json()["ood"][0], odd);
    const Outcome refused = runProgram({"show", "--sampler", odd});
    EXPECT_EQ(refused.err.find('\x7f'), std::string::npos) << refused.err;
}

TEST(CliFrame, ExitCodesFollowTheKindOfError) {
    EXPECT_EQ(runProgram({"broken"}).exitCode, 1);
    EXPECT_EQ(runProgram({"refused"}).exitCode, 3);
    EXPECT_EQ(runProgram({"found"}).exitCode, 4);
    EXPECT_EQ(runProgram({}).exitCode, 2);
    EXPECT_EQ(runProgram({"budget"}).exitCode, 2);
    EXPECT_EQ(runProgram({"nonsense"}).exitCode, 2);
    EXPECT_EQ(runProgram({"show", "--epsilon"}).exitCode, 2);
    EXPECT_EQ(runProgram({"show", "word"}).exitCode, 2);
    EXPECT_EQ(runProgram({"show", "-v", "-q"}).exitCode, 2);
    EXPECT_EQ(runProgram({"show", "-f", "xml"}).exitCode, 2);
    EXPECT_EQ(runProgram({"broken", "-f", "toml"}).exitCode, 2); // refused before the command does anything
    EXPECT_EQ(runProgram({"-h"}).exitCode, 0);
    EXPECT_EQ(runProgram({"show", "-h"}).exitCode, 0);
    EXPECT_EQ(runProgram({"--version"}).exitCode, 0);
}

TEST(CliFrame, ErrorsAreOneLineAndInJsonOneObject) {
    const Outcome table = runProgram({"broken"});
    EXPECT_EQ(table.out, "");
    EXPECT_EQ(table.err, "parsimony-cli: the file is broken\n");
    for (const auto& words : std::vector<std::vector<std::string>>{{"broken", "-f", "json"},
                                                                   {"--format=json", "nonsense"},
                                                                   {"show", "--epsilon", "-fjson"},
                                                                   {"show", "--unknown", "-f", "json"},
                                                                   {"-f=json"}}) {
        const Outcome outcome = runProgram(words);
        ASSERT_TRUE(oneLine(outcome.out)) << words.front() << outcome.out;
        EXPECT_EQ(outcome.json()["schema"], "parsimony/error/1");
        EXPECT_EQ(outcome.json()["code"], outcome.exitCode);
        EXPECT_TRUE(outcome.json()["message"].is_string());
        EXPECT_TRUE(oneLine(outcome.err)) << outcome.err;
    }
    const nlohmann::json refused = runProgram({"refused", "-f", "json"}).json();
    EXPECT_EQ(refused["requested"], 1.0);
    EXPECT_EQ(refused["remaining"], 0.25);
    EXPECT_EQ(refused["missing"], 0.75);
}

TEST(CliFrame, NamesTheNearestOptionCommandAndWord) {
    EXPECT_NE(runProgram({"show", "--epsilo", "1"}).err.find("--epsilon"), std::string::npos);
    EXPECT_NE(runProgram({"show", "--formt", "json"}).err.find("--format"), std::string::npos);
    EXPECT_NE(runProgram({"shwo"}).err.find("did you mean show?"), std::string::npos);
    EXPECT_NE(runProgram({"show", "--sampler", "unifrom"}).err.find("did you mean uniform?"),
              std::string::npos);
}

TEST(CliFrame, SaysHowOftenAnOptionAndItsValueAreGiven) {
    const Outcome twice = runProgram({"show", "--epsilon", "1", "--epsilon", "2"});
    EXPECT_EQ(twice.exitCode, 2);
    EXPECT_EQ(twice.err, "parsimony-cli: --epsilon is given more than once; give it once\n");
    const Outcome none = runProgram({"show", "--epsilon"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_EQ(none.err, "parsimony-cli: --epsilon needs a value after it\n");
}

TEST(CliFrame, HelpOfACommandSaysHowToCallIt) {
    EXPECT_NE(runProgram({"show", "-h"}).out.find("Usage: parsimony-cli show "), std::string::npos);
    EXPECT_NE(runProgram({"budget", "raise", "-h"}).out.find("Usage: parsimony-cli budget raise "),
              std::string::npos);
    EXPECT_NE(runProgram({"budget", "raise", "-f", "toml"}).err.find("'budget raise' has no TOML"),
              std::string::npos);
}

TEST(CliFrame, NumbersAreStrict) {
    for (const char* text : {"1,5", "0x10", "", "1e", "ten", "1 "}) {
        EXPECT_EQ(runProgram({"show", "--epsilon", text}).exitCode, 2) << text;
    }
    EXPECT_EQ(runProgram({"show", "-f", "json", "--epsilon", "-1e-3"}).json()["epsilon"], -1e-3);
    for (const char* text : {"-1", "1.5", "4294967296", "99999999999999999999999"}) {
        EXPECT_EQ(runProgram({"show", "--trials", text}).exitCode, 2) << text;
    }
    EXPECT_EQ(runProgram({"show", "-f", "json", "--trials", "4294967295"}).json()["trials"], 4294967295U);
}

TEST(CliFrame, CommandLineWinsOverConfigOverDefaults) {
    const std::string file =
        config("epsilon = 3\nlist = [1, 2.5]\nbias = true\n[ood]\nlem = \"a,b\"\nx = \"c,d\"\n");
    const nlohmann::json both = runProgram({"show", "-f", "json", "--config", file, "--epsilon", "2"}).json();
    EXPECT_EQ(both["epsilon"], 2.0);
    EXPECT_EQ(both["list"], "1,2.5");
    EXPECT_EQ(both["bias"], true);
    EXPECT_EQ(both["sampler"], "stratified");
    EXPECT_EQ(both["ood"], (std::vector<std::string>{"lem=a,b", "x=c,d"}));
    const nlohmann::json replaced =
        runProgram({"--config", file, "show", "-f", "json", "--ood", "y=e,f"}).json();
    EXPECT_EQ(replaced["ood"], std::vector<std::string>{"y=e,f"}); // replaced, not added to
    EXPECT_EQ(replaced["epsilon"], 3.0);
}

TEST(CliFrame, UnknownOrWrongConfigKeysAreUsageErrors) {
    const Outcome unknown = runProgram({"show", "--config", config("epsilon = 1\nepsilom = 2\n")});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_NE(unknown.err.find("line 2"), std::string::npos) << unknown.err;
    EXPECT_NE(unknown.err.find("unknown option --epsilom; did you mean --epsilon?"), std::string::npos)
        << unknown.err;
    const Outcome wrong = runProgram({"show", "--config", config("trials = -3\n")});
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_NE(wrong.err.find("line 1"), std::string::npos) << wrong.err;
    EXPECT_EQ(runProgram({"show", "--config", config("sampler = \"unknown\"\n")}).exitCode, 2);
    EXPECT_EQ(runProgram({"show", "--config", "/nowhere/at/all.toml"}).exitCode, 1);
    const Outcome empty = runProgram({"show", "--config", ""});
    EXPECT_EQ(empty.exitCode, 2);
    EXPECT_NE(empty.err.find("--config"), std::string::npos) << empty.err;
}

TEST(CliFrame, HelpListsEachCommandAndNothingElse) {
    const Outcome help = runProgram({"-h"});
    for (const char* name : {"show", "refused", "broken", "found", "budget"}) {
        EXPECT_NE(help.out.find(std::string("  ") + name), std::string::npos) << name;
    }
    EXPECT_EQ(help.out.find("sweep"), std::string::npos);
    EXPECT_EQ(help.err, "");
}
