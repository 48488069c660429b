// SPDX-License-Identifier: GPL-3.0-or-later
// `single`: one run takes the whole budget; its learning rate is the user's, the trainer's own, or follows
// from ν.
#include "core/base/number_list.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/search/method_entry.h"
#include "core/search/single_run.h"

namespace parsimony::search {

namespace {

std::unique_ptr<SequentialMethod> makeSingle(const SearchRequest& request, const Shares& shares,
                                             const NoiseFor& noise) {
    SingleRunSettings settings = singleRunSettings(request, shares, noise);
    const std::vector<double>& rates = request.space.grid.learningRates;
    if (!rates.empty()) {
        if (rates.size() != 1) {
            failUsage(
                withCommaHint(Sentence("--method single is one run and takes one value of --learning-rates"),
                              NumberList(rates).text()));
        }
        settings.learningRate = checkedPositive(rates.front(), "--learning-rates");
    } else {
        settings.learningRate = request.learningRate;
        settings.nu = request.nu;
    }
    return std::make_unique<SingleRun>(std::string(methodName(request.method)), std::move(settings));
}

} // namespace

constinit const Method single{
    .traits = {.kind = MethodKind::Single,
               .name = "single",
               .label = inWindow("single run"),
               .summary = inWindow(
                   "One run, at the learning rate that is given or that follows from declared constants."),
               .samplesAllowed = true,
               .takesRates = true,
               .oneRun = true,
               .oneSteps = true},
    .share = wholeShare,
    .make = makeSingle};

} // namespace parsimony::search
