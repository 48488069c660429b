// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/gaussian_calculator.h"

#include "ui/models/gaussian.h"

#include <cmath>
#include <limits>

namespace parsimony::ui {

double Mechanism::mu() const {
    return valid() ? std::sqrt(steps) / noiseMultiplier : 0.0;
}

std::optional<double> epsilonOfMechanism(const Mechanism& mechanism, double delta) {
    if (!mechanism.valid() || !std::isnormal(delta) || !(delta > 0.0) || !(delta < 1.0)) {
        return std::nullopt;
    }
    const double up = std::nextafter(mechanism.mu(), std::numeric_limits<double>::infinity());
    const double epsilon = epsilonOf(up, delta);
    return std::isfinite(epsilon) ? std::optional(epsilon) : std::nullopt;
}

std::optional<double> noiseFor(double epsilon, double delta, double steps) {
    if (!(epsilon > 0.0) || epsilon > 1e6 || !std::isnormal(delta) || !(delta > 0.0) || !(delta < 1.0) ||
        !(steps >= 1.0)) {
        return std::nullopt;
    }
    double z = std::sqrt(steps) / muOf(epsilon, delta);
    while (std::sqrt(steps) / z > muOf(epsilon, delta)) {
        z = std::nextafter(z, std::numeric_limits<double>::infinity());
    }
    return z;
}

} // namespace parsimony::ui
