// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/chain.h"
#include "core/ledger/sqlite.h"

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// What a forger with the file in hands can do: the triggers are taken away and put back as they were.
template <std::invocable<Database&> Change>
void forge(const std::filesystem::path& file, const Change& change) {
    Database database(file.string(), OpenMode::ReadWrite);
    std::vector<std::pair<std::string, std::string>> triggers;
    {
        auto schema = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
        while (schema.step()) {
            triggers.emplace_back(schema.text(0), schema.text(1));
        }
    }
    for (const auto& [name, sql] : triggers) {
        database.execute("DROP TRIGGER \"" + name + '"');
    }
    change(database);
    for (const auto& [name, sql] : triggers) {
        database.execute(sql);
    }
}

inline void forge(const std::filesystem::path& file, const std::string& sql) {
    forge(file, [&sql](Database& database) { database.execute(sql); });
}

/// Makes the chain fit the rows again, as a forger who knows the format would.
inline void rechain(Database& database) {
    const auto count = database.integer("SELECT max(seq) FROM ledger");
    Digest previous{};
    for (std::int64_t seq = 1; seq <= count; ++seq) {
        Digest hash{};
        {
            auto row =
                database.prepare("SELECT " + std::string(chainedColumns) + " FROM ledger WHERE seq = ?");
            row.bind(seq).step();
            hash = hashOfSelectedRow(row, previous);
        }
        database.prepare("UPDATE ledger SET prev = ?, hash = ? WHERE seq = ?")
            .bind(std::span<const std::uint8_t>(previous))
            .bind(std::span<const std::uint8_t>(hash))
            .bind(seq)
            .run();
        previous = hash;
    }
}

/// A change whose chain fits again.
inline void forgeWhole(const std::filesystem::path& file, const std::string& sql) {
    forge(file, [&sql](Database& database) {
        database.execute(sql);
        rechain(database);
    });
}

} // namespace parsimony::ledger
