// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/reader_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace parsimony::data {

namespace {

[[noreturn]] void failToStart(const ReaderProgram& program, const std::string& path, int code) {
    const std::string& name = program.command.front();
    const std::string reason = std::strerror(code);
    fail(program.wayOut
             ? Sentence("{1} cannot be read: the program {2} that reads such files does not start ({3}); {4}",
                        path, name, reason, *program.wayOut)
             : Sentence("{1} cannot be read: the program {2} that reads such files does not start ({3})",
                        path, name, reason));
}

/// A running child, killed and waited for on every way out.
class Child {
public:
    Child(const ReaderProgram& program, const std::vector<std::string>& arguments, const std::string& path) {
        std::array<int, 2> out{};
        std::array<int, 2> err{};
        if (pipe2(out.data(), O_CLOEXEC) != 0) {
            fail(
                Sentence("no pipe to a program that reads files could be opened: {1}", std::strerror(errno)));
        }
        if (pipe2(err.data(), O_CLOEXEC) != 0) {
            ::close(out[0]);
            ::close(out[1]);
            fail(
                Sentence("no pipe to a program that reads files could be opened: {1}", std::strerror(errno)));
        }
        m_out = out[0];
        m_err = err[0];
        std::vector<char*> argv;
        for (const auto* words : {&program.command, &arguments}) {
            for (const std::string& word : *words) {
                argv.push_back(const_cast<char*>(word.c_str()));
            }
        }
        argv.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
        const int code = posix_spawnp(&m_pid, argv.front(), &actions, nullptr, argv.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        ::close(out[1]);
        ::close(err[1]);
        if (code != 0) {
            m_pid = -1;
            closePipes();
            failToStart(program, path, code);
        }
    }
    ~Child() {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            static_cast<void>(wait());
        }
        closePipes();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Reads what there is into `buffer`: its size, 0 at the end, −1 after `silence` without a byte. What
    /// comes on standard error is kept, up to 64 KB.
    ssize_t read(std::vector<std::byte>& buffer, std::chrono::milliseconds silence) {
        for (;;) {
            std::array<pollfd, 2> waiting{{{m_out, POLLIN, 0}, {m_errOpen ? m_err : -1, POLLIN, 0}}};
            const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(silence.count()));
            if (ready < 0 && errno == EINTR) {
                continue;
            }
            if (ready <= 0) {
                return -1;
            }
            if (waiting[1].revents != 0) {
                keepComplaint();
            }
            if (waiting[0].revents != 0) {
                const ssize_t got = ::read(m_out, buffer.data(), buffer.size());
                if (got >= 0 || errno != EINTR) {
                    return std::max<ssize_t>(got, 0);
                }
            }
        }
    }

    int wait() {
        int status = 0;
        while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
        }
        m_pid = -1;
        return status;
    }

    /// Waits for the end, at most `patience`; then the destructor ends the child.
    bool waitFor(std::chrono::milliseconds patience, int& status) {
        while (m_errOpen) { // an open standard error tells that the child still runs
            pollfd waiting{m_err, POLLIN, 0};
            const int ready = poll(&waiting, 1, static_cast<int>(patience.count()));
            if (ready < 0 && errno == EINTR) {
                continue;
            }
            if (ready <= 0) {
                return false;
            }
            keepComplaint();
        }
        status = wait();
        return true;
    }

    [[nodiscard]] const std::string& complaint() const { return m_complaint; }

private:
    void keepComplaint() {
        std::array<char, 4096> text{};
        const ssize_t got = ::read(m_err, text.data(), text.size());
        if (got <= 0) {
            m_errOpen = false;
        } else if (m_complaint.size() < (1U << 16U)) {
            m_complaint.append(text.data(), static_cast<std::size_t>(got));
        }
    }
    void closePipes() {
        for (int* fd : {&m_out, &m_err}) {
            if (*fd >= 0) {
                ::close(*fd);
                *fd = -1;
            }
        }
    }

    pid_t m_pid = -1;
    int m_out = -1;
    int m_err = -1;
    bool m_errOpen = true;
    std::string m_complaint;
};

/// The reader's own sentence: one line behind a fixed word, so that nothing else on standard error is taken
/// for it.
std::string sentenceOf(const std::string& complaint, const std::string& mark) {
    const std::size_t at = complaint.find(mark);
    if (at == std::string::npos) {
        return {};
    }
    std::string sentence = complaint.substr(at + mark.size());
    sentence = sentence.substr(0, std::min<std::size_t>(sentence.find('\n'), 500));
    std::replace_if(
        sentence.begin(), sentence.end(), [](unsigned char c) { return c < 32; }, ' ');
    return sentence;
}

} // namespace

std::string readerBeside(const std::string& name, const char* variable, const std::string& path) {
    if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code ignored;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    std::string beside = (self.parent_path() / name).string();
    if (access(beside.c_str(), R_OK) != 0) {
        fail(Sentence(
            "{1} cannot be read: the program {2} that reads such files does not lie beside {3}; install "
            "it there",
            path, name, self.string()));
    }
    return beside;
}

void runReader(const ReaderProgram& program, const std::string& path,
               const std::vector<std::string>& arguments,
               const std::function<bool(const std::byte*, std::size_t)>& sink, ReaderLimits limits) {
    Child child(program, arguments, path);
    std::vector<std::byte> buffer(1U << 18U);
    for (;;) {
        const ssize_t got = child.read(buffer, limits.silence);
        if (got < 0) {
            fail(Sentence("{1} could not be read: its reader made no progress for {2} s and was ended; "
                          "the file may be damaged",
                          path, limits.silence.count() / 1000));
        }
        if (got == 0) {
            break;
        }
        if (!sink(buffer.data(), static_cast<std::size_t>(got))) {
            fail(Sentence("{1} could not be read: its reader answered more than was asked for; the file "
                          "may be damaged",
                          path));
        }
    }
    int status = 0;
    if (!child.waitFor(limits.silence, status)) {
        fail(Sentence("{1} could not be read: its reader did not end; the file may be damaged", path));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return;
    }
    const std::string sentence = sentenceOf(child.complaint(), program.mark);
    if (!sentence.empty()) {
        fail(Sentence("{1} could not be read: {2}", path, sentence));
    }
    fail(WIFSIGNALED(status)
             ? Sentence("{1} could not be read: its reader was ended by signal {2}; the file is damaged, "
                        "or needs more memory than the reader may take",
                        path, WTERMSIG(status))
             : Sentence("{1} could not be read: its reader failed with code {2}; the file is damaged, "
                        "or needs more memory than the reader may take",
                        path, WEXITSTATUS(status)));
}

} // namespace parsimony::data
