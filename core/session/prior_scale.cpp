// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/prior_scale.h"

#include "core/base/sentence.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"

namespace parsimony::session {

void checkPriorScale(const RunOptions& options, const Constants& constants) {
    if (!options.priorScale) {
        return;
    }
    if (options.prior.features.empty()) {
        failUsage(Sentence("--prior-scale is of a public prior: give --prior FEATURES,LABELS"));
    }
    if (options.isNoiseless()) {
        failUsage(Sentence("--prior-scale is in units of a run's noise, and --epsilon inf has none: leave it "
                           "out"));
    }
    if (constants.rowBound <= 0.0) {
        failUsage(Sentence("--prior-scale is in units of a logit's noise, which rows without a bound have "
                           "not: use --row-norm unit or clip"));
    }
    for (const TrainerKind kind : trainersOf(options)) {
        if (train::traitsOf(kind).scale == train::ScaleRule::None) {
            failUsage(Sentence("--prior-scale is in units of a logit's noise, which is not a function of the "
                               "step size of --trainer {1}: leave it out",
                               train::trainerName(kind)));
        }
    }
}

void checkStartOfPilots(const ExperimentPlan& plan) {
    if (plan.options.priorScale && isAdaptive(plan.options) && !plan.phases.empty()) {
        failUsage(Sentence("--prior-scale starts each run at a multiple of its own noise, and here --method "
                           "{1} goes on from pilots of another: take --feature-map center, or leave it out",
                           plan.method().text()));
    }
}

} // namespace parsimony::session
