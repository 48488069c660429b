// SPDX-License-Identifier: GPL-3.0-or-later
// `koskela-kulkarni` (2023): a private selection on a random part of the records, its learning rate
// extrapolated to a final run on the others.
#include "core/search/selection_shares.h"

namespace parsimony::search {

constinit const Method koskelaKulkarni{
    .traits = {.kind = MethodKind::KoskelaKulkarni,
               .name = "koskela-kulkarni",
               .label = inWindow("tuning on a subset (Koskela-Kulkarni)"),
               .summary = inWindow(
                   "A private selection on a random part of the records; the final run takes the others."),
               .privateSelection = true,
               .drawsInPlan = true,
               .drawsTotalStep = true,
               .takesRates = true,
               .takesAxes = true,
               .subset = true,
               .needsStepSize = true},
    .share = selectionShares,
    .make = makeWinnerOnly};

} // namespace parsimony::search
