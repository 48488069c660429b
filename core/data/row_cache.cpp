// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_cache.h"

#include "core/base/sentence.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace parsimony::data {

namespace {

std::string folder() {
    const char* named = std::getenv("PARSIMONY_ROW_CACHE");
    return named != nullptr ? named : "";
}

/// Readable and writable by its owner alone, and closed when it goes; what is mapped of it stays.
class UnnamedFile {
public:
    explicit UnnamedFile(const std::string& in)
        : m_fd(open(in.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600)) { // nor can it get a name
        if (m_fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
            std::string name = in + "/parsimony-rows-XXXXXX";
            m_fd = mkostemp(name.data(), O_CLOEXEC); // 0600 too
            if (m_fd >= 0) {
                unlink(name.c_str());
            }
        }
        if (m_fd < 0) {
            fail(Sentence("PARSIMONY_ROW_CACHE: no file can be made in '{1}' ({2}); name another folder, or "
                          "none",
                          in, std::strerror(errno)));
        }
    }
    ~UnnamedFile() { close(m_fd); }
    UnnamedFile(const UnnamedFile&) = delete;
    UnnamedFile& operator=(const UnnamedFile&) = delete;
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd = -1;
};

} // namespace

void checkRowCache() {
    if (const std::string in = folder(); !in.empty()) {
        const UnnamedFile tried(in);
    }
}

std::optional<AlignedFloats> roomForRows(std::size_t count, std::size_t limit) {
    if (count <= limit / sizeof(float)) {
        return AlignedFloats(count);
    }
    const std::string in = folder();
    if (in.empty()) {
        return std::nullopt;
    }
    const UnnamedFile file(in);
    const std::size_t bytes = count * sizeof(float);
    // All of it now: a disk that is full later would end the process at some write.
    const int trouble = posix_fallocate(file.get(), 0, static_cast<off_t>(bytes));
    if (trouble != 0) {
        fail(Sentence("PARSIMONY_ROW_CACHE: '{1}' has no room for {2} MB of rows ({3}); name another folder, "
                      "or none",
                      in, (bytes >> 20U) + 1, std::strerror(trouble)));
    }
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (memory == MAP_FAILED) {
        fail(Sentence("PARSIMONY_ROW_CACHE: the rows in '{1}' can't be mapped ({2})", in,
                      std::strerror(errno)));
    }
    (void)madvise(memory, bytes, MADV_HUGEPAGE); // where the file system has large pages
    return AlignedFloats(memory, count);
}

} // namespace parsimony::data
