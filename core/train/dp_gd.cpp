// SPDX-License-Identifier: GPL-3.0-or-later
// DP-GD (LSR-2 Alg. 1): full batches, momentum, one free step.
#include "core/train/momentum_rule.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

namespace parsimony::train {

constinit const Trainer dpGd{
    .traits = {.kind = TrainerKind::DpGd,
               .name = "dp-gd",
               .label = inWindow("DP-GD (full batch)"),
               .summary = inWindow("Gradients of all records in each step, with momentum."),
               .momentum = true,
               .severalLabels = true,
               .plainDescent = true,
               .scale = ScaleRule::Descent},
    .releases = gradientSums,
    .train = trainByGradients,
    .rule = [](TrainingRun&) -> std::unique_ptr<GradientRule> { return std::make_unique<MomentumRule>(); }};

} // namespace parsimony::train
