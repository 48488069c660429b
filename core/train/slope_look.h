// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace parsimony::train {

class TrainingRun;

/// What steps are to be multiplied by, as the looks so far say; 1 without them.
[[nodiscard]] double stepFactor(TrainingRun& run);

/// Takes the noisy mean gradient at the current weights, before the step along it, into the looks; they may
/// then bring the weights nearer to where they started, or back out. Does nothing where the options ask for
/// none.
void lookAtSlope(TrainingRun& run, const std::vector<double>& gradient);

} // namespace parsimony::train
