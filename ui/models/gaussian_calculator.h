// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace parsimony::ui {

/// T Gaussian releases with noise multiplier z each: μ = √T / z (exact, Dong, Roth, Su 2019).
struct Mechanism {
    double noiseMultiplier = 0.0, steps = 0.0;
    [[nodiscard]] bool valid() const { return noiseMultiplier > 0.0 && steps >= 1.0; }
    [[nodiscard]] double mu() const;
};

/// ε of a mechanism at δ, rounded up; nullopt when something is out of range.
[[nodiscard]] std::optional<double> epsilonOfMechanism(const Mechanism& mechanism, double delta);
/// The smallest noise multiplier with which `steps` releases stay within (ε, δ); rounded up.
[[nodiscard]] std::optional<double> noiseFor(double epsilon, double delta, double steps);

} // namespace parsimony::ui
