// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::ledger {

/// Writes a copy of a project that is fit for sharing (PRIVACY rule 23): every row of the ledger, with
/// curator values and their salts left out — the chain holds commitments, so it still verifies — and the
/// released values that rows refer to. No exact times, no paths, no checkpoints, no remains of deleted pages
/// (rule 30). The copy says what it is
/// and opens read-only. Returns what the copy of an earlier version's project
/// still tells, in sentences. Throws Error(Usage) when `destination` is there already, Error(Refused) where
/// an earlier version wrote exact times of a private selection.
std::vector<std::string> exportCopy(const std::filesystem::path& project,
                                    const std::filesystem::path& destination);

/// Throws Error(Usage) when a copy cannot be made there because something is there already.
void checkNoneThere(const std::filesystem::path& destination);

} // namespace parsimony::ledger
