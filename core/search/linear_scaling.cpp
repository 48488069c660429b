// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/linear_scaling.h"

#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/method_entry.h"

#include <algorithm>
#include <utility>

namespace parsimony::search {

namespace {

// Streams of the key: positions by phase, T, pairs and knobs by run.
constexpr std::uint64_t positionStream = 1ULL << 32;
constexpr std::uint64_t stepStream = 2ULL << 32;
constexpr std::uint64_t pairStream = 3ULL << 32;
constexpr std::uint64_t knobStream = 4ULL << 32;

void checkPhases(const LinearScalingSettings& settings) {
    if (settings.reused) {
        if (!settings.space.axes.empty()) {
            failUsage(train::withCommaHint(
                Sentence("--reuse-fit takes the place of the phases, which would choose among several "
                         "values of the trainer's options: give one value of each"),
                settings.space.axes));
        }
        if (settings.fitAgainstMu && !settings.finalMu) {
            failUsage(Sentence("the fit that is reused is against mu, which a sub-sampled trainer has not"));
        }
        return;
    }
    if (settings.degree != 1 && settings.degree != 2) {
        failUsage(Sentence("--fit must be linear or quadratic"));
    }
    if (settings.phases.size() <= static_cast<std::size_t>(settings.degree)) {
        failUsage(
            settings.degree == 1
                ? Sentence("a linear fit needs at least 2 phases, not {1}: give more in --phase-epsilons",
                           settings.phases.size())
                : Sentence("a quadratic fit needs at least 3 phases, not {1}: give more in --phase-epsilons",
                           settings.phases.size()));
    }
    double before = 0.0;
    for (const Phase& phase : settings.phases) {
        checkedPositive(phase.epsilon, "--phase-epsilons: the epsilon of a phase");
        if (phase.epsilon == before) {
            failUsage(Sentence("--phase-epsilons: {1} stands there twice, but a fit needs different budgets",
                               phase.epsilon));
        }
        if (phase.epsilon < before) {
            failUsage(Sentence("--phase-epsilons must rise: {1} comes after {2}", phase.epsilon, before));
        }
        before = phase.epsilon;
        if (phase.trials < 1) {
            failUsage(Sentence("--trials must be at least 1"));
        }
        if (settings.fitAgainstMu && !phase.mu) {
            failUsage(
                Sentence("--fit-against mu needs Gaussian events; this trainer is sub-sampled: use epsilon"));
        }
    }
    checkedPositive(settings.finalEpsilon, "the epsilon of the final run");
    if (!settings.space.axes.empty() && settings.space.sampler == SamplerKind::Bisection) {
        failUsage(train::withCommaHint(
            Sentence("--sampler bisection tells values of r apart where all else is the same: use "
                     "another --sampler, or one value of each of the trainer's options"),
            settings.space.axes));
    }
}

} // namespace

LinearScaling::LinearScaling(LinearScalingSettings settings) : m_settings(std::move(settings)) {
    if (m_settings.reused) {
        m_settings.phases.clear();
        m_settings.degree = m_settings.reused->degree;
        m_settings.fitAgainstMu = m_settings.reused->againstMu;
    }
    checkPhases(m_settings);
    m_settings.space.check(m_settings.noise, m_settings.phases.empty() ? -1 : 0);
    int index = 0;
    for (std::size_t phase = 0; phase < m_settings.phases.size(); ++phase) {
        m_first.push_back(index);
        const int trials = m_settings.phases[phase].trials;
        KeyedUniformSource source(m_settings.key, positionStream + phase);
        m_positions.push_back(m_settings.space.sampler == SamplerKind::Bisection
                                  ? std::vector<Position>{}
                                  : drawPositions(m_settings.space.sampler, trials, source));
        index += trials;
    }
    m_open = m_first;
    m_first.push_back(index);
    for (int i = 0; i <= index; ++i) {
        KeyedUniformSource source(m_settings.key, stepStream + static_cast<std::uint64_t>(i));
        m_steps.push_back(plannedSteps(m_settings.space, source));
    }
    for (int i = 0; !m_settings.phases.empty() && i < m_first[1]; ++i) {
        KeyedUniformSource source(m_settings.key, knobStream + static_cast<std::uint64_t>(i));
        m_knobs.push_back(m_settings.space.drawKnobs(source));
    }
    // Draws that fail must fail now, before anything is spent.
    (void)outline();
}

double LinearScaling::budgetOf(int phase) const {
    if (phase < 0) {
        return m_settings.fitAgainstMu ? *m_settings.finalMu : m_settings.finalEpsilon;
    }
    const Phase& what = m_settings.phases[phase];
    return m_settings.fitAgainstMu ? *what.mu : what.epsilon;
}

bool LinearScaling::phaseClosed(int phase) const {
    int& open = m_open[phase];
    while (open < m_first[phase + 1] && isClosed(open)) {
        ++open; // nothing opens again
    }
    return open == m_first[phase + 1];
}

int LinearScaling::revision() const {
    if (m_settings.space.sampler == SamplerKind::Bisection) {
        return closedRuns(); // each says where the next one looks
    }
    int phases = finished() ? 1 : 0;
    for (int phase = 0; phase < static_cast<int>(m_settings.phases.size()); ++phase) {
        phases += phaseClosed(phase) ? 1 : 0;
    }
    return phases;
}

std::optional<Proposal> LinearScaling::waitingFor(int index) {
    if (index < 0 || index > finalIndex() || isClosed(index)) {
        return std::nullopt;
    }
    int phase = 0;
    while (phase < static_cast<int>(m_settings.phases.size()) && index >= m_first[phase + 1]) {
        if (!phaseClosed(phase)) {
            return std::nullopt;
        }
        ++phase;
    }
    if (index == finalIndex()) {
        return finalRun();
    }
    return m_settings.space.sampler == SamplerKind::Bisection ? trialAt(phase, index - m_first[phase])
                                                              : std::optional(blank(phase, index));
}

std::optional<Position> LinearScaling::positionOf(int phase, int trial) const {
    if (m_settings.space.sampler != SamplerKind::Bisection) {
        return m_positions[phase][trial];
    }
    std::vector<std::optional<double>> scores;
    for (int i = m_first[phase]; i < m_first[phase + 1] && isClosed(i); ++i) {
        const auto& score = closed()[i]->score;
        scores.push_back(score ? std::optional<double>(score->accuracy) : std::nullopt);
    }
    const auto path = bisectionPath(scores, m_settings.phases[phase].trials);
    return static_cast<std::size_t>(trial) < path.size() ? std::optional<Position>(path[trial])
                                                         : std::nullopt;
}

std::optional<train::Knobs> LinearScaling::knobsOf(int phase, int trial) const {
    if (m_settings.space.axes.empty()) {
        return train::Knobs();
    }
    if (phase == 0) {
        return m_knobs[trial];
    }
    if (!phaseClosed(0)) {
        return std::nullopt;
    }
    return m_knobs[best(0, m_first[1]).value_or(0)];
}

SearchSpace LinearScaling::spaceOf(int phase, train::Knobs knobs) const {
    SearchSpace space = m_settings.space.at(std::move(knobs));
    if (phase == 0 || m_settings.start == PhaseStart::WholeRange) {
        return space;
    }
    const std::optional<double> before = selectedR(phase - 1);
    if (!before) {
        return space;
    }
    const double growth = budgetOf(phase) / budgetOf(phase - 1);
    const double reach = m_settings.phaseReach;
    const std::uint32_t steps = m_steps[m_first[phase]];
    const Range whole = space.rangeOf(m_settings.noise(phase, steps, space.knobs), steps);
    const Range wanted = m_settings.start == PhaseStart::Scaled
                             ? Range{*before * growth / reach, *before * growth * reach}
                             : Range{*before, whole.hi * growth};
    space.totalStep = Range{std::max(wanted.lo, whole.lo), std::max(std::min(wanted.hi, whole.hi), whole.lo)};
    space.totalStep->lo = std::min(space.totalStep->lo, space.totalStep->hi);
    return space;
}

Proposal LinearScaling::blank(int phase, int index) const {
    Proposal proposal;
    proposal.index = index;
    proposal.phase = phase;
    proposal.role = phase < 0 ? TrialRole::Final : TrialRole::Trial;
    proposal.scored = phase >= 0;
    proposal.mu = phase < 0 ? m_settings.finalMu : m_settings.phases[phase].mu;
    if (!m_settings.space.stepsFollowR()) {
        proposal.steps = m_steps[index];
        proposal.noiseMultiplier = m_settings.noise(phase, proposal.steps, proposal.knobs);
    }
    return proposal;
}

std::optional<Proposal> LinearScaling::trialAt(int phase, int trial) const {
    if (phase > 0 && m_settings.start != PhaseStart::WholeRange && !phaseClosed(phase - 1)) {
        return std::nullopt;
    }
    const std::optional<Position> position = positionOf(phase, trial);
    std::optional<train::Knobs> knobs = knobsOf(phase, trial);
    if (!position || !knobs) {
        return std::nullopt;
    }
    const int index = m_first[phase] + trial;
    const SearchSpace space = spaceOf(phase, std::move(*knobs));
    KeyedUniformSource source(m_settings.key, pairStream + static_cast<std::uint64_t>(index));
    Proposal proposal = blank(phase, index);
    fill(proposal, chooseTrial(space, m_settings.noise, phase, m_steps[index], *position, source), space,
         m_settings.noise);
    return proposal;
}

std::vector<Proposal> LinearScaling::outline() const {
    std::vector<Proposal> runs;
    for (std::size_t phase = 0; phase < m_settings.phases.size(); ++phase) {
        for (int trial = 0; trial < m_settings.phases[phase].trials; ++trial) {
            const auto known = trialAt(static_cast<int>(phase), trial);
            runs.push_back(known ? *known : blank(static_cast<int>(phase), m_first[phase] + trial));
        }
    }
    const bool known =
        m_settings.phases.empty() || phaseClosed(static_cast<int>(m_settings.phases.size()) - 1);
    runs.push_back(known ? finalRun() : blank(-1, finalIndex()));
    return runs;
}

std::vector<Proposal> LinearScaling::nextBatch() {
    std::vector<Proposal> batch;
    for (std::size_t phase = 0; phase < m_settings.phases.size(); ++phase) {
        if (phaseClosed(static_cast<int>(phase))) {
            continue;
        }
        for (int trial = 0; trial < m_settings.phases[phase].trials; ++trial) {
            if (isClosed(m_first[phase] + trial)) {
                continue;
            }
            if (const auto known = trialAt(static_cast<int>(phase), trial)) {
                batch.push_back(*known);
            }
        }
        return batch;
    }
    if (!isClosed(finalIndex())) {
        batch.push_back(finalRun());
    }
    return batch;
}

bool LinearScaling::finished() const {
    return isClosed(finalIndex());
}

std::optional<double> LinearScaling::selectedR(int phase) const {
    if (phase < 0 || phase >= static_cast<int>(m_settings.phases.size()) || !phaseClosed(phase)) {
        return std::nullopt;
    }
    const std::optional<int> winner = best(m_first[phase], m_first[phase + 1]);
    return winner ? trialAt(phase, *winner - m_first[phase])->r : std::nullopt;
}

std::vector<FitPoint> LinearScaling::winners() const {
    if (m_settings.reused) {
        return m_settings.reused->points;
    }
    std::vector<FitPoint> points;
    for (int phase = 0; phase < static_cast<int>(m_settings.phases.size()); ++phase) {
        if (const auto r = selectedR(phase)) {
            points.push_back({budgetOf(phase), *r});
        }
    }
    return points;
}

std::optional<FitOutcome> LinearScaling::fit() const {
    for (int phase = 0; phase < static_cast<int>(m_settings.phases.size()); ++phase) {
        if (!phaseClosed(phase)) {
            return std::nullopt;
        }
    }
    const std::vector<FitPoint> points = winners();
    if (points.size() < 2) {
        return std::nullopt;
    }
    const int degree = std::min(m_settings.degree, static_cast<int>(points.size()) - 1);
    LineFit line(points, degree);
    const std::uint32_t steps = m_steps[finalIndex()];
    const SearchSpace space = m_settings.space.at(*knobsOf(-1, 0));
    const Range range = space.rangeOf(m_settings.noise(-1, steps, space.knobs), steps);
    const Extrapolation extrapolation = extrapolate(line, budgetOf(-1), range.lo, range.hi);
    return FitOutcome{std::move(line), m_settings.fitAgainstMu, extrapolation};
}

double LinearScaling::predictedR(Range range) const {
    if (const auto outcome = fit()) {
        return outcome->extrapolation.r;
    }
    const std::vector<FitPoint> points = winners();
    if (points.empty()) {
        failAllLost();
    }
    return std::clamp(points[0].r * budgetOf(-1) / points[0].x, range.lo, range.hi);
}

Proposal LinearScaling::finalRun() const {
    const SearchSpace space = m_settings.space.at(*knobsOf(-1, 0));
    const std::uint32_t steps = m_steps[finalIndex()];
    const Range range = space.rangeOf(m_settings.noise(-1, steps, space.knobs), steps);
    KeyedUniformSource source(m_settings.key, pairStream + static_cast<std::uint64_t>(finalIndex()));
    Proposal proposal = blank(-1, finalIndex());
    fill(proposal, chooseFor(space, predictedR(range), steps, source), space, m_settings.noise);
    const auto outcome = fit();
    proposal.clamped = proposal.clamped || (outcome && outcome->extrapolation.clamped);
    return proposal;
}

std::optional<int> LinearScaling::result() const {
    return finished() && !closed()[finalIndex()]->lost ? std::optional<int>(finalIndex()) : std::nullopt;
}

namespace {

Shares shareLinearScaling(const SearchRequest& request, const Budget& budget) {
    const BudgetSplit split = splitBudget(muLower(budget.total), budget.delta, request.phases, budget.extra);
    Shares shares;
    for (const PhaseShare& phase : split.phases) {
        shares.phases.push_back(shareOf(phase.epsilon, phase.mu, phase.trials, budget.scoreFraction));
    }
    shares.final = shareOf(split.finalEpsilon, split.finalMu, 1, 0.0);
    shares.spent = split.spent();
    return shares;
}

std::unique_ptr<SequentialMethod> makeLinearScaling(const SearchRequest& request, const Shares& shares,
                                                    const NoiseFor& noise) {
    LinearScalingSettings settings;
    settings.space = request.space;
    settings.noise = noise;
    for (const RunShare& phase : shares.phases) {
        settings.phases.push_back({phase.epsilon, muOfShare(phase), phase.runs});
    }
    settings.finalEpsilon = shares.final->epsilon;
    settings.finalMu = muOfShare(*shares.final);
    settings.degree = request.degree;
    settings.fitAgainstMu = request.fitAgainstMu;
    settings.start = request.phaseStart;
    settings.phaseReach = request.phaseReach;
    settings.reused = request.reusedFit;
    settings.key = request.key;
    return std::make_unique<LinearScaling>(std::move(settings));
}

} // namespace

constinit const Method linearScaling{
    .traits = {.kind = MethodKind::LinearScaling,
               .name = "linear-scaling",
               .label = inWindow("linear scaling"),
               .summary = inWindow("Finds r by trials at small ε and extrapolates it to the final run."),
               .samplesAllowed = true,
               .hasPhases = true,
               .drawsTotalStep = true,
               .takesRates = true,
               .takesTrials = true,
               .takesAxes = true,
               .adapts = true,
               .needsStepSize = true},
    .share = shareLinearScaling,
    .make = makeLinearScaling};

} // namespace parsimony::search
