// SPDX-License-Identifier: GPL-3.0-or-later
// `grid`: a run for every pair of the lists, each scored; the best is the result.
#include "core/search/best_of.h"
#include "core/search/method_entry.h"

namespace parsimony::search {

constinit const Method gridSearch{
    .traits = {.kind = MethodKind::Grid,
               .name = "grid",
               .label = inWindow("grid search"),
               .summary = inWindow("Runs of equal budgets, one for each pair of a learning rate and a number "
                                   "of steps; the best is the result."),
               .drawsInPlan = true,
               .takesRates = true,
               .takesTrials = true,
               .takesAxes = true},
    .share = equalShares,
    .make = makeBestOf};

} // namespace parsimony::search
