// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/single_run.h"

#include "core/base/infinity.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/budget_split.h"

#include <algorithm>
#include <utility>

namespace parsimony::search {

namespace {

/// Of η; longer rows move what is behind the first layer by as much more.
double mostRate(const SingleRunSettings& settings) {
    const StepScale& scale = settings.scale;
    return settings.mostStep ? *settings.mostStep / (scale.clip * std::max(1.0, scale.rowNorm.value_or(1.0)) *
                                                     train::largestFactor(scale.decay))
                             : inf;
}

} // namespace

SingleRun::SingleRun(std::string name, SingleRunSettings settings) : m_name(std::move(name)) {
    if (settings.nu && settings.learningRate) {
        failUsage(Sentence("give a learning rate or nu, not both: one follows from the other"));
    }
    if (settings.steps == 0) {
        failUsage(Sentence("--steps: a run needs at least one step"));
    }
    m_run.phase = -1;
    m_run.role = TrialRole::Final;
    m_run.scored = false;
    m_run.mu = settings.mu;
    m_run.steps = settings.steps;
    m_run.noiseMultiplier = settings.noise(-1, settings.steps, {});
    if (settings.nu) {
        m_run.learningRate =
            std::min(learningRateFor(settings.scale, *m_run.noiseMultiplier, settings.steps, *settings.nu),
                     mostRate(settings));
    } else if (settings.learningRate) {
        m_run.learningRate = checkedPositive(*settings.learningRate, "--learning-rates: a learning rate");
    }
    if (m_run.learningRate) {
        m_run.r = *m_run.learningRate * settings.steps;
        if (settings.scale.rowNorm && *m_run.noiseMultiplier > 0.0) {
            m_run.nu = nuOf(settings.scale, *m_run.noiseMultiplier, settings.steps, *m_run.learningRate);
        }
    }
}

std::vector<Proposal> SingleRun::nextBatch() {
    return finished() ? std::vector<Proposal>{} : outline();
}

std::optional<int> SingleRun::result() const {
    return finished() && !closed()[0]->lost ? std::optional<int>(0) : std::nullopt;
}

Shares wholeShare(const SearchRequest&, const Budget& budget) {
    const BudgetSplit split = splitBudget(muLower(budget.total), budget.delta, {}, budget.extra);
    Shares shares;
    shares.final = shareOf(split.finalEpsilon, split.finalMu, 1, 0.0);
    shares.spent = split.spent();
    return shares;
}

SingleRunSettings singleRunSettings(const SearchRequest& request, const Shares& shares,
                                    const NoiseFor& noise) {
    SingleRunSettings settings;
    settings.scale = request.space.scale;
    if (!request.trainerTraits().followsUnitNoise()) {
        settings.scale.rowNorm.reset();
    }
    settings.noise = noise;
    settings.mostStep = request.mostStep;
    settings.steps = request.onlySteps();
    settings.mu = muOfShare(*shares.final);
    return settings;
}

} // namespace parsimony::search
