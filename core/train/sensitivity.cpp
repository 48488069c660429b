// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sensitivity.h"

#include <cmath>

namespace parsimony::train {

double sumFactor(Adjacency adjacency, std::uint32_t rowsPerPerson) {
    const double change = adjacency == Adjacency::ReplaceOne ? 2.0 : 1.0;
    return change * rowsPerPerson * (1.0 + compute::kArithmeticSlack);
}

double gramFactor(Adjacency adjacency, std::uint32_t rowsPerPerson) {
    const double change = adjacency == Adjacency::ReplaceOne ? std::nextafter(std::sqrt(2.0), 2.0) : 1.0;
    return change * rowsPerPerson * (1.0 + compute::kArithmeticSlack);
}

Sensitivity releaseSensitivity(ReleaseKind kind, double clip, Adjacency adjacency,
                               std::uint32_t rowsPerPerson) {
    if (kind == ReleaseKind::Count) {
        return Sensitivity{clip * rowsPerPerson};
    }
    if (kind == ReleaseKind::ClassCounts) {
        // A record adds a vector of norm `clip`: a 1 in one bin, or in L bins for its L labels, √L. Removing
        // a person's K rows moves the sum by K·clip at most; replacing them takes from some bins and adds to
        // others, √2·K·clip at most, since no entry is negative. Counts are exact: no slack.
        const double change = adjacency == Adjacency::ReplaceOne ? std::nextafter(std::sqrt(2.0), 2.0) : 1.0;
        return Sensitivity{clip * change * rowsPerPerson};
    }
    const bool gram =
        kind == ReleaseKind::Gram || kind == ReleaseKind::Hessian || kind == ReleaseKind::ClassGrams;
    return Sensitivity{clip *
                       (gram ? gramFactor(adjacency, rowsPerPerson) : sumFactor(adjacency, rowsPerPerson))};
}

std::vector<PlannedRelease> clippedSums(const TrialSpec& spec, double sigma, ReleaseKind kind) {
    const double c = spec.options.maxGradNorm;
    const double factor = sumFactor(spec.adjacency, spec.rowsPerPerson);
    return {{kind, spec.steps, c, Sensitivity{c * factor}, sigma * c}};
}

std::vector<PlannedRelease> gradientSums(const TrialSpec& spec, double sigma) {
    return clippedSums(spec, sigma, ReleaseKind::Gradient);
}

MatrixBudget matrixBudget(const TrialSpec& spec, double sigma) {
    const TrainerOptions& o = spec.options;
    MatrixBudget budget;
    budget.sumFactor = sumFactor(spec.adjacency, spec.rowsPerPerson);
    budget.gramFactor = gramFactor(spec.adjacency, spec.rowsPerPerson);
    const double mu = budget.sumFactor / sigma;
    const double fraction = o.gramFraction.value_or(traitsOf(o.trainer).gramFraction);
    budget.matrixMu = mu * std::sqrt(fraction);
    budget.sumMu = mu * std::sqrt(1.0 - fraction);
    return budget;
}

double labelFactor(std::uint32_t labelsPerRecord) {
    const double labels = labelsPerRecord;
    return labelsPerRecord == 1 ? 1.0 : std::nextafter(std::sqrt(labels), labels);
}

double rowNormSquared(const TrainerOptions& options) {
    return options.maxGradNorm * options.maxGradNorm + (options.bias ? 1.0 : 0.0);
}

PlannedRelease gaussianRelease(ReleaseKind kind, std::uint32_t count, double clip, double delta, double mu) {
    return {kind, count, clip, Sensitivity{delta}, delta / mu};
}

} // namespace parsimony::train
