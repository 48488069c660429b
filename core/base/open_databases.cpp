// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/open_databases.h"

#include <sys/stat.h>

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
    std::multiset<FileNumber> files;
};

OpenFiles& openFiles() {
    static OpenFiles all;
    return all;
}

} // namespace

OpenDatabaseMark::OpenDatabaseMark(const std::string& file) : m_file(numberOf(file)) {
    const std::scoped_lock lock(openFiles().mutex);
    openFiles().files.insert(m_file);
}

OpenDatabaseMark::~OpenDatabaseMark() {
    const std::scoped_lock lock(openFiles().mutex);
    openFiles().files.extract(m_file);
}

bool isOpenDatabase(const std::string& file) {
    const FileNumber number = numberOf(file);
    const std::scoped_lock lock(openFiles().mutex);
    return number != FileNumber{0, 0} && openFiles().files.contains(number);
}

} // namespace parsimony
