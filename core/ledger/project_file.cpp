// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/project_file.h"

#include "core/base/ledger_file.h"
#include "core/base/row_kind.h"
#include "core/base/sentence.h"
#include "core/base/told.h"
#include "core/ledger/dataset_bodies.h"
#include "core/ledger/schema.h"

#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace parsimony::ledger {

namespace fs = std::filesystem;

fs::path folderOf(const fs::path& file) {
    const auto folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

// WAL needs memory shared between the processes, which file systems over a network don't give.
bool isNetworkFileSystem(const fs::path& folder) {
    struct statfs status {};
    if (::statfs(folder.c_str(), &status) != 0) {
        return false;
    }
    switch (static_cast<unsigned long>(status.f_type) & 0xffffffffUL) {
    case 0x6969UL:     // NFS
    case 0xff534d42UL: // CIFS
    case 0xfe534d42UL: // SMB2
    case 0x517bUL:     // SMB
    case 0x01021997UL: // 9p
    case 0x65735546UL: // FUSE (sshfs and others)
    case 0x00c36400UL: // Ceph
    case 0x5346414fUL: // AFS
        return true;
    default:
        return false;
    }
}

OpenMode modeOfProject(const fs::path& file) {
    std::error_code error;
    const auto status = fs::status(file, error);
    if (error || !fs::exists(status)) {
        fail(Sentence("there is no project '{1}'; check its name, or begin one with a run", file.string()));
    }
    if (!fs::is_regular_file(status)) {
        fail(Sentence("'{1}' is not a Parsimony project: it is no file; choose another", file.string()));
    }
    if (::access(file.c_str(), R_OK) != 0) {
        fail(Sentence("the project '{1}' can't be read: {2}", file.string(), std::strerror(errno)));
    }
    const bool folderWritable = ::access(folderOf(file).c_str(), W_OK) == 0;
    if (folderWritable && ::access(file.c_str(), W_OK) == 0) {
        return OpenMode::ReadWrite;
    }
    const auto walSize = fs::file_size(file.string() + "-wal", error);
    if (!error && walSize > 0) {
        return OpenMode::ReadOnly; // immutable would not see what is in the log
    }
    return folderWritable ? OpenMode::ReadOnly : OpenMode::Immutable;
}

OpenMode readingModeOf(const fs::path& file) {
    return modeOfProject(file) == OpenMode::Immutable ? OpenMode::Immutable : OpenMode::ReadOnly;
}

void removeEmptyLog(const fs::path& file) {
    std::error_code error;
    if (fs::file_size(file.string() + "-wal", error) == 0 && !error &&
        modeOfProject(file) == OpenMode::ReadWrite) {
        Database database(file.string(), OpenMode::ReadWrite);
        (void)database.integer("SELECT count(*) FROM sqlite_schema"); // only now SQLite looks at the log
    }
}

namespace {

[[noreturn]] void failNewer(const Database& database, std::int64_t format) {
    fail(
        Sentence("'{1}' was written by a newer version of Parsimony (format {2}, this one reads {3}); update "
                 "Parsimony",
                 database.file(), told(format), told(projectVersion)));
}

/// Rows are read from plain tables: a view of that name, or a column that is computed, in a stranger's file
/// could go on for ever.
void requireTables(Database& database) {
    auto other = database.prepare(
        "SELECT lower(name) FROM sqlite_schema AS t WHERE lower(name) IN ('ledger', 'blobs', 'checkpoints', "
        "'clocks') AND (type <> 'table' OR rootpage = 0 OR EXISTS (SELECT 1 FROM "
        "pragma_table_xinfo(t.name) WHERE hidden <> 0))");
    if (other.step()) {
        fail(Sentence("'{1}' was tampered with: its '{2}' is no plain table; restore it from a copy",
                      database.file(), told(other.text(0))));
    }
}

} // namespace

void requireOwnTriggers(Database& database) {
    auto triggers = database.prepare("SELECT coalesce(sql, '') FROM sqlite_schema WHERE type = 'trigger'");
    while (triggers.step()) {
        const auto sql = triggers.textView(0);
        if (sql.empty() || projectSchema.find(sql) == std::string::npos) {
            fail(Sentence(
                "'{1}' was tampered with: a trigger that is not Parsimony's would run at each row that "
                "is written; restore it from a copy",
                database.file()));
        }
    }
}

// Before anything is trusted to be one: a project says what it is in its first hundred bytes.
void requireProject(Database& database) {
    if (database.integer("PRAGMA application_id") != projectApplicationId && !isSharedCopy(database)) {
        fail(Sentence("'{1}' is not a Parsimony project; choose another file", database.file()));
    }
    const auto version = database.integer("PRAGMA user_version");
    if (version > projectVersion) {
        failNewer(database, version);
    }
    if (version < 1) {
        fail(Sentence("'{1}' is not a Parsimony project: its format number is wrong; choose another file",
                      database.file()));
    }
    requireTables(database);
}

std::string projectIdIn(Database& database) {
    const std::string damaged = "'" + database.file() + "' is damaged: its first row";
    auto first = database.prepare("SELECT body FROM ledger WHERE seq = 1 AND kind = ?");
    const auto body = first.bind(toText(RowKind::Project)).step()
                          ? ProjectBody::read({first.textView(0), damaged})
                          : ProjectBody();
    if (body.format > projectVersion) {
        failNewer(database, body.format);
    }
    if (body.project.empty()) {
        fail(Sentence("'{1}' is damaged: its first row does not name the project; restore it from a copy",
                      database.file()));
    }
    return body.project;
}

bool isSharedCopy(Database& database) {
    return database.integer("PRAGMA application_id") == sharedCopyApplicationId;
}

void requireFileName(const fs::path& file) {
    static const fs::path memory(":memory:");
    if (file == memory) {
        failUsage(Sentence("'{1}' stands for memory alone, where what was spent would be forgotten; name "
                           "another file",
                           file.string()));
    }
    if (isNameBeside(file)) {
        failUsage(
            Sentence("'{1}' ends as files do that SQLite keeps beside a database, and may be deleted as "
                     "one of those; name another file",
                     file.string()));
    }
}

std::string projectIdOf(const fs::path& file) {
    std::string id;
    {
        Database database(file.string(), readingModeOf(file));
        requireProject(database);
        id = projectIdIn(database);
    }
    removeEmptyLog(file);
    return id;
}

} // namespace parsimony::ledger
