// SPDX-License-Identifier: GPL-3.0-or-later
// `two-halves` (LSR-2 A.1): one run over rows [x, 0] and [0, x] trains two models, each on its half of the
// records at the whole budget; what is released is their mean.
#include "core/search/method_entry.h"
#include "core/search/single_run.h"

namespace parsimony::search {

namespace {

std::unique_ptr<SequentialMethod> makeTwoHalves(const SearchRequest& request, const Shares& shares,
                                                const NoiseFor& noise) {
    request.refuseRates();
    SingleRunSettings settings = singleRunSettings(request, shares, noise);
    settings.nu = request.nu; // of the mean of the two: the scale knows that it is one
    return std::make_unique<SingleRun>(std::string(methodName(MethodKind::TwoHalves)), std::move(settings));
}

} // namespace

constinit const Method twoHalves{
    .traits = {.kind = MethodKind::TwoHalves,
               .name = "two-halves",
               .label = inWindow("two halves, averaged"),
               .summary = inWindow(
                   "Trains a model on each half of the records and takes their mean; unit noise does better "
                   "with one run on all."),
               .oneRun = true,
               .oneSteps = true,
               .halves = true,
               .needsPlainDescent = true,
               .steps = 100,
               .maxGradNorm = 0.3},
    .share = wholeShare,
    .make = makeTwoHalves};

} // namespace parsimony::search
