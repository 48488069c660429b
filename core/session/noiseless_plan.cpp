// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/noiseless_plan.h"

#include "core/base/collected.h"
#include "core/base/infinity.h"
#include "core/base/sentence.h"
#include "core/search/method_entry.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/session/search_request.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// Of a trainer that takes many.
constexpr double kSteps = 500.0;
/// The least r of a search, as a share of what the steps reach.
constexpr double kLeastReach = 1e-3;

/// η at which descent is sure to converge; absent where nothing proves it.
std::optional<double> descendingRate(const train::TrainerOptions& trainer, const Constants& constants) {
    const train::StepScale scale =
        train::stepScaleOf(trainer, constants.rowBound, static_cast<double>(constants.publicRecords));
    const bool proved = train::traitsOf(trainer.trainer).scale == train::ScaleRule::Descent &&
                        trainer.head.kind != compute::HeadKind::Hidden && scale.rowNorm;
    const double most = 2.0 * (1.0 + scale.momentum) / train::largestFactor(scale.decay);
    return proved ? std::optional(most / (*scale.rowNorm * *scale.rowNorm)) : std::nullopt;
}

/// The rate of a single run, where a search among encoders is to look at nothing else.
void takeDescendingRate(RunOptions& options, const Constants& constants) {
    if (!train::traitsOf(options.trainer).stepSize || options.learningRates || options.totalStepSize) {
        return;
    }
    PlanNumbers today; // no plan has been made yet
    today.rates = ownRates(options);
    if (const auto rate = descendingRate(trainerOptionsOf(options, constants, today), constants)) {
        options.learningRates = NumberList(*rate);
    }
}

/// One run, or of lists the uncharged best: nothing is charged anyway.
void takeNoiselessMethod(RunOptions& options, const Constants& constants) {
    const std::vector<train::Axis> axes = axesOf(options);
    options.method = axes.empty() ? kSingleRun : kUnchargedGrid;
    if (axes.size() == 1 && axes.front().knob == train::Knob::Encoder) {
        takeDescendingRate(options, constants);
    }
}

} // namespace

RunOptions noiselessOptions(RunOptions options, const Constants& constants) {
    if (constants.isPrivate) {
        refuse(Sentence("--epsilon inf is for public data only: without noise there is no guarantee"));
    }
    if (!options.trainers.empty()) {
        failUsage(
            Sentence("--epsilon inf takes one --trainer: what learning rates fit one do not fit another"));
    }
    const train::TrainerTraits& trainer = train::traitsOf(options.trainer);
    if (trainer.needsNoise) {
        failUsage(Sentence("--trainer {1} takes its steps from the noise: there is none of it with --epsilon "
                           "inf",
                           trainer.name));
    }
    for (const train::Axis& axis : axesOf(options)) {
        if (axis.knob == train::Knob::Clip) {
            fix(options, {axis.at(0)}); // nothing is clipped: all are alike
        }
    }
    if (!options.method) {
        takeNoiselessMethod(options, constants);
    }
    const search::MethodTraits& method = search::traitsOf(*options.method);
    if (!method.takesRates || !(method.oneRun || method.publicOnly)) {
        failUsage(Sentence("--method {1} splits a budget, and --epsilon inf has none: use single or oracle",
                           method.name));
    }
    if (options.mean != MeanKind::None ||
        options.featureMap.value_or(FeatureMapKind::None) != FeatureMapKind::None) {
        failUsage(Sentence("--epsilon inf trains on rows as they are: leave out --mean and --feature-map"));
    }
    if (!options.steps && !trainer.oneStep) {
        options.steps = NumberList(kSteps);
    }
    if (options.score == ScoreKind::Noisy) {
        options.score = ScoreKind::Exact;
    }
    return options;
}

void takeNoiselessSteps(ExperimentPlan& plan) {
    RunOptions& options = plan.options;
    plan.numbers.nu.reset();
    if (!train::traitsOf(options.trainer).stepSize || plan.numbers.learningRate) {
        return;
    }
    const NumberList& steps = *options.steps;
    const auto most = [](const NumberList& list) {
        return *std::max_element(list.values().begin(), list.values().end());
    };
    if (options.learningRates) {
        const auto least = [](const NumberList& list) {
            return *std::min_element(list.values().begin(), list.values().end());
        };
        options.totalStepSize = search::Range{least(*options.learningRates) * least(steps),
                                              most(*options.learningRates) * most(steps)};
        return;
    }
    const auto rate = descendingRate(trainerOptionsOf(options, plan.constants, plan.numbers), plan.constants);
    if (!rate) {
        failUsage(Sentence("without noise no learning rate of --trainer {1} follows from declared constants: "
                           "give --learning-rates",
                           train::trainerName(options.trainer)));
    }
    if (plan.methodTraits().oneRun) {
        plan.numbers.learningRate = rate;
    } else if (!options.totalStepSize) {
        options.totalStepSize = search::Range{kLeastReach * *rate * most(steps), *rate * most(steps)};
    }
}

void shareNothing(ExperimentPlan& plan) {
    // Which runs there are does not depend on what they may spend.
    search::Budget any{{}, {}, Epsilon{1.0}, Delta{plan.delta}, 0.0};
    any.total.addProduct(1.0, 1.0);
    search::Shares shares = search::sharesOf(searchRequestOf(plan), any);
    const auto freed = [](const RunBudget& share) {
        RunBudget budget;
        budget.epsilon = inf;
        budget.runs = share.runs;
        return budget;
    };
    plan.phases = collected(shares.phases, freed);
    if (shares.final) {
        plan.final = freed(*shares.final);
    }
    plan.muSquared = SpendSum();
}

} // namespace parsimony::session
