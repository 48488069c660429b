// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace parsimony::ledger {

/// Writes a copy of a project that is fit for sharing (PRIVACY rule 23): every row of the ledger, with
/// curator values and their salts left out — the chain holds commitments, so it still verifies — and the
/// released values that rows refer to. No checkpoints, no remains of deleted pages. The copy says what it is
/// and opens read-only. Throws Error(Usage) when `destination` is there already.
void exportCopy(const std::filesystem::path& project, const std::filesystem::path& destination);

} // namespace parsimony::ledger
