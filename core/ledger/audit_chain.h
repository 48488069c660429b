// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit_report.h"
#include "core/ledger/sqlite.h"

#include <string>
#include <vector>

namespace parsimony::ledger {

/// What the file's bytes say, whatever they mean.
struct ChainReport {
    std::int64_t rows = 0;
    Digest tip{};
    std::vector<AuditProblem> problems;
    std::vector<Sentence> notes;
};

/// SQLite's own check of pages and indexes, then the numbers, hashes, links and commitments of rows up to
/// `last`, on a connection of its own. Never throws for damage.
[[nodiscard]] ChainReport verifyChain(const std::string& file, OpenMode mode, std::int64_t last);

} // namespace parsimony::ledger
