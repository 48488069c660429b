// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/registry.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/ledger/project_file.h"
#include "core/ledger/registry_schema.h"
#include "core/ledger/temporary_database.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace parsimony::ledger {

namespace {

namespace fs = std::filesystem;

/// SQLite reads what is missing of the last page as zeros: rows would be unknown. Where there is a log, a
/// full disk may have stopped what was being copied out of it, and the log still has the page.
bool endsWithinPage(const fs::path& file, std::int64_t page) {
    std::error_code noLog, noFile;
    const auto log = fs::file_size(fs::path(file.string() + "-wal"), noLog);
    const auto size = fs::file_size(file, noFile);
    return (noLog || log == 0) && !noFile && page > 0 && size % static_cast<std::uintmax_t>(page) != 0;
}

/// Under its name it is there as a whole or not at all, so that one without tables was cut off. Returns why
/// it can't be made, as errno has it, or 0.
int makeUnlessThere(const fs::path& file) {
    const TemporaryDatabase made(file);
    if (const int reason = made.whyNotCreated(); reason != 0) {
        return reason;
    }
    {
        Database database(made.path().string(), OpenMode::ReadWrite);
        makeRegistry(database);
        database.useWriteAheadLog();
    }
    return made.move() == TemporaryDatabase::Moved::No ? errno : 0; // or somebody else was faster
}

const fs::path& prepared(const fs::path& file) {
    requireFileName(file);
    std::error_code error;
    const auto folder = file.parent_path();
    if (!folder.empty() && !fs::exists(folder, error)) {
        fs::create_directories(folder, error);
        fs::permissions(folder, fs::perms::owner_all, error);
    }
    // A file that is there is neither opened nor closed here: see OpenDatabaseMark.
    struct stat status {};
    int reason = ::stat(file.c_str(), &status) != 0 && errno == ENOENT ? makeUnlessThere(file) : 0;
    if (reason == 0 && (::access(file.c_str(), R_OK | W_OK) != 0 || ::stat(file.c_str(), &status) != 0)) {
        reason = errno;
    } else if (reason == 0 && !S_ISREG(status.st_mode)) {
        reason = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    }
    if (reason != 0) {
        fail(
            Sentence("can't open the registry '{1}' ({2}); set PARSIMONY_REGISTRY to a file you may write to",
                     file.string(), std::strerror(reason)));
    }
    if (status.st_nlink > 1) { // SQLite keeps a log for each name: charges would not be seen
        fail(Sentence(
            "the registry '{1}' has another name (a hard link), under which its charges would not be "
            "seen; leave one name",
            file.string()));
    }
    return file;
}

std::string sentence(const fs::path& file) {
    return "the registry '" + file.string() + "'";
}

} // namespace

fs::path Registry::defaultPath() {
    if (const char* named = std::getenv("PARSIMONY_REGISTRY"); named != nullptr && *named != '\0') {
        return named;
    }
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        return fs::path(data) / "parsimony" / "registry.db";
    }
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') {
        fail(Sentence(
            "there is no home folder for the registry; set PARSIMONY_REGISTRY to a file you may write to"));
    }
    return fs::path(home) / ".local" / "share" / "parsimony" / "registry.db";
}

std::shared_ptr<Registry> Registry::open(const fs::path& file, WaitNotice onWait) {
    return std::make_shared<Registry>(file, std::move(onWait));
}

Registry::Registry(const fs::path& file, WaitNotice onWait)
    : m_path(file), m_database(prepared(file).string(), OpenMode::ReadWrite) {
    m_database.onWait(std::move(onWait));
    {
        const ReadSnapshot snapshot(m_database);
        if (m_database.integer("PRAGMA application_id") == 0 &&
            m_database.integer("SELECT count(*) FROM sqlite_schema") == 0) {
            fail(Sentence("the registry '{1}' is empty, so that what was charged with it would be forgotten; "
                          "restore it from a copy, or remove the file where nothing ever was",
                          file.string()));
        }
        requireRegistry(m_database);
        if (endsWithinPage(file, m_database.integer("PRAGMA page_size"))) {
            fail(Sentence("{1} is cut off in the middle of a page; restore it from a copy", sentence(file)));
        }
    }
    (void)::chmod(file.c_str(), 0600); // whatever the umask was, or the mode of a copy
    m_database.useWriteAheadLog();
    m_database.execute("PRAGMA synchronous = FULL");
    // A list that is registered changes its pages twice before it goes to the log, see keepList().
    m_database.execute("PRAGMA cache_spill = OFF");
    bringRegistryUpToDate(m_database);
    auto meta =
        m_database.prepare("SELECT (SELECT value FROM meta WHERE name = 'id'), (SELECT value FROM meta WHERE "
                           "name = 'key')");
    meta.step();
    const auto key = meta.blobView(1);
    if (meta.blobView(0).size() != 16 || key.size() != m_key.size()) {
        fail(Sentence("{1} is damaged: its key is missing; restore it from a copy", sentence(file)));
    }
    m_id = toHex(meta.blobView(0));
    std::copy(key.begin(), key.end(), m_key.begin());
    m_machine = machineUnder(m_key);
}

Registry::Hold::Hold(Registry* registry, Sync sync) {
    if (registry != nullptr) {
        m_guard = std::unique_lock(registry->m_mutex);
        registry->syncEveryCommit(sync == Sync::Now);
        m_transaction.emplace(registry->m_database);
    }
}

void Registry::Hold::commit() {
    if (m_transaction) {
        m_transaction->commit();
        m_transaction.reset();
        m_guard.unlock();
    }
}

// SQLite takes no other setting while a transaction is open.
void Registry::syncEveryCommit(bool every) {
    if (!m_database.inTransaction()) {
        m_database.execute(every ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    }
}

std::optional<Registry::Tip> Registry::tipOf(const std::string& project) const {
    const std::lock_guard guard(m_mutex);
    auto statement = m_database.prepare("SELECT row, hash FROM tips WHERE project = ?");
    if (!statement.bind(project).step()) {
        return std::nullopt;
    }
    Tip tip;
    tip.row = statement.integer(0);
    const auto hash = statement.blobView(1);
    std::copy_n(hash.begin(), std::min(hash.size(), tip.hash.size()), tip.hash.begin());
    return tip;
}

void Registry::setTip(const std::string& project, const std::string& path, const Tip& tip) {
    const std::lock_guard guard(m_mutex);
    // Losing the last tip in a power cut is harmless: an earlier one is in the chain as well.
    syncEveryCommit(false);
    m_database
        .prepare("INSERT INTO tips (project, path, row, hash) VALUES (?, ?, ?, ?) ON CONFLICT (project) DO "
                 "UPDATE SET "
                 "path = excluded.path, row = excluded.row, hash = excluded.hash WHERE excluded.row > row")
        .bind(project)
        .bind(path)
        .bind(tip.row)
        .bind(std::span<const std::uint8_t>(tip.hash))
        .run();
}

} // namespace parsimony::ledger
