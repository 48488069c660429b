// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/best_of.h"

#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <utility>

namespace parsimony::search {

namespace {

bool draws(const BestOfSettings& settings) {
    return traitsOf(settings.method).drawsTotalStep;
}

} // namespace

int countRuns(const BestOfSettings& settings) {
    settings.space.grid.check();
    if (settings.trials < 1) {
        failUsage(Sentence("--trials must be at least 1"));
    }
    if (draws(settings)) {
        return settings.trials;
    }
    const StepGrid& grid = settings.space.grid;
    const std::size_t rates = settings.space.stepsOnly     ? 1
                              : grid.learningRates.empty() ? static_cast<std::size_t>(settings.trials)
                                                           : grid.learningRates.size();
    const std::size_t cells = rates * grid.steps.size() * settings.space.combinations().size();
    if (cells < 2) {
        failUsage(Sentence("a grid of one cell leaves nothing to choose: give more in --learning-rates or "
                           "--steps, or use --method single"));
    }
    if (cells > 1000000) {
        failUsage(Sentence("a grid of {1} cells is too large: at most 1000000", cells));
    }
    return static_cast<int>(cells);
}

BestOf::BestOf(BestOfSettings settings) : m_settings(std::move(settings)) {
    m_scored = countRuns(m_settings) > 1;
    if (!draws(m_settings)) {
        m_settings.space.decomposition = DecompositionKind::Derive; // a grid names its pairs itself
    }
    m_settings.space.check(m_settings.noise, m_scored ? 0 : -1);
    if (draws(m_settings)) {
        addRandomRuns();
    } else {
        addGrid();
    }
}

void BestOf::addRun(const StepChoice& choice) {
    Proposal run;
    run.index = static_cast<int>(m_runs.size());
    run.phase = m_scored ? 0 : -1;
    run.role = m_scored ? TrialRole::Trial : TrialRole::Final;
    run.scored = m_scored;
    run.mu = m_settings.mu;
    if (m_settings.space.stepsOnly) {
        run.steps = choice.steps;
        run.knobs = choice.knobs;
        run.noiseMultiplier = m_settings.noise(run.phase, choice.steps, choice.knobs);
    } else {
        fill(run, choice, m_settings.space, m_settings.noise);
    }
    m_runs.push_back(std::move(run));
}

void BestOf::addRandomRuns() {
    requireNoBisection(m_settings.space.sampler);
    if (m_settings.space.stepsFollowR() && !m_settings.space.kindsOfRuns().empty()) {
        failUsage(
            Sentence("under Poisson sampling T is drawn before the noise is known, so it can't follow r: "
                     "give one value of --steps, or leave out --learning-rates"));
    }
    KeyedUniformSource positions(m_settings.key, 0);
    const auto drawn = drawPositions(m_settings.space.sampler, m_settings.trials, positions);
    for (int i = 0; i < m_settings.trials; ++i) {
        KeyedUniformSource source(m_settings.key, 1 + static_cast<std::uint64_t>(i));
        train::Knobs knobs = m_settings.space.drawKnobs(source);
        if (m_settings.space.isAt(knobs)) {
            addRandomRun(m_settings.space, drawn[i], source);
        } else {
            addRandomRun(m_settings.space.at(std::move(knobs)), drawn[i], source);
        }
    }
}

void BestOf::addRandomRun(const SearchSpace& space, const Position& position, UniformSource& source) {
    if (m_settings.space.stepsOnly) {
        addRun({0.0, drawSteps(space.grid, source), false, space.knobs});
        return;
    }
    const std::uint32_t steps = plannedSteps(space, source);
    addRun(chooseTrial(space, m_settings.noise, m_scored ? 0 : -1, steps, position, source));
}

void BestOf::addGrid() {
    for (const train::Knobs& values : m_settings.space.combinations()) {
        addGridOf(m_settings.space.at(values));
    }
}

void BestOf::addGridOf(const SearchSpace& space) {
    KeyedUniformSource unused(m_settings.key, 0);
    const auto positions = drawPositions(SamplerKind::Grid, m_settings.trials, unused);
    for (const std::uint32_t steps : space.grid.steps) {
        if (m_settings.space.stepsOnly) {
            addRun({0.0, steps, false, space.knobs});
            continue;
        }
        for (const double rate : space.grid.learningRates) {
            addRun({rate, steps, false, space.knobs});
        }
        if (space.grid.learningRates.empty()) {
            const Range range = space.rangeOf(m_settings.noise(0, steps, space.knobs), steps);
            for (const Position& position : positions) {
                StepChoice choice =
                    deriveLearningRate(valueAt(SamplerKind::Grid, range, position.at), steps, space.grid);
                choice.knobs = space.knobs;
                addRun(choice);
            }
        }
    }
}

std::string BestOf::name() const {
    return std::string(methodName(m_settings.method));
}

std::vector<Proposal> BestOf::nextBatch() {
    std::vector<Proposal> open;
    for (const Proposal& run : m_runs) {
        if (!isClosed(run.index)) {
            open.push_back(run);
        }
    }
    return open;
}

std::optional<Proposal> BestOf::waitingFor(int index) {
    const bool known = index >= 0 && static_cast<std::size_t>(index) < m_runs.size();
    return known && !isClosed(index) ? std::optional(m_runs[index]) : std::nullopt;
}

bool BestOf::finished() const {
    return static_cast<std::size_t>(closedRuns()) == m_runs.size();
}

std::optional<double> BestOf::selectedR(int phase) const {
    const auto winner = result();
    return phase == 0 && m_scored && winner ? m_runs[*winner].r : std::nullopt;
}

std::optional<int> BestOf::result() const {
    if (!finished()) {
        return std::nullopt;
    }
    if (!m_scored) {
        return closed()[0]->lost ? std::nullopt : std::optional<int>(0);
    }
    return best(0, static_cast<int>(m_runs.size()));
}

namespace {

BestOfSettings bestOfSettings(const SearchRequest& request) {
    BestOfSettings settings;
    settings.method = request.method;
    settings.space = request.space;
    settings.trials = request.trials;
    settings.key = request.key;
    return settings;
}

} // namespace

Shares equalShares(const SearchRequest& request, const Budget& budget) {
    const BestOfSettings settings = bestOfSettings(request);
    const int runs = countRuns(settings);
    const Mu total = muLower(leftOf(budget));
    const Mu mu = traitsOf(request.method).publicOnly ? total : equalShare(total, runs);
    const double scoreFraction = runs == 1 ? 0.0 : budget.scoreFraction;
    const RunShare share = shareOf(epsilonOf(mu, budget.delta), mu, runs, scoreFraction);
    Shares shares;
    if (runs == 1) {
        shares.final = share;
    } else {
        shares.phases.push_back(share);
    }
    SpendSum one;
    one.addProduct(mu.value(), mu.value());
    for (int i = 0; i < runs; ++i) {
        shares.spent.add(one);
    }
    shares.spent.add(budget.extra);
    return shares;
}

std::unique_ptr<SequentialMethod> makeBestOf(const SearchRequest& request, const Shares& shares,
                                             const NoiseFor& noise) {
    BestOfSettings settings = bestOfSettings(request);
    settings.noise = noise;
    settings.mu = muOfShare(shares.phases.empty() ? *shares.final : shares.phases.front());
    return std::make_unique<BestOf>(std::move(settings));
}

} // namespace parsimony::search
