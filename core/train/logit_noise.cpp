// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/logit_noise.h"

#include "core/base/quantity.h"
#include "core/base/sentence.h"

#include <cmath>

namespace parsimony::train {

namespace {

double nuPerLearningRate(const StepScale& scale, double noiseMultiplier, std::uint32_t steps) {
    if (scale.rule == ScaleRule::None) {
        failUsage(Sentence("the noise in this trainer's logits is not a function of its step size"));
    }
    if (!scale.rowNorm) {
        failUsage(Sentence("the public scale of the step size needs rows of bounded norm: use --row-norm "
                           "unit or clip, or give --total-step-size LO,HI"));
    }
    const double rowNorm = checkedPositive(*scale.rowNorm, "the row norm");
    if (scale.rule == ScaleRule::Adam) {
        return rowNorm * adamNoiseGain(steps, scale.adamBeta1, scale.decay);
    }
    if (scale.rule == ScaleRule::AdamRootSteps) {
        return rowNorm * std::sqrt(static_cast<double>(steps));
    }
    const double noise = checkedPositive(scale.clip, "the clipping norm") *
                         checkedPositive(noiseMultiplier, "the noise multiplier");
    const double divisor = checkedPositive(scale.publicRecords, "the public record count") *
                           checkedPositive(scale.sampleRate, "the sample rate") * std::sqrt(scale.models);
    return rowNorm * noise * stepGain(scale.momentum, steps, scale.freeStep, scale.decay).noise / divisor;
}

} // namespace

StepScale stepScaleOf(const TrainerOptions& options, double rowBound, double publicRecords) {
    StepScale scale;
    // A search over r of a trainer without a rule of its own looks in the range of plain descent.
    const ScaleRule rule = traitsOf(options.trainer).scale;
    scale.rule = rule == ScaleRule::None ? ScaleRule::Descent : rule;
    if (rowBound <= 0.0) {
        scale.rowNorm = std::nullopt;
    } else {
        scale.rowNorm = options.bias ? std::hypot(rowBound, 1.0) : rowBound;
    }
    scale.clip = options.maxGradNorm;
    scale.momentum = options.momentum;
    scale.freeStep = options.freeStep;
    scale.decay = options.lrDecay;
    scale.publicRecords = publicRecords;
    scale.sampleRate = options.sampleRate;
    scale.adamBeta1 = options.numbers.adamBeta1;
    scale.models = options.models();
    return scale;
}

StepGain stepGain(double momentum, std::uint32_t steps, bool freeStep, LrDecay decay) {
    if (!(momentum >= 0.0 && momentum < 1.0)) {
        failUsage(Sentence("the momentum must lie in [0, 1), not {1}", momentum));
    }
    if (steps == 0) {
        failUsage(Sentence("a run needs at least one step"));
    }
    // Going backwards from the free step, which repeats the last one's rate, a_t = f_t + ρ·a_{t+1}: exact for
    // ρ = 0 and free of the cancellation in (1−ρˢ)/(1−ρ).
    double applied = freeStep ? decayFactor(decay, steps - 1, steps) : 0.0;
    double steady = 0.0;
    double squares = 0.0;
    for (std::uint32_t t = steps; t-- > 0;) {
        applied = decayFactor(decay, t, steps) + momentum * applied;
        steady += applied;
        squares += applied * applied;
    }
    return {steady, std::sqrt(squares)};
}

double adamNoiseGain(std::uint32_t steps, double beta1, LrDecay decay) {
    if (steps == 0) {
        failUsage(Sentence("a run needs at least one step"));
    }
    // Going backwards, what the steps from s on apply of the noise of step s: a_s = f_s/(1 − β₁ˢ) +
    // β₁·a_{s+1}.
    double applied = 0.0;
    double sum = 0.0;
    for (std::uint32_t s = steps; s >= 1; --s) {
        applied = decayFactor(decay, s - 1, steps) / -std::expm1(s * std::log(beta1)) + beta1 * applied;
        sum += applied * applied;
    }
    return (1.0 - beta1) * std::sqrt(sum);
}

double nuOf(const StepScale& scale, double noiseMultiplier, std::uint32_t steps, double learningRate) {
    return learningRate * nuPerLearningRate(scale, noiseMultiplier, steps);
}

double learningRateFor(const StepScale& scale, double noiseMultiplier, std::uint32_t steps, double nu) {
    return checkedPositive(nu, "nu") / nuPerLearningRate(scale, noiseMultiplier, steps);
}

} // namespace parsimony::train
