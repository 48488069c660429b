// SPDX-License-Identifier: GPL-3.0-or-later
// Statements: values bound to them, and those of the row they are at.
#include "core/ledger/sqlite.h"

#include <sqlite3.h>

#include <utility>

namespace parsimony::ledger {

Statement::Statement(Database& database, std::string_view sql)
    : m_database(&database), m_entry(database.take(sql)), m_statement(m_entry.mapped()) {}

Statement::~Statement() {
    if (!m_entry.empty()) {
        reset();
        m_database->giveBack(std::move(m_entry));
    }
}

Statement::Statement(Statement&& other) noexcept
    : m_database(other.m_database), m_entry(std::move(other.m_entry)), m_statement(other.m_statement),
      m_bound(other.m_bound) {}

void Statement::failed(int code) const {
    failSqlite(m_database->handle(), code, m_database->file());
}

Statement& Statement::bind(std::int64_t value) {
    if (const int code = sqlite3_bind_int64(m_statement, ++m_bound, value); code != SQLITE_OK) {
        failed(code);
    }
    return *this;
}

Statement& Statement::bind(double value) {
    if (const int code = sqlite3_bind_double(m_statement, ++m_bound, value); code != SQLITE_OK) {
        failed(code);
    }
    return *this;
}

Statement& Statement::bind(std::string_view value) {
    const char* data = value.data() != nullptr ? value.data() : "";
    const int code =
        sqlite3_bind_text64(m_statement, ++m_bound, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    if (code != SQLITE_OK) {
        failed(code);
    }
    return *this;
}

Statement& Statement::bind(std::span<const std::uint8_t> value) {
    static const std::uint8_t nothing = 0;
    const void* data = value.empty() ? &nothing : value.data(); // a null pointer would bind NULL
    const int code = sqlite3_bind_blob64(m_statement, ++m_bound, data, value.size(), SQLITE_TRANSIENT);
    if (code != SQLITE_OK) {
        failed(code);
    }
    return *this;
}

Statement& Statement::bind(std::nullopt_t) {
    if (const int code = sqlite3_bind_null(m_statement, ++m_bound); code != SQLITE_OK) {
        failed(code);
    }
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code != SQLITE_DONE) {
        failed(code);
    }
    return false;
}

void Statement::run() {
    while (step()) {
    }
    reset();
}

void Statement::reset() {
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
    m_bound = 0;
}

int Statement::columns() const {
    return sqlite3_column_count(m_statement);
}

bool Statement::isNull(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

char Statement::type(int column) const {
    switch (sqlite3_column_type(m_statement, column)) {
    case SQLITE_INTEGER:
        return 'i';
    case SQLITE_FLOAT:
        return 'r';
    case SQLITE_TEXT:
        return 't';
    case SQLITE_BLOB:
        return 'b';
    default:
        return 'n';
    }
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(m_statement, column);
}

std::string Statement::text(int column) const {
    return std::string(textView(column));
}

std::string_view Statement::textView(int column) const {
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return data == nullptr
               ? std::string_view()
               : std::string_view(data, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
}

std::span<const std::uint8_t> Statement::blobView(int column) const {
    const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement, column));
    return {data, data == nullptr ? 0U : static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

Bytes Statement::blob(int column) const {
    const auto view = blobView(column);
    return {view.begin(), view.end()};
}

} // namespace parsimony::ledger
