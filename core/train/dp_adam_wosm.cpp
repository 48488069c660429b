// SPDX-License-Identifier: GPL-3.0-or-later
// DPAdamWOSM (Mohapatra et al. 2021): Adam whose second moment is what the noise alone would make of it, the
// standard deviation of the gradient's noise.
#include "core/base/sentence.h"
#include "core/train/gradient_trainer.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <cmath>

namespace parsimony::train {

namespace {

class ScaledAdamRule final : public GradientRule {
public:
    void step(TrainingRun& run, const std::vector<double>& gradient) override {
        std::vector<double>& w = run.weights();
        std::vector<double>& m = run.tensor("m", w.size());
        const double beta1 = run.plan().options().numbers.adamBeta1;
        const double eta = run.plan().learningRate();
        const double first = 1.0 - std::pow(beta1, run.stepsDone() + 1.0);
        const double scale = run.plan().noiseSd() / run.divisor();
        for (std::size_t i = 0; i < w.size(); ++i) {
            m[i] = beta1 * m[i] + (1.0 - beta1) * gradient[i];
            w[i] -= eta * (m[i] / first) / scale;
        }
    }
};

std::unique_ptr<GradientRule> makeRule(TrainingRun& run) {
    if (!run.plan().isPrivate()) {
        failUsage(Sentence(
            "dp-adam-wosm takes its step size from the noise and has no non-private twin; use dp-adam"));
    }
    return std::make_unique<ScaledAdamRule>();
}

} // namespace

constinit const Trainer dpAdamWosm{
    .traits =
        {.kind = TrainerKind::DpAdamWosm,
         .name = "dp-adam-wosm",
         .label = inWindow("DP-Adam, no rate to tune"),
         .summary = inWindow(
             "Adam whose second moment follows from the noise alone, so that it needs no learning rate."),
         .samples = true,
         .severalLabels = true,
         .stepSize = false,
         .needsNoise = true,
         .scale = ScaleRule::Adam,
         // Where noise dominates, T steps of size η move a logit of a row of norm 1 by little more than η√T.
         .ownRate = OwnRate{1.0, true}},
    .releases = gradientSums,
    .train = trainByGradients,
    .rule = makeRule};

} // namespace parsimony::train
