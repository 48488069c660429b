// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/base/sha256.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

struct AuditProblem {
    std::int64_t row = 0; ///< of the ledger; 0: the file as a whole
    Sentence what;        ///< of a row: goes on after its number
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

/// Why a stored plan can't be read.
struct UnreadPlan {
    Sentence why;
    /// Of a format that is known, or none: no version of the program has written it so. Else a newer one has.
    bool isDamaged = false;
};

/// Reads a stored plan as what runs it does; says why it can't be read.
using PlanReader = std::function<std::optional<UnreadPlan>(std::string_view plan)>;

struct AuditReport {
    std::int64_t rows = 0;
    Digest tip{}; ///< hash of the last row
    std::vector<AuditFigure> figures;
    std::vector<AuditFigure> earlierFigures; ///< as of the row that AuditOptions::earlierRow names
    std::vector<AuditProblem> problems;
    /// What the registry knows of private rows and the ledger lacks: for the curator's eyes alone, and no
    /// part of the verdict (PRIVACY rule 20).
    std::vector<AuditProblem> curatorProblems;
    std::vector<Sentence> notes; ///< worth knowing, nothing wrong
    /// Where nothing is wrong but that a newer program wrote rows: that it did. What `problems` then holds
    /// is those rows, and what this version makes of the ones behind them.
    std::optional<Sentence> newer;
    [[nodiscard]] std::vector<std::string> notesInEnglish() const;
    [[nodiscard]] bool ok() const { return problems.empty(); }
    /// Throws Error(Failed) for `newer`, as whoever opens the project does: it was not verified, and is no
    /// forgery.
    void requireKnown() const;
};

} // namespace parsimony::ledger
