// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/sqlite.h"

#include <concepts>
#include <filesystem>
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

} // namespace parsimony::ledger
