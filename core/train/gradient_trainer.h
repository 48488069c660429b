// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/training_run.h"

#include <memory>
#include <vector>

namespace parsimony::train {

/// What a trainer does with a released mean gradient.
class GradientRule {
public:
    GradientRule() = default;
    GradientRule(const GradientRule&) = delete;
    GradientRule& operator=(const GradientRule&) = delete;
    virtual ~GradientRule();

    /// Moves run.weights() by one step; weight decay is in the gradient already.
    virtual void step(TrainingRun& run, const std::vector<double>& gradient) = 0;
    /// What the final weights gain after the last step from what is released already.
    virtual void finish(TrainingRun& run, std::vector<double>& weights) const;
};

/// The steps of a trainer that follows clipped gradients, one by one, so that several trials can share a
/// pass.
class GradientTrial {
public:
    /// Releases what the trainer needs before its first step (DP-FC's covariance).
    explicit GradientTrial(TrainingRun& run);
    /// One step with a released gradient sum, which is used up.
    void step(std::vector<double>& gradient);
    [[nodiscard]] TrainOutcome finish();

private:
    TrainingRun& m_run;
    std::unique_ptr<GradientRule> m_rule;
};

/// Trainer::train of those trainers.
[[nodiscard]] TrainOutcome trainByGradients(TrainingRun& run);

/// Takes the iterate that was just made, and is not counted yet, into the average that the options ask for.
void averageIterate(TrainingRun& run);

/// The average of the iterates so far; else the current weights, after the last step with what `rule` adds
/// (null: nothing).
[[nodiscard]] std::vector<double> currentModel(TrainingRun& run, const GradientRule* rule);

} // namespace parsimony::train
