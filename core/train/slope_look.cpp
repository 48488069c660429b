// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/slope_look.h"

#include "core/train/training_run.h"

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

// Beside the weights a checkpoint holds "start", where they started, and "slope": the sum of the part's
// slopes, of their noise's variances, and how often the weights were pulled back.
enum Slot : std::size_t { Sum, Variance, Pulls, Slots };

// Or "signal": of what was seen of a the sum, each by its variance, the sum of those weights, and f.
enum SignalSlot : std::size_t { Seen, Weight, Factor, SignalSlots };

// And beside it, where turns are looked at, "early": the sum of the first gradients; and "turn": what noise
// in earlier gradients adds to products of the first ones, of the first with later ones, and of later ones.
enum TurnSlot : std::size_t { Early, Across, Late, TurnSlots };

struct Slope {
    double along = 0.0, squares = 0.0; ///< ⟨V, G⟩ and ‖V‖², V = W − W₀
};

Slope slopeOf(const std::vector<double>& w, const std::vector<double>& start,
              const std::vector<double>& gradient) {
    Slope slope;
    for (std::size_t i = 0; i < w.size(); ++i) {
        slope.along += (w[i] - start[i]) * gradient[i];
        slope.squares += (w[i] - start[i]) * (w[i] - start[i]);
    }
    return slope;
}

void scaleFromStart(std::vector<double>& w, const std::vector<double>& start, double factor) {
    for (std::size_t i = 0; i < w.size(); ++i) {
        w[i] = start[i] + factor * (w[i] - start[i]);
    }
}

/// What noise of variance 1 in the logits adds to D, at the start and where all gradients are clipped:
/// Σ_y p_y·(1 − q)/√(1 − 2p_y + q), p the classes' shares that the start's bias says and q = Σp²; √(1 − 1/C)
/// of equal ones.
double noiseSlope(const SignalLook& look, const std::vector<double>& start, std::uint32_t classes) {
    std::vector<double> p(classes, 1.0);
    const std::size_t inputs = start.size() / classes;
    const double bias = look.norm * std::sqrt(look.biasShare);
    double sum = 0.0;
    for (std::uint32_t j = 0; j < classes; ++j) {
        p[j] = std::exp(bias * start[j * inputs + inputs - 1]);
        sum += p[j];
    }
    double q = 0.0;
    for (double& share : p) {
        share /= sum;
        q += share * share;
    }
    double slope = 0.0;
    for (const double share : p) {
        const double squares = 1.0 - 2.0 * share + q;
        slope += squares > 0.0 ? share * (1.0 - q) / std::sqrt(squares) : 0.0;
    }
    return slope;
}

/// Of the sums of the first gradients and of those since: the cosine of what they hold beside their noise
/// (whose variance in each of `parameters` numbers of one gradient is `variance`), averaged with the belief,
/// less `caution` of its standard errors.
double believedCosine(const TurnLook& look, double first, double since, double product, double firstSteps,
                      double sinceSteps, double variance, double parameters) {
    const double own = 1.0 / (look.beliefSd * look.beliefSd);
    if (!(first > 0.0 && since > 0.0 && product > 0.0)) {
        return look.belief;
    }
    const double cosine = product / std::sqrt(first * since);
    const double a = variance / firstSteps;
    const double b = variance / sinceSteps;
    const double spread = (parameters * a * b + since * a + first * b) / (product * product) +
                          0.5 * (parameters * a * a + 2.0 * first * a) / (first * first) +
                          0.5 * (parameters * b * b + 2.0 * since * b) / (since * since);
    const double weight = 1.0 / (cosine * cosine * spread);
    return (weight * std::min(cosine, look.mostCosine) + own * look.belief) / (weight + own) -
           look.caution / std::sqrt(weight + own);
}

/// The most that f may be.
double lookAtTurn(TrainingRun& run, const SignalLook& signal, double factor, const std::vector<double>& start,
                  const std::vector<double>& gradient, double noise, double slopeOfNoise) {
    const TurnLook& look = *signal.turn;
    const TrialPlan& plan = run.plan();
    const std::vector<double>& w = run.weights();
    std::vector<double>& early = run.tensor("early", w.size());
    std::vector<double>& turn = run.tensor("turn", TurnSlots);
    const double steps = plan.steps();
    const double firstSteps = std::max(1.0, std::floor(look.early * steps));
    const double step = run.stepsDone(); // from 0
    const double rate = factor * plan.learningRate();
    // What the noise of one gradient in the weights takes off its product with this one.
    const double back = plan.clip() * slopeOfNoise * signal.norm * rate * noise * noise;
    if (step < firstSteps) {
        turn[Early] += 2.0 * step * back;
        return 1.0;
    }
    if (step == firstSteps) {
        for (std::size_t i = 0; i < w.size(); ++i) {
            early[i] = (start[i] - w[i]) / rate;
        }
    }
    turn[Across] += firstSteps * back;
    turn[Late] += 2.0 * (step - firstSteps) * back;
    if (step < look.from * steps || step + 1.0 == steps) {
        return 1.0;
    }
    const double sinceSteps = step + 1.0 - firstSteps;
    const auto parameters = static_cast<double>(w.size());
    double first = turn[Early] - firstSteps * noise * noise * parameters;
    double since = turn[Late] - sinceSteps * noise * noise * parameters;
    double product = turn[Across];
    for (std::size_t i = 0; i < w.size(); ++i) {
        const double later = (start[i] - w[i]) / rate + gradient[i] - early[i];
        first += early[i] * early[i];
        since += later * later;
        product += early[i] * later;
    }
    const double cosine = believedCosine(
        look, first / (firstSteps * firstSteps), since / (sinceSteps * sinceSteps),
        product / (firstSteps * sinceSteps), firstSteps, sinceSteps, noise * noise, parameters);
    return std::clamp(1.0 - (cosine - look.low) / (look.high - look.low) * (1.0 - signal.least), signal.least,
                      1.0);
}

void lookAtSignal(TrainingRun& run, const SignalLook& look, const std::vector<double>& gradient) {
    std::vector<double>& w = run.weights();
    std::vector<double>& start = run.tensor("start", w.size());
    std::vector<double>& signal = run.tensor("signal", SignalSlots);
    const TrialPlan& plan = run.plan();
    const double noise = plan.release(ReleaseKind::Gradient).noiseSd / run.divisor();
    if (noise <= 0.0) {
        signal[Factor] = 1.0; // there is nothing to fear
        return;
    }
    const std::uint32_t step = run.stepsDone(); // from 0
    const double steps = plan.steps();
    double most = 1.0;
    if (step == 0) {
        start = w;
    } else {
        const double slopeOfNoise = noiseSlope(look, start, run.head().classes);
        if (look.turn) {
            most = lookAtTurn(run, look, signal[Factor], start, gradient, noise, slopeOfNoise);
        }
        const Slope slope = slopeOf(w, start, gradient);
        const double rates = signal[Factor] * plan.learningRate() * step; // of the gradients in V
        const double logitNoise = look.norm * rates * noise / std::sqrt(static_cast<double>(step));
        const double own = look.norm * rates * plan.clip() / run.divisor();
        const double seen =
            slopeOfNoise * logitNoise * logitNoise - look.norm * slope.along / plan.clip() - own;
        const double perSignal = look.norm * rates * noise / std::sqrt(steps);
        const double variance = slope.squares * std::pow(look.norm * noise / plan.clip(), 2.0); // of D
        if (variance > 0.0) {
            signal[Seen] += seen * perSignal / variance;
            signal[Weight] += perSignal * perSignal / variance;
        }
    }
    const double believed = 1.0 / (look.beliefSd * look.beliefSd);
    const double weight = signal[Weight] + believed;
    double a = (signal[Seen] + believed * look.belief) / weight;
    if (step + 1.0 <= look.cautious * steps) {
        a -= look.caution / std::sqrt(weight);
    }
    const double factor =
        std::min(most, std::clamp((a - look.low) / (look.high - look.low), look.least, 1.0));
    if (step > 0 && factor != signal[Factor]) {
        scaleFromStart(w, start, factor / signal[Factor]);
    }
    signal[Factor] = factor;
}

} // namespace

double stepFactor(TrainingRun& run) {
    if (run.plan().options().signalLook) {
        return run.tensor("signal", SignalSlots)[Factor];
    }
    const std::optional<SlopeLook>& look = run.plan().options().slopeLook;
    return look ? std::pow(look->factor, run.tensor("slope", Slots)[Pulls]) : 1.0;
}

void lookAtSlope(TrainingRun& run, const std::vector<double>& gradient) {
    if (const std::optional<SignalLook>& look = run.plan().options().signalLook) {
        lookAtSignal(run, *look, gradient);
        return;
    }
    const std::optional<SlopeLook>& look = run.plan().options().slopeLook;
    if (!look) {
        return;
    }
    std::vector<double>& w = run.weights();
    std::vector<double>& start = run.tensor("start", w.size());
    std::vector<double>& slope = run.tensor("slope", Slots);
    const std::uint32_t step = run.stepsDone(); // from 0
    if (step == 0) {
        start = w;
        return; // nothing was added yet
    }
    const Slope seenNow = slopeOf(w, start, gradient);
    const double noise = run.plan().release(ReleaseKind::Gradient).noiseSd / run.divisor();
    const double clip = run.plan().clip();
    slope[Sum] += seenNow.along / clip;
    slope[Variance] += seenNow.squares * noise * noise / (clip * clip);

    const std::uint32_t part = std::max(1U, run.plan().steps() / look->parts);
    if (step % part != 0) {
        return;
    }
    const double seen = slope[Sum] / part;
    const double variance = slope[Variance] / (static_cast<double>(part) * part);
    const double weight = look->beliefSd * look->beliefSd / (look->beliefSd * look->beliefSd + variance);
    slope[Sum] = slope[Variance] = 0.0;
    if (!(weight * seen + (1.0 - weight) * look->belief > look->above)) {
        return;
    }
    slope[Pulls] += 1.0;
    scaleFromStart(w, start, look->factor);
}

} // namespace parsimony::train
