// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/gradient_trainer.h"

#include "core/train/descent.h"
#include "core/train/trainer_entry.h"

#include <cmath>

namespace parsimony::train {

GradientRule::~GradientRule() = default;

void GradientRule::finish(TrainingRun&, std::vector<double>&) const {}

GradientTrial::GradientTrial(TrainingRun& run)
    : m_run(run), m_rule(trainerOf(run.plan().options().trainer).rule(run)) {}

void GradientTrial::step(std::vector<double>& gradient) {
    const double decay = m_run.plan().options().weightDecay;
    const double divisor = m_run.divisor();
    const std::vector<double>& w = m_run.weights();
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        gradient[i] = gradient[i] / divisor + decay * w[i];
    }
    m_rule->step(m_run, gradient);
    averageIterate(m_run);
    m_run.stepDone();
}

TrainOutcome GradientTrial::finish() {
    return m_run.finish(currentModel(m_run, m_rule.get()));
}

TrainOutcome trainByGradients(TrainingRun& run) {
    GradientTrial trial(run);
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

void averageIterate(TrainingRun& run) {
    const Averaging kind = run.plan().options().averaging;
    if (kind == Averaging::None) {
        return;
    }
    const double decay = run.plan().options().numbers.emaDecay;
    const std::vector<double>& w = run.weights();
    std::vector<double>& mean = run.tensor("average", w.size());
    const std::uint32_t step = run.stepsDone(); // of the iterate that was just made, from 0
    const std::uint32_t first = run.plan().steps() / 2;
    if (kind == Averaging::Swa && step < first) {
        return;
    }
    for (std::size_t i = 0; i < w.size(); ++i) {
        mean[i] = kind == Averaging::Ema ? decay * mean[i] + (1.0 - decay) * w[i] : mean[i] + w[i];
    }
}

std::vector<double> currentModel(TrainingRun& run, const GradientRule* rule) {
    const TrainerOptions& o = run.plan().options();
    const std::uint32_t steps = run.stepsDone();
    const std::uint32_t swaFirst = run.plan().steps() / 2;
    std::vector<double> w = run.weights();
    if (o.averaging == Averaging::Ema && steps > 0) {
        const std::vector<double>& mean = run.tensor("average", w.size());
        const double weight = 1.0 - std::pow(o.numbers.emaDecay, steps);
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
    if (rule != nullptr && steps == run.plan().steps()) {
        rule->finish(run, w);
    }
    return w;
}

} // namespace parsimony::train
