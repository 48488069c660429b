// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/client.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

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

} // namespace
} // namespace parsimony::wire
