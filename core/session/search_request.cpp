// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/search_request.h"

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <cmath>

namespace parsimony::session {

namespace {

std::vector<std::uint32_t> stepsOf(const ExperimentPlan& plan, const search::MethodTraits& method,
                                   const train::TrainerTraits& trainer) {
    const std::string fallback = std::to_string(method.steps.value_or(trainer.steps));
    std::vector<std::uint32_t> steps;
    for (const double value : parseNumberList(plan.options.steps.value_or(fallback), "--steps")) {
        if (!(value >= 1.0 && value <= 1e7) || value != std::floor(value)) {
            failUsage("--steps must be whole numbers from 1 to 10000000, not " + numberText(value));
        }
        steps.push_back(static_cast<std::uint32_t>(value));
    }
    return steps;
}

std::optional<search::Range> totalStepRange(const RunOptions& options) {
    if (options.totalStepSize == "auto") {
        return std::nullopt;
    }
    const auto ends = parseNumberList(options.totalStepSize, "--total-step-size");
    if (ends.size() != 2 || options.totalStepSize.find(':') != std::string::npos) {
        failUsage("--total-step-size must be auto or LO,HI");
    }
    const search::Range range{ends[0], ends[1]};
    search::checkRange(range, "--total-step-size");
    return range;
}

search::SearchSpace spaceOf(const ExperimentPlan& plan, const search::MethodTraits& method,
                            const train::TrainerOptions& trainer) {
    search::SearchSpace space;
    space.scale = train::stepScaleOf(trainer, plan.constants.rowBound,
                                     static_cast<double>(plan.constants.publicRecords));
    if (space.scale.rule == train::ScaleRule::Adam && !plan.numbers.adamMomentum) {
        space.scale.rule = train::ScaleRule::AdamRootSteps;
    }
    space.totalStep = totalStepRange(plan.options);
    space.nu = plan.numbers.nuRange;
    space.tolerance = plan.numbers.tolerance;
    space.grid.steps = stepsOf(plan, method, train::traitsOf(trainer.trainer));
    if (plan.options.learningRates) {
        space.grid.learningRates = parseNumberList(*plan.options.learningRates, "--learning-rates");
    }
    if (!method.oneSteps) {
        space.sampler = search::samplerFromText(plan.options.sampler);
        space.decomposition = search::decompositionFromText(plan.options.decomposition);
    }
    return space;
}

/// What only methods with phases look at.
void readPhases(search::SearchRequest& request, const RunOptions& options) {
    for (const double epsilon : parseNumberList(*options.phaseEpsilons, "--phase-epsilons")) {
        request.phases.push_back({checkedEpsilon(epsilon, "--phase-epsilons"), request.trials});
    }
    if (options.fit != "linear" && options.fit != "quadratic") {
        failUsage("--fit must be linear or quadratic, not '" + options.fit + "'");
    }
    if (options.fitAgainst != "epsilon" && options.fitAgainst != "mu") {
        failUsage("--fit-against must be epsilon or mu, not '" + options.fitAgainst + "'");
    }
    request.degree = options.fit == "quadratic" ? 2 : 1;
    request.fitAgainstMu = options.fitAgainst == "mu";
    request.phaseStart = search::phaseStartFromText(options.phaseStart);
}

} // namespace

search::SearchRequest searchRequestOf(const ExperimentPlan& plan) {
    const RunOptions& options = plan.options;
    const train::TrainerOptions trainer = trainerOptionsOf(options, plan.constants);
    search::SearchRequest request;
    const search::MethodTraits* named = search::findMethod(plan.method());
    if (named == nullptr) {
        fail("the stored plan names the method '" + plan.method() + "', which this version does not know");
    }
    const search::MethodTraits& method = *named;
    request.method = method.kind;
    request.trainer = trainer.trainer;
    request.space = spaceOf(plan, method, trainer);
    request.trials = static_cast<int>(options.trials.value_or(RunOptions::defaultTrials));
    if (method.hasPhases) {
        readPhases(request, options);
    }
    request.nu = plan.numbers.nu;
    request.learningRate = plan.numbers.learningRate;
    if (plan.numbers.automatic) {
        request.tuning = *plan.numbers.automatic;
    } else if (method.kind == search::MethodKind::Auto) {
        fail("the stored plan has no numbers for the method auto; the project file is damaged");
    }
    request.classes = plan.constants.classes;
    request.key = plan.searchKey;
    if (method.privateSelection) {
        request.runsFamily = search::runsFamilyFromText(options.runsFamily);
        request.meanRuns = *options.runsMean;
        request.subsetFraction = options.subsetFraction;
        request.adjacency = plan.constants.adjacency;
        request.rowsPerPerson = plan.constants.rowsPerPerson;
    }
    return request;
}

search::NoiseFor runNoiseOf(const ExperimentPlan& plan) {
    return [plan](int phase, std::uint32_t steps) {
        return plan.trialPlan(phase, steps, 1.0).noiseMultiplier().value();
    };
}

std::unique_ptr<search::SequentialMethod> makeSequentialMethod(const ExperimentPlan& plan) {
    const search::SearchRequest request = searchRequestOf(plan);
    search::Shares shares{plan.phases, plan.final, plan.selection, plan.muSquared};
    return search::methodOf(request.method).make(request, shares, runNoiseOf(plan));
}

} // namespace parsimony::session
