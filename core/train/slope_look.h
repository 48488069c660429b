// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace parsimony::train {

class TrainingRun;

/// What later steps are to be multiplied by, as the looks so far say; 1 without them.
[[nodiscard]] double stepFactor(TrainingRun& run);

/// Takes the noisy mean gradient at the current weights, before the step along it, into the look of its part;
/// at the part's end it may pull the weights back. Does nothing where the options ask for no looks.
void lookAtSlope(TrainingRun& run, const std::vector<double>& gradient);

} // namespace parsimony::train
