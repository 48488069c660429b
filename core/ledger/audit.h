// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit_report.h"
#include "core/ledger/receipt.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace parsimony::ledger {

class Registry;

struct AuditOptions {
    std::shared_ptr<Registry> registry; ///< compares the last tip it remembers
    std::optional<std::string> tip;     ///< hexadecimal: this earlier tip must be in the chain
    std::optional<Receipt> receipt;     ///< its tip must be at its row
    std::optional<std::int64_t>
        earlierRow;      ///< what the accounts came to when this row was the last is told too
    PlanReader readPlan; ///< absent: of plans only what the ledger itself asks of them is looked at
};

/// Verifies a project file without changing it: SQLite's own check, the schema, the chain, the order of what
/// happened, every event against its plan and against what the trainer recorded, every account against its
/// cap at the time. Damage is a problem in the report, never a crash. Throws Error(Failed) when the file is
/// no project or can't be read at all, Error(Usage) when `tip` is no hash.
[[nodiscard]] AuditReport audit(const std::filesystem::path& file, const AuditOptions& options = {});

} // namespace parsimony::ledger
