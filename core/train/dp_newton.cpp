// SPDX-License-Identifier: GPL-3.0-or-later
// DP-Newton (FEAT Alg. 1): one sigmoid a class, a noisy gradient and a noisy Hessian each step.
#include "core/train/noisy_matrix.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

std::vector<PlannedRelease> newtonReleases(const TrialSpec& spec, double sigma) {
    const MatrixBudget budget = matrixBudget(spec, sigma);
    const double c = spec.options.maxGradNorm;
    // Every row is in all m gradients (|p − y| ≤ 1) and Hessians (p(1 − p) ≤ 1/4). Its bias is a constant, so
    // rows stay as they are.
    const double rootClasses = std::sqrt(static_cast<double>(spec.classes));
    const double rootSteps = std::sqrt(static_cast<double>(spec.steps));
    const double gradient = rootClasses * c;
    const double hessian = rootClasses * 0.25 * c * c;
    return {gaussianRelease(ReleaseKind::Gradient, spec.steps, gradient, gradient * budget.sumFactor,
                            budget.sumMu / rootSteps),
            gaussianRelease(ReleaseKind::Hessian, spec.steps, hessian, hessian * budget.gramFactor,
                            budget.matrixMu / rootSteps)};
}

/// One step from released sums.
void solve(TrainingRun& run, std::vector<double>& w, const std::vector<double>& gradients,
           std::vector<double>& hessians) {
    const std::size_t size = run.head().dim;
    const std::size_t inputs = run.head().inputs();
    const std::size_t classes = run.head().classes;
    const auto n = static_cast<Eigen::Index>(size);
    const double lambda = ridgeFor(run, ReleaseKind::Hessian, size);
    const double eta = run.plan().learningRate();
    std::size_t mendedAll = 0;
    for (std::size_t j = 0; j < classes; ++j) {
        const Eigen::Map<Matrix> matrix(hessians.data() + j * size * size, n, n);
        Eigen::Map<Eigen::VectorXd> row(w.data() + j * inputs, n);
        const Eigen::Map<const Eigen::VectorXd> gradient(gradients.data() + j * size, n);
        std::size_t mended = 0;
        row -= eta * (mendedInverse(matrix, lambda, mended) * gradient);
        mendedAll += mended;
    }
    run.note(mendingText("Hessians of step " + std::to_string(run.stepsDone() + 1),
                         lambda / run.plan().spec().publicRecords, mendedAll, classes * size));
}

TrainOutcome trainNewton(TrainingRun& run) {
    std::vector<double>& w = run.weights();
    // The bias stays at its initial value: trained, it would nearly double what every row is charged for.
    const std::size_t size = run.head().dim;
    const std::size_t inputs = run.head().inputs();
    const std::size_t classes = run.head().classes;
    std::vector<double> gradients(classes * size);
    std::vector<double> hessians;
    std::vector<double> theta(classes * size);
    std::vector<double> offsets(classes);
    for (std::size_t j = 0; j < classes && run.head().bias; ++j) {
        offsets[j] = w[j * inputs + size];
    }
    while (!run.ended()) {
        hessians.resize(classes * size * size);
        for (std::size_t j = 0; j < classes; ++j) {
            std::copy_n(w.begin() + static_cast<std::ptrdiff_t>(j * inputs), size,
                        theta.begin() + static_cast<std::ptrdiff_t>(j * size));
        }
        compute::NewtonTask task;
        task.parameters = theta;
        task.offsets = offsets;
        task.rowClip = run.plan().clip();
        task.gradients = gradients;
        task.hessians = hessians;
        if (!run.backend().newtonSums(run.data(), task, run.stopToken())) {
            run.stopped();
            break;
        }
        run.release(ReleaseKind::Gradient, DrawKind::Gradient, gradients);
        run.releaseSymmetric(ReleaseKind::Hessian, DrawKind::Hessian, hessians, size);
        solve(run, w, gradients, hessians);
        run.stepDone();
    }
    return run.finish(w);
}

} // namespace

constinit const Trainer dpNewton{
    .traits = {.kind = TrainerKind::DpNewton,
               .name = "dp-newton",
               .label = inWindow("DP-Newton"),
               .summary = inWindow("Newton's steps: a noisy gradient and a noisy Hessian of each class."),
               .linearHeadOnly = true,
               .onlyLoss = compute::Loss::Sigmoid,
               .matrix = true,
               .severalLabels = true,
               .stepSize = false,
               .clippedGradients = false,
               .ownRate = OwnRate{1.0},
               .steps = 3,
               .initBias = -3.0,
               .ridgePart = 0.5,
               // Matrices, one a class and step, would take minutes on all of the sample.
               .auditRecords = 2000,
               .auditColumns = 32},
    .releases = newtonReleases,
    .train = trainNewton};

} // namespace parsimony::train
