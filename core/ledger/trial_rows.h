// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"

#include <filesystem>
#include <vector>

namespace parsimony::ledger {

/// Every row that the ledger has on one trial, oldest first: its reservation with the plan and the events
/// that it is charged for, its starts, releases and end, remarks. The body of a curator row is left out.
/// Finds them by an index, whatever the size of the project, and waits for nobody. Throws Error(Failed) when
/// `project` is missing or is none; Error(Usage) when it has no such trial.
[[nodiscard]] std::vector<LedgerRow> rowsOfTrial(const std::filesystem::path& project, TrialId trial);

} // namespace parsimony::ledger
