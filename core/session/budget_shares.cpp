// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/budget_shares.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/ledger/records.h"
#include "core/privacy/accountant.h"
#include "core/privacy/calibration.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/drawn_runs.h"
#include "core/session/knob_options.h"
#include "core/session/search_request.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

namespace parsimony::session {

namespace {

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

std::uint32_t sliceSteps(const search::SearchRequest& request) {
    if (request.space.grid.steps.size() != 1) {
        failUsage(Sentence(
            "a sub-sampled trainer takes one value of --steps: T must be fixed before the first trial"));
    }
    return request.space.grid.steps.front();
}

Releases releasesOf(const ExperimentPlan& plan, std::uint32_t steps) {
    Releases releases;
    releases.steps = steps;
    releases.sampleRate = SampleRate{plan.options.sampleRate->first()};
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

/// Everything that statistics and runs of the phases release, as events.
std::vector<PrivacyEvent> phaseEvents(const ExperimentPlan& plan, const search::SearchRequest& request) {
    const search::Shares shares = sharesOf(plan);
    std::vector<PrivacyEvent> events = plan.statisticEvents();
    for (int phase = 0; phase < static_cast<int>(plan.phases.size()); ++phase) {
        const std::uint32_t steps = search::stepsOf(request, shares, phase);
        const auto runs = static_cast<std::uint64_t>(plan.phases[static_cast<std::size_t>(phase)].runs);
        for (const PrivacyEvent& event : plan.runEvents(phase, steps)) {
            events.push_back(event.withCount(event.count() * runs));
        }
    }
    return events;
}

} // namespace

void shareBudget(ExperimentPlan& plan, const SpendSum& total, double scoreFraction) {
    const search::SearchRequest request = searchRequestOf(plan);
    search::Budget budget{total, {}, Epsilon{plan.epsilon}, Delta{plan.delta}, scoreFraction};
    const auto sharesWithout = [&](std::initializer_list<ReleasedValue> left) {
        budget.extra = {};
        for (const PlannedStatistic& statistic : plan.statistics()) {
            if (std::find(left.begin(), left.end(), statistic.name) == left.end()) {
                budget.extra.addProduct(statistic.mu.value(), statistic.mu.value());
            }
        }
        return search::sharesOf(request, budget);
    };
    search::Shares shares = sharesWithout({});
    const bool asksForMean = plan.featureMap && plan.featureMap->meanRest;
    const bool asksForCounts = plan.featureMap && plan.featureMap->countsRest;
    if (asksForMean) {
        plan.finalWithoutRest = sharesWithout({ReleasedValue::MeanRest}).final;
    }
    if (asksForCounts) {
        plan.finalWithoutCounts = sharesWithout({ReleasedValue::ClassCountsRest}).final;
    }
    if (asksForMean && asksForCounts) {
        plan.finalWithoutBoth =
            sharesWithout({ReleasedValue::MeanRest, ReleasedValue::ClassCountsRest}).final;
    }
    plan.phases = std::move(shares.phases);
    plan.final = shares.final;
    plan.selection = std::move(shares.selection);
    plan.muSquared = shares.spent;
}

void shareSlice(ExperimentPlan& plan, double scoreFraction) {
    if (plan.methodTraits().drawsInPlan) {
        shareDrawnRuns(plan, scoreFraction);
        return;
    }
    const search::SearchRequest request = searchRequestOf(plan);
    if (!plan.methodTraits().samplesAllowed) {
        refuse(Sentence("--method {1} needs Gaussian events: full batches, not --sample-rate {2}",
                        plan.method().text(), plan.options.sampleRate->first()));
    }
    const std::uint32_t steps = sliceSteps(request);
    for (const search::PhaseRequest& phase : request.phases) {
        if (phase.epsilon.value() >= plan.epsilon) {
            refuse(Sentence("a phase's epsilon of {1} is not below the experiment's {2}",
                            Sentence::number(roundedText(phase.epsilon.value(), 6)),
                            Sentence::number(roundedText(plan.epsilon, 6))),
                   {phase.epsilon.value(), plan.epsilon, phase.epsilon.value() - plan.epsilon});
        }
        plan.phases.push_back(sampledRun(plan, phase.epsilon, steps, phase.trials, scoreFraction));
    }
    const std::vector<PrivacyEvent> before = phaseEvents(plan, request);
    const Calibrated found =
        calibrateNoise(plan.sliceTarget(), Delta{plan.delta}, releasesOf(plan, steps), before);
    RunBudget final;
    final.runs = 1;
    final.noiseMultiplier = sigmaFor(plan, steps, found.releases.noiseMultiplier.value());
    plan.final = final;
    plan.final->epsilon = chargedEpsilon(plan.trialPlan(-1, steps, 1.0).events(), Delta{plan.delta}).value;
}

void checkSlice(const ExperimentPlan& plan) {
    if (plan.kind != ledger::AccountKind::Slices || plan.selection || plan.methodTraits().drawsInPlan ||
        !plan.final) {
        return;
    }
    const std::vector<double>& steps = plan.options.steps->values();
    if (steps.size() > 1) {
        refuseListInSlice(plan.options, "--steps", {});
    }
    const auto eventsWith = [&](const train::Knobs& knobs) {
        return plan.trialPlan(-1, static_cast<std::uint32_t>(steps.front()), 1.0, knobs).events();
    };
    for (const train::Axis& axis : axesOf(plan.options)) {
        for (std::size_t place = 0; place < axis.size(); ++place) {
            // Noise follows the clip, so that no event has less than with the first
            // (ExperimentPlan::trialPlan).
            if (axis.knob != train::Knob::Clip && eventsWith({axis.at(place)}) != eventsWith({})) {
                refuseListInSlice(plan.options, optionOf(axis.knob), {axis});
            }
        }
    }
}

std::vector<PrivacyEvent> plannedEvents(const ExperimentPlan& plan) {
    if (plan.selection) {
        return {plan.selection->event()}; // one mechanism as a whole
    }
    if (plan.kind != ledger::AccountKind::Slices) {
        return {};
    }
    if (!plan.drawnNoises().empty()) {
        return drawnEvents(plan);
    }
    if (!plan.final) {
        return {};
    }
    const search::SearchRequest request = searchRequestOf(plan);
    std::vector<PrivacyEvent> events = phaseEvents(plan, request);
    const std::vector<PrivacyEvent> last =
        plan.trialPlan(-1, search::stepsOf(request, sharesOf(plan), -1), 1.0).events();
    events.insert(events.end(), last.begin(), last.end());
    return events;
}

} // namespace parsimony::session
