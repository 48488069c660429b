// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/noisy_matrix.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"

#include <Eigen/Dense>

#include <cmath>

namespace parsimony::train {

double ridgeFor(const TrainingRun& run, ReleaseKind kind, std::size_t size) {
    return ridgeForNoise(run, run.plan().release(kind).noiseSd, size);
}

double ridgeForNoise(const TrainingRun& run, double sd, std::size_t size) {
    const TrainerOptions& options = run.plan().options();
    if (options.ridge) {
        return *options.ridge * run.plan().spec().publicRecords;
    }
    const double part = options.ridgePart.value_or(traitsOf(options.trainer).ridgePart);
    const double noise = sd * std::sqrt(static_cast<double>(size));
    return noise > 0.0 ? part * noise : options.numbers.noiselessRidge * run.plan().spec().publicRecords;
}

Matrix mendedInverse(const Eigen::Ref<const Matrix>& matrix, double lambda, std::size_t& mended) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
    if (solver.info() != Eigen::Success) {
        fail(Sentence("the eigenvalues of a noisy matrix did not converge"));
    }
    Eigen::VectorXd values = solver.eigenvalues().array() + lambda;
    mended = 0;
    for (double& value : values) {
        if (value < lambda) {
            value = lambda;
            ++mended;
        }
    }
    return solver.eigenvectors() * values.cwiseInverse().asDiagonal() * solver.eigenvectors().transpose();
}

std::string mendingText(const std::string& what, double lambda, std::size_t mended, std::size_t size) {
    return what + ": λ = " + roundedText(lambda, 6) + " added, " + std::to_string(mended) + " of " +
           std::to_string(size) + " eigenvalues raised to their floor";
}

} // namespace parsimony::train
