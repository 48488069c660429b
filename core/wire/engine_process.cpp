// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/engine_process.h"

#include "core/base/collected.h"
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/ledger/registry.h"
#include "core/wire/server.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <list>
#include <thread>

namespace parsimony::wire {

namespace fs = std::filesystem;

namespace {

constexpr int kAccepting = 3; ///< the descriptor that an engine begins with

[[noreturn]] void failPlace(const EnginePlace& place) {
    fail(Sentence("the engine of this server cannot be reached in {1}: {2}", place.folder.string(),
                  std::strerror(errno)));
}

class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return m_number; }
    [[nodiscard]] int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

/// The folder, opened; made for this user alone.
int openFolder(const EnginePlace& place) {
    std::error_code ignored;
    fs::create_directories(place.folder.parent_path(), ignored);
    ::mkdir(place.folder.c_str(), S_IRWXU);
    const int folder = ::open(place.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    struct stat about {};
    if (folder < 0 || ::fstat(folder, &about) != 0) {
        failPlace(place);
    }
    if (about.st_uid != ::geteuid() || (about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        ::close(folder);
        fail(Sentence("the folder {1} must be this user's alone (mode 0700)", place.folder.string()));
    }
    return folder;
}

/// Through the open folder: the name of a socket has 107 characters at most.
sockaddr_un addressOf(int folder, const EnginePlace& place) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder) + "/" + place.name + ".socket";
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    return address;
}

/// Whoever holds it alone may make the socket, or take it away.
int lockOf(int folder, const EnginePlace& place, int how) {
    const int lock = ::openat(folder, (place.name + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (lock >= 0 && ::flock(lock, how) != 0) {
        const int why = errno;
        ::close(lock);
        errno = why;
        return -1;
    }
    return lock;
}

void startEngine(const EnginePlace& place, const std::vector<std::string>& start, int listening) {
    auto words =
        collected<char*>(start, [&](const std::string& word) { return const_cast<char*>(word.c_str()); });
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, listening, kAccepting);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    pid_t child = -1;
    errno = posix_spawn(&child, "/proc/self/exe", &actions, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (errno != 0) {
        failPlace(place);
    }
}

/// Writes all of it; false when nobody takes it any more.
bool writeAll(int descriptor, const char* bytes, std::size_t count) {
    for (std::size_t done = 0; done < count;) {
        const auto put = ::write(descriptor, bytes + done, count - done);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        done += put > 0 ? static_cast<std::size_t>(put) : 0;
    }
    return true;
}

} // namespace

EnginePlace EnginePlace::of(const std::optional<std::string>& root, bool curator) {
    const fs::path registry = ledger::Registry::defaultPath();
    struct stat program {};
    ::stat("/proc/self/exe", &program); // a program that was installed anew has an engine of its own
    std::error_code ignored;
    const std::string what = fs::absolute(registry, ignored).string() + "\n" +
                             fs::weakly_canonical(root ? *root : ".", ignored).string() + "\n" +
                             (root ? "root " : "") + (curator ? "curator " : "") +
                             std::to_string(program.st_ino) + " " + std::to_string(program.st_mtime);
    return {fs::absolute(registry, ignored).parent_path() / "engines", toHex(sha256(what)).substr(0, 16)};
}

namespace {

/// Connects to the engine in that place, or to one that it starts.
int connectOrStart(const EnginePlace& place, const std::vector<std::string>& start) {
    const Descriptor folder(openFolder(place));
    const Descriptor lock(lockOf(folder.get(), place, LOCK_EX));
    Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (lock.get() < 0 || connection.get() < 0) {
        failPlace(place);
    }
    const sockaddr_un address = addressOf(folder.get(), place);
    const auto* const where = reinterpret_cast<const sockaddr*>(&address);
    if (::connect(connection.get(), where, sizeof address) == 0) {
        return connection.release();
    }
    ::unlink(address.sun_path); // of an engine that was killed
    const Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const mode_t before = ::umask(0177);
    const bool bound = listening.get() >= 0 && ::bind(listening.get(), where, sizeof address) == 0;
    ::umask(before);
    if (!bound || ::listen(listening.get(), SOMAXCONN) != 0 ||
        ::connect(connection.get(), where, sizeof address) != 0) {
        failPlace(place);
    }
    startEngine(place, start, listening.get());
    return connection.release();
}

/// Whether the engine spoke: one that was ending when we came hangs up without a word.
bool spoke(int connection) {
    char first = 0;
    ssize_t got = -1;
    do {
        got = ::recv(connection, &first, 1, MSG_PEEK);
    } while (got < 0 && errno == EINTR);
    return got > 0;
}

} // namespace

int attach(const EnginePlace& place, const std::vector<std::string>& start) {
    constexpr int kTries = 5; // of which the second finds nobody in the way, or another that ends
    for (int tried = 0; tried < kTries; ++tried) {
        Descriptor connection(connectOrStart(place, start));
        if (spoke(connection.get())) {
            return connection.release();
        }
    }
    fail(Sentence("the engine of this server ends before it answers; ask again"));
}

void relay(int connection, int input, int output) {
    std::signal(SIGPIPE, SIG_IGN);
    std::array<pollfd, 2> ready{{{input, POLLIN, 0}, {connection, POLLIN, 0}}};
    std::vector<char> piece(std::size_t{1} << 16U);
    while (true) {
        if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) {
            return;
        }
        if (ready[0].revents != 0) {
            const auto got = ::read(input, piece.data(), piece.size());
            if (got <= 0 || !writeAll(connection, piece.data(), static_cast<std::size_t>(got))) {
                ::shutdown(connection, SHUT_WR); // nothing more is asked; answers still come
                ready[0].fd = -1;
            }
        }
        if (ready[1].revents != 0) {
            const auto got = ::read(connection, piece.data(), piece.size());
            if (got <= 0 || !writeAll(output, piece.data(), static_cast<std::size_t>(got))) {
                return;
            }
        }
    }
}

void serveAll(const Gate& gate, const EnginePlace& place, std::chrono::seconds patience,
              const std::stop_token& stop) {
    const Descriptor accepting(kAccepting);
    const int listening = accepting.get();
    ::fcntl(listening, F_SETFD, FD_CLOEXEC);
    using Clock = std::chrono::steady_clock;
    constexpr int lookMilliseconds = 200;
    struct Guest {
        Descriptor socket;
        std::atomic<bool> gone{false};
        std::thread thread;
        explicit Guest(int number) : socket(number) {}
    };
    const Descriptor folder(openFolder(place));
    Runs runs;
    std::list<Guest> guests;
    auto lastUse = Clock::now();
    const auto leave = [](Guest& guest) {
        guest.thread.join();
        return true;
    };
    while (!stop.stop_requested()) {
        pollfd ready{listening, POLLIN, 0};
        if (::poll(&ready, 1, lookMilliseconds) > 0) {
            const int number = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
            if (number >= 0) {
                Guest& guest = guests.emplace_back(number);
                guest.thread = std::thread([&gate, &runs, &guest] {
                    serve(gate, runs, guest.socket.get(), guest.socket.get());
                    ::shutdown(guest.socket.get(), SHUT_RDWR);
                    guest.gone = true;
                });
            }
        }
        guests.remove_if([&](Guest& guest) { return guest.gone && leave(guest); });
        lastUse = guests.empty() && !runs.busy() ? lastUse : Clock::now();
        if (Clock::now() - lastUse > patience) {
            // Whoever connects holds the lock until they are in the queue.
            const Descriptor lock(lockOf(folder.get(), place, LOCK_EX | LOCK_NB));
            const bool unreachable = lock.get() < 0 && errno == ENOENT; // the folder was deleted
            if (unreachable || (lock.get() >= 0 && ::poll(&ready, 1, 0) == 0)) {
                ::unlink(addressOf(folder.get(), place).sun_path);
                return;
            }
        }
    }
    runs.stopAll(); // while its guests are there: they hear how it ended
    for (Guest& guest : guests) {
        ::shutdown(guest.socket.get(), SHUT_RD); // nothing more is taken
    }
    guests.remove_if(leave);
}

} // namespace parsimony::wire
