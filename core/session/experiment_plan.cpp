// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/experiment_plan.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace parsimony::session {

search::MethodName ExperimentPlan::method() const {
    return isLook() ? search::MethodName::ofLook() : search::MethodName(*options.method);
}

std::string ExperimentPlan::trainer() const {
    return isLook() ? lookedAtTrainer : trainersText(options);
}

std::vector<std::string> ExperimentPlan::encoderNames() const {
    if (constants.encoders.empty()) {
        return {""};
    }
    return collected<std::string>(constants.encoders, &EncoderFacts::name);
}

std::vector<PlannedStatistic> ExperimentPlan::statistics() const {
    std::vector<PlannedStatistic> all =
        featureMap ? featureMap->statistics() : std::vector<PlannedStatistic>{};
    if (mean) {
        all.push_back({ReleasedValue::Mean, mean->event(), mean->mu()});
    }
    if (priorLook) {
        all.push_back({ReleasedValue::PriorAgreement, priorLook->event(), priorLook->mu()});
    }
    return all;
}

std::vector<PrivacyEvent> ExperimentPlan::statisticEvents() const {
    return collected<PrivacyEvent>(statistics(), &PlannedStatistic::event);
}

void ExperimentPlan::decide(const Decision& decision) {
    FeatureMapPlan& map = featureMap.value();
    const bool sparesMean = finalWithoutRest && !decision.restOfMean;
    const bool sparesCounts = finalWithoutCounts && !decision.restOfCounts;
    if (sparesMean && sparesCounts) {
        final = finalWithoutBoth.value();
    } else if (sparesMean || sparesCounts) {
        final = sparesMean ? *finalWithoutRest : *finalWithoutCounts;
    }
    if (sparesMean) {
        map.meanRest.reset();
    }
    if (sparesCounts) {
        map.countsRest.reset();
    }
    finalWithoutRest.reset();
    finalWithoutCounts.reset();
    finalWithoutBoth.reset();
    if (map.equalClasses && decision.areEqual) {
        map.biasShare = map.equalClasses->biasShare;
        if (const auto caution = map.equalClasses->caution; caution && numbers.automatic) {
            if (auto& centred = numbers.automatic->centred; centred && centred->signal) {
                centred->signal->caution = *caution;
            }
        }
    }
    map.equalClasses.reset();
}

const RunBudget& ExperimentPlan::budgetOf(int phase) const {
    if (phase < 0 && final) {
        return *final;
    }
    if (phase == 0 && selection) {
        return selection->run;
    }
    if (phase < 0 || static_cast<std::size_t>(phase) >= phases.size()) {
        fail(Sentence("the search asked for phase {1}, which the plan does not have", phase));
    }
    return phases[static_cast<std::size_t>(phase)];
}

std::vector<search::RunNoise> ExperimentPlan::drawnNoises() const {
    return final            ? final->noises
           : phases.empty() ? std::vector<search::RunNoise>() // of a look
                            : phases.front().noises;
}

namespace {

/// `trial`, where no release has a smaller multiplier than in `planned`: with another clip the last bits of
/// σc/Δ may lie below.
train::TrialPlan noLessNoise(train::TrialPlan trial, const train::TrialPlan& planned) {
    const auto isLess = [&] {
        return !std::equal(trial.releases().begin(), trial.releases().end(), planned.releases().begin(),
                           planned.releases().end(), [](const auto& own, const auto& other) {
                               return own.eventMultiplier().value() >= other.eventMultiplier().value();
                           });
    };
    double sigma = trial.noiseMultiplier().value();
    for (int attempt = 0; attempt < 64 && isLess(); ++attempt) {
        sigma *= 1.0 + 0x1p-51;
        trial = train::TrialPlan::forNoise(trial.spec(), NoiseMultiplier{sigma});
    }
    return trial; // else the ledger refuses what was not planned
}

} // namespace

train::TrialPlan ExperimentPlan::trialPlan(int phase, std::uint32_t steps, double learningRate,
                                           const train::Knobs& knobs) const {
    const RunBudget& budget = budgetOf(phase);
    train::TrialSpec spec;
    spec.options = trainerOptionsOf(options, constants, numbers, knobs);
    spec.options.ridgePart = numbers.ridgePart;
    if (phase == -1 && numbers.automatic && numbers.automatic->centred && featureMap &&
        featureMap->withoutPilots()) {
        spec.options.slopeLook = numbers.automatic->centred->slope;
        if (numbers.automatic->centred->signal && train::addsUpGradients(spec.options)) {
            spec.options.signalLook = numbers.automatic->centred->signal;
            spec.options.signalLook->norm = constants.rowBound;
            spec.options.signalLook->biasShare = featureMap->biasShare;
        }
    }
    spec.learningRate = learningRate == 0.0 && numbers.ownRate ? numbers.ownRate->at(steps) : learningRate;
    spec.steps = steps;
    spec.adjacency = constants.adjacency;
    spec.rowsPerPerson = constants.rowsPerPerson;
    spec.publicRecords = static_cast<double>(constants.publicRecords);
    if (selection && selection->subsetFraction) {
        const double fraction = *selection->subsetFraction;
        spec.publicRecords *= phase == 0 ? fraction : 1.0 - fraction;
    }
    spec.dim = mappedDim(spec.options.encoder);
    spec.classes = constants.classes;
    spec.labelsPerRecord = constants.labelsPerRecord;
    if (std::isinf(budget.epsilon)) {
        return train::TrialPlan::nonPrivate(spec);
    }
    const double sigma = budget.noiseOf(spec.options.sampleRate, steps);
    const auto planned = [&](const train::TrialSpec& what) {
        return sigma > 0.0 ? train::TrialPlan::forNoise(what, NoiseMultiplier{sigma})
                           : train::TrialPlan::forMu(what, Mu{budget.trainingMu});
    };
    // A slice lists the events of the first values (plannedEvents), and its runs keep to that list.
    if (kind == ledger::AccountKind::Slices && !selection && train::valueOf(knobs, train::Knob::Clip)) {
        train::TrialSpec first = spec;
        train::turn({{train::Knob::Clip, listOf(options, train::Knob::Clip)->first()}}, first.options);
        return noLessNoise(planned(spec), planned(first));
    }
    return planned(spec);
}

std::optional<train::CountPlan> ExperimentPlan::scorePlan(int phase) const {
    const RunBudget& budget = budgetOf(phase);
    if (budget.scoreMu <= 0.0) {
        return std::nullopt;
    }
    return train::CountPlan::forMu(Mu{budget.scoreMu}, 1, constants.rowsPerPerson);
}

std::vector<PrivacyEvent> ExperimentPlan::runEvents(int phase, std::uint32_t steps,
                                                    const train::Knobs& knobs) const {
    std::vector<PrivacyEvent> events = trialPlan(phase, steps, 1.0, knobs).events();
    if (const auto count = scorePlan(phase)) {
        events.push_back(count->event());
    }
    return events;
}

std::optional<PrivacyEvent> EvaluationBudget::event() const {
    return count ? std::optional(count->event()) : classes ? std::optional(classes->event()) : std::nullopt;
}

namespace {

compute::HeadShape headOfWidth(std::uint32_t dim, const RunOptions& options, const Constants& constants) {
    const train::HeadOption head = headOf(options);
    if (head.sequenceLength == 0 || dim % head.sequenceLength != 0) {
        failUsage(Sentence("--head {1} does not divide records of {2} numbers into vectors of one length",
                           train::headText(head), constants.dim));
    }
    return {head.kind,   dim / head.sequenceLength, constants.classes,
            head.hidden, head.sequenceLength,       options.bias,
            head.deeper};
}

} // namespace

compute::HeadShape headShapeOf(const RunOptions& options, const Constants& constants) {
    return headOfWidth(constants.dimOf({}) + addedByMap(options), options, constants);
}

compute::HeadShape ExperimentPlan::headShape(const std::string& encoder) const {
    return headOfWidth(mappedDim(encoder), options, constants);
}

namespace {

void checkPrior(const RunOptions& options) {
    const train::TrainerTraits& trainer = train::traitsOf(options.trainer);
    if (trainer.linearHeadOnly) {
        failUsage(Sentence("{1} does not step from a start; leave out --prior", trainer.name));
    }
    if (options.init.kind != train::InitKind::Zero || options.head.kind != train::HeadKind::Linear) {
        failUsage(Sentence("--prior makes the weights that a linear classifier starts from; leave out {1}",
                           options.init.kind != train::InitKind::Zero ? "--init" : "--head"));
    }
}

/// What is averaged are two linear classifiers of their own halves of the rows, which start from zero.
void checkHalves(const RunOptions& options) {
    const std::string_view method = search::methodName(*options.method);
    if (!train::traitsOf(options.trainer).plainDescent) {
        failUsage(Sentence("--method {1} averages two runs that add up gradients of all their records, and "
                           "--trainer {2} does not: use dp-gd",
                           method, train::trainerName(options.trainer)));
    }
    const std::array left{
        std::pair{options.head.kind != train::HeadKind::Linear, "--head"},
        std::pair{options.views > 1, "--views"},
        std::pair{options.bias, "--bias"},
        std::pair{options.init.kind != train::InitKind::Zero, "--init"},
        std::pair{!options.prior.features.empty(), "--prior"},
        std::pair{addedByMap(options) > 0, "--feature-map"},
    };
    for (const auto& [given, option] : left) {
        if (given) {
            failUsage(Sentence("--method {1} averages two linear classifiers that start from zero, without a "
                               "bias, on rows as they are: leave out {2}",
                               method, option));
        }
    }
}

} // namespace

train::TrainerOptions trainerOptionsOf(const RunOptions& options, const Constants& constants,
                                       const PlanNumbers& numbers, const train::Knobs& knobs) {
    if (!options.prior.features.empty()) {
        checkPrior(options);
    }
    train::TrainerOptions trainer;
    trainer.halves = trainsHalves(options);
    if (trainer.halves) {
        checkHalves(options);
    }
    trainer.trainer = options.trainer;
    trainer.head = headOf(options);
    trainer.loss = lossOf(options);
    trainer.init = options.init.kind;
    trainer.initDigest = trainer.init == train::InitKind::File ? constants.initDigest : std::string();
    trainer.initBias = options.initBias.value_or(0.0);
    for (const train::Knob knob : train::kKnobs) {
        if (const std::optional<NumberList> list = listOf(options, knob)) {
            train::turn({{knob, valueOf(knobs, knob).value_or(list->first())}}, trainer);
        }
    }
    if (!constants.encoders.empty()) {
        const std::string encoder = encoderIn(knobs);
        trainer.encoder = encoder.empty() ? constants.encoders.front().name : encoder;
    }
    trainer.trainer = trainerIn(knobs).value_or(trainer.trainer);
    if (!valueOf(knobs, train::Knob::SampleRate) || !train::traitsOf(trainer.trainer).samples) {
        trainer.sampleRate = firstRate(options, trainer.trainer, numbers.rates);
    }
    trainer.lrDecay = options.lrDecay;
    trainer.averaging = options.averaging;
    trainer.bias = options.bias;
    trainer.freeStep = options.freeStep;
    trainer.precision = precisionOf(options);
    trainer.numbers = numbers.trainers;
    if (constants.rowBound <= 0.0 && !train::traitsOf(trainer.trainer).stepSize) {
        failUsage(Sentence("--trainer {1} needs rows of bounded norm: use --row-norm unit or clip",
                           train::trainerName(options.trainer)));
    }
    train::checkTrainerOptions(trainer);
    train::checkLabelsPerRecord(trainer, constants.labelsPerRecord, constants.classes);
    return trainer;
}

PartId ExperimentPlan::partId(const std::string& name) const {
    const auto part = partIds.find(name);
    if (part == partIds.end()) {
        fail(Sentence("the plan has no part '{1}'; the project file is damaged", name));
    }
    return PartId{part->second};
}

} // namespace parsimony::session
