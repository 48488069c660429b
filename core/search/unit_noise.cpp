// SPDX-License-Identifier: GPL-3.0-or-later
// `unit-noise`: no trials; the learning rate follows from ν, and one run takes the whole budget.
#include "core/base/sentence.h"
#include "core/search/method_entry.h"
#include "core/search/single_run.h"

namespace parsimony::search {

namespace {

std::unique_ptr<SequentialMethod> makeUnitNoise(const SearchRequest& request, const Shares& shares,
                                                const NoiseFor& noise) {
    const train::TrainerTraits& trainer = request.trainerTraits();
    SingleRunSettings settings = singleRunSettings(request, shares, noise);
    if (!trainer.followsUnitNoise()) {
        failUsage(Sentence("--method unit-noise finds the learning rate of dp-gd, dp-sgd and dp-adam, not of "
                           "{1}: use --method single",
                           trainer.name));
    }
    request.refuseRates();
    settings.nu = request.nu;
    return std::make_unique<SingleRun>(std::string(methodName(request.method)), std::move(settings));
}

} // namespace

constinit const Method unitNoise{
    .traits =
        {.kind = MethodKind::UnitNoise,
         .name = "unit-noise",
         .label = inWindow("unit noise, no trials"),
         .summary = inWindow(
             "Spends all on one run, whose learning rate follows from the noise that its weights will hold."),
         .samplesAllowed = true,
         .oneRun = true,
         .oneSteps = true,
         .steps = 100,
         .maxGradNorm = 0.3},
    .share = wholeShare,
    .make = makeUnitNoise};

} // namespace parsimony::search
