// SPDX-License-Identifier: GPL-3.0-or-later
// DP-ZO (Tang et al. 2024): along a random direction z that everybody may know, each record's loss difference
// is clipped and their noisy sum, one number, is released: w ← w − η·(Σ clip(ℓ(w+hz) − ℓ(w−hz)) + noise)/
// (2hn)·z.
#include "core/train/gradient_trainer.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

namespace parsimony::train {

namespace {

std::vector<PlannedRelease> zoReleases(const TrialSpec& spec, double sigma) {
    return clippedSums(spec, sigma, ReleaseKind::LossDifference);
}

TrainOutcome trainZerothOrder(TrainingRun& run) {
    const double reach = run.plan().options().numbers.reach;
    std::vector<double>& w = run.weights();
    std::vector<double> z(w.size());
    std::vector<double> plus(w.size());
    std::vector<double> minus(w.size());
    while (!run.ended()) {
        run.noise().fillGaussian(
            z, {.step = run.stepsDone(), .tensor = static_cast<std::uint16_t>(DrawKind::Direction)});
        for (std::size_t i = 0; i < w.size(); ++i) {
            plus[i] = w[i] + reach * z[i];
            minus[i] = w[i] - reach * z[i];
        }
        compute::PassOptions pass;
        pass.head = run.head();
        pass.loss = run.plan().options().loss;
        pass.stop = run.stopToken();
        double sum = 0.0;
        if (!run.backend().clippedLossDifference(run.data(), pass, plus, minus, run.plan().clip(), sum)) {
            run.stopped();
            break;
        }
        run.release(ReleaseKind::LossDifference, DrawKind::LossDifference, std::span(&sum, 1));
        const double slope = sum / (2.0 * reach * run.divisor());
        for (std::size_t i = 0; i < w.size(); ++i) {
            w[i] -= run.plan().learningRate(run.stepsDone()) *
                    (slope * z[i] + run.plan().options().weightDecay * w[i]);
        }
        averageIterate(run);
        run.stepDone();
    }
    return run.finish(currentModel(run, nullptr));
}

} // namespace

constinit const Trainer dpZo{
    .traits = {.kind = TrainerKind::DpZo,
               .name = "dp-zo",
               .label = inWindow("DP-ZO (zeroth order)"),
               .summary = inWindow("One noisy number a step: how the loss differs along a random direction."),
               .linearHeadOnly = true,
               .severalLabels = true,
               .clippedGradients = false,
               // Directions have norm one a coordinate, whatever the features.
               .ownRate = OwnRate{1.0},
               .steps = 500,
               .maxGradNorm = 0.1}, // differences of losses are small
    .releases = zoReleases,
    .train = trainZerothOrder};

} // namespace parsimony::train
