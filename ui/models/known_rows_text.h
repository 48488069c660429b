// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/known_rows.h"

#include <QString>

namespace parsimony::ui {

/// What a registered part shares with rows about to be used, and what that means for the budget at `delta`.
/// A curator value: computed from private rows without a charge.
[[nodiscard]] QString knownRowsText(const session::KnownRows& known, double delta);

} // namespace parsimony::ui
