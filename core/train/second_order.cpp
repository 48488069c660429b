// SPDX-License-Identifier: GPL-3.0-or-later
// Trainers that solve with a noisy matrix: DP-LS, DP-Newton, and DP-FC's preconditioner. Everything after a
// release, symmetric mending and regularisation included, is post-processing of released numbers (PRIVACY
// rule 17).
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/train/training_run.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// λ from declared constants: `part` of the noise of the matrix, whose largest eigenvalue is near √(2·size)
/// times the sd of an off-diagonal entry, sd/√2. Without noise a trace of it, so that a singular matrix still
/// solves.
double ridgeFor(const TrainingRun& run, ReleaseKind kind, std::size_t size, double part) {
    if (run.plan().options().ridge) {
        return *run.plan().options().ridge * run.plan().spec().publicRecords;
    }
    const double noise = run.plan().release(kind).noiseSd * std::sqrt(static_cast<double>(size));
    return noise > 0.0 ? part * noise : 1e-9 * run.plan().spec().publicRecords;
}

/// The inverse of `matrix` + λI with the eigenvalues of the sum no smaller than `floor`.
Matrix mendedInverse(const Eigen::Ref<const Matrix>& matrix, double lambda, double floor,
                     std::size_t& mended) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
    if (solver.info() != Eigen::Success) {
        fail("the eigenvalues of a noisy matrix did not converge");
    }
    Eigen::VectorXd values = solver.eigenvalues().array() + lambda;
    mended = 0;
    for (double& value : values) {
        if (value < floor) {
            value = floor;
            ++mended;
        }
    }
    return solver.eigenvectors() * values.cwiseInverse().asDiagonal() * solver.eigenvectors().transpose();
}

std::string mendingText(const std::string& what, double lambda, std::size_t mended, std::size_t size) {
    return what + ": λ = " + roundedText(lambda, 6) + " added, " + std::to_string(mended) + " of " +
           std::to_string(size) + " eigenvalues raised to their floor";
}

} // namespace

std::vector<double> featurePreconditioner(TrainingRun& run) {
    const std::size_t size = run.head().inputs();
    const std::string name = "preconditioner";
    if (run.has(name)) {
        return run.tensor(name, size * size);
    }
    std::vector<double> gram(size * size);
    compute::MomentTask task;
    task.rowClip = run.plan().isPrivate() ? run.plan().options().maxGradNorm : run.plan().clip();
    task.bias = run.head().bias;
    task.gram = gram;
    if (!run.backend().moments(run.data(), task, run.stopToken())) {
        run.stopped();
        return {};
    }
    run.releaseSymmetric(ReleaseKind::Gram, DrawKind::Gram, gram, size);
    const double records = run.plan().spec().publicRecords;
    const double lambda = ridgeFor(run, ReleaseKind::Gram, size, 1.0);
    const Eigen::Map<Matrix> matrix(gram.data(), static_cast<Eigen::Index>(size),
                                    static_cast<Eigen::Index>(size));
    std::size_t mended = 0;
    // The scale of rows (their clip) is taken out, so that η does not depend on it.
    const double rowSquared = run.plan().release(ReleaseKind::Gram).clip;
    const double floor = lambda;
    const Matrix inverse = mendedInverse(matrix, lambda, floor, mended) * (records * rowSquared);
    run.note(mendingText("feature covariance", lambda / records, mended, size));
    std::vector<double>& kept = run.tensor(name, size * size);
    std::copy_n(inverse.data(), size * size, kept.begin());
    run.keepRelease();
    return kept;
}

TrainOutcome trainLeastSquares(TrainingRun& run) {
    // FEAT Alg. 2 with the shared Gram matrix alone: θ_j = (G + λI)⁻¹ b_j. Leaving out the A_j saves their
    // share of the budget; on the bundled sample it is the better half of the method.
    std::vector<double>& w = run.weights();
    const std::size_t size = run.head().inputs();
    const std::size_t classes = run.head().classes;
    if (!run.ended()) {
        std::vector<double> gram(size * size);
        std::vector<double> sums(classes * size);
        compute::MomentTask task;
        task.rowClip = run.plan().clip();
        task.bias = run.head().bias;
        task.gram = gram;
        task.classSums = sums;
        if (run.backend().moments(run.data(), task, run.stopToken())) {
            run.releaseSymmetric(ReleaseKind::Gram, DrawKind::Gram, gram, size);
            run.release(ReleaseKind::ClassSums, DrawKind::ClassSums, sums);
            const double lambda = ridgeFor(run, ReleaseKind::Gram, size, 0.75);
            const auto n = static_cast<Eigen::Index>(size);
            const Eigen::Map<Matrix> matrix(gram.data(), n, n);
            const Eigen::Map<Matrix> right(sums.data(), static_cast<Eigen::Index>(classes), n);
            std::size_t mended = 0;
            const double floor = lambda;
            const Matrix theta = right * mendedInverse(matrix, lambda, floor, mended);
            std::copy_n(theta.data(), classes * size, w.begin());
            run.note(mendingText("Gram matrix", lambda / run.plan().spec().publicRecords, mended, size));
            run.stepDone();
        } else {
            run.stopped();
        }
    }
    return run.finish(w);
}

TrainOutcome trainNewton(TrainingRun& run) {
    std::vector<double>& w = run.weights();
    // The bias stays at its initial value: trained, it would nearly double what every row is charged for.
    const std::size_t size = run.head().dim;
    const std::size_t inputs = run.head().inputs();
    const std::size_t classes = run.head().classes;
    const auto n = static_cast<Eigen::Index>(size);
    const double eta = run.plan().learningRate();
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
        const double lambda = ridgeFor(run, ReleaseKind::Hessian, size, 0.5);
        std::size_t mendedAll = 0;
        for (std::size_t j = 0; j < classes; ++j) {
            const Eigen::Map<Matrix> matrix(hessians.data() + j * size * size, n, n);
            Eigen::Map<Eigen::VectorXd> row(w.data() + j * inputs, n);
            const Eigen::Map<const Eigen::VectorXd> gradient(gradients.data() + j * size, n);
            std::size_t mended = 0;
            const double floor = lambda;
            row -= eta * (mendedInverse(matrix, lambda, floor, mended) * gradient);
            mendedAll += mended;
        }
        run.note(mendingText("Hessians of step " + std::to_string(run.stepsDone() + 1),
                             lambda / run.plan().spec().publicRecords, mendedAll, classes * size));
        run.stepDone();
    }
    return run.finish(w);
}

} // namespace parsimony::train
