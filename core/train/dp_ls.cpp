// SPDX-License-Identifier: GPL-3.0-or-later
// DP-LS (FEAT Alg. 2): θ_j = (A_j + αG + λI)⁻¹ b_j, A_j the Gram matrix of class j. Without α the A_j are
// left out, θ_j = (G + λI)⁻¹ b_j, and the budget is spared their share.
#include "core/train/noisy_matrix.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

/// Of the μ² of all matrices, what G takes beside the A_j. A_j + αG has the noise variance
/// 1/μ_A² + α²/μ_G² in units of a matrix's sensitivity, the least where μ_G²/μ_A² = α.
double sharedPart(const TrainerOptions& options) {
    return options.alpha ? *options.alpha / (1.0 + *options.alpha) : 1.0;
}

std::vector<PlannedRelease> lsReleases(const TrialSpec& spec, double sigma) {
    const MatrixBudget budget = matrixBudget(spec, sigma);
    const double rowSquared = rowNormSquared(spec.options);
    const double row = std::sqrt(rowSquared);
    const double shared = sharedPart(spec.options);
    // All A_j are one vector, and so are all b_j. A record of one label is in the A_j of its class alone, so
    // the vector moves by what G moves by: a removed row by its ‖x xᵀ‖, a replaced one by
    // √(‖x xᵀ‖² + ‖x'x'ᵀ‖²) at most, of one class or two. A record of K labels is in K of them: a removed
    // row moves the vectors by √K‖x xᵀ‖ and √K‖x‖; a replaced one the A_j by √(2K) at most, as each class
    // that has only one of both rows counts once and each that has both twice (‖A − B‖² ≤ ‖A‖² + ‖B‖² of
    // positive semidefinite matrices), the b_j by 2√K‖x‖. G has each record once, whatever its labels.
    const double labels = labelFactor(spec.labelsPerRecord);
    std::vector<PlannedRelease> releases;
    const auto addMatrices = [&](ReleaseKind kind, double bound, double part) {
        if (part > 0.0) {
            releases.push_back(gaussianRelease(kind, 1, bound, bound * budget.gramFactor,
                                               budget.matrixMu * std::sqrt(part)));
        }
    };
    addMatrices(ReleaseKind::Gram, rowSquared, shared);
    addMatrices(ReleaseKind::ClassGrams, labels * rowSquared, 1.0 - shared);
    const double sums = labels * row;
    releases.push_back(
        gaussianRelease(ReleaseKind::ClassSums, 1, sums, sums * budget.sumFactor, budget.sumMu));
    return releases;
}

/// What is released, noise included.
struct Released {
    std::vector<double> gram, classGrams; ///< empty where the plan has none
    std::vector<double> sums;
};

/// False when stopped.
bool releaseAll(TrainingRun& run, Released& released) {
    const std::size_t size = run.head().inputs();
    const std::size_t classes = run.head().classes;
    const double shared = sharedPart(run.plan().options());
    released.gram.resize(shared > 0.0 ? size * size : 0);
    released.classGrams.resize(shared < 1.0 ? classes * size * size : 0);
    released.sums.resize(classes * size);
    compute::MomentTask task;
    task.rowClip = run.plan().clip();
    task.bias = run.head().bias;
    task.gram = released.gram;
    task.classSums = released.sums;
    task.classGrams = released.classGrams;
    if (!run.backend().moments(run.data(), task, run.stopToken())) {
        return false;
    }
    if (!released.gram.empty()) {
        run.releaseSymmetric(ReleaseKind::Gram, DrawKind::Gram, released.gram, size);
    }
    if (!released.classGrams.empty()) {
        run.releaseSymmetric(ReleaseKind::ClassGrams, DrawKind::ClassGrams, released.classGrams, size);
    }
    run.release(ReleaseKind::ClassSums, DrawKind::ClassSums, released.sums);
    return true;
}

/// All classes by G.
void solveTogether(TrainingRun& run, Released& released, std::vector<double>& w) {
    const std::size_t size = run.head().inputs();
    const std::size_t classes = run.head().classes;
    const double lambda = ridgeFor(run, ReleaseKind::Gram, size);
    const auto n = static_cast<Eigen::Index>(size);
    const Eigen::Map<Matrix> matrix(released.gram.data(), n, n);
    const Eigen::Map<Matrix> right(released.sums.data(), static_cast<Eigen::Index>(classes), n);
    std::size_t mended = 0;
    const Matrix theta = right * mendedInverse(matrix, lambda, mended);
    std::copy_n(theta.data(), classes * size, w.begin());
    run.note(mendingText("Gram matrix", lambda / run.plan().spec().publicRecords, mended, size));
}

/// Each class by A_j + αG.
void solveEach(TrainingRun& run, double alpha, const Released& released, std::vector<double>& w) {
    const std::size_t size = run.head().inputs();
    const std::size_t classes = run.head().classes;
    const double own = run.plan().release(ReleaseKind::ClassGrams).noiseSd;
    const double shared = released.gram.empty() ? 0.0 : alpha * run.plan().release(ReleaseKind::Gram).noiseSd;
    const double lambda = ridgeForNoise(run, std::hypot(own, shared), size);
    const auto n = static_cast<Eigen::Index>(size);
    std::size_t mendedAll = 0;
    for (std::size_t j = 0; j < classes; ++j) {
        Matrix matrix = Eigen::Map<const Matrix>(released.classGrams.data() + j * size * size, n, n);
        if (!released.gram.empty()) {
            matrix += alpha * Eigen::Map<const Matrix>(released.gram.data(), n, n);
        }
        const Eigen::Map<const Eigen::VectorXd> right(released.sums.data() + j * size, n);
        std::size_t mended = 0;
        Eigen::Map<Eigen::VectorXd>(w.data() + j * size, n) = mendedInverse(matrix, lambda, mended) * right;
        mendedAll += mended;
    }
    run.note(mendingText("A_j + αG", lambda / run.plan().spec().publicRecords, mendedAll, classes * size));
}

/// Without noise and ridge a score is p of a class by G alone and p/(p + α) with its A_j, where p is the
/// share of records like this one that have the class: 1/2 of them lie here.
double leastSquaresThreshold(const TrainerOptions& options) {
    return options.alpha ? 0.5 / (0.5 + *options.alpha) : 0.5;
}

TrainOutcome trainLeastSquares(TrainingRun& run) {
    std::vector<double>& w = run.weights();
    if (!run.ended()) {
        Released released;
        if (releaseAll(run, released)) {
            if (released.classGrams.empty()) {
                solveTogether(run, released, w);
            } else {
                solveEach(run, *run.plan().options().alpha, released, w);
            }
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
                                        .classMatrices = true,
                                        .severalLabels = true,
                                        .stepSize = false,
                                        .clippedGradients = false,
                                        .labelThreshold = leastSquaresThreshold,
                                        .steps = 1,
                                        .ridgePart = 0.75},
                             .releases = lsReleases,
                             .train = trainLeastSquares};

} // namespace parsimony::train
