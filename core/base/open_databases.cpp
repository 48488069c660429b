// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/open_databases.h"

#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <set>

namespace parsimony {

namespace {

using FileNumber = std::pair<unsigned long long, unsigned long long>;

FileNumber numberOf(const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? FileNumber{status.st_dev, status.st_ino} : FileNumber{0, 0};
}

struct OpenFiles {
    std::mutex mutex;
    std::multiset<std::pair<FileNumber, std::string>> files; ///< with the name that each was opened by
};

/// Locks of a database in use lie on the files beside it as well.
bool isOf(FileNumber wanted, const std::pair<FileNumber, std::string>& open) {
    return wanted == open.first || wanted == numberOf(open.second + "-shm") ||
           wanted == numberOf(open.second + "-wal");
}

OpenFiles& openFiles() {
    static OpenFiles all;
    return all;
}

} // namespace

OpenDatabaseMark::OpenDatabaseMark(const std::string& file) : m_open(numberOf(file), file) {
    const std::scoped_lock lock(openFiles().mutex);
    openFiles().files.insert(m_open);
}

OpenDatabaseMark::~OpenDatabaseMark() {
    const std::scoped_lock lock(openFiles().mutex);
    openFiles().files.extract(m_open);
}

bool isOpenDatabase(const std::string& file) {
    const FileNumber number = numberOf(file);
    const std::scoped_lock lock(openFiles().mutex);
    const auto& files = openFiles().files;
    return number != FileNumber{0, 0} &&
           std::any_of(files.begin(), files.end(), [number](const auto& open) { return isOf(number, open); });
}

} // namespace parsimony
