// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/momentum_rule.h"

#include "core/train/slope_look.h"

namespace parsimony::train {

void MomentumRule::step(TrainingRun& run, const std::vector<double>& gradient) {
    lookAtSlope(run, gradient);
    std::vector<double>& w = run.weights();
    std::vector<double>& v = run.tensor("v", w.size());
    const double rho = run.plan().options().momentum;
    const double eta = run.plan().learningRate(run.stepsDone()) * stepFactor(run);
    for (std::size_t i = 0; i < w.size(); ++i) {
        v[i] = rho * v[i] + gradient[i];
        w[i] -= eta * v[i];
    }
}

void MomentumRule::finish(TrainingRun& run, std::vector<double>& weights) const {
    if (!run.plan().options().freeStep) {
        return;
    }
    const std::vector<double>& v = run.tensor("v", weights.size());
    const double eta = run.plan().learningRate(run.stepsDone()) * stepFactor(run);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        weights[i] -= eta * run.plan().options().momentum * v[i];
    }
}

} // namespace parsimony::train
