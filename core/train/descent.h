// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/training_run.h"

namespace parsimony::train {

/// Lets a backend that can make whole steps of DP-GD by itself do so: noise, momentum and weights stay where
/// they are multiplied. In slices of some 250 ms, so that progress and checkpoints keep their pace; a stop is
/// heard within.
class Descent {
public:
    /// Some steps of all runs, which share data and head. False when they have to be made pass by pass:
    /// another trainer, averaging, a learning rate that falls, a sample, or a backend that can't.
    [[nodiscard]] bool advance(std::span<TrainingRun* const> runs);

private:
    bool m_possible = true;
    std::uint32_t m_slice = 1;
};

} // namespace parsimony::train
