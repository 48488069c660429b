// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_program.h"

#include "core/base/collected.h"
#include "core/base/error.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

namespace parsimony::cli {

namespace {

std::string windowProgram() {
    std::error_code ignored;
    const auto beside = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "parsimony";
    return std::filesystem::exists(beside, ignored) ? beside.string() : "parsimony";
}

/// Its own sentence among what it and its libraries wrote.
std::string sentenceIn(const std::string& written) {
    const std::string mark = "parsimony: ";
    const auto at = written.rfind(mark);
    if (at == std::string::npos) {
        return "the window's program ended without a picture";
    }
    const auto from = at + mark.size();
    return written.substr(from, written.find('\n', from) - from);
}

} // namespace

void drawByWindow(const std::vector<std::string>& words) {
    std::vector<std::string> all{windowProgram(), "-platform", "offscreen"};
    all.insert(all.end(), words.begin(), words.end());
    auto given = collected<char*>(all, [](std::string& word) { return word.data(); });
    given.push_back(nullptr);
    std::array<int, 2> errors{};
    if (pipe2(errors.data(), O_CLOEXEC) != 0) {
        fail("no pipe to the window's program could be opened");
    }
    pid_t child = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    const int failed = posix_spawnp(&child, given.front(), &actions, nullptr, given.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(errors[1]);
    std::string written;
    if (failed == 0) {
        std::array<char, 4096> text{};
        ssize_t got = 0;
        while ((got = ::read(errors[0], text.data(), text.size())) > 0 || (got < 0 && errno == EINTR)) {
            written.append(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        }
    }
    ::close(errors[0]);
    if (failed != 0) {
        fail("plots and PDF are drawn by the window's program, and `parsimony` is not installed here");
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        const bool usage = WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(ErrorCode::Usage);
        throw Error(usage ? ErrorCode::Usage : ErrorCode::Failed, sentenceIn(written));
    }
}

} // namespace parsimony::cli
