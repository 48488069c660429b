// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/importance/forest.h"

#include <vector>

namespace parsimony::importance {

/// Whose change the variance of a forest's score over the unit cube is due to: shares of 0..1, means over
/// trees. What is missing to 1 is due to three and more knobs together.
struct Anova {
    std::vector<double> alone, aloneSd; ///< by knob; the standard deviation between trees
    struct Pair {
        std::size_t first = 0, second = 0;
        double share = 0.0; ///< beyond what each does alone
    };
    std::vector<Pair> pairs;
};

/// The functional analysis of variance of trees, exactly (Hutter, Hoos and Leyton-Brown 2014, algorithms 1
/// and 2), for knobs that are spread evenly over 0..1. Trees that give the same score everywhere don't count;
/// all shares are 0 where no other is left.
[[nodiscard]] Anova functionalAnova(const Forest& forest, const std::stop_token& stop = {});

/// The mean score over all other knobs when `knob` is at `position` (0..1), mean over trees.
[[nodiscard]] double marginal(const Forest& forest, std::size_t knob, double position);

} // namespace parsimony::importance
