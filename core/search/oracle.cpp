// SPDX-License-Identifier: GPL-3.0-or-later
// `oracle`: a grid whose every cell has the whole budget, with no charge for choosing: public data only.
#include "core/search/best_of.h"
#include "core/search/method_entry.h"

namespace parsimony::search {

constinit const Method oracle{
    .traits = {.kind = MethodKind::Oracle,
               .name = "oracle",
               .label = inWindow("oracle (public data only)"),
               .summary = inWindow(
                   "A grid whose runs each take the whole budget, and whose choice nobody is charged for."),
               .publicOnly = true,
               .takesRates = true,
               .takesTrials = true,
               .takesAxes = true},
    .share = equalShares,
    .make = makeBestOf};

} // namespace parsimony::search
