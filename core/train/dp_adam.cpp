// SPDX-License-Identifier: GPL-3.0-or-later
// DP-Adam (LLM Alg. 2, FEAT Alg. 4): Adam's moments over privatised gradients.
#include "core/train/gradient_trainer.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <cmath>

namespace parsimony::train {

namespace {

class AdamRule final : public GradientRule {
public:
    void step(TrainingRun& run, const std::vector<double>& gradient) override {
        std::vector<double>& w = run.weights();
        std::vector<double>& m = run.tensor("m", w.size());
        std::vector<double>& u = run.tensor("u", w.size());
        const TrainerNumbers& numbers = run.plan().options().numbers;
        const double beta1 = numbers.adamBeta1;
        const double beta2 = numbers.adamBeta2;
        const double eta = run.plan().learningRate(run.stepsDone());
        const double step = run.stepsDone() + 1.0;
        const double first = 1.0 - std::pow(beta1, step);
        const double second = 1.0 - std::pow(beta2, step);
        for (std::size_t i = 0; i < w.size(); ++i) {
            m[i] = beta1 * m[i] + (1.0 - beta1) * gradient[i];
            u[i] = beta2 * u[i] + (1.0 - beta2) * gradient[i] * gradient[i];
            w[i] -= eta * (m[i] / first) / (std::sqrt(u[i] / second) + numbers.adamEpsilon);
        }
    }
};

} // namespace

constinit const Trainer dpAdam{
    .traits = {.kind = TrainerKind::DpAdam,
               .name = "dp-adam",
               .label = inWindow("DP-Adam"),
               .summary = inWindow("Adam's steps from noisy gradients."),
               .samples = true,
               .severalLabels = true,
               .scale = ScaleRule::Adam},
    .releases = gradientSums,
    .train = trainByGradients,
    .rule = [](TrainingRun&) -> std::unique_ptr<GradientRule> { return std::make_unique<AdamRule>(); }};

} // namespace parsimony::train
