// SPDX-License-Identifier: GPL-3.0-or-later
// Completion scripts know every command and option, and bash really completes with its own.
#include "core/session/option_table.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

using namespace parsimony::test;
using testing::HasSubstr;

namespace {

class CliCompletion : public testing::Test {
protected:
    std::string script(const std::string& shell) {
        const Outcome outcome = m_place.cli({"completion", shell});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        return outcome.out;
    }
    /// What bash offers for the last of `words`.
    std::string offered(const std::string& words) {
        writeBytes(m_place.path("completion.bash"), script("bash"));
        const std::string command = "bash -c '. " + m_place.text("completion.bash") +
                                    "; COMP_WORDS=(parsimony-cli " + words +
                                    "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _parsimony_cli; echo "
                                    "\"${COMPREPLY[@]}\"' 2>&1";
        FILE* pipe = popen(command.c_str(), "r");
        EXPECT_NE(pipe, nullptr);
        std::array<char, 4096> buffer{};
        std::string text;
        while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
            text += buffer.data();
        }
        EXPECT_EQ(pclose(pipe), 0) << text;
        return text.substr(0, text.find('\n'));
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
    EXPECT_EQ(offered("run -f js"), "");
    EXPECT_EQ(offered("run --format js"), "json");
}

TEST_F(CliCompletion, AnotherShellIsWrongUsage) {
    const Outcome outcome = m_place.cli({"completion", "tcsh"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("none of bash|zsh|fish"));
    EXPECT_EQ(m_place.cli({"completion"}).exitCode, 2);
}
