// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/row_kind.h"

#include <optional>
#include <string>
#include <string_view>

namespace parsimony::ledger {

/// How a body differs from what its kind of row holds. `resources/verify/verify_ledger.py` has the same
/// table, written by itself.
struct MemberFindings {
    bool wrong = false;                 ///< a member is missing, there twice, or of another type
    std::optional<std::string> unknown; ///< a member that only a newer program can have written
};

/// Looks at the members of a body alone, not at what they hold. Throws Error(Failed) naming `what` where the
/// text is no JSON object.
[[nodiscard]] MemberFindings findingsIn(RowKind kind, std::string_view body, const std::string& what);

} // namespace parsimony::ledger
