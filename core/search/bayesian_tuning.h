// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::search {

/// What `bayesian` goes by. A search that goes on draws its next places by these numbers, so a plan keeps
/// its own.
struct BayesianTuning {
    double trialsShare =
        0.25;             ///< of the budget's μ², all trials together; in a plan as the shares that follow
    int candidates = 101; ///< at equal distances in the range of r
    /// Accuracy varies by `spread` over the whole range, alike within `length` of it, and by `runSd` from one
    /// run to the next at the same place.
    double spread = 0.15, length = 0.25, runSd = 0.01;
    /// What is expected before any score where the range is one of ν: ν = 1 is best, and e times as much or
    /// as little costs this accuracy.
    double fall = 0.02;
    friend bool operator==(const BayesianTuning&, const BayesianTuning&) = default;
};

} // namespace parsimony::search
