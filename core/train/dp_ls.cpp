// SPDX-License-Identifier: GPL-3.0-or-later
// DP-LS (FEAT Alg. 2 with the shared Gram matrix alone): θ_j = (G + λI)⁻¹ b_j. Leaving out the A_j saves
// their share of the budget; on the bundled sample it is the better half of the method.
#include "core/train/noisy_matrix.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

/// λ as a part of the noise of the Gram matrix.
constexpr double kLsRidgePart = 0.75;

std::vector<PlannedRelease> lsReleases(const TrialSpec& spec, double sigma) {
    const MatrixBudget budget = matrixBudget(spec, sigma);
    const double rowSquared = rowNormSquared(spec.options);
    const double row = std::sqrt(rowSquared);
    return {
        gaussianRelease(ReleaseKind::Gram, 1, rowSquared, rowSquared * budget.gramFactor, budget.matrixMu),
        gaussianRelease(ReleaseKind::ClassSums, 1, row, row * budget.sumFactor, budget.sumMu)};
}

/// Solves into the weights; false when stopped.
bool solve(TrainingRun& run, std::vector<double>& w) {
    const std::size_t size = run.head().inputs();
    const std::size_t classes = run.head().classes;
    std::vector<double> gram(size * size);
    std::vector<double> sums(classes * size);
    compute::MomentTask task;
    task.rowClip = run.plan().clip();
    task.bias = run.head().bias;
    task.gram = gram;
    task.classSums = sums;
    if (!run.backend().moments(run.data(), task, run.stopToken())) {
        return false;
    }
    run.releaseSymmetric(ReleaseKind::Gram, DrawKind::Gram, gram, size);
    run.release(ReleaseKind::ClassSums, DrawKind::ClassSums, sums);
    const double lambda = ridgeFor(run, ReleaseKind::Gram, size, kLsRidgePart);
    const auto n = static_cast<Eigen::Index>(size);
    const Eigen::Map<Matrix> matrix(gram.data(), n, n);
    const Eigen::Map<Matrix> right(sums.data(), static_cast<Eigen::Index>(classes), n);
    std::size_t mended = 0;
    const Matrix theta = right * mendedInverse(matrix, lambda, mended);
    std::copy_n(theta.data(), classes * size, w.begin());
    run.note(mendingText("Gram matrix", lambda / run.plan().spec().publicRecords, mended, size));
    return true;
}

TrainOutcome trainLeastSquares(TrainingRun& run) {
    std::vector<double>& w = run.weights();
    if (!run.ended()) {
        if (solve(run, w)) {
            run.stepDone();
        } else {
            run.stopped();
        }
    }
    return run.finish(w);
}

} // namespace

constinit const Trainer dpLs{.traits = {.kind = TrainerKind::DpLs,
                                        .name = "dp-ls",
                                        .label = inWindow("DP-LS (least squares)"),
                                        .summary = inWindow("Least squares, solved once from noisy sums."),
                                        .linearHeadOnly = true,
                                        .oneStep = true,
                                        .matrix = true,
                                        .stepSize = false,
                                        .clippedGradients = false,
                                        .steps = 1},
                             .releases = lsReleases,
                             .train = trainLeastSquares};

} // namespace parsimony::train
