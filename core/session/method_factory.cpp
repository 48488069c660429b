// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/method_factory.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/auto_method.h"
#include "core/search/best_of.h"
#include "core/search/linear_scaling.h"
#include "core/search/single_run.h"
#include "core/session/method_choice.h"
#include "core/session/selection_plan.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

std::vector<std::uint32_t> stepsOf(const RunOptions& options) {
    std::vector<std::uint32_t> steps;
    for (const double value : parseNumberList(options.steps.value_or("50"), "--steps")) {
        if (!(value >= 1.0 && value <= 1e7) || value != std::floor(value)) {
            failUsage("--steps must be whole numbers from 1 to 10000000, not " + numberText(value));
        }
        steps.push_back(static_cast<std::uint32_t>(value));
    }
    return steps;
}

std::uint32_t onlyStepsOf(const ExperimentPlan& plan) {
    const auto steps = stepsOf(plan.options);
    if (steps.size() != 1) {
        failUsage("--method " + plan.method() + " takes one value of --steps");
    }
    return steps.front();
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

search::StepScale scaleOf(const ExperimentPlan& plan, const train::TrainerOptions& trainer) {
    search::StepScale scale;
    const bool adam = train::traitsOf(trainer.trainer).scale == train::ScaleRule::Adam;
    scale.rule = adam ? search::ScaleRule::Adam : search::ScaleRule::Descent;
    if (plan.constants.rowBound <= 0.0) {
        scale.rowNorm = std::nullopt;
    } else {
        scale.rowNorm = trainer.bias ? std::hypot(plan.constants.rowBound, 1.0) : plan.constants.rowBound;
    }
    scale.clip = trainer.maxGradNorm;
    scale.momentum = trainer.momentum;
    scale.freeStep = trainer.freeStep;
    scale.publicRecords = static_cast<double>(plan.constants.publicRecords);
    scale.sampleRate = trainer.sampleRate;
    return scale;
}

search::NoiseFor noiseOf(const ExperimentPlan& plan) {
    return [plan](int phase, std::uint32_t steps) {
        return plan.trialPlan(phase, steps, 1.0).noiseMultiplier().value();
    };
}

std::optional<double> muOfBudget(const RunBudget& budget) {
    return budget.mu > 0.0 ? std::optional<double>(budget.mu) : std::nullopt;
}

std::unique_ptr<search::SequentialMethod> makeLinearScaling(const ExperimentPlan& plan) {
    if (!train::traitsOf(train::parseTrainer(plan.options.trainer, "--trainer")).stepSize) {
        failUsage("--method linear-scaling scales a step size, and --trainer " + plan.options.trainer +
                  " has none: use --method single, random or grid");
    }
    search::LinearScalingSettings settings;
    settings.space = searchSpaceOf(plan);
    settings.noise = noiseOf(plan);
    for (const RunBudget& phase : plan.phases) {
        settings.phases.push_back({phase.epsilon, muOfBudget(phase), phase.runs});
    }
    settings.finalEpsilon = plan.final->epsilon;
    settings.finalMu = muOfBudget(*plan.final);
    if (plan.options.fit != "linear" && plan.options.fit != "quadratic") {
        failUsage("--fit must be linear or quadratic, not '" + plan.options.fit + "'");
    }
    if (plan.options.fitAgainst != "epsilon" && plan.options.fitAgainst != "mu") {
        failUsage("--fit-against must be epsilon or mu, not '" + plan.options.fitAgainst + "'");
    }
    settings.degree = plan.options.fit == "quadratic" ? 2 : 1;
    settings.fitAgainstMu = plan.options.fitAgainst == "mu";
    settings.start = search::phaseStartFromText(plan.options.phaseStart);
    settings.key = plan.searchKey;
    return std::make_unique<search::LinearScaling>(std::move(settings));
}

std::unique_ptr<search::SequentialMethod> makeSingle(const ExperimentPlan& plan, bool unitNoise) {
    const train::TrainerOptions trainer = trainerOptionsOf(plan.options, plan.constants);
    search::SingleRunSettings settings;
    settings.scale = scaleOf(plan, trainer);
    settings.noise = noiseOf(plan);
    settings.steps = onlyStepsOf(plan);
    settings.mu = muOfBudget(*plan.final);
    const train::TrainerTraits& traits = train::traitsOf(trainer.trainer);
    const bool scales = traits.followsUnitNoise();
    if (unitNoise && !scales) {
        failUsage("--method unit-noise finds the learning rate of dp-gd, dp-sgd and dp-adam, not of " +
                  plan.options.trainer + ": use --method single");
    }
    if (!scales) {
        settings.scale.rowNorm.reset();
    }
    if (unitNoise && plan.options.learningRates) {
        failUsage("--method unit-noise takes its learning rate from declared constants; to set one, use "
                  "--method single "
                  "with --learning-rates");
    }
    if (plan.options.learningRates) {
        const auto rates = parseNumberList(*plan.options.learningRates, "--learning-rates");
        if (rates.size() != 1) {
            failUsage("--method single is one run and takes one value of --learning-rates");
        }
        settings.learningRate = checkedPositive(rates.front(), "--learning-rates");
    } else {
        settings.learningRate = plan.numbers.learningRate;
        settings.nu = plan.numbers.nu;
    }
    return std::make_unique<search::SingleRun>(plan.method(), std::move(settings));
}

std::optional<search::BestOfKind> bestOfKind(const std::string& method) {
    if (method == "random") {
        return search::BestOfKind::Random;
    }
    if (method == "grid") {
        return search::BestOfKind::Grid;
    }
    if (method == "oracle") {
        return search::BestOfKind::Oracle;
    }
    return std::nullopt;
}

search::BestOfSettings bestOfSettings(const ExperimentPlan& plan, search::BestOfKind kind) {
    search::BestOfSettings settings;
    settings.kind = kind;
    settings.space = searchSpaceOf(plan);
    settings.noise = noiseOf(plan);
    settings.trials = static_cast<int>(*plan.options.trials);
    const train::TrainerKind trainer = train::parseTrainer(plan.options.trainer, "--trainer");
    settings.stepsOnly = !train::traitsOf(trainer).stepSize && !plan.options.learningRates;
    settings.key = plan.searchKey;
    return settings;
}

search::StepScale declaredScale(const ExperimentPlan& plan) {
    return scaleOf(plan, trainerOptionsOf(plan.options, plan.constants));
}

search::AutoTuning tuningOf(const ExperimentPlan& plan) {
    if (!plan.numbers.automatic) {
        fail("the stored plan has no numbers for the method auto; the project file is damaged");
    }
    return *plan.numbers.automatic;
}

std::unique_ptr<search::SequentialMethod> makeAuto(const ExperimentPlan& plan) {
    if (plan.options.learningRates || plan.options.totalStepSize != "auto") {
        failUsage("--method auto finds its learning rate itself: leave out --learning-rates and "
                  "--total-step-size, or use --method linear-scaling");
    }
    search::AutoSettings settings;
    settings.scale = declaredScale(plan);
    settings.noise = noiseOf(plan);
    settings.totalMu = muLower(plan.muSquared).value();
    settings.classes = plan.constants.classes;
    // Whether there are pilots was decided by the planner, and is not decided again from a rounded total.
    settings.tuning = tuningOf(plan);
    settings.allocation = search::autoAllocation(!plan.phases.empty(), onlyStepsOf(plan), settings.tuning);
    settings.pilotMu = plan.phases.empty() ? 0.0 : plan.phases.front().mu;
    settings.finalMu = plan.final->mu;
    return std::make_unique<search::AutoMethod>(std::move(settings));
}

} // namespace

search::AutoAllocation autoAllocationOf(const ExperimentPlan& plan, Mu total) {
    if (!train::traitsOf(train::parseTrainer(plan.options.trainer, "--trainer")).plainDescent) {
        failUsage("--method auto needs --trainer dp-gd: it adds up gradients of full batches");
    }
    return search::autoAllocation(total.value(), static_cast<double>(plan.constants.publicRecords),
                                  plan.constants.classes, onlyStepsOf(plan), tuningOf(plan));
}

int countRunsOf(const ExperimentPlan& plan) {
    const auto kind = bestOfKind(plan.method());
    return kind ? search::countRuns(bestOfSettings(plan, *kind)) : 0;
}

search::SearchSpace searchSpaceOf(const ExperimentPlan& plan) {
    search::SearchSpace space;
    space.scale = scaleOf(plan, trainerOptionsOf(plan.options, plan.constants));
    space.totalStep = totalStepRange(plan.options);
    space.nu = plan.numbers.nuRange;
    space.tolerance = plan.numbers.tolerance;
    space.grid.steps = stepsOf(plan.options);
    if (plan.options.learningRates) {
        space.grid.learningRates = parseNumberList(*plan.options.learningRates, "--learning-rates");
    }
    space.sampler = search::samplerFromText(plan.options.sampler);
    space.decomposition = search::decompositionFromText(plan.options.decomposition);
    return space;
}

std::unique_ptr<search::SequentialMethod> makeSequentialMethod(const ExperimentPlan& plan) {
    if (plan.method() == "linear-scaling") {
        return makeLinearScaling(plan);
    }
    if (const auto kind = bestOfKind(plan.method())) {
        search::BestOfSettings settings = bestOfSettings(plan, *kind);
        settings.mu = muOfBudget(plan.phases.empty() ? *plan.final : plan.phases.front());
        return std::make_unique<search::BestOf>(std::move(settings));
    }
    if (isPrivateSelection(plan.method())) {
        return makeSelection(plan);
    }
    if (plan.method() == "auto") {
        return makeAuto(plan);
    }
    if (plan.method() == "unit-noise" || plan.method() == "single") {
        return makeSingle(plan, plan.method() == "unit-noise");
    }
    fail("the stored plan names the method '" + plan.method() + "', which this version does not know");
}

} // namespace parsimony::session
