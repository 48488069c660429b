// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/lr_decay.h"

#include <cmath>
#include <numbers>

namespace parsimony::train {

std::string_view lrDecayName(LrDecay decay) {
    switch (decay) {
    case LrDecay::Linear:
        return "linear";
    case LrDecay::Cosine:
        return "cosine";
    case LrDecay::None:
        break;
    }
    return "none";
}

double decayFactor(LrDecay decay, std::uint32_t step, std::uint32_t steps) {
    const double x = (step + 0.5) / steps;
    switch (decay) {
    case LrDecay::Linear:
        return 2.0 * (1.0 - x);
    case LrDecay::Cosine:
        return 1.0 + std::cos(std::numbers::pi * x);
    case LrDecay::None:
        break;
    }
    return 1.0;
}

double largestFactor(LrDecay decay) {
    return decay == LrDecay::None ? 1.0 : 2.0;
}

} // namespace parsimony::train
