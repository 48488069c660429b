// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer_options.h"

#include <cstdint>
#include <optional>

// ν, the noise in a trained classifier's logits, in one place: searches choose step sizes by it, plans and
// audits report it.
namespace parsimony::train {

/// Declared constants that fix the noise in a trained classifier's outputs. No private row enters.
struct StepScale {
    ScaleRule rule = ScaleRule::Descent;
    /// Bound s on the norm of a row (1 for unit rows; √(s²+1) with a trained bias). Absent when rows have no
    /// bound: then there is no public scale.
    std::optional<double> rowNorm = 1.0;
    double clip = 1.0;     ///< c
    double momentum = 0.9; ///< ρ of v ← ρv + gradient; ignored by Adam
    bool freeStep = true;  ///< one more step from the momentum buffer at the end; ignored by Adam
    LrDecay decay = LrDecay::None;
    double publicRecords = 1.0;                    ///< n_pub
    double sampleRate = 1.0;                       ///< q of Poisson sampling, 1 for full batches
    double adamBeta1 = TrainerNumbers{}.adamBeta1; ///< of Adam alone
    double models = 1.0; ///< of Descent: with noises of their own, whose mean is the classifier
};

/// The scale of a trainer's options; a `rowBound` of 0 is none.
[[nodiscard]] StepScale stepScaleOf(const TrainerOptions& options, double rowBound, double publicRecords);

/// What the final weights hold of what the gradients of a run bring, per unit of η.
struct StepGain {
    double steady = 0.0; ///< Σ_s a_s: of a gradient that is the same in every step
    double noise = 0.0;  ///< √(Σ_s a_s²): of independent noises
};

/// Under a rate that does not fall a_s = (1−ρˢ)/(1−ρ), s over 1..T, or 2..T+1 with the free step. Throws
/// Error(Usage) unless 0 ≤ ρ < 1 and steps ≥ 1.
[[nodiscard]] StepGain stepGain(double momentum, std::uint32_t steps, bool freeStep,
                                LrDecay decay = LrDecay::None);

/// The same for Adam where noise rules: the second moment is then the noise's own scale, and step t applies
/// the noise of step s ≤ t with weight (1 − β₁)β₁^(t−s)/(1 − β₁ᵗ). Nears √T from above: the first steps are
/// counted more than once by the correction of the first moment (11 % at T = 50, 22 % at T = 10).
[[nodiscard]] double adamNoiseGain(std::uint32_t steps, double beta1, LrDecay decay = LrDecay::None);

/// ν, the standard deviation of the logit noise of a row of the largest norm after a run of `steps` steps
/// with learning rate η and noise multiplier σ (noise sd over clip): Descent ν =
/// s·c·σ·η·stepGain/(q·n_pub·√models); Adam ν = s·η·adamNoiseGain. Exact for Descent without weight decay and
/// averaging. Throws Error(Usage) without a row norm, and for trainers whose noise is not a function of their
/// step size.
[[nodiscard]] double nuOf(const StepScale& scale, double noiseMultiplier, std::uint32_t steps,
                          double learningRate);

/// Inverse of nuOf in η.
[[nodiscard]] double learningRateFor(const StepScale& scale, double noiseMultiplier, std::uint32_t steps,
                                     double nu);

} // namespace parsimony::train
