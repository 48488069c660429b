// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace parsimony::search {

/// How a trainer's step turns noise into movement of the weights.
enum class ScaleRule {
    Descent, ///< DP-GD and DP-SGD: the step is η times the (momentum-averaged) noisy mean gradient
    Adam,    ///< DP-Adam and DPAdamWOSM: where noise rules, each step moves a weight by about η
};

/// Declared constants that fix the noise in a trained classifier's outputs. No private row enters.
struct StepScale {
    ScaleRule rule = ScaleRule::Descent;
    /// Bound s on the norm of a row (1 for unit rows; √(s²+1) with a trained bias). Absent when rows have no
    /// bound: then there is no public scale.
    std::optional<double> rowNorm = 1.0;
    double clip = 1.0;          ///< c
    double momentum = 0.9;      ///< ρ of v ← ρv + gradient; ignored by Adam
    bool freeStep = true;       ///< one more step from the momentum buffer at the end; ignored by Adam
    double publicRecords = 1.0; ///< n_pub
    double sampleRate = 1.0;    ///< q of Poisson sampling, 1 for full batches
};

/// √(Σ_s a_s²), a_s = (1−ρˢ)/(1−ρ): how much of the noise of `steps` steps the final weights hold per unit of
/// η and of noise; s runs over 1..T, or 2..T+1 with the free step. Throws Error(Usage) unless 0 ≤ ρ < 1 and
/// steps ≥ 1.
[[nodiscard]] double noiseGain(double momentum, std::uint32_t steps, bool freeStep);

/// ν, the standard deviation of the logit noise of a row of the largest norm after a run of `steps` steps
/// with learning rate η and noise multiplier σ (noise sd over clip): Descent ν = s·c·σ·η·noiseGain/(q·n_pub);
/// Adam ν = s·η·√T. Throws Error(Usage) without a row norm.
[[nodiscard]] double nuOf(const StepScale& scale, double noiseMultiplier, std::uint32_t steps,
                          double learningRate);

/// Inverse of nuOf in η.
[[nodiscard]] double learningRateFor(const StepScale& scale, double noiseMultiplier, std::uint32_t steps,
                                     double nu);

} // namespace parsimony::search
