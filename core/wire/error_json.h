// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/gate.h"
#include "core/wire/values.h"

namespace parsimony::wire {

/// The error that is being handled, as it crosses.
[[nodiscard]] Json errorJson(const Gate& gate);

} // namespace parsimony::wire
