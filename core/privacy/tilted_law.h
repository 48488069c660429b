// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/loss_law.h"

#include <cstdint>
#include <vector>

namespace parsimony::accounting {

/// A lattice law under the tilt dP_λ ∝ e^{λL}dP, counted from `shift`, which is near its mean.
struct TiltedLaw {
    TiltedLaw() = default;
    TiltedLaw(const LatticeLoss& lattice, double lambda, double step);

    /// The lattice had no mass at all.
    [[nodiscard]] bool empty() const { return weight.empty(); }
    /// ln E of e^{θ(index − shift)}.
    [[nodiscard]] double logMomentAt(double theta) const;

    double logMoment = 0.0; ///< ln Σ mass·e^{λ·loss}
    double offset = 0.0;    ///< of the lattice
    double infinite = 0.0;  ///< untilted mass at +∞
    std::int64_t first = 0; ///< lattice index of weight[0]
    std::int64_t shift = 0; ///< lattice index of the entry counted as 0
    std::vector<double> weight;
    std::vector<double> logWeight;
    double mean = 0.0;
    double variance = 0.0; ///< of the index
};

} // namespace parsimony::accounting
