// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/experiment_lock.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <span>
#include <thread>
#include <utility>

namespace parsimony::ledger {

namespace {

std::filesystem::path lockFolder() {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    std::filesystem::path folder;
    if (runtime != nullptr && *runtime == '/' && ::access(runtime, W_OK | X_OK) == 0) {
        folder = std::filesystem::path(runtime) / "parsimony";
    } else {
        folder = std::filesystem::temp_directory_path() / ("parsimony-" + std::to_string(::getuid()));
    }
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        fail(Sentence("can't make the folder '{1}' for locks: {2}", folder.string(), std::strerror(errno)));
    }
    struct stat status {};
    // Somebody else's folder in /tmp could be swapped under us.
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid()) {
        fail(Sentence("the folder '{1}' for locks belongs to somebody else; set XDG_RUNTIME_DIR",
                      folder.string()));
    }
    return folder;
}

std::filesystem::path lockFile(const std::string& projectId, ExperimentId experiment) {
    const Digest digest = sha256(projectId + ":" + std::to_string(experiment.value()));
    return lockFolder() / (toHex(std::span(digest).first(16)) + ".lock");
}

// The file is unlinked by its holder while the lock is held, so whoever locks must see that it is still the
// file.
bool stillThere(int descriptor, const std::filesystem::path& file) {
    struct stat mine {};
    struct stat named {};
    return ::fstat(descriptor, &mine) == 0 && ::stat(file.c_str(), &named) == 0 &&
           mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

} // namespace

ExperimentLock::ExperimentLock(ExperimentLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_file(std::move(other.m_file)) {}

ExperimentLock& ExperimentLock::operator=(ExperimentLock&& other) noexcept {
    if (this != &other) {
        release();
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_file = std::move(other.m_file);
    }
    return *this;
}

ExperimentLock::~ExperimentLock() {
    release();
}

void ExperimentLock::release() {
    if (m_descriptor >= 0) {
        ::unlink(m_file.c_str());
        ::close(m_descriptor);
        m_descriptor = -1;
    }
}

std::optional<ExperimentLock> ExperimentLock::tryTake(const std::string& projectId, ExperimentId experiment) {
    const auto file = lockFile(projectId, experiment);
    for (int attempt = 0;; ++attempt) {
        const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (descriptor < 0) {
            fail(Sentence("can't make the lock '{1}': {2}", file.string(), std::strerror(errno)));
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            ::close(descriptor);
            if (attempt < 10) { // somebody who only looks holds it for an instant
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                continue;
            }
            return std::nullopt;
        }
        if (stillThere(descriptor, file)) {
            return ExperimentLock(descriptor, file);
        }
        ::close(descriptor);
    }
}

bool ExperimentLock::taken(const std::string& projectId, ExperimentId experiment) {
    const auto file = lockFile(projectId, experiment);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) {
        return false;
    }
    // A shared lock, so that two that look at the same time don't see each other.
    const bool free = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0;
    ::close(descriptor);
    return !free;
}

} // namespace parsimony::ledger
