// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/slope_look.h"

#include "core/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace parsimony::train {

namespace {

// Beside the weights a checkpoint holds "start", where they started, and "slope": the sum of the part's
// slopes, of their noise's variances, and how often the weights were pulled back.
enum Slot : std::size_t { Sum, Variance, Pulls, Slots };

} // namespace

double stepFactor(TrainingRun& run) {
    const std::optional<SlopeLook>& look = run.plan().options().slopeLook;
    return look ? std::pow(look->factor, run.tensor("slope", Slots)[Pulls]) : 1.0;
}

void lookAtSlope(TrainingRun& run, const std::vector<double>& gradient) {
    const std::optional<SlopeLook>& look = run.plan().options().slopeLook;
    if (!look) {
        return;
    }
    std::vector<double>& w = run.weights();
    std::vector<double>& start = run.tensor("start", w.size());
    std::vector<double>& slope = run.tensor("slope", Slots);
    const std::uint32_t step = run.stepsDone(); // from 0
    if (step == 0) {
        start = w;
        return; // nothing was added yet
    }
    double along = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < w.size(); ++i) {
        along += (w[i] - start[i]) * gradient[i];
        squares += (w[i] - start[i]) * (w[i] - start[i]);
    }
    const double noise = run.plan().release(ReleaseKind::Gradient).noiseSd / run.divisor();
    const double clip = run.plan().clip();
    slope[Sum] += along / clip;
    slope[Variance] += squares * noise * noise / (clip * clip);

    const std::uint32_t part = std::max(1U, run.plan().steps() / look->parts);
    if (step % part != 0) {
        return;
    }
    const double seen = slope[Sum] / part;
    const double variance = slope[Variance] / (static_cast<double>(part) * part);
    const double weight = look->beliefSd * look->beliefSd / (look->beliefSd * look->beliefSd + variance);
    slope[Sum] = slope[Variance] = 0.0;
    if (!(weight * seen + (1.0 - weight) * look->belief > look->above)) {
        return;
    }
    slope[Pulls] += 1.0;
    for (std::size_t i = 0; i < w.size(); ++i) {
        w[i] = start[i] + look->factor * (w[i] - start[i]);
    }
}

} // namespace parsimony::train
