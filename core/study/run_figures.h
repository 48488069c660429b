// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <optional>

namespace parsimony::study {

/// σ/(q·n) of the result's steps: the noise of a mean gradient, in clips. `rate`: q where the search did not
/// choose it. 0 without noise.
[[nodiscard]] double effectiveNoise(const session::RunSnapshot& run, double rate);

/// ‖W‖ of what a run that started at zero released (LSR-2 fig. 11); absent where training starts elsewhere:
/// `base` names a start, or the model has biases or a feature map, whose class counts are one.
[[nodiscard]] std::optional<double> distanceFromStart(const session::Session& session,
                                                      const session::RunOptions& base,
                                                      const session::RunSnapshot& run);

} // namespace parsimony::study
