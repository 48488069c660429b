// SPDX-License-Identifier: GPL-3.0-or-later
// DP-FC (FEAT Alg. 3): gradients preconditioned by the inverse of a noisy feature covariance, which is
// released once.
#include "core/train/gradient_trainer.h"
#include "core/train/noisy_matrix.h"
#include "core/train/sensitivity.h"
#include "core/train/trainer_entry.h"

#include <algorithm>
#include <cmath>

namespace parsimony::train {

namespace {

constexpr const char* kTensor = "preconditioner";

std::vector<PlannedRelease> fcReleases(const TrialSpec& spec, double sigma) {
    const MatrixBudget budget = matrixBudget(spec, sigma);
    const double c = spec.options.maxGradNorm;
    const double rowSquared = rowNormSquared(spec.options);
    const double rootSteps = std::sqrt(static_cast<double>(spec.steps));
    PlannedRelease covariance =
        gaussianRelease(ReleaseKind::Gram, 1, rowSquared, rowSquared * budget.gramFactor, budget.matrixMu);
    covariance.keptAs = kTensor;
    return {
        gaussianRelease(ReleaseKind::Gradient, spec.steps, c, c * budget.sumFactor, budget.sumMu / rootSteps),
        covariance};
}

/// The noisy, mended, inverted feature covariance, D×D; made once and kept in the state. Empty when stopped.
std::vector<double> preconditioner(TrainingRun& run) {
    const std::size_t size = run.head().inputs();
    if (run.has(kTensor)) {
        return run.tensor(kTensor, size * size);
    }
    std::vector<double> gram(size * size);
    compute::MomentTask task;
    task.rowClip = run.plan().clip();
    task.bias = run.head().bias;
    task.gram = gram;
    if (!run.backend().moments(run.data(), task, run.stopToken())) {
        run.stopped();
        return {};
    }
    run.releaseSymmetric(ReleaseKind::Gram, DrawKind::Gram, gram, size);
    const double records = run.plan().spec().publicRecords;
    const double lambda = ridgeFor(run, ReleaseKind::Gram, size);
    const Eigen::Map<Matrix> matrix(gram.data(), static_cast<Eigen::Index>(size),
                                    static_cast<Eigen::Index>(size));
    std::size_t mended = 0;
    // The scale of rows (their clip) is taken out, so that η does not depend on it.
    const double rowSquared = run.plan().release(ReleaseKind::Gram).clip;
    const Matrix inverse = mendedInverse(matrix, lambda, mended) * (records * rowSquared);
    run.note(mendingText("feature covariance", lambda / records, mended, size));
    std::vector<double>& kept = run.tensor(kTensor, size * size);
    std::copy_n(inverse.data(), size * size, kept.begin());
    run.keepRelease();
    return kept;
}

/// θ_j ← θ_j − η P g_j for every class.
class PreconditionedRule final : public GradientRule {
public:
    explicit PreconditionedRule(std::vector<double> inverse) : m_inverse(std::move(inverse)) {}

    void step(TrainingRun& run, const std::vector<double>& gradient) override {
        std::vector<double>& w = run.weights();
        const std::size_t size = run.head().inputs();
        const double eta = run.plan().learningRate(run.stepsDone());
        for (std::size_t j = 0; j < run.head().classes; ++j) {
            for (std::size_t k = 0; k < size; ++k) {
                double direction = 0.0;
                for (std::size_t i = 0; i < size; ++i) {
                    direction += m_inverse[k * size + i] * gradient[j * size + i];
                }
                w[j * size + k] -= eta * direction;
            }
        }
    }

private:
    std::vector<double> m_inverse;
};

std::unique_ptr<GradientRule> makeFcRule(TrainingRun& run) {
    return std::make_unique<PreconditionedRule>(run.ended() ? std::vector<double>{} : preconditioner(run));
}

} // namespace

constinit const Trainer dpFc{
    .traits = {.kind = TrainerKind::DpFc,
               .name = "dp-fc",
               .label = inWindow("DP-FC"),
               .summary = inWindow("Gradients that are conditioned by a noisy covariance of the features."),
               .linearHeadOnly = true,
               .matrix = true,
               // The preconditioned gradient has the scale of a Newton step, whatever the features and clip.
               .ownRate = OwnRate{1.5},
               .steps = 30,
               .gramFraction = 0.2}, // the covariance is needed as a preconditioner only
    .releases = fcReleases,
    .train = trainByGradients,
    .rule = makeFcRule};

} // namespace parsimony::train
