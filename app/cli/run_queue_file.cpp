// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_queue_file.h"

#include "core/base/error.h"
#include "core/export/atomic_file.h"
#include "core/session/options_json.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

namespace parsimony::cli {

namespace fs = std::filesystem;

namespace {

/// Held by who changes a queue: on the folder, which stays while files in it are replaced.
class FolderLock {
public:
    explicit FolderLock(const fs::path& folder) : m_folder(::open(folder.c_str(), O_RDONLY | O_DIRECTORY)) {
        if (m_folder < 0 || flock(m_folder, LOCK_EX) != 0) {
            fail("the folder " + folder.string() + " cannot be read");
        }
    }
    ~FolderLock() { ::close(m_folder); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int m_folder;
};

QueuedRuns readQueue(const fs::path& file) {
    QueuedRuns runs;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        try {
            runs.push_back(session::runOptionsFromJson(nlohmann::json::parse(line)));
        } catch (const std::exception& error) {
            fail(file.string() + ", line " + std::to_string(runs.size() + 1) +
                 " is no request: " + error.what());
        }
    }
    return runs;
}

} // namespace

void changeQueue(const fs::path& project, const std::function<void(QueuedRuns&)>& change) {
    const fs::path file = fs::absolute(project).string() + ".queue";
    const FolderLock lock(file.parent_path());
    const QueuedRuns before = readQueue(file);
    QueuedRuns runs = before;
    change(runs);
    if (runs == before) {
        return;
    }
    if (runs.empty()) {
        fs::remove(file);
        return;
    }
    std::string lines;
    for (const session::RunOptions& run : runs) {
        lines += session::toJson(run).dump() + "\n";
    }
    exporting::writeFileAtomically(file, lines);
}

} // namespace parsimony::cli
