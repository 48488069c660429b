// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/ledger_text.h"

#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/ledger/chain.h"
#include "core/ledger/schema.h"
#include "core/ledger/sqlite.h"
#include "core/privacy/spend_sum.h"
#include "tests/fuzz/ledger_lines.h"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace parsimony::fuzzing {

namespace {

using ledger::Bytes;
using ledger::Database;
using ledger::Statement;

/// Each allocation takes a lock to be counted, a tenth of a hunt's time, unless SQLite is told so first of
/// all.
[[maybe_unused]] const int s_uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

constexpr const char* kColumnsOfChain = "seq,time,kind,dataset,part,experiment,trial,class,mu_squared,"
                                        "mu_squared_exact,epsilon,delta,salt,commitment,body";

// Who reads it never comes to an end.
constexpr const char* kEndlessView =
    "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x AS seq, x AS time, x AS kind, "
    "x "
    "AS dataset, x AS part, x AS experiment, x AS trial, x AS class, x AS mu_squared, x AS mu_squared_exact, "
    "x "
    "AS epsilon, x AS delta, x AS salt, x AS commitment, x AS body, x AS prev, x AS hash, x AS sha256, x AS "
    "bytes, x AS attempt, x AS step, x AS state FROM r";

Bytes bytesOfCell(std::string_view cell) {
    try {
        return fromHex(cell.substr(1));
    } catch (const Error&) { // mutated digits
        return {};
    }
}

/// Binds what a cell holds.
void bindCell(Statement& statement, std::string_view cell) {
    const std::string_view value = cell.substr(cell.empty() ? 0 : 1);
    switch (cell.empty() ? 'n' : cell.front()) {
    case 'i':
        statement.bind(static_cast<std::int64_t>(std::strtoll(std::string(value).c_str(), nullptr, 10)));
        break;
    case 'r':
        statement.bind(std::strtod(std::string(value).c_str(), nullptr));
        break;
    case 't':
        statement.bind(value.find('\\') == std::string_view::npos ? value
                                                                  : std::string_view(unescaped(value)));
        break;
    case 'b':
        statement.bind(std::span<const std::uint8_t>(bytesOfCell(cell)));
        break;
    default:
        statement.bind(std::nullopt);
    }
}

std::string cellOf(const Statement& row, int column) {
    switch (row.type(column)) {
    case 'i':
        return "i" + std::to_string(row.integer(column));
    case 'r': {
        char text[64];
        std::snprintf(text, sizeof text, "r%a", row.real(column));
        return text;
    }
    case 't':
        return "t" + escaped(row.textView(column));
    case 'b':
        return "b" + toHex(row.blobView(column));
    default:
        return "";
    }
}

/// What follows from other cells, where those say it.
std::string followingCommitment(const Line& line) {
    if (line.cell(LedgerCell::Class) != "tcurator" || !line.cell(LedgerCell::Salt).starts_with('b')) {
        return "";
    }
    const std::string& body = line.cell(LedgerCell::Body);
    return "b" + toHex(ledger::commitmentOf(bytesOfCell(line.cell(LedgerCell::Salt)),
                                            body.empty() ? body : unescaped(body.substr(1))));
}

std::string followingMuSquared(const Line& line) {
    const std::string& exact = line.cell(LedgerCell::MuSquaredExact);
    try {
        if (exact.starts_with('t')) {
            char text[64];
            std::snprintf(text, sizeof text, "r%a", SpendSum::fromText(exact.substr(1), "sum").upper());
            return text;
        }
    } catch (const Error&) { // no sum
    }
    return "";
}

/// An empty project in memory, that rows are laid into for the time of one file.
class Layer {
public:
    Layer() {
        m_database.execute("PRAGMA page_size = 1024; PRAGMA ignore_check_constraints = 1");
        m_database.execute(ledger::projectSchema);
        sqlite3_db_config(m_database.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    }

    void lay(const Lines& lines, const std::string& path) {
        const ledger::Transaction transaction(m_database); // undone
        m_given.clear();
        for (const Line& line : lines) {
            try {
                take(line);
            } catch (const Error&) { // what no file can hold
            }
        }
        linkRows();
        for (const Line& line : lines) { // at last: rows are laid into what is there
            try {
                changeSchema(line);
            } catch (const Error&) { // there is none of that name, or another needs it
            }
        }
        write(path);
    }

private:
    void take(const Line& line) {
        switch (line.table()) {
        case 'p':
            m_database.execute("PRAGMA application_id = " + std::to_string(numberOf(line.cell(0))) +
                               "; PRAGMA user_version = " + std::to_string(numberOf(line.cell(1))));
            break;
        case 'l':
            takeRow(line);
            break;
        case 'b':
            insert("INSERT OR IGNORE INTO blobs VALUES (?, ?)",
                   {line.cell(0).empty() ? hashOfCell(line.cell(1)) : line.cell(0), line.cell(1)});
            break;
        case 'c':
            insert("INSERT OR IGNORE INTO checkpoints VALUES (?, ?, ?, ?, ?)",
                   {line.cell(0), line.cell(1), line.cell(2),
                    line.cell(3).empty() ? hashOfCell(line.cell(4)) : line.cell(3), line.cell(4)});
            break;
        case 'k':
            insert("INSERT OR IGNORE INTO clocks (seq, time) VALUES (?, ?)", {line.cell(0), line.cell(1)});
            break;
        default:
            break;
        }
    }

    void takeRow(const Line& line) {
        static const std::string sql = std::string("INSERT OR IGNORE INTO ledger (") + kColumnsOfChain +
                                       ",prev,hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
        static const std::string none = "b" + std::string(64, '0');
        std::vector<std::string_view> cells;
        for (std::size_t i = 0; i < kLedgerCells; ++i) {
            cells.emplace_back(line.cell(i));
        }
        const auto follow = [&cells](LedgerCell cell, std::string_view value) {
            std::string_view& there = cells[static_cast<std::size_t>(cell)];
            there = there.empty() ? value : there;
        };
        const std::string commitment = followingCommitment(line);
        const std::string muSquared = followingMuSquared(line);
        follow(LedgerCell::Commitment, commitment);
        follow(LedgerCell::MuSquared, muSquared);
        follow(LedgerCell::Prev, none);
        follow(LedgerCell::Hash, none);
        insert(sql, cells);
        if (!line.cell(LedgerCell::Prev).empty() || !line.cell(LedgerCell::Hash).empty()) {
            m_given.insert(sqlite3_last_insert_rowid(m_database.handle()));
        }
    }

    void insert(const std::string& sql, const std::vector<std::string_view>& cells) {
        auto statement = m_database.prepare(sql);
        for (const std::string_view cell : cells) {
            bindCell(statement, cell);
        }
        statement.run();
    }

    static std::int64_t numberOf(const std::string& cell) {
        return cell.empty() ? 0 : std::strtoll(cell.c_str() + 1, nullptr, 10);
    }

    static std::string hashOfCell(const std::string& cell) {
        return "b" + toHex(sha256(std::span<const std::uint8_t>(bytesOfCell(cell))));
    }

    void linkRows() {
        struct Link {
            std::int64_t seq;
            Digest prev, hash;
        };
        std::vector<Link> links;
        {
            Digest previous{};
            auto rows = m_database.prepare(std::string("SELECT ") + kColumnsOfChain +
                                           ", hash FROM ledger NOT INDEXED ORDER BY seq");
            while (rows.step()) {
                const std::int64_t seq = rows.integer(0);
                Link link{seq, previous, ledger::hashOfSelectedRow(rows, previous)};
                if (m_given.count(seq) > 0) {
                    link.hash = {};
                    const auto hash = rows.blobView(15);
                    std::copy_n(hash.begin(), std::min(hash.size(), link.hash.size()), link.hash.begin());
                } else {
                    links.push_back(link);
                }
                previous = link.hash;
            }
        }
        auto update = m_database.prepare("UPDATE ledger SET prev = ?, hash = ? WHERE seq = ?");
        for (const Link& link : links) {
            update.bind(std::span<const std::uint8_t>(link.prev))
                .bind(std::span<const std::uint8_t>(link.hash))
                .bind(link.seq)
                .run();
        }
    }

    void changeSchema(const Line& line) {
        const std::string name = quoted(line.cell(0));
        if (line.table() == 'v') {
            m_database.execute("CREATE VIEW " + name + " AS " + kEndlessView);
        } else if (line.table() == 'd') {
            auto types = m_database.prepare("SELECT type FROM sqlite_schema WHERE name = ?");
            bindCell(types, line.cell(0));
            const std::string type = types.step() ? types.text(0) : "";
            types.reset();
            if (!type.empty()) {
                m_database.execute("DROP " + type + " " + name);
            }
        }
    }

    static std::string quoted(const std::string& cell) {
        std::string name = "\"";
        for (const char c : cell.empty() ? cell : unescaped(cell.substr(1))) {
            name.append(c == '"' ? 2 : 1, c);
        }
        return name + '"';
    }

    void write(const std::string& path) {
        sqlite3_int64 size = 0;
        auto* bytes = reinterpret_cast<char*>(sqlite3_serialize(m_database.handle(), "main", &size, 0));
        std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes, size);
        sqlite3_free(bytes);
    }

    Database m_database{":memory:", ledger::OpenMode::Create};
    std::set<std::int64_t> m_given; ///< rows that say their links themselves
};

void addLine(std::string& text, char table, std::vector<std::string> cells) {
    while (!cells.empty() && cells.back().empty()) {
        cells.pop_back();
    }
    text += table;
    for (const std::string& cell : cells) {
        text += '\t' + cell;
    }
    text += '\n';
}

void addLedgerRows(std::string& text, Database& database) {
    auto rows =
        database.prepare(std::string("SELECT ") + kColumnsOfChain + " FROM ledger NOT INDEXED ORDER BY seq");
    for (std::int64_t last = 0; rows.step(); last = rows.integer(0)) {
        Line line("l");
        for (int column = 0; column <= static_cast<int>(LedgerCell::Body); ++column) {
            line.set(static_cast<std::size_t>(column), cellOf(rows, column));
        }
        const auto leave = [&line](LedgerCell cell, const std::string& following) {
            if (line.cell(cell) == following) {
                line.set(static_cast<std::size_t>(cell), "");
            }
        };
        leave(LedgerCell::Seq, "i" + std::to_string(last + 1));
        leave(LedgerCell::Commitment, followingCommitment(line));
        leave(LedgerCell::MuSquared, followingMuSquared(line));
        text += line.text();
    }
}

void addRows(std::string& text, char table, Database& database, const char* sql, int hash) {
    auto rows = database.prepare(sql);
    while (rows.step()) {
        std::vector<std::string> cells;
        for (int column = 0; column < rows.columns(); ++column) {
            const bool follows = column == hash; // the bytes come last
            const std::string cell = cellOf(rows, column);
            cells.push_back(follows && cell == "b" + toHex(sha256(rows.blobView(rows.columns() - 1))) ? ""
                                                                                                      : cell);
        }
        addLine(text, table, std::move(cells));
    }
}

} // namespace

bool isLedgerText(std::string_view bytes) {
    return bytes.starts_with("p\t");
}

std::string ledgerTextOf(const std::string& path) {
    Database database(path, ledger::OpenMode::ReadOnly);
    std::string text;
    addLine(text, 'p',
            {"i" + std::to_string(database.integer("PRAGMA application_id")),
             "i" + std::to_string(database.integer("PRAGMA user_version"))});
    addLedgerRows(text, database);
    addRows(text, 'b', database, "SELECT sha256, bytes FROM blobs", 0);
    addRows(text, 'c', database, "SELECT trial, attempt, step, sha256, state FROM checkpoints", 3);
    if (database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'clocks'") > 0) {
        addRows(text, 'k', database, "SELECT seq, time FROM clocks ORDER BY seq", -1);
    }
    return text;
}

void layLedger(std::string_view text, const std::string& path) {
    static Layer layer;
    layer.lay(linesOf(text), path);
}

} // namespace parsimony::fuzzing
