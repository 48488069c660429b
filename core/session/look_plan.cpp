// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/look_plan.h"

#include "core/base/number_text.h"
#include "core/base/score_kind.h"
#include "core/base/sentence.h"
#include "core/ledger/slices.h"
#include "core/privacy/accountant.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/session/look_price.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

SpendSum squareOf(Mu mu) {
    SpendSum sum;
    sum.addProduct(mu.value(), mu.value());
    return sum;
}

LookLimit lookLimit(ledger::AccountKind kind, const AccountState& account) {
    if (kind == ledger::AccountKind::Gaussian) {
        // What rounding leaves of a spent account is no ε, and its look would be noise alone.
        return {account.remainingEpsilon > 0.0 ? account.remainingMuSquared : SpendSum(), 0.0, 0.0};
    }
    LookLimit limit{
        {}, search::kLookShare * account.remainingEpsilon, search::kLookShare * account.remainingDelta};
    if (limit.sliceEpsilon > kLeastSlice * account.epsilon &&
        limit.sliceDelta > kLeastSlice * account.delta) {
        const double mu = muOf(Epsilon{limit.sliceEpsilon}, Delta{limit.sliceDelta}).value();
        const double whole = mu / std::sqrt(search::kLookShare);
        limit.shareOf.addProduct(whole, whole);
    }
    return limit;
}

double sliceEpsilonOf(const std::vector<PrivacyEvent>& events, const LookLimit& limit) {
    const double cost = chargedEpsilon(ledger::mergedEvents(events), Delta{limit.sliceDelta}).value;
    return std::max(cost, kLeastSlice * limit.sliceEpsilon);
}

namespace {

/// What a look at a part should take: all it may where no public number says how much is enough.
Mu lookMu(const RequestedPart& part, const LookLimit& limit, std::uint32_t rowsPerPerson,
          double points = search::kLookPoints) {
    const std::uint64_t records = std::max<std::uint64_t>(part.records(), 1);
    return search::evaluationMu(static_cast<double>(records), limit.shareOf, points, rowsPerPerson);
}

/// A slice for what it counts, where accounts are of that kind.
EvaluationBudget sliced(EvaluationBudget budget, const RequestedPart& part, std::uint32_t looks,
                        const LookLimit& limit) {
    budget.recordsDeclared = part.declaredRecords.has_value();
    if (limit.sliceDelta > 0.0) {
        const PrivacyEvent event = budget.event().value();
        const std::vector<PrivacyEvent> all{event.withCount(event.count() * looks)};
        budget.sliceDelta = limit.sliceDelta;
        budget.sliceEpsilon = sliceEpsilonOf(all, limit);
    }
    return budget;
}

/// The count of right predictions on a part.
EvaluationBudget countOf(const RequestedPart& part, Mu mu, std::uint32_t looks, const LookLimit& limit,
                         std::uint32_t rowsPerPerson) {
    return sliced({part.name, static_cast<double>(part.records()),
                   train::CountPlan::forMu(mu, part.accuracyCounts(), rowsPerPerson)},
                  part, looks, limit);
}

/// Right and wrong predictions of each class on a part, as one release.
EvaluationBudget classCountsOf(const RequestedPart& part, Mu mu, const LookLimit& limit,
                               const Constants& constants) {
    EvaluationBudget budget{part.name, static_cast<double>(part.records()), std::nullopt, true};
    budget.classes = mechanism::BreakdownPlan::forMu(mu, constants.adjacency, constants.rowsPerPerson);
    const double each = budget.records / constants.classes;
    if (budget.records > 0.0 && !budget.classes->canTell(each)) {
        refuse(Sentence(
            "{1} {2} records of {3} classes tell no class's accuracy through noise of {4} in each count: "
            "give more of them, --test-epsilon none, or --objective accuracy",
            Sentence::number(roundedText(budget.records, 12)), part.name, constants.classes,
            roundedText(budget.classes->noiseSd(), 3)));
    }
    return sliced(std::move(budget), part, 1, limit);
}

/// What the test part has left at most, as ε.
double leftForTest(const LookLimit& limit, const AccountState& account) {
    if (limit.shareOf.isZero()) {
        return 0.0;
    }
    return limit.sliceDelta > 0.0
               ? account.remainingEpsilon
               : epsilonWithin(muLower(account.remainingMuSquared), Delta{account.delta}).value();
}

/// `--test-epsilon`, which must fit what the test part has left.
Mu askedTestMu(const RunOptions& options, const LookLimit& limit, const AccountState& account) {
    const Epsilon wanted = checkedEpsilon(*options.testEpsilon->epsilon, "--test-epsilon");
    const bool slices = limit.sliceDelta > 0.0;
    const double remaining = leftForTest(limit, account);
    if (remaining < kLeastSlice * account.epsilon) {
        refuse(Sentence("--test-epsilon {1}: nothing is left of the test part's budget of epsilon = {2}; "
                        "leave it out, and there is no figure of that part, or raise the cap",
                        wanted.value(), Sentence::number(roundedText(account.epsilon, 6))),
               {wanted.value(), 0.0, wanted.value()});
    }
    const Mu mu = muOf(wanted, Delta{slices ? limit.sliceDelta : account.delta});
    if (slices ? wanted.value() > remaining : !squareOf(mu).fits(account.remainingMuSquared)) {
        refuse(Sentence("--test-epsilon {1} is more than the test part has left, so ask for less ({2})",
                        wanted.value(), Sentence::number(roundedText(remaining, 6))),
               {wanted.value(), remaining, wanted.value() - remaining});
    }
    return mu;
}

} // namespace

std::vector<EvaluationBudget> planEvaluations(const ExperimentPlan& plan, const DataRequest& request,
                                              const AccountStates& accounts) {
    std::vector<EvaluationBudget> evaluations;
    const RunOptions& options = plan.options;
    const std::uint32_t perPerson = plan.constants.rowsPerPerson;
    const bool none = options.testEpsilon && !options.testEpsilon->epsilon;
    const bool balanced = options.objective == Objective::Balanced;
    // The standard error of a mean of C classes' accuracies is √C times as large, were they of one size.
    const double points = options.testSe.value_or(search::kLookPoints) /
                          (balanced ? std::sqrt(static_cast<double>(plan.constants.classes)) : 1.0);
    for (const RequestedPart& part : request.parts) {
        if (!part.isEvaluation() || (none && !part.isPublic)) {
            continue;
        }
        if (part.isPublic) {
            evaluations.push_back({part.name, static_cast<double>(part.records()), std::nullopt, balanced});
            continue;
        }
        const AccountState& account = accounts.at(part.name);
        const LookLimit limit = lookLimit(plan.kind, account);
        const bool asked = part.name.isTest() && options.testEpsilon;
        if (limit.shareOf.isZero() && !asked) {
            continue; // nothing left in its account: no figure
        }
        const Mu mu = asked ? askedTestMu(options, limit, account) : lookMu(part, limit, perPerson, points);
        evaluations.push_back(balanced ? classCountsOf(part, mu, limit, plan.constants)
                                       : countOf(part, mu, 1, limit, perPerson));
    }
    return evaluations;
}

std::optional<EvaluationBudget> planValidation(const ExperimentPlan& plan, const DataRequest& request,
                                               const AccountStates& accounts) {
    if (plan.options.score != ScoreKind::Validation) {
        return std::nullopt;
    }
    const RequestedPart& part = *request.find(kValidationPart);
    EvaluationBudget validation{part.name, static_cast<double>(part.records()), std::nullopt};
    int runs = 0;
    for (const RunBudget& phase : plan.phases) {
        runs += phase.runs;
    }
    if (plan.selection && !part.isPublic) {
        refuse(Sentence(
            "--method {1} scores a secret number of runs, which an account of the validation part cannot be "
            "charged for: use --score noisy, or a validation part that is public (--public-parts validation)",
            plan.method().text()));
    }
    if (part.isPublic || runs == 0) {
        return validation;
    }
    const LookLimit limit = lookLimit(plan.kind, accounts.at(part.name));
    if (limit.shareOf.isZero()) {
        refuse(Sentence("the validation part's budget is used up: use --score noisy"), {0.0, 0.0, 0.0});
    }
    const double share = std::sqrt(search::kLookShare * limit.shareOf.lower());
    const std::uint32_t perPerson = plan.constants.rowsPerPerson;
    const Mu wanted = lookMu(part, limit, perPerson);
    const Mu each{std::min(wanted.value(), search::equalShare(Mu{share}, runs).value())};
    return countOf(part, each, static_cast<std::uint32_t>(runs), limit, perPerson);
}

} // namespace parsimony::session
