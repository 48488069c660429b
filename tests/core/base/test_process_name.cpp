// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_name.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace parsimony {

TEST(ProcessName, IsThatOfAProcessWhileItIsThere) {
    const std::string own = thisProcess();
    EXPECT_TRUE(isRunning(own));
    EXPECT_EQ(own, thisProcess());
    for (const char* text : {"", "1", "x y z", "999999999 1 z", "-1 1 z", "../1 1 z"}) {
        EXPECT_FALSE(isRunning(text)) << text;
    }
    EXPECT_FALSE(isRunning(own + "x")) << "of another start of the machine";
    const auto blank = own.find(' ');
    EXPECT_FALSE(isRunning(own.substr(0, blank) + " 1" + own.substr(own.find(' ', blank + 1))))
        << "of an earlier process with that number";
}

TEST(ProcessName, OneThatWasKilledIsNotThereThoughNobodyAskedForItsEnd) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
        const std::string name = thisProcess();
        (void)!write(ends[1], name.data(), name.size());
        pause();
        _exit(0);
    }
    std::array<char, 256> text{};
    const ssize_t size = read(ends[0], text.data(), text.size());
    ASSERT_GT(size, 0);
    const std::string name(text.data(), static_cast<std::size_t>(size));
    EXPECT_TRUE(isRunning(name));
    kill(child, SIGKILL);
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT); // dead, and not yet collected
    EXPECT_FALSE(isRunning(name));
    waitpid(child, nullptr, 0);
    EXPECT_FALSE(isRunning(name));
    close(ends[0]);
    close(ends[1]);
}

} // namespace parsimony
