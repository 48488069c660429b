// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace parsimony::ledger {

inline constexpr std::int64_t projectVersion = 1; ///< `user_version`: layout of tables and bodies

/// Tables, triggers, indexes and views of a project file.
extern const std::string projectSchema;

/// The exact times of rows, behind CREATE: projects of earlier versions get it when they are opened.
inline constexpr const char* clocksTable =
    "TABLE IF NOT EXISTS clocks (seq INTEGER PRIMARY KEY, time TEXT NOT NULL)";

/// In a query of `ledger`: a row's exact time where the project holds it, and its day in shared copies.
inline constexpr const char* exactTime =
    "coalesce((SELECT c.time FROM clocks c WHERE c.seq = ledger.seq), ledger.time)";

/// Letters of a row's time that the chain covers: the day. What follows tells how long a run took, and with
/// that how many runs a private selection made (PRIVACY rules 22 and 30).
inline constexpr std::size_t dayLength = 10;

} // namespace parsimony::ledger
