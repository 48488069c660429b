// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/atomic_file.h"

#include "core/base/ledger_file.h"
#include "core/base/sentence.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>

namespace parsimony::exporting {

namespace {

/// A file that is gone again unless it was renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::filesystem::path& target)
        : m_target(target.string()), m_name(m_target + ".XXXXXX") {
        m_fd = mkostemp(m_name.data(), O_CLOEXEC);
        if (m_fd < 0) {
            failHere(errno);
        }
    }
    ~TemporaryFile() {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
        if (m_stage == Stage::Temporary) {
            ::unlink(m_name.c_str());
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t done = ::write(m_fd, bytes.data(), bytes.size());
            if (done < 0 && errno == EINTR) {
                continue;
            }
            if (done <= 0) {
                failHere(done < 0 ? errno : EIO);
            }
            bytes.remove_prefix(static_cast<std::size_t>(done));
        }
    }

    /// On the disk, under its temporary name yet.
    void finish(FileReaders readers) {
        struct stat present = {};
        m_isNew = ::stat(m_target.c_str(), &present) != 0;
        const mode_t mask = ::umask(0);
        ::umask(mask);
        const mode_t mode = readers == FileReaders::Owner ? 0600U
                            : m_isNew                     ? 0666U & ~mask
                                                          : present.st_mode & 0777U;
        if (::fchmod(m_fd, mode) != 0 || ::fsync(m_fd) != 0) {
            failHere(errno);
        }
        const int fd = m_fd;
        m_fd = -1;
        if (::close(fd) != 0) {
            failHere(errno);
        }
    }
    void takePlace() {
        if (::rename(m_name.c_str(), m_target.c_str()) != 0) {
            failHere(errno);
        }
        m_stage = Stage::InPlace;
    }
    /// Takes it away where none was before.
    void giveUpPlace() {
        if (m_stage == Stage::InPlace && m_isNew) {
            ::unlink(m_target.c_str());
        }
    }

private:
    [[noreturn]] void failHere(int error) const {
        const char* hint = error == ENOSPC || error == EDQUOT ? "; make room or choose another folder" : "";
        fail(Sentence("{1} cannot be written: {2}{3}", m_target, std::strerror(error), hint));
    }

    std::string m_target;
    std::string m_name;
    int m_fd = -1;
    enum class Stage { Temporary, InPlace } m_stage = Stage::Temporary;
    bool m_isNew = true;
};

/// Through a link to the file it names: a rename would put the new file in the link's place.
std::filesystem::path targetOf(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        fail(Sentence("{1} is a folder; name a file in it", path.string()));
    }
    refuseLedgerFile(path);
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, ignored);
    return real.empty() ? path : real;
}

} // namespace

void refuseLedgerFile(const std::filesystem::path& path) {
    if (isLedgerFile(path)) {
        failUsage(Sentence("{1} is a Parsimony project or registry, or belongs to one, and no result is "
                           "written over it; name another file",
                           path.string()));
    }
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes, FileReaders readers) {
    TemporaryFile file(targetOf(path));
    file.write(bytes);
    file.finish(readers);
    file.takePlace();
}

void writeFilesTogether(const std::vector<NamedBytes>& files) {
    std::deque<TemporaryFile> written;
    for (const NamedBytes& file : files) {
        written.emplace_back(targetOf(file.path));
        written.back().write(file.bytes);
        written.back().finish(FileReaders::AsUsual);
    }
    try {
        for (TemporaryFile& file : written) {
            file.takePlace();
        }
    } catch (const Error&) {
        for (TemporaryFile& file : written) {
            file.giveUpPlace();
        }
        throw;
    }
}

void checkWritable(const std::filesystem::path& path) {
    const TemporaryFile tried(targetOf(path));
}

} // namespace parsimony::exporting
