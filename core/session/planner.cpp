// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planner.h"

#include "core/base/collected.h"
#include "core/base/score_kind.h"
#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/auto_method.h"
#include "core/session/allowance.h"
#include "core/session/budget_shares.h"
#include "core/session/device_guard.h"
#include "core/session/encoder_parts.h"
#include "core/session/first_releases.h"
#include "core/session/knob_options.h"
#include "core/session/look_plan.h"
#include "core/session/method_choice.h"
#include "core/session/noiseless_plan.h"
#include "core/session/option_value.h"
#include "core/session/prior_scale.h"
#include "core/session/search_request.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace parsimony::session {

namespace {

/// The map that `auto` takes where the user names none, by ε and signal; of other methods none.
FeatureMapKind featureMapOf(const RunOptions& options, const Constants& constants, double epsilon, Mu totalMu,
                            const MethodTuning& tuning) {
    if (options.featureMap) {
        return *options.featureMap;
    }
    if (!centresItself(options) || startsFromFile(options)) { // that is a matrix for rows as they are
        return FeatureMapKind::None;
    }
    const search::AutoCentred& centred = *tuning.automatic.centred;
    const double signal = signalOf(constants, totalMu);
    // The last bits of ε as it was found from μ are no reason.
    const bool rich = epsilon >= centred.quadraticEpsilon * (1.0 - 1e-9) &&
                      signal >= centred.quadraticSignal * constants.dim &&
                      (constants.dim <= centred.quadraticFeatures ||
                       signal * constants.classes >= centred.quadraticRecords * constants.dim);
    return rich ? FeatureMapKind::CentredQuadratic : FeatureMapKind::Centred;
}

std::uint32_t autoSteps(const Constants& constants, Mu totalMu, const MethodTuning& tuning) {
    const search::AutoCentred& centred = *tuning.automatic.centred;
    return signalOf(constants, totalMu) < centred.longSignal ? centred.shortSteps : centred.longSteps;
}

/// Where a trained bias starts by itself: at the odds of a label where a record has up to K of C, so that the
/// first steps are not spent on how rare labels are (methods.md); from declared constants alone. A feature
/// map has the odds of each class in its own coordinate.
std::optional<double> initialBias(const Constants& constants) {
    const double labels = constants.labelsPerRecord;
    return constants.labelsPerRecord > 1 && constants.labelsPerRecord < constants.classes
               ? std::optional(std::log(labels / (constants.classes - labels)))
               : std::nullopt;
}

/// Fills every option that was left open, so that the stored plan says all it depends on.
RunOptions withDefaults(RunOptions options, const Constants& constants, double experimentEpsilon, Mu totalMu,
                        ledger::AccountKind kind, const MethodTuning& tuning) {
    const train::TrainerTraits& trainer = train::traitsOf(options.trainer);
    if (!options.method) {
        options.method = defaultMethod(options, kind);
    }
    const search::MethodTraits& method = search::traitsOf(*options.method);
    options.loss = lossOf(options);
    options = withPrecision(std::move(options), constants);
    if (!options.maxGradNorm) {
        options.maxGradNorm = NumberList(method.maxGradNorm.value_or(trainer.maxGradNorm));
    }
    if (!options.momentum) {
        // With it the steps of hidden layers are shorter for as long a path; no pilots leave theirs
        // unfinished.
        const bool own = method.momentum && options.head.kind != compute::HeadKind::Hidden;
        options.momentum = NumberList(own ? *method.momentum : train::TrainerOptions().momentum);
    }
    if (trainer.matrix && !options.gramFraction) {
        options.gramFraction = NumberList(tuning.trainer(options.trainer).gramFraction);
    }
    if (trainer.initBias) {
        options.bias = true;
        options.initBias = options.initBias.value_or(*trainer.initBias);
    }
    options.featureMap = featureMapOf(options, constants, experimentEpsilon, totalMu, tuning);
    const bool centred = options.featureMap != FeatureMapKind::None;
    if (options.bias && !options.initBias && !centred && trainer.stepSize) {
        options.initBias = initialBias(constants);
    }
    if (!options.steps && isAdaptive(options) && centred) {
        options.steps = NumberList(std::vector{static_cast<double>(autoSteps(constants, totalMu, tuning))});
    }
    if (!options.steps) {
        options.steps = NumberList(std::vector{static_cast<double>(method.steps.value_or(trainer.steps))});
    }
    options.trials = options.trials.value_or(RunOptions::defaultTrials);
    if (!options.phaseEpsilons && method.hasPhases && !options.reuseFit) {
        auto epsilons = collected<double>(search::kPhaseShares,
                                          [&](const double share) { return share * experimentEpsilon; });
        options.phaseEpsilons = NumberList(std::move(epsilons));
    }
    if (method.privateSelection) {
        options.runsMean = options.runsMean.value_or(search::kMeanRuns);
    }
    if (method.subset) {
        options.subsetFraction = options.subsetFraction.value_or(search::kSubsetFraction);
    }
    options.classes = constants.classes;
    // Of the largest there is, rounding up leaves more than the option takes when it is read again.
    options.experimentEpsilon =
        std::isfinite(experimentEpsilon) ? std::min(experimentEpsilon, kEpsilons.most) : experimentEpsilon;
    return options;
}

/// The charged part of a score: nothing for scores that come from another part or from public data.
double scoreFractionOf(const RunOptions& options, const DataRequest& request) {
    const ScoreKind kind = options.score;
    if (kind == ScoreKind::Exact && request.constants.isPrivate) {
        refuse(Sentence("--score exact is for public data only: choosing by an exact count has no (epsilon, "
                        "delta) guarantee"));
    }
    if (kind == ScoreKind::Validation && request.find(kValidationPart) == nullptr) {
        failUsage(Sentence(
            "--score validation needs a validation part: give --validation and --validation-labels"));
    }
    if (kind != ScoreKind::Noisy) {
        return 0.0;
    }
    return options.scoreFraction;
}

void checkPublicOnly(const RunOptions& options, const Constants& constants) {
    if (!constants.isPrivate) {
        return;
    }
    if (options.seed) {
        refuse(Sentence("--seed is for public data only: whoever knows the seed can subtract the noise"));
    }
    if (search::traitsOf(*options.method).publicOnly) {
        refuse(Sentence("--method oracle is for public data only: its choice by uncharged scores has no "
                        "(epsilon, delta) guarantee"));
    }
}

/// What `--objective balanced` takes off was released before: it costs nothing.
double priorTakenOf(const ExperimentPlan& plan, const MethodTuning& tuning) {
    if (plan.options.objective == Objective::Accuracy) {
        return 0.0;
    }
    if (!plan.featureMap || !plan.featureMap->classCounts) {
        failUsage(Sentence(
            "--objective balanced takes a prior off the scores that released class counts gave, and this "
            "plan releases none: use --feature-map center with a linear head that is trained in steps from "
            "zero"));
    }
    return tuning.balancedShare;
}

/// A fit that is there takes the place of the phases, and of nothing else.
void checkReuse(RunOptions& options) {
    if (!options.reuseFit) {
        return;
    }
    for (const search::MethodTraits* method : search::allMethods()) {
        if (method->hasPhases && !options.method) {
            options.method = method->kind;
        }
    }
    if (!search::traitsOf(*options.method).hasPhases) {
        failUsage(Sentence("--reuse-fit takes the place of phases, and --method {1} has none",
                           search::methodName(*options.method)));
    }
    if (options.phaseEpsilons) {
        failUsage(Sentence("--reuse-fit takes the place of the phases: leave out --phase-epsilons"));
    }
}

/// What is for records of one label alone, beside trainers and losses (train::TrialPlan).
void checkSeveralLabels(const RunOptions& options) {
    if (options.labelsPerRecord == 1) {
        return;
    }
    if (options.objective == Objective::Balanced) {
        failUsage(Sentence("--objective balanced is the mean accuracy of classes of which a record has one; "
                           "leave it out with --labels-per-record"));
    }
    if (!options.prior.features.empty()) {
        failUsage(Sentence("--prior makes a mean of each class of records that have one label; leave it out "
                           "with --labels-per-record"));
    }
}

search::SearchKey searchKeyOf(const RunOptions& options) {
    return options.seed ? search::searchKeyOfSeed(*options.seed) : secureRandomKey();
}

/// Does `auto` have a pilot for each encoder?
bool tellsEncoders(const ExperimentPlan& plan, Mu totalMu) {
    const auto& automatic = plan.numbers.automatic;
    return !plan.constants.encoders.empty() && automatic && automatic->encoders &&
           search::pilotsTellEncoders(totalMu.value(), static_cast<double>(plan.constants.publicRecords),
                                      plan.constants.classes, *automatic->encoders);
}

/// Does the feature map have a mean of each encoder's rows? Where `auto` takes the first it needs no other.
bool mapsEach(const ExperimentPlan& plan, Mu totalMu) {
    return plan.methodTraits().takesEncoders ? tellsEncoders(plan, totalMu)
                                             : !plan.constants.encoders.empty();
}

/// What a flatness goes by that is released in place of pilots; absent: none is. No pilots start from a
/// prior: what so short a run mends of what such a start leaves says little of what a long one would.
std::optional<search::AutoCentred> flatnessFor(const ExperimentPlan& plan, Mu totalMu) {
    const auto& automatic = plan.numbers.automatic;
    if (!automatic || !automatic->centred || tellsEncoders(plan, totalMu)) {
        return std::nullopt;
    }
    if (!plan.options.prior.features.empty()) {
        return automatic->centred;
    }
    const auto steps = static_cast<std::uint32_t>(plan.options.steps->values().front());
    const bool pilots =
        search::autoAllocation(totalMu.value(), static_cast<double>(plan.constants.publicRecords),
                               plan.constants.classes, steps, *automatic)
            .pilots;
    return pilots ? std::nullopt : automatic->centred;
}

/// The matrices of DP-LS's classes, with the copy that takes their noise.
void checkMatricesFit(const ExperimentPlan& plan) {
    const std::vector<TrainerKind> trainers = trainersOf(plan.options);
    if (!plan.options.alpha || std::none_of(trainers.begin(), trainers.end(), [](TrainerKind kind) {
            return train::traitsOf(kind).classMatrices;
        })) {
        return;
    }
    for (const std::string& encoder : plan.encoderNames()) {
        const double size = plan.mappedDim(encoder) + (plan.options.bias ? 1.0 : 0.0);
        const double bytes = 1.5 * sizeof(double) * plan.constants.classes * size * size;
        if (bytes > static_cast<double>(data::usableMemory())) {
            failUsage(
                Sentence("--alpha keeps a matrix of {1} × {1} numbers for each of {2} classes, {3} MB in "
                         "all, more than is free: leave it out, which takes one matrix for all classes",
                         size, plan.constants.classes, std::ceil(bytes / 1048576.0)));
        }
    }
}

/// What was asked for, with what the files and the trainer say of it, once it holds together.
RunOptions completedOptions(const RunOptions& asked, const DataRequest& request) {
    RunOptions options = request.completed(asked);
    checkSeveralLabels(options);
    checkReuse(options);
    checkOwnIds(options);
    options.head = resolvedHead(options, request.train());
    const train::TrainerTraits& trainer = train::traitsOf(options.trainer);
    if (trainer.sampleRate < 1.0 && !options.sampleRate && options.trainers.empty()) {
        options.sampleRate = NumberList(trainer.sampleRate);
    }
    return options.isNoiseless() ? noiselessOptions(std::move(options), request.constants) : options;
}

/// The numbers of the plan's method. `auto` looks for a signal only where one can be expected.
PlanNumbers numbersOf(const ExperimentPlan& plan, const MethodTuning& tuning, Mu totalMu) {
    PlanNumbers numbers = numbersFor(plan.options, tuning);
    if (numbers.automatic && numbers.automatic->centred) {
        search::AutoCentred& own = *numbers.automatic->centred;
        if (!plan.options.prior.features.empty() || plan.constants.dim <= own.signalFeatures ||
            signalOf(plan.constants, totalMu) < own.signalFrom) {
            own.signal.reset();
        }
    }
    return numbers;
}

/// Every value of every axis makes a trial, or is refused.
void checkTrials(const ExperimentPlan& plan, ledger::AccountKind kind) {
    checkPublicOnly(plan.options, plan.constants);
    if (kind == ledger::AccountKind::Slices) {
        checkTrainersOfSlice(plan.options);
    }
    (void)trainerOptionsOf(plan.options, plan.constants, plan.numbers);
    checkPriorScale(plan.options, plan.constants);
    for (const train::Axis& axis : axesOf(plan.options)) {
        for (std::size_t place = 0; place < axis.size(); ++place) {
            (void)trainerOptionsOf(plan.options, plan.constants, plan.numbers, {axis.at(place)});
        }
    }
}

/// What is released before the first trial: means, counts, the look at a prior.
void planReleases(ExperimentPlan& plan, const MethodTuning& tuning, Mu totalMu) {
    plan.featureMap = planFeatureMap(plan.options, plan.constants, totalMu, flatnessFor(plan, totalMu),
                                     {mapsEach(plan, totalMu), tellsEncoders(plan, totalMu),
                                      plan.kind == ledger::AccountKind::Gaussian,
                                      plan.options.objective == Objective::Balanced});
    plan.priorTaken = priorTakenOf(plan, tuning);
    planMean(plan);
    planPrior(plan, totalMu);
}

/// The budget's shares of what is released before, of trials, scores and the final run.
void shareAllowance(ExperimentPlan& plan, const SpendSum& muSquared, double scoreFraction) {
    if (plan.options.isNoiseless()) {
        shareNothing(plan);
    } else if (samples(plan.options, plan.numbers.rates) && !plan.methodTraits().privateSelection) {
        shareSlice(plan, scoreFraction);
    } else {
        shareBudget(plan, muSquared, scoreFraction);
    }
    checkSlice(plan);
}

} // namespace

AccountStates freshAccounts(const DataRequest& request, Epsilon epsilon, Delta delta) {
    const GaussianAccount whole(epsilon, delta);
    AccountState state;
    state.epsilon = epsilon.value();
    state.delta = delta.value();
    state.remainingMuSquared = whole.remaining();
    state.remainingEpsilon = epsilon.value();
    state.remainingDelta = delta.value();
    AccountStates states;
    for (const RequestedPart& part : request.parts) {
        states[part.name] = state;
    }
    return states;
}

ExperimentPlan planExperiment(const RunOptions& asked, const DataRequest& request,
                              const AccountStates& accounts, const MethodTuning& tuning,
                              const std::optional<search::ReleasedFit>& reused) {
    RunOptions options = completedOptions(asked, request);
    const Allowance allowance = allowanceOf(options, accounts.at(kTrainPart), request.constants.isPrivate);
    const Mu totalMu = muLower(allowance.muSquared);
    ExperimentPlan plan;
    plan.constants = request.constants;
    plan.reusedFit = reused;
    checkAxes(options);
    plan.options = withDefaults(options, plan.constants, allowance.epsilon, totalMu, allowance.kind, tuning);
    plan.numbers = numbersOf(plan, tuning, totalMu);
    if (options.isNoiseless()) {
        takeNoiselessSteps(plan);
    }
    checkTrials(plan, allowance.kind);
    plan.kind = allowance.kind;
    plan.epsilon = allowance.epsilon;
    plan.delta = allowance.delta;
    plan.searchKey = searchKeyOf(plan.options);
    planReleases(plan, tuning, totalMu);
    shareAllowance(plan, allowance.muSquared, scoreFractionOf(plan.options, request));
    checkStartOfPilots(plan);
    plan.validation = planValidation(plan, request, accounts);
    plan.evaluations = planEvaluations(plan, request, accounts);
    checkMatricesFit(plan);
    (void)makeMethod(plan); // a search that cannot be made must fail before anything is spent
    return plan;
}

} // namespace parsimony::session
