// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/ledger/sqlite.h"

namespace parsimony::ledger {

/// The exact time of a row of `ledger`, where its project holds it; its day in shared copies.
inline constexpr const char* exactTime =
    "coalesce((SELECT c.time FROM clocks c WHERE c.seq = ledger.seq), ledger.time)";

/// What a query selects for readLedgerRow, but for the body, which a reader may hold back.
inline constexpr const char* rowColumns = "seq, coalesce((SELECT c.time FROM clocks c WHERE c.seq = "
                                          "ledger.seq), ledger.time), kind, dataset, part, "
                                          "experiment, trial, class, ";

/// The row that `statement` stands at: rowColumns, then the body or what is shown in its place.
[[nodiscard]] LedgerRow readLedgerRow(const Statement& statement);

} // namespace parsimony::ledger
