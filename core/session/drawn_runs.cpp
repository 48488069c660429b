// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/drawn_runs.h"

#include "core/ledger/slices.h"
#include "core/privacy/accountant.h"
#include "core/privacy/calibration.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/look_plan.h"
#include "core/session/search_request.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// What the runs release beside their steps.
std::vector<PrivacyEvent> besideSteps(const ExperimentPlan& plan, const RunBudget& run) {
    std::vector<PrivacyEvent> events;
    if (run.scoreMu > 0.0) {
        const auto runs = static_cast<std::uint32_t>(run.runs);
        events.push_back(train::CountPlan::forMu(Mu{run.scoreMu}, 1, plan.constants.rowsPerPerson)
                             .event()
                             .withCount(runs));
    }
    const std::vector<PrivacyEvent> first = plan.statisticEvents();
    events.insert(events.end(), first.begin(), first.end());
    return events;
}

/// Those of `kinds` that the plan drew, with all their steps.
std::vector<Releases> drawnOf(const ExperimentPlan& plan, std::vector<Releases> kinds) {
    std::vector<std::uint64_t> steps(kinds.size(), 0);
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        const double rate =
            trainerOptionsOf(plan.options, plan.constants, plan.numbers, run.knobs).sampleRate;
        const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Releases& each) {
            return each.sampleRate.value() == rate && each.steps == run.steps;
        });
        steps.at(static_cast<std::size_t>(kind - kinds.begin())) += run.steps;
    }
    std::vector<Releases> drawn;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (steps[i] > 0) {
            drawn.push_back(kinds[i]);
            drawn.back().steps = steps[i];
        }
    }
    return drawn;
}

/// ε of the dearest run by itself.
double dearest(const ExperimentPlan& plan) {
    std::vector<std::vector<PrivacyEvent>> kinds;
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        std::vector<PrivacyEvent> events = plan.runEvents(run.phase, run.steps, run.knobs);
        if (std::find(kinds.begin(), kinds.end(), events) == kinds.end()) {
            kinds.push_back(std::move(events));
        }
    }
    double most = 0.0;
    for (const std::vector<PrivacyEvent>& events : kinds) {
        most = std::max(most, chargedEpsilon(events, Delta{plan.delta}).value);
    }
    return most;
}

} // namespace

void shareDrawnRuns(ExperimentPlan& plan, double scoreFraction) {
    const search::SearchRequest request = searchRequestOf(plan);
    const Delta delta{plan.delta};
    const search::Budget budget{
        squareOf(muOf(Epsilon{plan.epsilon}, delta)), {}, Epsilon{plan.epsilon}, delta, scoreFraction};
    const search::Shares shares = search::sharesOf(request, budget);
    plan.phases = shares.phases;
    plan.final = shares.final;
    RunBudget& run = plan.final ? *plan.final : plan.phases.front();
    run.mu = run.trainingMu = 0.0;
    run.noises = request.space.kindsOfRuns();
    const std::vector<PrivacyEvent> others = besideSteps(plan, run);
    const Epsilon target = plan.sliceTarget();
    std::vector<Releases> kinds;
    for (search::RunNoise& kind : run.noises) {
        Releases all{std::uint64_t{kind.steps} * static_cast<std::uint64_t>(run.runs),
                     SampleRate{kind.sampleRate}, NoiseMultiplier{1.0}, plan.constants.adjacency};
        all = calibrateNoise(target, delta, all, others).releases;
        kind.noiseMultiplier =
            search::noiseFor(all.noiseMultiplier, plan.constants.adjacency, plan.constants.rowsPerPerson);
        all.steps = kind.steps;
        kinds.push_back(all);
    }
    std::vector<Releases> drawn = drawnOf(plan, kinds);
    if (drawn.size() > 1) {
        const double before = drawn.front().noiseMultiplier.value();
        drawn = calibrateTogether(target, delta, drawn, others);
        for (search::RunNoise& kind : run.noises) {
            kind.noiseMultiplier *= drawn.front().noiseMultiplier.value() / before;
        }
    }
    run.epsilon = dearest(plan);
}

std::vector<PrivacyEvent> drawnEvents(const ExperimentPlan& plan) {
    std::vector<PrivacyEvent> events = plan.statisticEvents();
    for (const search::Proposal& run : makeMethod(plan)->outline()) {
        const std::vector<PrivacyEvent> own = plan.runEvents(run.phase, run.steps, run.knobs);
        events.insert(events.end(), own.begin(), own.end());
    }
    return ledger::mergedEvents(events);
}

} // namespace parsimony::session
