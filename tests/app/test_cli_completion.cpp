// SPDX-License-Identifier: GPL-3.0-or-later
// Completion scripts know every command and option, and the shells really complete with their own.
#include "core/session/option_table.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>

using namespace parsimony::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

class CliCompletion : public testing::Test {
protected:
    std::string script(const std::string& shell) {
        const Outcome outcome = m_place.cli({"completion", shell});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.out;
    }
    /// The first line that a command of the shell prints.
    static std::string printed(const std::string& command) {
        FILE* pipe = popen((command + " 2>&1").c_str(), "r");
        EXPECT_NE(pipe, nullptr);
        std::array<char, 4096> buffer{};
        std::string text;
        while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
            text += buffer.data();
        }
        EXPECT_EQ(pclose(pipe), 0) << text;
        return text;
    }
    std::string scriptFile(const std::string& shell) {
        writeBytes(m_place.path("completion." + shell), script(shell));
        return m_place.text("completion." + shell);
    }
    /// What bash offers for the last of `words`.
    std::string offered(const std::string& words) {
        const std::string text =
            printed("bash -c '. " + scriptFile("bash") + "; COMP_WORDS=(parsimony-cli " + words +
                    "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _parsimony_cli; echo "
                    "\"${COMPREPLY[@]}\"'");
        return text.substr(0, text.find('\n'));
    }
    /// What fish offers behind `line`, a line each.
    std::string offeredByFish(const std::string& line) {
        return printed("HOME=" + m_place.text("home") + " fish --no-config -c 'source " + scriptFile("fish") +
                       "; complete -C \"parsimony-cli " + line + "\"'");
    }
    /// What zsh is asked to complete behind `words`, the script in a folder of its $fpath: the specifications
    /// of its _arguments, a line each.
    std::string askedOfZsh(const std::string& words) {
        const std::string folder = m_place.text("functions");
        std::filesystem::create_directories(folder);
        std::filesystem::copy_file(scriptFile("zsh"), folder + "/_parsimony-cli",
                                   std::filesystem::copy_options::overwrite_existing);
        return printed("zsh -f -c '_arguments() { print -rl -- \"$@\" }; words=(parsimony-cli " + words +
                       " \"\"); CURRENT=$#words; fpath=(" + folder +
                       " $fpath); autoload -U _parsimony-cli; _parsimony-cli'");
    }
    /// What zsh prints on the way and completes `parsimony-cli` with, once it has evaluated the script.
    std::string registeredByZsh() {
        return printed("zsh -f -c 'compdef() { print -r -- \"$@\" }; eval \"$(cat " + scriptFile("zsh") +
                       ")\"; whence -w _parsimony_cli' 2>&1");
    }
    Workplace m_place;
};

} // namespace

TEST_F(CliCompletion, ScriptsListEveryOption) {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const std::string text = script(shell);
        const std::string dashes = std::string(shell) == "fish" ? "-l " : "--";
        for (const auto& option : parsimony::session::optionTable()) {
            EXPECT_THAT(text, HasSubstr(dashes + option.name)) << shell;
        }
        EXPECT_THAT(text, HasSubstr("koskela-kulkarni")) << shell;
    }
}

TEST_F(CliCompletion, BashCompletesCommandsOptionsAndWords) {
    EXPECT_EQ(offered("swee"), "sweep");
    EXPECT_EQ(offered("budget ra"), "raise");
    EXPECT_EQ(offered("run --fit-a"), "--fit-against");
    EXPECT_EQ(offered("run --method sing"), "single");
    EXPECT_EQ(offered("run --trainer dp-n"), "dp-newton");
    EXPECT_EQ(offered("run --epsilon --m"), ""); // a number, not an option
    EXPECT_EQ(offered("run --bias --momen"), "--momentum");
    EXPECT_EQ(offered("run -f js"), "json");
    EXPECT_EQ(offered("run --format js"), "json");
}

TEST_F(CliCompletion, BashCompletesListsAndWordsWithoutAnOption) {
    EXPECT_EQ(offered("run --trainer dp-gd,dp-n"), "dp-gd,dp-newton");
    EXPECT_EQ(offered("audit --canary dirac,mis"), "dirac,mislabelled");
    EXPECT_EQ(offered("evaluate --metrics au"), "auc");
    EXPECT_EQ(offered("compare --methods random,gr"), "random,grid");
    EXPECT_EQ(offered("completion z"), "zsh");
    EXPECT_EQ(offered("run --method single,gr"), "") << "it takes one";
}

TEST_F(CliCompletion, BashCompletesBehindEqualsSignsAndColons) {
    // bash breaks words there, and replaces what follows the last of them.
    EXPECT_EQ(offered("run --method = sing"), "single");
    EXPECT_EQ(offered("run --method ="), offered("run --method \"\""));
    EXPECT_EQ(offered("run --trainer = dp-gd,dp-n"), "dp-gd,dp-newton");
    EXPECT_EQ(offered("run --method=sing"), "--method=single") << "where it is told not to break them";
    EXPECT_EQ(offered("run --device cuda : al"), "all");
    EXPECT_EQ(offered("run --device cuda :"), "all");
    EXPECT_EQ(offered("run --device = cuda : al"), "all");
    EXPECT_EQ(offered("run --device = cuda --momen"), "--momentum");
    writeBytes(m_place.path("model.npz"), "");
    const std::string begun = m_place.text("mod");
    const std::string model = m_place.text("model.npz");
    EXPECT_EQ(offered("run --data enc = " + begun), model);
    EXPECT_EQ(offered("run --data = enc = " + begun), model);
    EXPECT_EQ(offered("run --data=enc=" + begun), "--data=enc=" + model);
    EXPECT_EQ(offered("run --config = " + begun), model);
}

TEST_F(CliCompletion, WordsThatMoreMayFollowAreOffered) {
    EXPECT_EQ(offered("run --device cu"), "cuda cuda:all");
    EXPECT_EQ(offered("bench --device cu"), "cuda cuda:all");
    EXPECT_EQ(offered("run --head hi"), "hidden:");
    EXPECT_EQ(offered("run --runs-family t"), "tnb:");
    EXPECT_EQ(offered("run --feature-map center+"), "center+quadratic");
    EXPECT_EQ(offered("bench --dtype \"\""), "f32 tf32 bf16 f16");
    EXPECT_EQ(offered("run --device cuda,"), "") << "it takes one";
    EXPECT_THAT(offeredByFish("run --device cu"), AllOf(HasSubstr("cuda\t"), HasSubstr("cuda:all")));
    EXPECT_THAT(offeredByFish("run --device=cu"), HasSubstr("cuda"));
    EXPECT_THAT(offeredByFish("run --head hi"), HasSubstr("hidden:"));
    EXPECT_THAT(offeredByFish("bench --dtype t"), HasSubstr("tf32"));
    const std::string run = askedOfZsh("run");
    EXPECT_THAT(run, HasSubstr("--device=[Where to compute"));
    EXPECT_THAT(run, HasSubstr(":value:(auto cpu cuda cuda\\:all)"));
    EXPECT_THAT(run, HasSubstr(":value:{compadd -- linear; compadd -S \"\" -- sequence\\: hidden\\:}"));
    EXPECT_THAT(run, HasSubstr(":value:{compset -P \"*=\"; _files}"));
    EXPECT_THAT(askedOfZsh("bench"), HasSubstr(":value:(f32 tf32 bf16 f16)"));
}

TEST_F(CliCompletion, FilesStudiesAndPlotsAreOfferedWhereTheyAreDue) {
    writeBytes(m_place.path("model.npz"), "");
    const std::string model = m_place.text("model.npz");
    const std::string begun = m_place.text("mod");
    for (const char* command :
         {"evaluate", "predict", "inspect", "audit", "study", "run --data", "run --config"}) {
        EXPECT_EQ(offered(command + (" " + begun)), model) << command;
        EXPECT_THAT(offeredByFish(command + (" " + begun)), HasSubstr("model.npz")) << command;
    }
    EXPECT_EQ(offered("evaluate --thr"), "--threads");
    EXPECT_EQ(offered("study meth"), "methods");
    EXPECT_EQ(offered("plot par"), "parallel pareto");
    EXPECT_THAT(offeredByFish("study meth"), HasSubstr("methods"));
    EXPECT_THAT(offeredByFish("plot paret"), HasSubstr("pareto"));
    EXPECT_THAT(offeredByFish("run -f js"), HasSubstr("json"));
    EXPECT_THAT(askedOfZsh("study"), HasSubstr(" methods "));
    EXPECT_THAT(askedOfZsh("plot"), HasSubstr(" pareto "));
    EXPECT_THAT(askedOfZsh("run"), HasSubstr("-f[How results are printed]:value:(table json toml)"));
}

TEST_F(CliCompletion, FishCompletesByPlaceAndNotByWordsAnywhere) {
    EXPECT_THAT(offeredByFish("swee"), HasSubstr("sweep\t"));
    EXPECT_THAT(offeredByFish("run --fit-a"), HasSubstr("--fit-against\t"));
    EXPECT_THAT(offeredByFish("run --method sing"), HasSubstr("single"));
    EXPECT_THAT(offeredByFish("run --trainer dp-gd,dp-n"), HasSubstr("dp-gd,dp-newton"));
    EXPECT_THAT(offeredByFish("completion "), HasSubstr("zsh"));
    EXPECT_THAT(offeredByFish("run --epsilon 1 --fit-a"), HasSubstr("--fit-against\t"));
    EXPECT_EQ(offeredByFish("queue run --adj"), "") << "an option of `run`";
    EXPECT_EQ(offeredByFish("trials --storage x plan --adj"), "") << "plan is no command here";
}

TEST_F(CliCompletion, ZshIsAskedForWhatFollows) {
    const std::string run = askedOfZsh("run");
    EXPECT_THAT(run, HasSubstr("--trainer=[What trains the classifier]"));
    EXPECT_THAT(run, HasSubstr(":value:_values -s , value dp-gd dp-sgd"));
    EXPECT_THAT(run, HasSubstr("*--ood=["));
    EXPECT_THAT(run, Not(HasSubstr("*--epsilon=[")));
    EXPECT_THAT(run, HasSubstr("through the phases' winners"));
    EXPECT_THAT(askedOfZsh("completion"), HasSubstr("*:word:(bash zsh fish)"));
    EXPECT_THAT(askedOfZsh("queue run"), Not(HasSubstr("--adjacency=[")));
    EXPECT_EQ(askedOfZsh("trials --storage x plan"), askedOfZsh("trials"));
}

TEST_F(CliCompletion, ZshTakesTheScriptInItsPathAndEvaluated) {
    EXPECT_EQ(registeredByZsh(), "_parsimony_cli parsimony-cli\n_parsimony_cli: function\n");
    EXPECT_NE(askedOfZsh("run"), "");
}

TEST_F(CliCompletion, AnotherShellIsWrongUsage) {
    const Outcome outcome = m_place.cli({"completion", "tcsh"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("none of bash|zsh|fish"));
    EXPECT_EQ(m_place.cli({"completion"}).exitCode, 2);
}
