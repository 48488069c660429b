// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace parsimony::train {

/// How the learning rate falls over the steps of a run.
enum class LrDecay { None, Linear, Cosine };

[[nodiscard]] std::string_view lrDecayName(LrDecay decay);

/// η_t/η of step `step`, from 0 to `steps` − 1: the schedule's height at x = (step + ½)/steps, the middle of
/// the step, which is 2(1 − x) of Linear and 1 + cos πx of Cosine. The mean over the steps is 1, so that r =
/// ηT is Σ η_t under every schedule. A function of public numbers alone: it costs nothing.
[[nodiscard]] double decayFactor(LrDecay decay, std::uint32_t step, std::uint32_t steps);

/// Bound of decayFactor over all steps.
[[nodiscard]] double largestFactor(LrDecay decay);

} // namespace parsimony::train
