// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/uniform_source.h"
#include "core/train/knob.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace parsimony::search {

/// How a total step size r becomes (η, T): LSR-2 §3 and ALGORITHMS, "the search".
enum class DecompositionKind {
    Derive,      ///< draw T, set η = r/T
    SampleUntil, ///< draw η and T until the product is within a tolerance of r
    Independent, ///< draw η and T independently of r
};

[[nodiscard]] const char* toText(DecompositionKind kind);

/// What η and T may be. The largest values of the lists are η_max and T_max; without a list η is free.
struct StepGrid {
    std::vector<std::uint32_t> steps{50};
    std::vector<double> learningRates;

    [[nodiscard]] double maxLearningRate() const;
    [[nodiscard]] std::uint32_t maxSteps() const;
    /// Throws Error(Usage) on an empty list of steps, T = 0, or a learning rate that is not positive.
    void check() const;
};

/// A point of a search space.
struct StepChoice {
    double learningRate = 0.0;
    std::uint32_t steps = 0;
    bool clamped = false; ///< η_max or the grid kept the product away from r
    train::Knobs knobs{}; ///< of the axes of the space
    [[nodiscard]] double r() const { return learningRate * steps; }
};

/// Uniform draw from the grid's T.
[[nodiscard]] std::uint32_t drawSteps(const StepGrid& grid, UniformSource& source);

/// `drawn` where η_max lets it reach r; else a uniform draw from the T of the grid that do, so that a T that
/// was drawn uniformly becomes a draw from those that reach r; the largest where none does.
[[nodiscard]] std::uint32_t stepsReaching(double r, std::uint32_t drawn, const StepGrid& grid,
                                          UniformSource& source);

/// η = r/T, at most η_max.
[[nodiscard]] StepChoice deriveLearningRate(double r, std::uint32_t steps, const StepGrid& grid);

/// A uniform draw among the pairs of the grid with |ηT − r| ≤ tolerance·r: what drawing pairs until one fits
/// ends with, in one pass. Empty when no pair fits. Throws Error(Usage) when the grid has no learning rates.
[[nodiscard]] std::optional<StepChoice> sampleUntil(double r, const StepGrid& grid, double tolerance,
                                                    UniformSource& source);

/// The pair of the grid whose product has the least ratio to r; for a final run, which must not fail.
[[nodiscard]] StepChoice nearestPair(double r, const StepGrid& grid);

} // namespace parsimony::search
