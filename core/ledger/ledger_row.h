// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/ledger/sqlite.h"

namespace parsimony::ledger {

/// What a query selects for readLedgerRow, but for the body, which a reader may hold back.
inline constexpr const char* rowColumns = "seq, time, kind, dataset, part, experiment, trial, class, ";

/// The row that `statement` stands at: rowColumns, then the body or what is shown in its place.
[[nodiscard]] LedgerRow readLedgerRow(const Statement& statement);

} // namespace parsimony::ledger
