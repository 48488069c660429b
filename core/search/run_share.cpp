// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/run_share.h"

#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/budget_split.h"
#include "core/train/sensitivity.h"

#include <algorithm>

namespace parsimony::search {

RunShare shareOf(Epsilon epsilon, Mu mu, int runs, double scoreFraction) {
    const TrialShares shares = splitTrial(mu, scoreFraction);
    RunShare share;
    share.epsilon = epsilon.value();
    share.mu = mu.value();
    share.runs = runs;
    share.trainingMu = shares.training.value();
    share.scoreMu = shares.score ? shares.score->value() : 0.0;
    return share;
}

double RunShare::noiseOf(double sampleRate, std::uint32_t steps) const {
    if (noises.empty()) {
        return noiseMultiplier;
    }
    const auto found = std::find_if(noises.begin(), noises.end(), [&](const RunNoise& noise) {
        return noise.sampleRate == sampleRate && noise.steps == steps;
    });
    if (found == noises.end()) {
        fail(Sentence("the plan has no noise for a run of {1} steps that samples at {2}; the project file is "
                      "damaged",
                      steps, sampleRate));
    }
    return found->noiseMultiplier;
}

double noiseFor(NoiseMultiplier z, Adjacency adjacency, std::uint32_t rowsPerPerson) {
    // A trial's own products round by a few last bits, with another clip by others.
    return z.value() * train::sumFactor(adjacency, rowsPerPerson) * (1.0 + 0x1p-46);
}

SpendSum leftOf(const Budget& budget) {
    if (!budget.extra.fits(budget.total) || budget.extra == budget.total) {
        refuse(Sentence("--mean-epsilon leaves nothing of the experiment's budget for training; lower it"));
    }
    return budget.total.minus(budget.extra);
}

} // namespace parsimony::search
