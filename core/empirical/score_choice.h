// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace parsimony::empirical {

/// Scores of runs: one row for each run, all of one length.
using ScoreTable = std::vector<std::vector<double>>;

/// A linear function of scores with a threshold above which a run is taken to have had the canary.
class ScoreRule {
public:
    /// Chosen on runs whose coins are known: every single score in either direction and a sparse diagonal
    /// linear discriminant of all, fitted on the even runs. The one that is right most often on the odd runs
    /// wins where it beats the score `preferred` by more than chance would; the threshold is set from all
    /// runs. A score that is not finite counts as 0.
    [[nodiscard]] static ScoreRule learn(const ScoreTable& scores, const std::vector<bool>& coins,
                                         std::size_t preferred);

    [[nodiscard]] double value(std::span<const double> scores) const;
    [[nodiscard]] bool guess(std::span<const double> scores) const { return value(scores) > m_threshold; }

private:
    std::vector<double> m_weights;
    double m_threshold = 0.0;
};

} // namespace parsimony::empirical
