// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program under test: kills it (SIGKILL) at its n-th call that changes a file, before the
// call or, for writes with PARSIMONY_KILL_TORN, in the middle of it. PARSIMONY_KILL_AT is n, from 1. With
// PARSIMONY_KILL_SYNC only calls that make a file durable count. With PARSIMONY_COUNT_SYNCS, a file, it kills
// nobody and says there how many such calls there were.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

long killAt() {
    static const long at = [] {
        const char* text = std::getenv("PARSIMONY_KILL_AT");
        return text != nullptr ? std::atol(text) : 0L;
    }();
    return at;
}

std::atomic<long> calls{0};

/// Written when the program ends.
struct SyncCount {
    std::atomic<long> calls{0};
    ~SyncCount() {
        const char* path = std::getenv("PARSIMONY_COUNT_SYNCS");
        if (std::FILE* file = path != nullptr ? std::fopen(path, "w") : nullptr) {
            std::fprintf(file, "%ld\n", calls.load());
            std::fclose(file);
        }
    }
} syncs;

bool isDue(bool makesDurable = false) {
    static const bool durableOnly = std::getenv("PARSIMONY_KILL_SYNC") != nullptr;
    return (makesDurable || !durableOnly) && ++calls == killAt();
}

bool diskIsFull() {
    static const long at = [] {
        const char* text = std::getenv("PARSIMONY_DISK_FULL_AT");
        return text != nullptr ? std::atol(text) : 0L;
    }();
    return at > 0 && calls >= at;
}

[[noreturn]] void die() {
    ::kill(::getpid(), SIGKILL);
    for (;;) {
        ::pause();
    }
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

// Pipes and terminals are no disk.
bool isFile(int file) {
    struct stat status {};
    return file > 2 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

// Half of what a write was to write reaches the file.
template <class Write>
ssize_t killedWrite(Write write, size_t size) {
    if (!isDue()) {
        if (diskIsFull()) {
            errno = ENOSPC;
            return -1;
        }
        return write(size);
    }
    if (std::getenv("PARSIMONY_KILL_TORN") != nullptr) {
        write(size / 2);
    }
    die();
}

} // namespace

extern "C" {

ssize_t write(int file, const void* data, size_t size) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
    return isFile(file) ? killedWrite([&](size_t n) { return real(file, data, n); }, size)
                        : real(file, data, size);
}

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
    return killedWrite([&](size_t n) { return real(file, data, n, offset); }, size);
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
    return killedWrite([&](size_t n) { return real(file, data, n, offset); }, size);
}

int fsync(int file) {
    ++syncs.calls;
    static const auto real = next<int (*)(int)>("fsync");
    return isDue(true) ? (die(), 0) : real(file);
}

int fdatasync(int file) {
    ++syncs.calls;
    static const auto real = next<int (*)(int)>("fdatasync");
    return isDue(true) ? (die(), 0) : real(file);
}

int ftruncate(int file, off_t size) {
    static const auto real = next<int (*)(int, off_t)>("ftruncate");
    return isDue() ? (die(), 0) : real(file, size);
}

int ftruncate64(int file, off64_t size) {
    static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
    return isDue() ? (die(), 0) : real(file, size);
}

int unlink(const char* path) {
    static const auto real = next<int (*)(const char*)>("unlink");
    return isDue() ? (die(), 0) : real(path);
}

int link(const char* from, const char* to) {
    static const auto real = next<int (*)(const char*, const char*)>("link");
    return isDue() ? (die(), 0) : real(from, to);
}

int rename(const char* from, const char* to) {
    static const auto real = next<int (*)(const char*, const char*)>("rename");
    return isDue() ? (die(), 0) : real(from, to);
}

} // extern "C"
