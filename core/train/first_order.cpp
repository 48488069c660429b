// SPDX-License-Identifier: GPL-3.0-or-later
// Trainers that follow a noisy gradient: DP-GD, DP-SGD, DP-Adam, DPAdamWOSM and DP-FC.
#include "core/base/error.h"
#include "core/train/descent.h"
#include "core/train/training_run.h"

#include <cmath>

namespace parsimony::train {

namespace {

constexpr double kEmaDecay = 0.9;
constexpr double kAdamEpsilon = 1e-8;

/// LSR-2 Alg. 1: v ← ρv + g, w ← w − ηv.
void momentumStep(TrainingRun& run, const std::vector<double>& gradient) {
    std::vector<double>& w = run.weights();
    std::vector<double>& v = run.tensor("v", w.size());
    const double rho = run.plan().options().momentum;
    const double eta = run.plan().learningRate();
    for (std::size_t i = 0; i < w.size(); ++i) {
        v[i] = rho * v[i] + gradient[i];
        w[i] -= eta * v[i];
    }
}

/// LLM Alg. 2 (Adam over privatised gradients). DPAdamWOSM (Mohapatra et al. 2021) replaces the second moment
/// by what the noise alone would make of it, the standard deviation of the gradient's noise.
void adamStep(TrainingRun& run, const std::vector<double>& gradient) {
    std::vector<double>& w = run.weights();
    std::vector<double>& m = run.tensor("m", w.size());
    const double eta = run.plan().learningRate();
    const double step = run.stepsDone() + 1.0;
    const double first = 1.0 - std::pow(kAdamBeta1, step);
    if (run.plan().options().trainer == TrainerKind::DpAdamWosm) {
        const double scale = run.plan().noiseSd() / run.divisor();
        for (std::size_t i = 0; i < w.size(); ++i) {
            m[i] = kAdamBeta1 * m[i] + (1.0 - kAdamBeta1) * gradient[i];
            w[i] -= eta * (m[i] / first) / scale;
        }
        return;
    }
    std::vector<double>& u = run.tensor("u", w.size());
    const double second = 1.0 - std::pow(kAdamBeta2, step);
    for (std::size_t i = 0; i < w.size(); ++i) {
        m[i] = kAdamBeta1 * m[i] + (1.0 - kAdamBeta1) * gradient[i];
        u[i] = kAdamBeta2 * u[i] + (1.0 - kAdamBeta2) * gradient[i] * gradient[i];
        w[i] -= eta * (m[i] / first) / (std::sqrt(u[i] / second) + kAdamEpsilon);
    }
}

/// FEAT Alg. 3: θ_j ← θ_j − η P g_j for every class, P the inverse of the mended covariance.
void preconditionedStep(TrainingRun& run, const std::vector<double>& gradient,
                        const std::vector<double>& inverse) {
    std::vector<double>& w = run.weights();
    const std::size_t size = run.head().inputs();
    const double eta = run.plan().learningRate();
    for (std::size_t j = 0; j < run.head().classes; ++j) {
        for (std::size_t k = 0; k < size; ++k) {
            double direction = 0.0;
            for (std::size_t i = 0; i < size; ++i) {
                direction += inverse[k * size + i] * gradient[j * size + i];
            }
            w[j * size + k] -= eta * direction;
        }
    }
}

void average(TrainingRun& run) {
    const Averaging kind = run.plan().options().averaging;
    if (kind == Averaging::None) {
        return;
    }
    const std::vector<double>& w = run.weights();
    std::vector<double>& mean = run.tensor("average", w.size());
    const std::uint32_t step = run.stepsDone(); // of the iterate that was just made, from 0
    const std::uint32_t first = run.plan().steps() / 2;
    if (kind == Averaging::Swa && step < first) {
        return;
    }
    for (std::size_t i = 0; i < w.size(); ++i) {
        mean[i] = kind == Averaging::Ema ? kEmaDecay * mean[i] + (1.0 - kEmaDecay) * w[i] : mean[i] + w[i];
    }
}

/// The model that the iterates so far make: the average, the free step, or the current weights.
std::vector<double> currentModel(TrainingRun& run) {
    const TrainerOptions& o = run.plan().options();
    const std::uint32_t steps = run.stepsDone();
    const std::uint32_t swaFirst = run.plan().steps() / 2;
    std::vector<double> w = run.weights();
    if (o.averaging == Averaging::Ema && steps > 0) {
        const std::vector<double>& mean = run.tensor("average", w.size());
        const double weight = 1.0 - std::pow(kEmaDecay, steps);
        for (std::size_t i = 0; i < w.size(); ++i) {
            w[i] = mean[i] / weight;
        }
        return w;
    }
    if (o.averaging == Averaging::Swa && steps > swaFirst) {
        const std::vector<double>& sum = run.tensor("average", w.size());
        for (std::size_t i = 0; i < w.size(); ++i) {
            w[i] = sum[i] / (steps - swaFirst);
        }
        return w;
    }
    const bool momentum = o.trainer == TrainerKind::DpGd || o.trainer == TrainerKind::DpSgd;
    if (momentum && o.freeStep && steps == run.plan().steps()) {
        // One more step from the momentum buffer releases nothing new (LSR-2 Alg. 1).
        const std::vector<double>& v = run.tensor("v", w.size());
        for (std::size_t i = 0; i < w.size(); ++i) {
            w[i] -= run.plan().learningRate() * o.momentum * v[i];
        }
    }
    return w;
}

} // namespace

FirstOrderTrial::FirstOrderTrial(TrainingRun& run) : m_run(run) {
    const TrainerKind kind = run.plan().options().trainer;
    if (kind == TrainerKind::DpAdamWosm && !run.plan().isPrivate()) {
        failUsage("dp-adam-wosm takes its step size from the noise and has no non-private twin; use dp-adam");
    }
    if (kind == TrainerKind::DpFc && !run.ended()) {
        m_inverse = featurePreconditioner(run);
    }
}

void FirstOrderTrial::step(std::vector<double>& gradient) {
    const TrainerOptions& o = m_run.plan().options();
    const double divisor = m_run.divisor();
    const std::vector<double>& w = m_run.weights();
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        gradient[i] = gradient[i] / divisor + o.weightDecay * w[i];
    }
    switch (o.trainer) {
    case TrainerKind::DpAdam:
    case TrainerKind::DpAdamWosm:
        adamStep(m_run, gradient);
        break;
    case TrainerKind::DpFc:
        preconditionedStep(m_run, gradient, m_inverse);
        break;
    default:
        momentumStep(m_run, gradient);
        break;
    }
    average(m_run);
    m_run.stepDone();
}

TrainOutcome FirstOrderTrial::finish() {
    return m_run.finish(currentModel(m_run));
}

TrainOutcome trainFirstOrder(TrainingRun& run) {
    FirstOrderTrial trial(run);
    Descent descent;
    TrainingRun* const runs[] = {&run};
    while (!run.ended()) {
        if (descent.advance(runs)) {
            continue;
        }
        std::vector<double> gradient = run.noisyGradient();
        if (gradient.empty()) {
            break;
        }
        trial.step(gradient);
    }
    return trial.finish();
}

TrainOutcome trainZerothOrder(TrainingRun& run) {
    // DP-ZO (Tang et al. 2024): along a random direction z that everybody may know, each record's loss
    // difference is clipped and their noisy sum, one number, is released: w ← w − η·(Σ clip(ℓ(w+μz) −
    // ℓ(w−μz)) + noise)/(2μn)·z.
    constexpr double reach = 1e-2;
    std::vector<double>& w = run.weights();
    std::vector<double> z(w.size());
    std::vector<double> plus(w.size());
    std::vector<double> minus(w.size());
    while (!run.ended()) {
        run.noise().fillGaussian(
            z, {.step = run.stepsDone(), .tensor = static_cast<std::uint16_t>(DrawKind::Direction)});
        for (std::size_t i = 0; i < w.size(); ++i) {
            plus[i] = w[i] + reach * z[i];
            minus[i] = w[i] - reach * z[i];
        }
        compute::PassOptions pass;
        pass.head = run.head();
        pass.loss = run.plan().options().loss;
        pass.stop = run.stopToken();
        double sum = 0.0;
        if (!run.backend().clippedLossDifference(run.data(), pass, plus, minus, run.plan().clip(), sum)) {
            run.stopped();
            break;
        }
        run.release(ReleaseKind::LossDifference, DrawKind::LossDifference, std::span(&sum, 1));
        const double slope = sum / (2.0 * reach * run.divisor());
        for (std::size_t i = 0; i < w.size(); ++i) {
            w[i] -= run.plan().learningRate() * (slope * z[i] + run.plan().options().weightDecay * w[i]);
        }
        average(run);
        run.stepDone();
    }
    return run.finish(currentModel(run));
}

} // namespace parsimony::train
