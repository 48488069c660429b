// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/open_databases.h"
#include "core/ledger/wait_notice.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_blob;
struct sqlite3_stmt;

namespace parsimony::ledger {

using Bytes = std::vector<std::uint8_t>;

class Database;

/// Prepared statements that nobody uses at the moment, by their text.
using IdleStatements = std::map<std::string, sqlite3_stmt*, std::less<>>;

/// A prepared statement; its database keeps it for whoever asks for the same text next. Parameters are bound
/// in order; SQLite's errors arrive as parsimony::Error.
class Statement {
public:
    Statement(Database& database, std::string_view sql);
    ~Statement();
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&&) = delete;
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(std::int64_t value);
    Statement& bind(int value) { return bind(static_cast<std::int64_t>(value)); }
    Statement& bind(double value);
    Statement& bind(std::string_view value);
    Statement& bind(const char* value) { return bind(std::string_view(value)); }
    Statement& bind(std::span<const std::uint8_t> value);
    Statement& bind(std::nullopt_t);
    template <class T>
    Statement& bind(const std::optional<T>& value) {
        return value ? bind(*value) : bind(std::nullopt);
    }
    /// An id of 0 ("none") is bound as NULL.
    template <class Tag>
    Statement& bind(Id<Tag> id) {
        return id.valid() ? bind(id.value()) : bind(std::nullopt);
    }

    /// Advances to the next row; false at the end.
    bool step();
    /// Runs a statement that returns no rows, then makes it ready for new parameters.
    void run();
    /// Forgets rows and parameters.
    void reset();

    [[nodiscard]] int columns() const;
    [[nodiscard]] bool isNull(int column) const;
    /// SQLite's storage class of a value: 'n', 'i', 'r', 't' or 'b'.
    [[nodiscard]] char type(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string text(int column) const;
    /// Valid until the next step.
    [[nodiscard]] std::string_view textView(int column) const;
    [[nodiscard]] std::span<const std::uint8_t> blobView(int column) const;
    [[nodiscard]] Bytes blob(int column) const;

private:
    [[noreturn]] void failed(int code) const;

    Database* m_database;
    IdleStatements::node_type m_entry; ///< none of one that was moved from
    sqlite3_stmt* m_statement = nullptr;
    int m_bound = 0;
};

/// How a database file is opened.
enum class OpenMode {
    ReadWrite,
    Create,    ///< read and write; the file is made when it is not there
    ReadOnly,  ///< may need to write SQLite's shared-memory file beside it
    Immutable, ///< a file that nobody writes, in a folder that can't be written
};

/// One connection. Belongs to one thread at a time. Waits up to `busyMilliseconds` for other processes.
class Database {
public:
    Database(const std::string& file, OpenMode mode, int busyMilliseconds = 30000);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] sqlite3* handle() const { return m_database; }
    void execute(const std::string& sql);
    /// Keeps the journal as a write-ahead log from now on. Takes the file alone for a moment, which SQLite
    /// does not wait for by itself: while others open the same file it says "busy" at once.
    void useWriteAheadLog();
    [[nodiscard]] Statement prepare(std::string_view sql) { return {*this, sql}; }
    [[nodiscard]] std::int64_t integer(const std::string& sql);
    [[nodiscard]] std::string text(const std::string& sql);
    /// What is wrong with the file by SQLite's own check, so many things at most.
    [[nodiscard]] std::vector<std::string> faults(int most);
    [[nodiscard]] bool inTransaction() const;
    void onWait(WaitNotice notice) { m_onWait = std::move(notice); }

private:
    friend class Statement;
    static int waitForOthers(void* self, int attempts);
    /// A statement of that text that nobody uses, or a new one.
    [[nodiscard]] IdleStatements::node_type take(std::string_view sql);
    void giveBack(IdleStatements::node_type entry) noexcept;

    std::string m_file;
    int m_busyMilliseconds;
    std::int64_t m_waitStart = 0;
    bool m_waitTold = false;
    WaitNotice m_onWait;
    sqlite3* m_database = nullptr;
    IdleStatements m_idle;
    std::optional<OpenDatabaseMark> m_mark; ///< until it is closed
};

/// A large value of one row of a table, in place: nobody needs to hold all of it. It belongs to the
/// transaction that it was opened in, and its length stays.
class BlobPieces {
public:
    enum class Use { Read, Write };
    BlobPieces(Database& database, const char* table, const char* column, std::int64_t row,
               Use use = Use::Read);
    ~BlobPieces();
    BlobPieces(const BlobPieces&) = delete;
    BlobPieces& operator=(const BlobPieces&) = delete;

    [[nodiscard]] std::size_t size() const;
    void read(std::size_t offset, std::span<std::uint8_t> out) const;
    void write(std::size_t offset, std::span<const std::uint8_t> bytes);

private:
    Database& m_database;
    sqlite3_blob* m_blob = nullptr;
};

/// BEGIN IMMEDIATE … COMMIT; rolled back unless committed. Inside another transaction it is a part of that
/// one.
class Transaction {
public:
    explicit Transaction(Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    Database& m_database;
    bool m_open = true; ///< false too where the outer transaction does the work
};

/// BEGIN … END: several reads of one state of the file. Blocks nobody.
class ReadSnapshot {
public:
    explicit ReadSnapshot(Database& database);
    ~ReadSnapshot();
    ReadSnapshot(const ReadSnapshot&) = delete;
    ReadSnapshot& operator=(const ReadSnapshot&) = delete;

private:
    Database& m_database;
    bool m_own = false;
};

/// Throws the Error that tells the user what the SQLite result `code` means for `file`.
[[noreturn]] void failSqlite(sqlite3* database, int code, const std::string& file);

} // namespace parsimony::ledger
