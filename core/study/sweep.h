// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/line_fit.h"
#include "core/study/experiments.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::study {

struct SweepCell {
    double epsilon = 0.0;
    double learningRate = 0.0;
    std::uint32_t steps = 0;
    double accuracy = 0.0;
    double accuracySd = 0.0;
    std::uint32_t repeats = 0;
    std::string arithmetic = {}; ///< of products, as a run tells it; of several, all with commas
    [[nodiscard]] double r() const { return learningRate * steps; }
};

/// The best cell of one ε.
struct SweepBest {
    double epsilon = 0.0;
    double r = 0.0;
    double rSd = 0.0; ///< spread of the best r of each repeat alone
    double accuracy = 0.0;
};

struct SweepResult {
    std::vector<SweepCell> cells;
    std::vector<SweepBest> best;
    std::optional<search::LineFit> fit; ///< best r against ε; absent with fewer than two ε
};

/// Whose options cells have: exact scores are for public rows alone.
[[nodiscard]] search::MethodKind methodOfSweep(session::Visibility visibility);

/// Accuracy over (η, T) for each ε. On public data the exact test accuracy of uncharged cells that each take
/// the whole ε, repeated with the seeds first, first+1, …; cells train together whatever their ε and repeat,
/// and one that an earlier sweep scored on the same rows with the same trainer and seed is not run again. On
/// private data every cell is a charged run of that ε with a released score, one repeat, and the whole sweep
/// is refused before its first cell when the sum does not fit. A stopped sweep goes on when it is asked for
/// again. Throws Error(Usage) for an empty or one-cell grid, Error(Refused), Error(Interrupted).
[[nodiscard]] SweepResult sweep(session::Session& session, const SweepRequest& request, std::stop_token stop,
                                const Progress& progress);

/// The price of `sweep`, from options and headers alone: no private row is read, so earlier experiments are
/// known by their options. `session`: null where there is no project yet. Throws as sweep does before its
/// first cell.
[[nodiscard]] StudyPrice priceOf(const session::Session* session, const SweepRequest& request);

/// The experiments of a sweep over private rows, one for each ε that it names: a grid whose every cell is
/// charged that ε, so that together they take the ε of √n·μ. The base has the grid and δ.
[[nodiscard]] std::vector<session::RunOptions> privateGrids(const SweepRequest& request);
/// What those of the grids (one or more) cost that have not begun: the ε of √Σμ². The number of runs is
/// left to the caller.
[[nodiscard]] StudyPrice priceOfGrids(const std::vector<session::RunOptions>& grids,
                                      const std::function<bool(const session::RunOptions&)>& hasBegun);

/// Best cell, spread and line from cells whose repeats are given: accuracies[i] of cell i.
[[nodiscard]] SweepResult summarise(std::vector<SweepCell> cells,
                                    const std::vector<std::vector<double>>& accuracies);

[[nodiscard]] nlohmann::json toJson(const SweepResult& result);

} // namespace parsimony::study
