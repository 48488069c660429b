// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/search_request.h"

#include "core/base/sentence.h"
#include "core/session/knob_options.h"

#include <map>
#include <tuple>

namespace parsimony::session {

namespace {

search::SearchSpace spaceOf(const ExperimentPlan& plan, const search::MethodTraits& method,
                            const train::TrainerOptions& trainer) {
    search::SearchSpace space;
    space.scale = train::stepScaleOf(trainer, plan.constants.rowBound,
                                     static_cast<double>(plan.constants.publicRecords));
    if (space.scale.rule == train::ScaleRule::Adam && !plan.numbers.adamMomentum) {
        space.scale.rule = train::ScaleRule::AdamRootSteps;
    }
    space.totalStep = plan.options.totalStepSize;
    space.nu = plan.numbers.nuRange;
    space.tolerance = plan.numbers.tolerance;
    if (plan.options.steps) {
        const std::vector<double>& steps = plan.options.steps->values();
        space.grid.steps.assign(steps.begin(), steps.end()); // the table takes whole numbers alone
    } else {
        space.grid.steps = {method.steps.value_or(train::traitsOf(trainer.trainer).steps)};
    }
    if (plan.options.learningRates) {
        space.grid.learningRates = plan.options.learningRates->values();
    }
    space.stepsOnly = !train::traitsOf(trainer.trainer).stepSize && space.grid.learningRates.empty();
    space.reachesRate = plan.numbers.reachesRate;
    if (method.takesAxes) {
        space.axes = axesOf(plan.options);
    }
    space.rateOf = [options = std::make_shared<const RunOptions>(plan.options), // spaces are copied often
                    own = plan.numbers.rates](train::TrainerKind kind) {
        return firstRate(*options, kind, own);
    };
    if (!method.oneSteps) {
        space.sampler = plan.options.sampler;
        space.decomposition = plan.options.decomposition;
    }
    return space;
}

/// What only methods with phases look at.
void readPhases(search::SearchRequest& request, const RunOptions& options) {
    if (options.phaseEpsilons) { // else a fit that was released before takes their place
        for (const double epsilon : options.phaseEpsilons->values()) {
            request.phases.push_back({checkedEpsilon(epsilon, "--phase-epsilons"), request.trials});
        }
    }
    request.degree = options.fit == FitCurve::Quadratic ? 2 : 1;
    request.fitAgainstMu = options.fitAgainst == FitAxis::Mu;
    request.phaseStart = options.phaseStart;
}

} // namespace

search::SearchRequest searchRequestOf(const ExperimentPlan& plan) {
    const RunOptions& options = plan.options;
    const train::TrainerOptions trainer = trainerOptionsOf(options, plan.constants, plan.numbers);
    search::SearchRequest request;
    const search::MethodTraits& method = plan.methodTraits();
    request.method = method.kind;
    request.trainer = trainer.trainer;
    request.space = spaceOf(plan, method, trainer);
    request.trials = static_cast<int>(options.trials.value_or(RunOptions::defaultTrials));
    if (method.hasPhases) {
        readPhases(request, options);
        request.phaseReach = plan.numbers.phaseReach;
        request.reusedFit = plan.reusedFit;
    }
    request.nu = plan.numbers.nu;
    request.learningRate = plan.numbers.learningRate;
    request.mostStep = plan.numbers.mostStep;
    request.tuning = plan.numbers.automatic.value_or(search::AutoTuning());
    request.bayesian = plan.numbers.bayesian.value_or(search::BayesianTuning());
    if (method.choosesSetup && !plan.numbers.automatic) {
        fail(Sentence("the stored plan has no numbers for the method {1}; the project file is damaged",
                      method.name));
    }
    if (method.takesEncoders) {
        for (const EncoderFacts& encoder : plan.constants.encoders) {
            request.encoders.push_back(encoder.name);
            request.encoderColumns.push_back(encoder.dim);
        }
        request.pilotsOfEncoders = plan.featureMap && !plan.featureMap->otherMeans.empty();
    }
    request.withoutPilots = plan.featureMap && plan.featureMap->withoutPilots();
    if (plan.featureMap && plan.featureMap->flatness) {
        request.flatnessSe = plan.featureMap->flatness->release().noiseSd / plan.featureMap->expectedPairs();
    }
    request.classes = plan.constants.classes;
    request.key = plan.searchKey;
    if (method.privateSelection) {
        request.runsFamily = options.runsFamily;
        request.meanRuns = *options.runsMean;
        request.subsetFraction = options.subsetFraction;
        request.adjacency = plan.constants.adjacency;
        request.rowsPerPerson = plan.constants.rowsPerPerson;
    }
    return request;
}

search::NoiseFor runNoiseOf(const ExperimentPlan& plan) {
    // Thousands of runs differ in few of these.
    std::map<std::tuple<int, std::uint32_t, train::Knobs>, double> known;
    return [plan, known](int phase, std::uint32_t steps, const train::Knobs& knobs) mutable {
        auto found = known.find({phase, steps, knobs});
        if (found == known.end()) {
            const double noise = plan.trialPlan(phase, steps, 1.0, knobs).noiseMultiplier().value();
            found = known.emplace(std::tuple(phase, steps, knobs), noise).first;
        }
        return found->second;
    };
}

search::Shares sharesOf(const ExperimentPlan& plan) {
    return {plan.phases, plan.final, plan.selection, plan.muSquared};
}

double signalOf(const Constants& constants, Mu totalMu) {
    return search::signalOf(static_cast<double>(constants.publicRecords), totalMu.value(), constants.classes);
}

std::unique_ptr<search::SequentialMethod> makeMethod(const ExperimentPlan& plan) {
    const search::SearchRequest request = searchRequestOf(plan);
    return search::methodOf(request.method).make(request, sharesOf(plan), runNoiseOf(plan));
}

} // namespace parsimony::session
