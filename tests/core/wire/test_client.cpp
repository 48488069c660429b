// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/calls.h"
#include "core/wire/client.h"

#include "parsimony_version.h"
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace parsimony::wire {
namespace {

// As ssh leaves its ProxyCommand behind where a connection died: what it started keeps its standard error
// open.
TEST(Client, WaitsForNobodyWhomTheProgramLeavesBehind) {
    const auto file = std::filesystem::temp_directory_path() / ("left-" + std::to_string(::getpid()));
    const std::string script =
        "sleep 600 </dev/null >/dev/null & echo $! >" + file.string() + "; echo it is gone >&2; exit 1";
    try {
        const Client client({"sh", "-c", script});
        ADD_FAILURE() << "there is nobody to talk to";
    } catch (const ConnectionLost& lost) {
        EXPECT_STREQ(lost.what(), "the server cannot be reached: it is gone");
    }
    pid_t left = 0;
    std::ifstream(file) >> left;
    ASSERT_GT(left, 0);
    EXPECT_EQ(::kill(left, 0), 0) << "it was waited for";
    ::kill(left, SIGKILL);
    std::filesystem::remove(file);
}

std::vector<std::string> serverThatSays(const std::string& answer) {
    return {"sh", "-c",
            R"(printf '%s\n' '{"schema":"parsimony/serve/1","version":")" PARSIMONY_VERSION
            R"("}'; read request; )"
            R"(printf '%s\n' '{"id":1,"result":)" +
                answer + R"(}'; read more)"};
}

TEST(Client, UnderstandsALaterServerAsFarAsItCan) {
    Client client(serverThatSays(
        R"({"later":[],"trials":[{"id":3,"state":"suspended","weather":"fair"},{"id":4,"state":"finished"}]})"));
    const session::ProjectView view = client.ask(StateCall{}, 1);
    ASSERT_EQ(view.trials.size(), 2U);
    EXPECT_EQ(view.trials[0].id, 3);
    EXPECT_EQ(view.trials[0].state, TrialState::Unknown);
    EXPECT_EQ(view.trials[1].state, TrialState::Finished);
    EXPECT_FALSE(client.lost());
}

TEST(Client, SaysInOneSentenceThatTheVersionsDoNotFit) {
    Client client(serverThatSays(R"({"shown":{"guarantee":{"only_on":"Sundays"}}})"));
    try {
        (void)client.ask(StateCall{}, 1);
        ADD_FAILURE() << "a guarantee that is not known whole was shown";
    } catch (const SaidError& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed);
        EXPECT_NE(std::string(error.what()).find("install the same version on both sides"), std::string::npos)
            << error.what();
    }
    EXPECT_FALSE(client.lost()) << "other questions may still be asked";
}

} // namespace
} // namespace parsimony::wire
