// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/gradient_trainer.h"

namespace parsimony::train {

/// LSR-2 Alg. 1: v ← ρv + g, w ← w − ηv; in the end, where the options ask for it, one more step from the
/// momentum buffer, which releases nothing new.
class MomentumRule final : public GradientRule {
public:
    void step(TrainingRun& run, const std::vector<double>& gradient) override;
    void finish(TrainingRun& run, std::vector<double>& weights) const override;
};

} // namespace parsimony::train
