// SPDX-License-Identifier: GPL-3.0-or-later
// `random`: k runs at values of r that are drawn, each scored; the best is the result.
#include "core/search/best_of.h"
#include "core/search/method_entry.h"

namespace parsimony::search {

constinit const Method randomSearch{
    .traits = {.kind = MethodKind::Random,
               .name = "random",
               .label = inWindow("random search"),
               .summary =
                   inWindow("Runs of equal budgets at values of r that are drawn; the best is the result."),
               .drawsInPlan = true,
               .drawsTotalStep = true,
               .takesRates = true,
               .takesTrials = true,
               .takesAxes = true},
    .share = equalShares,
    .make = makeBestOf};

} // namespace parsimony::search
