// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/row_kind.h"
#include "core/base/sentence.h"
#include "core/ledger/json_members.h"
#include "core/ledger/ledger_row.h"

#include <optional>
#include <string>

namespace parsimony::ledger {

/// How a body differs from what its kind of row holds. `resources/verify/verify_ledger.py` has the same
/// table of rows, written by itself.
struct MemberFindings {
    bool wrong = false;                 ///< a member is missing, there twice, or of another type
    std::optional<std::string> unknown; ///< a member that only a newer program can have written
};

/// Looks at the members of a body alone, not at what they hold.
[[nodiscard]] MemberFindings findingsIn(RowKind kind, const JsonMembers& body);

/// What is wrong with the columns of a row for its kind: its class, what it names, and what it charges.
[[nodiscard]] std::optional<Sentence> wrongForm(const StoredRow& row);

} // namespace parsimony::ledger
