// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

namespace parsimony::importance {

/// Settings of trials, each number scaled to 0..1, with a score each. All points have the same length, at
/// least 1.
struct Sample {
    std::vector<std::vector<double>> points;
    std::vector<double> scores;
    [[nodiscard]] std::size_t knobs() const { return points.front().size(); }
};

/// A box of settings to which a tree gives one score; low ≤ x < high, the last box of a knob with its end.
struct Leaf {
    std::vector<double> low, high;
    double score = 0.0;
};
using Tree = std::vector<Leaf>; ///< boxes that fill the unit cube without overlap

struct Forest {
    std::vector<Tree> trees;
    /// Share of the variance of scores that trees explain which have not seen them (out of bag); below 0 when
    /// they do worse than the mean, NaN when nothing varies.
    double explained = 0.0;
};

/// Regression trees on samples drawn with replacement (Breiman 2001), the same for the same sample. Leaves
/// hold at least `smallest` of the drawn points. Ends early, with the trees so far, when `stop` asks for it.
[[nodiscard]] Forest growForest(const Sample& sample, int trees, std::size_t smallest,
                                const std::stop_token& stop = {});

} // namespace parsimony::importance
