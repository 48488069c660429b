// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"

#include <span>

namespace parsimony::empirical {

/// An upper bound of the total variation distance between what neighbours release, δ(0) of the composed
/// events: nobody who flips a fair coin between two neighbours is right more often than with probability (1 +
/// it)/2. Exact for Gaussian events; for sampled ones the pessimistic lattice of core/privacy without a tilt
/// (the middle of the loss decides, not its tail), within about 1 % of itself. 1 where a release has no
/// noise. Throws Error(Usage) for RDP curves, which bound no δ(0).
[[nodiscard]] double advantageBound(std::span<const PrivacyEvent> events);

} // namespace parsimony::empirical
