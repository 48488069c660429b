// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/selection_plan.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/search/budget_split.h"
#include "core/search/private_selection.h"
#include "core/session/method_factory.h"

namespace parsimony::session {

namespace {

constexpr const char* subsetMethod = "koskela-kulkarni";

search::SelectionRequest requestOf(const ExperimentPlan& plan) {
    search::SelectionRequest request;
    request.epsilon = Epsilon{plan.epsilon};
    request.delta = Delta{plan.delta};
    request.family = runsFamilyOf(plan);
    request.meanRuns = *plan.options.runsMean;
    request.subsetFraction = plan.options.subsetFraction;
    request.adjacency = plan.constants.adjacency;
    request.rowsPerPerson = plan.constants.rowsPerPerson;
    return request;
}

void checkOptions(const ExperimentPlan& plan) {
    const train::TrainerKind trainer = train::parseTrainer(plan.options.trainer, "--trainer");
    if (!train::traitsOf(trainer).stepSize) {
        failUsage("--method " + plan.method() + " chooses a step size, and --trainer " +
                  plan.options.trainer + " has none");
    }
    if (plan.options.sampleRate.value_or(1.0) < 1.0) {
        refuse("--method " + plan.method() +
               " is accounted for Gaussian runs: full batches, not --sample-rate " +
               numberText(*plan.options.sampleRate));
    }
    if (plan.options.mean != "none") {
        failUsage("--method " + plan.method() +
                  " is one mechanism that takes the whole budget of its experiment: leave out --mean "
                  "private, or use another --method");
    }
    if (plan.method() != subsetMethod && plan.options.subsetFraction) {
        failUsage("--subset-fraction is for --method koskela-kulkarni, which tunes on a part of the records");
    }
}

/// The one proposal: what wins is not known before the whole mechanism has ended.
class WinnerOnly final : public search::SequentialMethod {
public:
    explicit WinnerOnly(std::string name) : m_name(std::move(name)) {
        m_winner.phase = -1;
        m_winner.role = search::Role::Final;
        m_winner.scored = false; // a Poisson selection without a run has no score
    }
    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] std::vector<search::Proposal> outline() const override { return {m_winner}; }
    [[nodiscard]] std::vector<search::Proposal> nextBatch() override {
        return finished() ? std::vector<search::Proposal>{} : outline();
    }
    [[nodiscard]] bool finished() const override { return isClosed(0); }
    [[nodiscard]] std::optional<int> result() const override {
        return finished() && !closed()[0]->lost ? std::optional<int>(0) : std::nullopt;
    }

private:
    std::string m_name;
    search::Proposal m_winner;
};

} // namespace

search::RunsFamily runsFamilyOf(const ExperimentPlan& plan) {
    return search::runsFamilyFromText(plan.options.runsFamily);
}

void shareSelection(ExperimentPlan& plan, double scoreFraction) {
    checkOptions(plan);
    if (!plan.options.runsMean) {
        plan.options.runsMean = 10.0;
    }
    if (plan.method() == subsetMethod && !plan.options.subsetFraction) {
        plan.options.subsetFraction = 0.1;
    }
    const search::SelectionPlan solved = search::planSelection(requestOf(plan));
    const search::TrialShares shares = search::splitTrial(solved.runMu, scoreFraction);
    SelectionBudget selection;
    selection.orders = solved.orders;
    selection.values = solved.values;
    selection.subsetFraction = plan.options.subsetFraction;
    selection.run.epsilon = plan.epsilon;
    selection.run.mu = solved.runMu.value();
    selection.run.runs = 1;
    selection.run.trainingMu = shares.training.value();
    selection.run.scoreMu = shares.score ? shares.score->value() : 0.0;
    plan.final = selection.run;
    if (selection.subsetFraction) {
        plan.final->trainingMu = solved.runMu.value();
        plan.final->scoreMu = 0.0;
    }
    plan.selection = std::move(selection);
}

search::SearchSpace candidateSpace(const ExperimentPlan& plan) {
    search::SearchSpace space = searchSpaceOf(plan);
    if (plan.selection && plan.selection->subsetFraction) {
        space.scale.publicRecords *= *plan.selection->subsetFraction;
    }
    return space;
}

search::NoiseFor candidateNoise(const ExperimentPlan& plan) {
    return [plan](int phase, std::uint32_t steps) {
        return plan.trialPlan(phase, steps, 1.0).noiseMultiplier().value();
    };
}

search::StepChoice constantCandidate(const ExperimentPlan& plan) {
    const search::SearchSpace space = candidateSpace(plan);
    const std::uint32_t steps = space.grid.steps.front();
    const search::Range range = space.rangeOf(candidateNoise(plan)(0, steps), steps);
    return search::deriveLearningRate(search::valueAt(search::SamplerKind::LogUniform, range, 0.5), steps,
                                      space.grid);
}

double extrapolatedRate(const ExperimentPlan& plan, double tunedRate) {
    const double fraction = *plan.selection->subsetFraction;
    const bool adam = candidateSpace(plan).scale.rule == search::ScaleRule::Adam;
    return adam ? tunedRate : tunedRate * (1.0 - fraction) / fraction;
}

std::unique_ptr<search::SequentialMethod> makeSelection(const ExperimentPlan& plan) {
    candidateSpace(plan).check(candidateNoise(plan)); // what cannot be drawn from must fail before a spend
    return std::make_unique<WinnerOnly>(plan.method());
}

} // namespace parsimony::session
