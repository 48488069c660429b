// SPDX-License-Identifier: GPL-3.0-or-later
// DP-Prototypes (DPPL-Mean of Wahdany et al. 2024): one noisy sum of the rows of each class, scaled to unit
// norm, is the class's prototype; the nearest by cosine wins. A record is in one class's sum alone, so all of
// them together are one release. Nothing is left to choose.
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"
#include "core/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace parsimony::train {

namespace {

std::vector<PlannedRelease> prototypeReleases(const TrialSpec& spec, double sigma) {
    const double factor = sumFactor(spec.adjacency, spec.rowsPerPerson);
    const double row = std::sqrt(rowNormSquared(spec.options));
    return {gaussianRelease(ReleaseKind::ClassSums, 1, row, row * factor, factor / sigma)};
}

void scaleToUnitNorm(std::span<double> prototype) {
    const double norm =
        std::sqrt(std::inner_product(prototype.begin(), prototype.end(), prototype.begin(), 0.0));
    if (norm > 0.0 && std::isfinite(norm)) {
        std::transform(prototype.begin(), prototype.end(), prototype.begin(),
                       [norm](double value) { return value / norm; });
    }
}

TrainOutcome trainPrototypes(TrainingRun& run) {
    std::vector<double>& w = run.weights();
    if (run.ended()) {
        return run.finish(w);
    }
    const std::size_t size = run.head().inputs();
    std::vector<double> sums(run.head().classes * size);
    compute::MomentTask task;
    task.rowClip = run.plan().clip();
    task.bias = run.head().bias;
    task.classSums = sums;
    if (!run.backend().moments(run.data(), task, run.stopToken())) {
        run.stopped();
        return run.finish(w);
    }
    run.release(ReleaseKind::ClassSums, DrawKind::ClassSums, sums);
    for (std::size_t first = 0; first < sums.size(); first += size) {
        scaleToUnitNorm(std::span(sums).subspan(first, size));
    }
    std::copy(sums.begin(), sums.end(), w.begin());
    run.stepDone();
    return run.finish(w);
}

} // namespace

constinit const Trainer dpPrototypes{
    .traits = {.kind = TrainerKind::DpPrototypes,
               .name = "dp-prototypes",
               .label = inWindow("DP-Prototypes (class means)"),
               .summary = inWindow("One noisy sum of each class; the nearest by angle wins. Has no knobs."),
               .linearHeadOnly = true,
               .oneStep = true,
               .stepSize = false,
               .clippedGradients = false,
               .steps = 1},
    .releases = prototypeReleases,
    .train = trainPrototypes};

} // namespace parsimony::train
