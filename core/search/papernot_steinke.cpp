// SPDX-License-Identifier: GPL-3.0-or-later
// `papernot-steinke` (2021): the best of a secret, random number of runs, as one mechanism.
#include "core/search/selection_shares.h"

namespace parsimony::search {

constinit const Method papernotSteinke{
    .traits = {.kind = MethodKind::PapernotSteinke,
               .name = "papernot-steinke",
               .label = inWindow("private selection (Papernot-Steinke)"),
               .summary = inWindow("The best of a secret, random number of runs, charged as one mechanism."),
               .privateSelection = true,
               .drawsInPlan = true,
               .drawsTotalStep = true,
               .takesRates = true,
               .takesAxes = true},
    .share = selectionShares,
    .make = makeWinnerOnly};

} // namespace parsimony::search
