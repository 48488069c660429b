// SPDX-License-Identifier: GPL-3.0-or-later
// `successive-halving` (Jamieson and Talwalkar 2016, with budget of privacy in place of time): rungs of equal
// μ² that the better half of the runs before goes through again, each run with twice the μ²; the last one's
// only run is the result. Every run is charged by itself, so choosing who goes on is post-processing.
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace parsimony::search {

namespace {

/// Runs of each rung, the final run among them: k, ⌈k/2⌉, …, 1.
std::vector<int> rungsOf(int trials) {
    if (trials < 2) {
        failUsage(Sentence("--method {1} needs at least 2 --trials to choose from",
                           methodName(MethodKind::SuccessiveHalving)));
    }
    std::vector<int> rungs{trials};
    while (rungs.back() > 1) {
        rungs.push_back((rungs.back() + 1) / 2);
    }
    return rungs;
}

class SuccessiveHalving final : public SequentialMethod {
public:
    SuccessiveHalving(const SearchRequest& request, const Shares& shares, NoiseFor noise)
        : m_space(request.space), m_noise(std::move(noise)), m_key(request.key),
          m_rungs(rungsOf(request.trials)) {
        requireNoBisection(m_space.sampler);
        m_space.check(m_noise);
        KeyedUniformSource positions(m_key, 0);
        m_positions = drawPositions(m_space.sampler, request.trials, positions);
        for (int index = 0, rung = 0; rung <= lastRung(); index += m_rungs[rung++]) {
            m_first.push_back(index);
            m_mu.push_back(muOfShare(rung < lastRung() ? shares.phases.at(rung) : *shares.final));
        }
        m_first.push_back(m_first.back() + 1);
        (void)outline(); // draws that fail must fail now, before anything is spent
    }

    std::string name() const override { return std::string(methodName(MethodKind::SuccessiveHalving)); }

    std::vector<Proposal> outline() const override {
        std::vector<Proposal> runs;
        for (int rung = 0; rung <= lastRung(); ++rung) {
            const std::vector<int> candidates = candidatesOf(rung);
            for (int slot = 0; slot < m_rungs[rung]; ++slot) {
                runs.push_back(candidates.empty() ? blank(rung, slot) : runOf(rung, slot, candidates[slot]));
            }
        }
        return runs;
    }

    std::vector<Proposal> nextBatch() override {
        std::vector<Proposal> batch;
        const int rung = openRung();
        if (rung > lastRung()) {
            return batch;
        }
        const std::vector<int> candidates = candidatesOf(rung);
        if (candidates.empty()) {
            failAllLost();
        }
        for (int slot = 0; slot < m_rungs[rung]; ++slot) {
            if (!isClosed(m_first[rung] + slot)) {
                batch.push_back(runOf(rung, slot, candidates[slot]));
            }
        }
        return batch;
    }

    bool finished() const override { return isClosed(m_first[lastRung()]); }
    int revision() const override { return openRung(); }

    std::optional<double> selectedR(int phase) const override {
        if (phase < 0 || phase >= lastRung() || openRung() <= phase) {
            return std::nullopt;
        }
        const std::optional<int> winner = best(m_first[phase], m_first[phase + 1]);
        const int slot = winner ? *winner - m_first[phase] : 0;
        return winner ? runOf(phase, slot, candidatesOf(phase)[slot]).r : std::nullopt;
    }

    std::optional<int> result() const override {
        const int last = m_first[lastRung()];
        return finished() && !closed()[last]->lost ? std::optional<int>(last) : std::nullopt;
    }

private:
    int lastRung() const { return static_cast<int>(m_rungs.size()) - 1; }

    /// The first rung with a run that is not closed.
    int openRung() const {
        int rung = 0;
        while (rung <= lastRung() && closedUpTo(rung)) {
            ++rung;
        }
        return rung;
    }

    bool closedUpTo(int rung) const {
        for (int index = m_first[rung]; index < m_first[rung + 1]; ++index) {
            if (!isClosed(index)) {
                return false;
            }
        }
        return true;
    }

    /// Who runs in each slot of the rung: the best of the rung before, the lower index among equals, and from
    /// the best on again where too many were lost. Empty while that is not known, or when all were lost.
    std::vector<int> candidatesOf(int rung) const {
        std::vector<int> candidates(m_positions.size());
        std::iota(candidates.begin(), candidates.end(), 0);
        for (int before = 0; before < rung && !candidates.empty(); ++before) {
            if (!closedUpTo(before)) {
                return {};
            }
            std::vector<std::pair<double, int>> ranking;
            for (int slot = 0; slot < m_rungs[before]; ++slot) {
                if (const auto& score = closed()[m_first[before] + slot]->score) {
                    ranking.emplace_back(-score->accuracy, slot);
                }
            }
            std::sort(ranking.begin(), ranking.end());
            std::vector<int> next;
            for (int slot = 0; slot < m_rungs[before + 1] && !ranking.empty(); ++slot) {
                next.push_back(candidates[ranking[slot % ranking.size()].second]);
            }
            candidates = std::move(next);
        }
        return candidates;
    }

    Proposal blank(int rung, int slot) const {
        Proposal run;
        run.index = m_first[rung] + slot;
        run.phase = rung < lastRung() ? rung : -1;
        run.role = rung < lastRung() ? TrialRole::Trial : TrialRole::Final;
        run.scored = rung < lastRung();
        run.mu = m_mu[rung];
        return run;
    }

    /// A candidate keeps its knobs, its T and its place in the range of r. Where that range is `auto` it is
    /// one of ν, so that r grows as the noise shrinks.
    Proposal runOf(int rung, int slot, int candidate) const {
        Proposal run = blank(rung, slot);
        KeyedUniformSource source(m_key, 1 + static_cast<std::uint64_t>(candidate));
        const SearchSpace space = m_space.at(m_space.drawKnobs(source));
        const std::uint32_t steps = plannedSteps(space, source);
        fill(run, chooseTrial(space, m_noise, run.phase, steps, m_positions[candidate], source), space,
             m_noise);
        return run;
    }

    SearchSpace m_space;
    NoiseFor m_noise;
    SearchKey m_key;
    std::vector<int> m_rungs, m_first; ///< runs of each rung; index of its first, and one past the last
    std::vector<std::optional<double>> m_mu;
    std::vector<Position> m_positions; ///< of each candidate, in the range of r
};

Shares shareHalving(const SearchRequest& request, const Budget& budget) {
    const std::vector<int> rungs = rungsOf(request.trials);
    const Mu rungMu = equalShare(muLower(leftOf(budget)), static_cast<int>(rungs.size()));
    Shares shares;
    for (const int runs : rungs) {
        const Mu mu = equalShare(rungMu, runs);
        const Epsilon epsilon = epsilonOf(mu, budget.delta);
        if (runs > 1) {
            shares.phases.push_back(shareOf(epsilon, mu, runs, budget.scoreFraction));
        } else {
            shares.final = shareOf(epsilon, mu, runs, 0.0);
        }
        for (int run = 0; run < runs; ++run) {
            shares.spent.addProduct(mu.value(), mu.value());
        }
    }
    shares.spent.add(budget.extra);
    return shares;
}

std::unique_ptr<SequentialMethod> makeSuccessiveHalving(const SearchRequest& request, const Shares& shares,
                                                        const NoiseFor& noise) {
    return std::make_unique<SuccessiveHalving>(request, shares, noise);
}

} // namespace

constinit const Method successiveHalving{
    .traits = {.kind = MethodKind::SuccessiveHalving,
               .name = "successive-halving",
               .label = inWindow("successive halving"),
               .summary = inWindow("Draws values of r; in each of several rungs the better half runs again, "
                                   "with twice the budget a run, until one is left."),
               .drawsTotalStep = true,
               .takesRates = true,
               .takesTrials = true,
               .takesAxes = true,
               .adapts = true,
               .needsStepSize = true},
    .share = shareHalving,
    .make = makeSuccessiveHalving};

} // namespace parsimony::search
