// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/run_share.h"

#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/search/budget_split.h"

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

SpendSum leftOf(const Budget& budget) {
    if (!budget.extra.fits(budget.total) || budget.extra == budget.total) {
        refuse(Sentence("--mean-epsilon leaves nothing of the experiment's budget for training; lower it"));
    }
    return budget.total.minus(budget.extra);
}

} // namespace parsimony::search
