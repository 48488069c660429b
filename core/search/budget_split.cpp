// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/budget_split.h"

#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <cmath>

namespace parsimony::search {

namespace {

SpendSum square(Mu mu, int count = 1) {
    SpendSum one;
    one.addProduct(mu.value(), mu.value());
    SpendSum sum;
    for (int i = 0; i < count; ++i) {
        sum.add(one);
    }
    return sum;
}

/// The next smaller double for as long as `fits` says no: the last bits of a rounded root.
template <class Fits>
double roundDownUntil(double value, Fits fits) {
    while (value > 0.0 && !fits(value)) {
        value = std::nextafter(value, 0.0);
    }
    return value;
}

[[noreturn]] void refuseOverspent(Epsilon total, const SpendSum& wanted, Delta delta) {
    const double requested = epsilonOf(muUpper(wanted), delta).value();
    const double missing = std::max(0.0, requested - total.value());
    const auto cost = Sentence::number(roundedText(requested, 6));
    const Sentence sentence =
        missing > 0.0
            ? Sentence("the phases cost epsilon = {1}, more than the {2} there are by {3}, and "
                       "leave nothing for the final run: lower --phase-epsilons or --trials",
                       cost, Sentence::number(roundedText(total.value(), 6)),
                       Sentence::number(roundedText(missing, 4)))
            : Sentence("the phases cost epsilon = {1}, all there is, and leave nothing for the final "
                       "run: lower --phase-epsilons or --trials",
                       cost);
    refuse(sentence, {requested, total.value(), missing});
}

} // namespace

SpendSum BudgetSplit::spent() const {
    SpendSum sum = extra;
    for (const PhaseShare& phase : phases) {
        sum.add(square(phase.mu, phase.trials));
    }
    sum.add(square(finalMu));
    return sum;
}

BudgetSplit splitBudget(Mu total, Delta delta, std::span<const PhaseRequest> phases, const SpendSum& extra) {
    checkedPositive(total.value(), "the total budget");
    checkedDelta(delta.value(), "delta");
    BudgetSplit split;
    split.total = total;
    split.extra = extra;
    for (const PhaseRequest& phase : phases) {
        if (phase.trials < 1) {
            failUsage(Sentence("--trials must be at least 1"));
        }
        const Epsilon epsilon =
            checkedEpsilon(phase.epsilon.value(), "--phase-epsilons: the epsilon of a phase");
        split.phases.push_back({epsilon, muOf(epsilon, delta), phase.trials});
    }
    const SpendSum before = split.spent(); // the final run still has μ = 0
    const SpendSum left = square(total).minus(before);
    split.finalMu = muLower(left);
    // What is left must be a budget, not the last bits of a rounding.
    if (before >= square(total) || !(split.finalMu.value() > 1e-6 * total.value())) {
        refuseOverspent(epsilonOf(total, delta), before, delta);
    }
    split.finalEpsilon = epsilonOf(split.finalMu, delta);
    return split;
}

BudgetSplit splitBudget(Epsilon total, Delta delta, std::span<const PhaseRequest> phases,
                        const SpendSum& extra) {
    checkedEpsilon(total.value(), "epsilon");
    checkedDelta(delta.value(), "delta");
    return splitBudget(muOf(total, delta), delta, phases, extra);
}

TrialShares splitTrial(Mu trial, double scoreFraction) {
    checkedPositive(trial.value(), "the budget of a trial");
    if (!(scoreFraction >= 0.0 && scoreFraction < 1.0)) {
        failUsage(Sentence("--score-fraction must lie in [0, 1), not {1}", scoreFraction));
    }
    if (scoreFraction == 0.0) {
        return {trial, std::nullopt};
    }
    const SpendSum whole = square(trial);
    const double score = roundDownUntil(trial.value() * std::sqrt(scoreFraction),
                                        [&](double value) { return square(Mu{value}).fits(whole); });
    return {muLower(whole.minus(square(Mu{score}))), Mu{score}};
}

Mu equalShare(Mu total, int count) {
    if (count < 1) {
        failUsage(Sentence("a budget needs at least one share"));
    }
    const SpendSum whole = square(total);
    return Mu{roundDownUntil(total.value() / std::sqrt(static_cast<double>(count)),
                             [&](double value) { return square(Mu{value}, count).fits(whole); })};
}

Mu evaluationMu(double publicRecords, const SpendSum& left, double points, double sensitivity) {
    checkedPositive(publicRecords, "the record count of the evaluated part");
    const double wanted = sensitivity / (points / 100.0 * publicRecords);
    return Mu{std::min(wanted, std::sqrt(kLookShare) * muLower(left).value())};
}

} // namespace parsimony::search
