// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/numerics/gaussian.h"

namespace parsimony::numerics {

/// What a step of DP-GD does with one entry of the clipped sum (LSR-2 Alg. 1), in the operations and the
/// order of the trainer on the CPU, so that both make the same bits of the same sum.
struct DescentRule {
    double noiseSd; ///< of the released sum; 0: no noise and no grid
    double grid;    ///< releaseGrid(noiseSd)
    double divisor; ///< n_pub
    double weightDecay;
    double momentum;
    double learningRate;
};

PARSIMONY_HOST_DEVICE void descentStep(const DescentRule& rule, double sum, double normal, double& weight,
                                       double& velocity) {
    if (rule.noiseSd != 0.0) {
        sum = roundToGrid(fused(rule.noiseSd, normal, sum), rule.grid, 1.0 / rule.grid);
    }
    const double gradient = sum / rule.divisor + rule.weightDecay * weight;
    velocity = rule.momentum * velocity + gradient;
    weight -= rule.learningRate * velocity;
}

} // namespace parsimony::numerics
