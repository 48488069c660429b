// SPDX-License-Identifier: GPL-3.0-or-later
// DP-SGD: as DP-GD, each step over a Poisson sample of the records.
#include "core/train/momentum_rule.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

namespace parsimony::train {

constinit const Trainer dpSgd{
    .traits = {.kind = TrainerKind::DpSgd,
               .name = "dp-sgd",
               .label = inWindow("DP-SGD (Poisson)"),
               .summary =
                   inWindow("Gradients of a random sample of the records in each step, with momentum."),
               .samples = true,
               .momentum = true,
               .severalLabels = true,
               .scale = ScaleRule::Descent,
               .sampleRate = 0.1},
    .releases = gradientSums,
    .train = trainByGradients,
    .rule = [](TrainingRun&) -> std::unique_ptr<GradientRule> { return std::make_unique<MomentumRule>(); }};

} // namespace parsimony::train
