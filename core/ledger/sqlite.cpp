// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/sqlite.h"

#include "core/base/sentence.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <utility>

namespace parsimony::ledger {

namespace {

constexpr std::int64_t noticeMilliseconds = 500; // who waits longer is told so

std::int64_t monotonicMilliseconds() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

// '?', '#' and '%' have a meaning in SQLite's URIs.
std::string uriOf(const std::string& file, const char* parameters) {
    std::string uri = "file:";
    for (const char c : file) {
        switch (c) {
        case '%':
            uri += "%25";
            break;
        case '?':
            uri += "%3f";
            break;
        case '#':
            uri += "%23";
            break;
        default:
            uri += c;
        }
    }
    return uri + "?" + parameters;
}

} // namespace

void failSqlite(sqlite3* database, int code, const std::string& file) {
    const std::string detail = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        fail(Sentence(
            "'{1}' is not a Parsimony project or registry: it is no SQLite file; choose another file", file));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        fail(Sentence(
            "'{1}' is locked: another process kept it for 30 seconds; try again when that one is done",
            file));
    case SQLITE_READONLY:
    case SQLITE_PERM:
        fail(Sentence("'{1}' can't be written ({2}); copy it to a folder you may write to", file, detail));
    case SQLITE_FULL:
        fail(Sentence("no space left on the disk of '{1}'; free some and try again, nothing was lost", file));
    case SQLITE_CORRUPT:
        fail(Sentence("'{1}' is damaged ({2}); restore it from a copy", file, detail));
    case SQLITE_CANTOPEN:
        fail(Sentence("can't open '{1}' ({2}); check that the folder exists and may be read", file, detail));
    case SQLITE_IOERR:
        fail(Sentence("reading or writing '{1}' failed ({2}); check the disk and its free space", file,
                      detail));
    case SQLITE_CONSTRAINT:
        fail(Sentence("'{1}' refused a change ({2}): its history can only be added to", file, detail));
    case SQLITE_ERROR:
        fail(Sentence("'{1}' is not laid out as this version of Parsimony expects ({2}); open it with the "
                      "version that wrote it, or restore it from a copy",
                      file, detail));
    default:
        fail(Sentence("'{1}': {2}", file, detail));
    }
}

Database::Database(const std::string& file, OpenMode mode, int busyMilliseconds)
    : m_file(file), m_busyMilliseconds(busyMilliseconds) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
    const char* parameters = "mode=rw";
    switch (mode) {
    case OpenMode::ReadWrite:
        flags |= SQLITE_OPEN_READWRITE;
        break;
    case OpenMode::Create:
        flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        parameters = "mode=rwc";
        break;
    case OpenMode::ReadOnly:
        flags |= SQLITE_OPEN_READONLY;
        parameters = "mode=ro";
        break;
    case OpenMode::Immutable:
        flags |= SQLITE_OPEN_READONLY;
        parameters = "mode=ro&immutable=1";
        break;
    }
    const int code = sqlite3_open_v2(uriOf(file, parameters).c_str(), &m_database, flags, nullptr);
    if (code != SQLITE_OK) {
        sqlite3* const broken = std::exchange(m_database, nullptr);
        struct Closer {
            sqlite3* database;
            ~Closer() { sqlite3_close(database); }
        } const closer{broken};
        failSqlite(broken, code, file);
    }
    m_mark.emplace(file);
    sqlite3_busy_handler(m_database, &Database::waitForOthers, this);
    // A crafted file must not be able to run SQL functions of its own choosing through views or triggers.
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(m_database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

Database::~Database() {
    for (const auto& [sql, statement] : m_idle) {
        sqlite3_finalize(statement);
    }
    // close_v2 would leave a zombie that never checkpoints; every statement is gone before its database.
    if (sqlite3_close(m_database) != SQLITE_OK) {
        sqlite3_close_v2(m_database);
    }
}

// Each trial says the same few dozen texts again; to parse and plan them took a sixth of what a row costs.
IdleStatements::node_type Database::take(std::string_view sql) {
    if (const auto found = m_idle.find(sql); found != m_idle.end()) {
        return m_idle.extract(found);
    }
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(m_database, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) {
        failSqlite(m_database, code, m_file);
    }
    IdleStatements made;
    made.emplace(sql, statement);
    return made.extract(made.begin());
}

void Database::giveBack(IdleStatements::node_type entry) noexcept {
    constexpr std::size_t kMost =
        100; // texts made for one occasion, with a list in them, are not kept for ever
    sqlite3_stmt* const statement = entry.mapped();
    if (m_idle.size() >= kMost || !m_idle.insert(std::move(entry)).inserted) {
        sqlite3_finalize(statement); // there is one of that text already
    }
}

void Database::execute(const std::string& sql) {
    const int code = sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        failSqlite(m_database, code, m_file);
    }
}

void Database::useWriteAheadLog() {
    int code = SQLITE_BUSY;
    for (int attempts = 0; (code & 0xff) == SQLITE_BUSY; ++attempts) {
        code = sqlite3_exec(m_database, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
        if ((code & 0xff) == SQLITE_BUSY && waitForOthers(this, attempts) == 0) {
            break;
        }
    }
    if (code != SQLITE_OK) {
        failSqlite(m_database, code, m_file);
    }
}

std::int64_t Database::integer(const std::string& sql) {
    auto statement = prepare(sql);
    return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const std::string& sql) {
    auto statement = prepare(sql);
    return statement.step() ? statement.text(0) : std::string();
}

std::vector<std::string> Database::faults(int most) {
    auto check = prepare("PRAGMA integrity_check(" + std::to_string(most) + ")");
    std::vector<std::string> found;
    while (check.step()) {
        found.push_back(check.text(0));
    }
    if (found == std::vector<std::string>{"ok"}) { // the one row of a file without a fault
        found.clear();
    }
    return found;
}

bool Database::inTransaction() const {
    return sqlite3_get_autocommit(m_database) == 0;
}

// SQLite's own handler waits ever longer, so that newcomers overtake those who wait. Here the pause shrinks
// with the time waited, and is random, so that nobody starves among many.
int Database::waitForOthers(void* self, int attempts) {
    auto* database = static_cast<Database*>(self);
    const std::int64_t now = monotonicMilliseconds();
    if (attempts == 0) {
        database->m_waitStart = now;
        database->m_waitTold = false;
    }
    const std::int64_t waited = now - database->m_waitStart;
    if (waited >= database->m_busyMilliseconds) {
        return 0;
    }
    if (waited >= noticeMilliseconds && !database->m_waitTold && database->m_onWait) {
        database->m_waitTold = true;
        database->m_onWait("waiting for another program that works with '" + database->m_file + "', up to " +
                           std::to_string(database->m_busyMilliseconds / 1000) + " s");
    }
    thread_local std::minstd_rand generator{std::random_device{}()};
    const auto longest = static_cast<int>(std::clamp<std::int64_t>(12000 - waited, 1000, 12000));
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::uniform_int_distribution<int>(200, longest)(generator)));
    return 1;
}

BlobPieces::BlobPieces(Database& database, const char* table, const char* column, std::int64_t row, Use use)
    : m_database(database) {
    const int code =
        sqlite3_blob_open(database.handle(), "main", table, column, row, use == Use::Write ? 1 : 0, &m_blob);
    if (code != SQLITE_OK) {
        failSqlite(database.handle(), code, database.file());
    }
}

BlobPieces::~BlobPieces() {
    sqlite3_blob_close(m_blob);
}

std::size_t BlobPieces::size() const {
    return static_cast<std::size_t>(sqlite3_blob_bytes(m_blob));
}

void BlobPieces::read(std::size_t offset, std::span<std::uint8_t> out) const {
    const int code =
        sqlite3_blob_read(m_blob, out.data(), static_cast<int>(out.size()), static_cast<int>(offset));
    if (code != SQLITE_OK) {
        failSqlite(m_database.handle(), code, m_database.file());
    }
}

void BlobPieces::write(std::size_t offset, std::span<const std::uint8_t> bytes) {
    const int code =
        sqlite3_blob_write(m_blob, bytes.data(), static_cast<int>(bytes.size()), static_cast<int>(offset));
    if (code != SQLITE_OK) {
        failSqlite(m_database.handle(), code, m_database.file());
    }
}

Transaction::Transaction(Database& database) : m_database(database), m_open(!database.inTransaction()) {
    if (m_open) {
        m_database.execute("BEGIN IMMEDIATE");
    }
}

Transaction::~Transaction() {
    // After some errors (disk full, I/O) SQLite has rolled back by itself.
    if (m_open && m_database.inTransaction()) {
        sqlite3_exec(m_database.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

void Transaction::commit() {
    if (m_open) {
        m_database.execute("COMMIT");
        m_open = false;
    }
}

ReadSnapshot::ReadSnapshot(Database& database) : m_database(database), m_own(!database.inTransaction()) {
    if (m_own) {
        m_database.execute("BEGIN");
    }
}

ReadSnapshot::~ReadSnapshot() {
    if (m_own && m_database.inTransaction()) {
        sqlite3_exec(m_database.handle(), "COMMIT", nullptr, nullptr, nullptr);
    }
}

} // namespace parsimony::ledger
