// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/byte_source.h"

#include "core/base/open_databases.h"
#include "core/base/sentence.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>

namespace parsimony::data {

namespace {

std::int64_t writtenAt(const struct stat& status) {
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

[[noreturn]] void failToOpen(const std::string& path, int error) {
    if (error == ENOENT || error == ENOTDIR) {
        fail(Sentence("there is no file {1}; check the path", path));
    }
    fail(Sentence("{1} cannot be read: {2}", path, std::strerror(error)));
}

[[noreturn]] void failShrunk(const std::string& path) {
    fail(
        Sentence("{1} became shorter or unreadable while it was being read; restore it and try again", path));
}

void checkRange(std::size_t offset, std::size_t count, std::size_t size, const std::string& what) {
    if (offset > size || count > size - offset) {
        fail(Sentence("{1} ends before the bytes that its header promises", what));
    }
}

/// The number behind `name` in a file of "name value" lines, or `otherwise`.
std::size_t numberIn(const char* path, const std::string& name, std::size_t otherwise) {
    std::ifstream file(path);
    std::string word;
    while (file >> word) {
        if (name.empty() || word == name) {
            if (!name.empty() && !(file >> word)) {
                break;
            }
            const bool digits = !word.empty() && std::all_of(word.begin(), word.end(),
                                                             [](char c) { return c >= '0' && c <= '9'; });
            return digits && word.size() < 19 ? std::stoull(word) : otherwise;
        }
    }
    return otherwise;
}

} // namespace

FileBytes::FileBytes(const std::string& path) : m_path(path) {
    if (isOpenDatabase(path)) {
        fail(Sentence("{1} is a project or a registry that is in use, not a file of arrays", path));
    }
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    m_fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (m_fd < 0) {
        failToOpen(path, errno);
    }
    struct stat status = {};
    const bool known = fstat(m_fd, &status) == 0;
    if (!known || !S_ISREG(status.st_mode)) {
        ::close(m_fd);
        fail(known && S_ISDIR(status.st_mode) ? Sentence("{1} is a folder; name a file of arrays in it", path)
                                              : Sentence("{1} is not a regular file", path));
    }
    m_size = static_cast<std::size_t>(status.st_size);
    m_written = writtenAt(status);
    if (m_size == 0) {
        return;
    }
    void* map = mmap(nullptr, m_size, PROT_READ, MAP_SHARED | MAP_NORESERVE, m_fd, 0);
    if (map == MAP_FAILED) {
        return;
    }
    m_guard = guardMapping(map, m_size);
    if (m_guard < 0) {
        munmap(map, m_size);
        return;
    }
    m_map = static_cast<const std::byte*>(map);
}

FileBytes::~FileBytes() {
    if (m_map != nullptr) {
        releaseGuard(m_guard);
        munmap(const_cast<std::byte*>(m_map), m_size);
    }
    ::close(m_fd);
}

void FileBytes::read(std::size_t offset, std::size_t count, std::byte* out) const {
    checkRange(offset, count, m_size, m_path);
    while (count > 0) {
        const ssize_t got =
            pread(m_fd, out, std::min<std::size_t>(count, 1U << 30U), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            failShrunk(m_path);
        }
        out += got;
        offset += static_cast<std::size_t>(got);
        count -= static_cast<std::size_t>(got);
    }
}

void FileBytes::verify() const {
    struct stat status = {};
    // The size as well: what lies behind a new end inside its last page reads as zeros without any signal.
    if (guardTripped(m_guard) || fstat(m_fd, &status) != 0 ||
        static_cast<std::size_t>(status.st_size) < m_size) {
        failShrunk(m_path);
    }
}

bool FileBytes::unwritten() const {
    struct stat status = {};
    return fstat(m_fd, &status) == 0 && writtenAt(status) == m_written;
}

void FileBytes::prefetch(std::size_t offset, std::size_t count) const {
    if (offset < m_size) {
        posix_fadvise(m_fd, static_cast<off_t>(offset), static_cast<off_t>(std::min(count, m_size - offset)),
                      POSIX_FADV_WILLNEED);
    }
}

MemoryBytes::MemoryBytes(std::size_t size, const std::string& what, std::size_t used) : m_size(size) {
    constexpr std::size_t kNothing = std::size_t{1} << 20U; // to ask takes longer than to unpack so little
    if (used > kNothing && used > usableMemory()) {
        fail(Sentence("{1} needs {2} MB of memory to be unpacked, more than is free; store it uncompressed, "
                      "as .npy or safetensors",
                      what, used >> 20U));
    }
    void* memory = mmap(nullptr, std::max<std::size_t>(size, 1), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        fail(Sentence("{1} needs more memory than there is to be unpacked", what));
    }
    m_data = static_cast<std::byte*>(memory);
}

MemoryBytes::~MemoryBytes() {
    munmap(m_data, std::max<std::size_t>(m_size, 1));
}

void MemoryBytes::read(std::size_t offset, std::size_t count, std::byte* out) const {
    checkRange(offset, count, m_size, "an unpacked array");
    std::copy_n(m_data + offset, count, out);
}

std::size_t usableMemory() {
    const std::size_t unknown = std::numeric_limits<std::size_t>::max() / 4;
    std::size_t available = numberIn("/proc/meminfo", "MemAvailable:", unknown / 1024) * 1024;
    const std::size_t limit = numberIn("/sys/fs/cgroup/memory.max", "", unknown);
    const std::size_t used = numberIn("/sys/fs/cgroup/memory.current", "", 0);
    if (limit < unknown) {
        available = std::min(available, limit > used ? limit - used : 0);
    }
    return available / 10 * 9;
}

} // namespace parsimony::data
