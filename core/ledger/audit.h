// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/receipt.h"
#include "core/ledger/records.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::ledger {

class Registry;

struct AuditProblem {
    std::int64_t row = 0; ///< of the ledger; 0: the file as a whole
    std::string what;
};

/// What one part's account comes to, recomputed from the events alone.
struct AuditFigure {
    std::string name, part; ///< of the dataset, and of the part
    double epsilon = 0.0;   ///< everything charged, rounded up
    double delta = 0.0;
    std::optional<double> mu; ///< kind gaussian
    double targetEpsilon = 0.0;
    bool simulated = false;
};

struct AuditReport {
    std::int64_t rows = 0;
    Digest head{}; ///< hash of the last row
    std::vector<AuditFigure> figures;
    std::vector<AuditProblem> problems;
    /// What the registry knows of private rows and the ledger lacks: for the curator's eyes alone, and no
    /// part of the verdict (PRIVACY rule 20).
    std::vector<AuditProblem> curatorProblems;
    std::vector<std::string> notes; ///< worth knowing, nothing wrong
    [[nodiscard]] bool ok() const { return problems.empty(); }
};

struct AuditOptions {
    std::shared_ptr<Registry> registry; ///< compares the last head it remembers
    std::optional<std::string> head;    ///< hexadecimal: this earlier head must be in the chain
    std::optional<Receipt> receipt;     ///< its head must be at its row
};

/// Verifies a project file without changing it: SQLite's own check, the schema, the chain, the order of what
/// happened, every event against its plan and against what the trainer recorded, every account against its
/// cap at the time. Damage is a problem in the report, never a crash. Throws Error(Failed) when the file is
/// no project or can't be read at all, Error(Usage) when `head` is no hash.
[[nodiscard]] AuditReport audit(const std::filesystem::path& file, const AuditOptions& options = {});

} // namespace parsimony::ledger
