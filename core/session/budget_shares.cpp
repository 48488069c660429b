// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/budget_shares.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/privacy/accountant.h"
#include "core/privacy/calibration.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/search/method_kind.h"
#include "core/session/method_factory.h"

#include <cmath>
#include <limits>

namespace parsimony::session {

namespace {

const search::MethodTraits& methodTraits(const RunOptions& options) {
    return search::traitsOf(search::parseMethod(*options.method, "--method"));
}

std::vector<search::PhaseRequest> phaseRequests(const RunOptions& options) {
    std::vector<search::PhaseRequest> phases;
    if (methodTraits(options).hasPhases) {
        for (const double epsilon : parseNumberList(*options.phaseEpsilons, "--phase-epsilons")) {
            phases.push_back(
                {checkedEpsilon(epsilon, "--phase-epsilons"), static_cast<int>(*options.trials)});
        }
    }
    return phases;
}

RunBudget shareOf(Epsilon epsilon, Mu mu, int runs, double scoreFraction) {
    const search::TrialShares shares = search::splitTrial(mu, scoreFraction);
    RunBudget budget;
    budget.epsilon = epsilon.value();
    budget.mu = mu.value();
    budget.runs = runs;
    budget.trainingMu = shares.training.value();
    budget.scoreMu = shares.score ? shares.score->value() : 0.0;
    return budget;
}

/// Runs of equal budgets: `random`, `grid` and `oracle`, whose runs each take the whole.
void shareEqually(ExperimentPlan& plan, const SpendSum& total, int runs, double scoreFraction) {
    const bool single = runs == 1;
    const bool oracle = methodTraits(plan.options).publicOnly;
    const Mu mu = oracle ? muLower(total) : search::equalShare(muLower(total), runs);
    const RunBudget share = shareOf(epsilonOf(mu, Delta{plan.delta}), mu, runs, single ? 0.0 : scoreFraction);
    if (single) {
        plan.final = share;
    } else {
        plan.phases.push_back(share);
    }
    SpendSum one;
    one.addProduct(mu.value(), mu.value());
    SpendSum spent;
    for (int i = 0; i < runs; ++i) {
        spent.add(one);
    }
    plan.muSquared = spent;
}

/// Two pilots and a final run, or one run where pilots do not pay.
void splitAuto(ExperimentPlan& plan, const SpendSum& total, double scoreFraction) {
    const Mu all = muLower(total);
    const search::AutoAllocation allocation = autoAllocationOf(plan, all);
    SpendSum left = total;
    if (allocation.pilots) {
        const Mu pilot{std::sqrt(allocation.pilotShare) * all.value()};
        if (scoreFraction > 0.0) {
            scoreFraction = allocation.scoreFraction; // unless scores are free
        }
        plan.phases.push_back(shareOf(epsilonOf(pilot, Delta{plan.delta}), pilot, 2, scoreFraction));
        SpendSum both;
        both.addProduct(pilot.value(), pilot.value());
        both.addProduct(pilot.value(), pilot.value());
        left = total.minus(both);
    }
    const Mu final = muLower(left);
    plan.final = shareOf(epsilonOf(final, Delta{plan.delta}), final, 1, 0.0);
    plan.muSquared = total;
}

/// σ (noise sd / clip) of a run whose events have multiplier z: the plan's sensitivity holds adjacency and
/// slack.
double sigmaFor(const ExperimentPlan& plan, std::uint32_t steps, double z) {
    ExperimentPlan probe = plan;
    probe.final = RunBudget{};
    probe.final->noiseMultiplier = 1.0;
    const train::TrialPlan unit = probe.trialPlan(-1, steps, 1.0);
    double sigma = z * unit.sensitivity().value() / unit.clip();
    const auto eventOf = [&](double candidate) {
        probe.final->noiseMultiplier = candidate;
        return probe.trialPlan(-1, steps, 1.0).eventMultiplier().value();
    };
    while (eventOf(sigma) < z) {
        sigma = std::nextafter(sigma, std::numeric_limits<double>::infinity());
    }
    return sigma;
}

std::uint32_t sliceSteps(const ExperimentPlan& plan) {
    const auto steps = searchSpaceOf(plan).grid.steps;
    if (steps.size() != 1) {
        failUsage("a sub-sampled trainer takes one value of --steps: T must be fixed before the first trial");
    }
    return steps.front();
}

Releases releasesOf(const ExperimentPlan& plan, std::uint32_t steps) {
    Releases releases;
    releases.steps = steps;
    releases.sampleRate = SampleRate{*plan.options.sampleRate};
    releases.adjacency = plan.constants.adjacency;
    return releases;
}

/// A run that costs `epsilon` by itself, with a Gaussian count that takes `scoreFraction` of what a full
/// batch would have as μ².
RunBudget sampledRun(const ExperimentPlan& plan, Epsilon epsilon, std::uint32_t steps, int runs,
                     double scoreFraction) {
    const Delta delta{plan.delta};
    RunBudget budget;
    budget.epsilon = epsilon.value();
    budget.runs = runs;
    std::vector<PrivacyEvent> score;
    if (scoreFraction > 0.0) {
        budget.scoreMu = std::sqrt(scoreFraction) * muOf(epsilon, delta).value();
        score.push_back(train::CountPlan::forMu(Mu{budget.scoreMu}, 1, plan.constants.rowsPerPerson).event());
    }
    const Calibrated found = calibrateNoise(epsilon, delta, releasesOf(plan, steps), score);
    budget.noiseMultiplier = sigmaFor(plan, steps, found.releases.noiseMultiplier.value());
    return budget;
}

/// Everything that runs of the phases release, as events.
std::vector<PrivacyEvent> phaseEvents(const ExperimentPlan& plan, std::uint32_t steps) {
    std::vector<PrivacyEvent> events;
    if (plan.mean) {
        events.push_back(plan.mean->event());
    }
    for (int phase = 0; phase < static_cast<int>(plan.phases.size()); ++phase) {
        std::vector<PrivacyEvent> run = plan.trialPlan(phase, steps, 1.0).events();
        if (const auto count = plan.scorePlan(phase)) {
            run.push_back(count->event());
        }
        const auto runs = static_cast<std::uint64_t>(plan.phases[static_cast<std::size_t>(phase)].runs);
        for (const PrivacyEvent& event : run) {
            events.push_back(event.withCount(event.count() * runs));
        }
    }
    return events;
}

} // namespace

void shareGaussian(ExperimentPlan& plan, const SpendSum& total, double scoreFraction) {
    const Delta delta{plan.delta};
    SpendSum extra;
    if (plan.mean) {
        extra.addProduct(plan.mean->mu().value(), plan.mean->mu().value());
    }
    const bool isAuto = methodTraits(plan.options).kind == search::MethodKind::Auto;
    const int runs = countRunsOf(plan);
    if ((isAuto || runs > 0) && (!extra.fits(total) || extra == total)) {
        refuse("--mean-epsilon leaves nothing of the experiment's budget for training; lower it");
    }
    if (isAuto) {
        splitAuto(plan, total.minus(extra), scoreFraction);
        plan.muSquared.add(extra);
        return;
    }
    if (runs > 0) {
        shareEqually(plan, total.minus(extra), runs, scoreFraction);
        plan.muSquared.add(extra);
        return;
    }
    const search::BudgetSplit split =
        search::splitBudget(muLower(total), delta, phaseRequests(plan.options), extra);
    for (const search::PhaseShare& phase : split.phases) {
        plan.phases.push_back(shareOf(phase.epsilon, phase.mu, phase.trials, scoreFraction));
    }
    plan.final = shareOf(split.finalEpsilon, split.finalMu, 1, 0.0);
    plan.muSquared = split.spent();
}

void shareSlice(ExperimentPlan& plan, double scoreFraction) {
    if (!methodTraits(plan.options).samplesAllowed) {
        refuse("--method " + plan.method() + " needs Gaussian events: full batches, not --sample-rate " +
               numberText(*plan.options.sampleRate));
    }
    const std::uint32_t steps = sliceSteps(plan);
    for (const search::PhaseRequest& phase : phaseRequests(plan.options)) {
        if (phase.epsilon.value() >= plan.epsilon) {
            throw Error("a phase's epsilon of " + roundedText(phase.epsilon.value(), 6) +
                            " is not below the experiment's " + roundedText(plan.epsilon, 6),
                        {phase.epsilon.value(), plan.epsilon, phase.epsilon.value() - plan.epsilon});
        }
        plan.phases.push_back(sampledRun(plan, phase.epsilon, steps, phase.trials, scoreFraction));
    }
    const std::vector<PrivacyEvent> before = phaseEvents(plan, steps);
    const Calibrated found =
        calibrateNoise(Epsilon{plan.epsilon}, Delta{plan.delta}, releasesOf(plan, steps), before);
    RunBudget final;
    final.runs = 1;
    final.noiseMultiplier = sigmaFor(plan, steps, found.releases.noiseMultiplier.value());
    plan.final = final;
    plan.final->epsilon = chargedEpsilon(plan.trialPlan(-1, steps, 1.0).events(), Delta{plan.delta}).value;
}

std::vector<PrivacyEvent> plannedEvents(const ExperimentPlan& plan) {
    if (plan.selection) {
        return {plan.selection->event()}; // one mechanism as a whole
    }
    if (plan.kind != ledger::AccountKind::Slices || !plan.final) {
        return {};
    }
    const std::uint32_t steps = sliceSteps(plan);
    std::vector<PrivacyEvent> events = phaseEvents(plan, steps);
    const std::vector<PrivacyEvent> last = plan.trialPlan(-1, steps, 1.0).events();
    events.insert(events.end(), last.begin(), last.end());
    return events;
}

} // namespace parsimony::session
