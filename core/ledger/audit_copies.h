// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit.h"

#include <filesystem>

namespace parsimony::ledger {

/// Verifies two files of one project and says where they part: a problem where both go on after their last
/// common row, since a charge buys one release and two files may hold two; a note where one is the older copy
/// of the other. The report is that of `first`, with what is wrong with `second`. Throws Error(Usage) for
/// files of two projects, Error(Failed) where nothing is wrong but that a newer program wrote rows, else as
/// audit does.
[[nodiscard]] AuditReport auditCopies(const std::filesystem::path& first,
                                      const std::filesystem::path& second);

} // namespace parsimony::ledger
