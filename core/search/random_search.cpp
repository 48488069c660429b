// SPDX-License-Identifier: GPL-3.0-or-later
// `random`: k runs at values of r that are drawn, each scored; the best is the result.
#include "core/search/best_of.h"
#include "core/search/method_entry.h"

namespace parsimony::search {

namespace {

Shares share(const SearchRequest& request, const Budget& budget) {
    return equalShares(bestOfSettings(request, BestOfKind::Random), budget);
}

std::unique_ptr<SequentialMethod> make(const SearchRequest& request, const Shares& shares,
                                       const NoiseFor& noise) {
    return makeBestOf(bestOfSettings(request, BestOfKind::Random), shares, noise);
}

} // namespace

constinit const Method randomSearch{
    .traits = {.kind = MethodKind::Random,
               .name = "random",
               .label = inWindow("random search"),
               .summary =
                   inWindow("Runs of equal budgets at values of r that are drawn; the best is the result."),
               .drawsTotalStep = true,
               .takesRates = true,
               .takesTrials = true},
    .share = share,
    .make = make};

} // namespace parsimony::search
