// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/decomposition.h"

#include "core/base/quantity.h"
#include "core/base/sentence.h"

#include <algorithm>
#include <cmath>

namespace parsimony::search {

namespace {

void needLearningRates(const StepGrid& grid, const char* decomposition) {
    if (grid.learningRates.empty()) {
        failUsage(
            Sentence("--decomposition {1} draws learning rates from a list: give one in --learning-rates",
                     decomposition));
    }
}

} // namespace

const char* toText(DecompositionKind kind) {
    switch (kind) {
    case DecompositionKind::Derive:
        return "derive";
    case DecompositionKind::SampleUntil:
        return "sample-until";
    case DecompositionKind::Independent:
        break;
    }
    return "independent";
}

double StepGrid::maxLearningRate() const {
    return learningRates.empty() ? std::numeric_limits<double>::infinity()
                                 : *std::max_element(learningRates.begin(), learningRates.end());
}

std::uint32_t StepGrid::maxSteps() const {
    return *std::max_element(steps.begin(), steps.end());
}

void StepGrid::check() const {
    if (steps.empty()) {
        failUsage(Sentence("the list of --steps is empty: give at least one number of steps"));
    }
    for (const std::uint32_t count : steps) {
        if (count == 0) {
            failUsage(Sentence("--steps: a run needs at least one step"));
        }
    }
    for (const double rate : learningRates) {
        checkedPositive(rate, "--learning-rates: a learning rate");
    }
}

std::uint32_t drawSteps(const StepGrid& grid, UniformSource& source) {
    return grid.steps[source.below(grid.steps.size())];
}

std::uint32_t stepsReaching(double r, std::uint32_t drawn, const StepGrid& grid, UniformSource& source) {
    const double most = grid.maxLearningRate();
    if (r <= most * drawn) {
        return drawn;
    }
    std::vector<std::uint32_t> reaching;
    std::copy_if(grid.steps.begin(), grid.steps.end(), std::back_inserter(reaching),
                 [&](std::uint32_t steps) { return r <= most * steps; });
    return reaching.empty() ? grid.maxSteps() : reaching[source.below(reaching.size())];
}

StepChoice deriveLearningRate(double r, std::uint32_t steps, const StepGrid& grid) {
    const double rate = r / steps;
    const double most = grid.maxLearningRate();
    return {std::min(rate, most), steps, rate > most};
}

std::optional<StepChoice> sampleUntil(double r, const StepGrid& grid, double tolerance,
                                      UniformSource& source) {
    needLearningRates(grid, "sample-until");
    std::vector<StepChoice> fitting;
    for (const std::uint32_t steps : grid.steps) {
        for (const double rate : grid.learningRates) {
            if (std::abs(rate * steps - r) <= tolerance * r) {
                fitting.push_back({rate, steps, false});
            }
        }
    }
    if (fitting.empty()) {
        return std::nullopt;
    }
    return fitting[source.below(fitting.size())];
}

StepChoice nearestPair(double r, const StepGrid& grid) {
    needLearningRates(grid, "sample-until");
    StepChoice best;
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t steps : grid.steps) {
        for (const double rate : grid.learningRates) {
            const double distance = std::abs(std::log(rate * steps / r));
            if (distance < least) {
                least = distance;
                best = {rate, steps, true};
            }
        }
    }
    return best;
}

} // namespace parsimony::search
