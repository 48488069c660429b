// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/public_scale.h"

#include "core/base/error.h"
#include "core/base/quantity.h"

#include <cmath>

namespace parsimony::search {

double noiseGain(double momentum, std::uint32_t steps, bool freeStep) {
    if (!(momentum >= 0.0 && momentum < 1.0)) {
        failUsage("the momentum must lie in [0, 1), not " + numberText(momentum));
    }
    if (steps == 0) {
        failUsage("a run needs at least one step");
    }
    // a_{s+1} = 1 + ρ·a_s: exact for ρ = 0 and free of the cancellation in (1−ρˢ)/(1−ρ).
    double applied = freeStep ? 1.0 + momentum : 1.0;
    double sum = 0.0;
    for (std::uint32_t s = 0; s < steps; ++s) {
        sum += applied * applied;
        applied = 1.0 + momentum * applied;
    }
    return std::sqrt(sum);
}

namespace {

double nuPerLearningRate(const StepScale& scale, double noiseMultiplier, std::uint32_t steps) {
    if (!scale.rowNorm) {
        failUsage(
            "the public scale of the step size needs rows of bounded norm: use --row-norm unit or clip, "
            "or give --total-step-size LO,HI");
    }
    const double rowNorm = checkedPositive(*scale.rowNorm, "the row norm");
    if (scale.rule == ScaleRule::Adam) {
        if (steps == 0) {
            failUsage("a run needs at least one step");
        }
        return rowNorm * std::sqrt(static_cast<double>(steps));
    }
    const double noise = checkedPositive(scale.clip, "the clipping norm") *
                         checkedPositive(noiseMultiplier, "the noise multiplier");
    const double divisor = checkedPositive(scale.publicRecords, "the public record count") *
                           checkedPositive(scale.sampleRate, "the sample rate");
    return rowNorm * noise * noiseGain(scale.momentum, steps, scale.freeStep) / divisor;
}

} // namespace

double nuOf(const StepScale& scale, double noiseMultiplier, std::uint32_t steps, double learningRate) {
    return learningRate * nuPerLearningRate(scale, noiseMultiplier, steps);
}

double learningRateFor(const StepScale& scale, double noiseMultiplier, std::uint32_t steps, double nu) {
    return checkedPositive(nu, "nu") / nuPerLearningRate(scale, noiseMultiplier, steps);
}

} // namespace parsimony::search
