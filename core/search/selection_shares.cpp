// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/selection_shares.h"

#include "core/base/sentence.h"

#include <utility>

namespace parsimony::search {

namespace {

SelectionRequest selectionRequest(const SearchRequest& request, const Budget& budget) {
    SelectionRequest selection;
    selection.epsilon = budget.epsilon;
    selection.delta = budget.delta;
    selection.family = request.runsFamily;
    selection.meanRuns = request.meanRuns;
    selection.subsetFraction = request.subsetFraction;
    selection.adjacency = request.adjacency;
    selection.rowsPerPerson = request.rowsPerPerson;
    selection.scoreFraction = budget.scoreFraction;
    selection.runs = request.space.kindsOfRuns();
    return selection;
}

void check(const SearchRequest& request, const Budget& budget) {
    const MethodTraits& method = traitsOf(request.method);
    const std::string name = "--method " + std::string(method.name);
    if (!budget.extra.isZero()) {
        failUsage(Sentence("{1} is one mechanism that takes the whole budget of its experiment: leave out "
                           "--mean private and --feature-map, or use another --method",
                           name));
    }
    if (!method.subset && request.subsetFraction) {
        failUsage(Sentence("--subset-fraction is for methods that tune on a part of the records, and {1} "
                           "takes all of them: use koskela-kulkarni",
                           name));
    }
}

/// The one proposal: what wins is not known before the whole mechanism has ended.
class WinnerOnly final : public SequentialMethod {
public:
    explicit WinnerOnly(std::string name) : m_name(std::move(name)) {
        m_winner.phase = -1;
        m_winner.role = TrialRole::Final;
        m_winner.scored = false; // a Poisson selection without a run has no score
    }
    [[nodiscard]] std::string name() const override { return m_name; }
    [[nodiscard]] std::vector<Proposal> outline() const override { return {m_winner}; }
    [[nodiscard]] std::vector<Proposal> nextBatch() override {
        return finished() ? std::vector<Proposal>{} : outline();
    }
    [[nodiscard]] bool finished() const override { return isClosed(0); }
    [[nodiscard]] std::optional<int> result() const override {
        return finished() && !closed()[0]->lost ? std::optional<int>(0) : std::nullopt;
    }

private:
    std::string m_name;
    Proposal m_winner;
};

} // namespace

Shares selectionShares(const SearchRequest& request, const Budget& budget) {
    check(request, budget);
    const SelectionPlan solved = planSelection(selectionRequest(request, budget));
    SelectionShare selection;
    selection.orders = solved.orders;
    selection.values = solved.values;
    selection.subsetFraction = request.subsetFraction;
    selection.run = shareOf(budget.epsilon, solved.runMu, 1, budget.scoreFraction);
    if (!solved.runs.empty()) {
        selection.run.noises = solved.runs;
        selection.run.mu = selection.run.trainingMu = 0.0;
    }
    Shares shares;
    shares.final = selection.run;
    if (selection.subsetFraction) { // the final run of subset tuning is not scored
        shares.final->trainingMu = solved.runs.empty() ? solved.runMu.value() : 0.0;
        shares.final->scoreMu = 0.0;
    }
    shares.selection = std::move(selection);
    return shares;
}

std::unique_ptr<SequentialMethod> makeWinnerOnly(const SearchRequest& request, const Shares&,
                                                 const NoiseFor& noise) {
    candidateSpace(request).check(noise); // what cannot be drawn from must fail before a spend
    return std::make_unique<WinnerOnly>(std::string(methodName(request.method)));
}

SearchSpace candidateSpace(const SearchRequest& request) {
    SearchSpace space = request.space;
    space.scale.publicRecords *= request.subsetFraction.value_or(1.0);
    return space;
}

StepChoice constantCandidate(const SearchRequest& request, const NoiseFor& noise) {
    const SearchSpace whole = candidateSpace(request);
    const SearchSpace space = whole.at(whole.combinations().front());
    const std::uint32_t steps = space.grid.steps.front();
    if (space.stepsOnly) {
        return {0.0, steps, false, space.knobs};
    }
    const Range range = space.rangeOf(noise(0, steps, space.knobs), steps);
    StepChoice choice = deriveLearningRate(valueAt(SamplerKind::LogUniform, range, 0.5), steps, space.grid);
    choice.knobs = space.knobs;
    return choice;
}

double extrapolatedRate(const SearchRequest& request, const StepChoice& tuned) {
    const double fraction = request.subsetFraction.value();
    const train::TrainerTraits& trainer = train::traitsOf(trainerIn(tuned.knobs).value_or(request.trainer));
    const bool adam = trainer.scale == train::ScaleRule::Adam;
    return adam ? tuned.learningRate : tuned.learningRate * (1.0 - fraction) / fraction;
}

} // namespace parsimony::search
