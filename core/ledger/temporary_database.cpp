// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/temporary_database.h"

#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/ledger/project_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace parsimony::ledger {

namespace fs = std::filesystem;

namespace {

fs::path hiddenNameBeside(const fs::path& file) {
    Bytes random(6);
    fillSecureRandom(random);
    return folderOf(file) / ("." + file.filename().string() + "." + toHex(random) + ".tmp");
}

} // namespace

TemporaryDatabase::TemporaryDatabase(const fs::path& file) : m_file(file), m_path(hiddenNameBeside(file)) {}

TemporaryDatabase::~TemporaryDatabase() {
    std::error_code ignored;
    fs::remove(m_path, ignored);
    fs::remove(m_path.string() + "-journal", ignored);
}

int TemporaryDatabase::whyNotCreated() const {
    const int descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool made = descriptor >= 0 && ::fchmod(descriptor, 0600) == 0;
    const int reason = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return made ? 0 : reason;
}

// A link would be a second name for a moment, which who opens a file refuses.
TemporaryDatabase::Moved TemporaryDatabase::move() const {
    if (::renameat2(AT_FDCWD, m_path.c_str(), AT_FDCWD, m_file.c_str(), RENAME_NOREPLACE) == 0 ||
        (errno != EEXIST && ::link(m_path.c_str(), m_file.c_str()) == 0)) { // a file system without that
        return Moved::Yes;
    }
    return errno == EEXIST ? Moved::OtherIsThere : Moved::No;
}

TemporaryDatabase::Moved TemporaryDatabase::moveOrReplace() const {
    const Moved moved = move();
    return moved == Moved::No && ::rename(m_path.c_str(), m_file.c_str()) == 0 ? Moved::Yes : moved;
}

} // namespace parsimony::ledger
