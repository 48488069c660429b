// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit.h"

#include <filesystem>
#include <optional>
#include <string>

namespace parsimony::session {

/// The audit of a project, with the registry of this user where there is one; `tip` is an earlier one that
/// must be in the chain, or the file of a receipt that names one. The report tells what the accounts came to
/// at `earlierRow` too. Throws Error(Failed) where nothing is wrong but that a newer program wrote rows, else
/// as ledger::audit() does.
[[nodiscard]] ledger::AuditReport auditOf(const std::filesystem::path& storage,
                                          const std::optional<std::string>& tip = std::nullopt,
                                          const std::optional<std::int64_t>& earlierRow = std::nullopt);

} // namespace parsimony::session
