// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer_traits.h"

#include <memory>
#include <vector>

namespace parsimony::train {

class GradientRule;
class TrainingRun;
struct PlannedRelease;
struct TrainOutcome;
struct TrialSpec;

/// All there is to a trainer. Each has a file of its own that defines one.
struct Trainer {
    TrainerTraits traits;
    /// What a trial releases, with its noise: the only source of clip, noise and events. `sigma` as in
    /// TrialPlan::forNoise().
    std::vector<PlannedRelease> (*releases)(const TrialSpec& spec, double sigma) = nullptr;
    /// Runs the trial, or what is left of it.
    TrainOutcome (*train)(TrainingRun& run) = nullptr;
    /// For trainers whose sums are those of clipped gradients, so that trials share passes; else null.
    std::unique_ptr<GradientRule> (*rule)(TrainingRun& run) = nullptr;
};

[[nodiscard]] const Trainer& trainerOf(TrainerKind kind);

} // namespace parsimony::train
