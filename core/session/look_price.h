// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <cstdint>

namespace parsimony::session {

/// What a look at so many private rows takes of their part at most, as ε, rounded up; 0 rows: their number is
/// not known. The look itself takes less where its part has less left.
[[nodiscard]] double mostEpsilonOfLook(const BudgetSnapshot& budget, std::uint64_t records);

} // namespace parsimony::session
