// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/export_copy.h"

#include "core/base/ledger_file.h"
#include "core/base/row_kind.h"
#include "core/base/sentence.h"
#include "core/ledger/chain.h"
#include "core/ledger/project_file.h"
#include "core/ledger/schema.h"
#include "core/ledger/temporary_database.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace parsimony::ledger {

namespace {

namespace fs = std::filesystem;

void copyValue(const Statement& from, int column, Statement& to) {
    switch (from.type(column)) {
    case 'i':
        to.bind(from.integer(column));
        break;
    case 'r':
        to.bind(from.real(column));
        break;
    case 't':
        to.bind(from.textView(column));
        break;
    case 'b':
        to.bind(from.blobView(column));
        break;
    default:
        to.bind(std::nullopt);
    }
}

void copyRows(Database& from, Database& to) {
    const std::string columns = std::string(chainedColumns) + ",prev,hash";
    auto rows = from.prepare("SELECT CASE WHEN class = 'curator' THEN 1 ELSE 0 END," + columns +
                             " FROM ledger NOT INDEXED ORDER BY seq");
    auto insert = to.prepare("INSERT INTO ledger (" + columns +
                             ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    constexpr int salt = 13; // one column further than in the table
    constexpr int body = 15;
    while (rows.step()) {
        const bool curator = rows.integer(0) != 0;
        for (int column = 1; column < rows.columns(); ++column) {
            if (curator && (column == salt || column == body)) {
                insert.bind(std::nullopt);
            } else {
                copyValue(rows, column, insert);
            }
        }
        insert.run();
    }
}

// Only what a row that may be shown refers to.
void copyBlobs(Database& from, Database& to) {
    auto blobs =
        from.prepare("SELECT sha256, bytes FROM blobs WHERE lower(hex(sha256)) IN (SELECT json_extract(body, "
                     "'$.blob') FROM ledger WHERE kind IN " +
                     sqlKinds({RowKind::Release}) + " AND class <> 'curator')");
    auto insert = to.prepare("INSERT INTO blobs (sha256, bytes) VALUES (?, ?)");
    while (blobs.step()) {
        insert.bind(blobs.blobView(0)).bind(blobs.blobView(1)).run();
    }
}

/// Rows of earlier versions have exact times, which the chain covers: they can't be made coarse without
/// breaking it.
void requireCoarseTimes(Database& from) {
    if (from.integer("SELECT count(*) FROM ledger WHERE kind IN " + sqlKinds({RowKind::TrialReserved}) +
                     " AND length(time) > " + std::to_string(dayLength) +
                     " AND json_extract(body, '$.role') = 'selection'") > 0) {
        refuse(
            Sentence("'{1}' holds a private selection whose rows have exact times, as an earlier version "
                     "wrote them: they tell how many runs it made; share a report of it in place of a copy",
                     from.file()));
    }
}

/// What rows of earlier versions tell that the chain covers.
std::vector<std::string> remarksOn(Database& from) {
    std::vector<std::string> remarks;
    if (from.integer("SELECT count(*) FROM ledger WHERE length(time) > " + std::to_string(dayLength)) > 0) {
        remarks.emplace_back("the copy has exact times in rows that an earlier version wrote");
    }
    if (from.integer("SELECT count(*) FROM ledger WHERE kind IN " + sqlKinds({RowKind::Experiment}) +
                     " AND coalesce(json_extract(body, "
                     "'$.options.data'), json_extract(body, '$.options.train')) IS NOT NULL") > 0) {
        remarks.emplace_back("the copy has paths of data files in rows that an earlier version wrote");
    }
    return remarks;
}

/// Takes the empty log that reading left beside a project away again, also where no copy was made.
class LogOfReading {
public:
    explicit LogOfReading(fs::path project) : m_project(std::move(project)) {}
    ~LogOfReading() {
        try {
            removeEmptyLog(m_project);
        } catch (const Error&) { // what went wrong with the project has been told
            return;
        }
    }
    LogOfReading(const LogOfReading&) = delete;
    LogOfReading& operator=(const LogOfReading&) = delete;

private:
    fs::path m_project;
};

} // namespace

void checkNoneThere(const fs::path& destination) {
    std::error_code error;
    if (fs::exists(destination, error)) {
        failUsage(Sentence("'{1}' is there already; export to another name", destination.string()));
    }
}

std::vector<std::string> exportCopy(const fs::path& project, const fs::path& destination) {
    checkNoneThere(destination);
    const LogOfReading log(project);
    const TemporaryDatabase made(destination);
    Database from(project.string(), readingModeOf(project));
    requireProject(from);
    requireCoarseTimes(from);
    std::vector<std::string> remarks = remarksOn(from);
    {
        const ReadSnapshot snapshot(from);
        Database to(made.path().string(), OpenMode::Create);
        Transaction transaction(to);
        to.execute("PRAGMA application_id = " + std::to_string(sharedCopyApplicationId) +
                   "; PRAGMA user_version = " + std::to_string(projectVersion));
        to.execute(projectSchema);
        copyRows(from, to);
        copyBlobs(from, to);
        transaction.commit();
    }
    if (made.moveOrReplace() != TemporaryDatabase::Moved::Yes) {
        fail(Sentence("can't write '{1}': {2}", destination.string(), std::strerror(errno)));
    }
    return remarks;
}

} // namespace parsimony::ledger
