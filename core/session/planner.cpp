// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planner.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/secure_random.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/session/method_factory.h"
#include "core/session/score_kind.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::session {

namespace {

/// Fills every option that was left open, so that the stored plan says all it depends on.
RunOptions withDefaults(RunOptions options, const Constants& constants, double experimentEpsilon) {
    const train::TrainerKind trainer = train::parseTrainer(options.trainer, "--trainer");
    if (!options.method) {
        options.method = defaultMethod(options.trainer);
    }
    const bool unitNoise = *options.method == "unit-noise";
    const bool isAuto = *options.method == "auto";
    if (!options.maxGradNorm) {
        options.maxGradNorm = isAuto ? 0.1 : unitNoise ? 0.3 : 1.0;
    }
    if (!options.steps) {
        switch (trainer) {
        case train::TrainerKind::DpLs:
            options.steps = "1";
            break;
        case train::TrainerKind::DpNewton:
            options.steps = "3";
            break;
        case train::TrainerKind::DpFc:
            options.steps = "30";
            break;
        default:
            options.steps = unitNoise ? "100" : "50";
        }
    }
    if (!options.phaseEpsilons && *options.method == "linear-scaling") {
        options.phaseEpsilons =
            numberText(0.1 * experimentEpsilon) + "," + numberText(0.2 * experimentEpsilon);
    }
    options.classes = constants.classes;
    options.experimentEpsilon = experimentEpsilon;
    return options;
}

/// What an experiment may take of the train part, in μ².
SpendSum experimentMuSquared(const RunOptions& options, const AccountState& account, bool isPrivate) {
    const SpendSum& remaining = account.remainingMuSquared;
    if (!options.experimentEpsilon) {
        // The last bits of a rounding are no budget.
        if (epsilonWithin(muLower(remaining), Delta{account.delta}).value() < 1e-6 * account.epsilon) {
            throw Error("the train part's budget of epsilon = " + roundedText(account.epsilon, 6) +
                            " is used up: raise it with `budget raise`, if that can be justified",
                        {account.epsilon, 0.0, account.epsilon});
        }
        return remaining;
    }
    const Epsilon wanted = checkedEpsilon(*options.experimentEpsilon, "--experiment-epsilon");
    const Mu mu = muOf(wanted, Delta{account.delta});
    SpendSum request;
    request.addProduct(mu.value(), mu.value());
    if (isPrivate && !request.fits(remaining)) {
        const Mu cap = muOf(Epsilon{account.epsilon}, Delta{account.delta});
        SpendSum spent;
        spent.addProduct(cap.value(), cap.value());
        GaussianAccount(Epsilon{account.epsilon}, Delta{account.delta}, spent.minus(remaining))
            .requireRoom(request, "the train part");
    }
    return request;
}

std::vector<search::PhaseRequest> phaseRequests(const RunOptions& options) {
    std::vector<search::PhaseRequest> phases;
    if (*options.method == "linear-scaling") {
        for (const double epsilon : parseNumberList(*options.phaseEpsilons, "--phase-epsilons")) {
            phases.push_back({checkedEpsilon(epsilon, "--phase-epsilons"), static_cast<int>(options.trials)});
        }
    }
    return phases;
}

RunBudget shareOf(Epsilon epsilon, Mu mu, int runs, double scoreFraction) {
    const search::TrialShares shares = search::splitTrial(mu, scoreFraction);
    RunBudget budget;
    budget.epsilon = epsilon.value();
    budget.mu = mu.value();
    budget.runs = runs;
    budget.trainingMu = shares.training.value();
    budget.scoreMu = shares.score ? shares.score->value() : 0.0;
    return budget;
}

std::optional<train::MeanPlan> meanPlan(const RunOptions& options, const Constants& constants, Delta delta) {
    if (options.mean == "none") {
        return std::nullopt;
    }
    if (options.mean != "private") {
        failUsage("--mean must be none or private, not '" + options.mean + "'");
    }
    if (!options.meanEpsilon) {
        failUsage("--mean private needs --mean-epsilon, what the mean may take of the experiment");
    }
    const Mu mu = muOf(checkedEpsilon(*options.meanEpsilon, "--mean-epsilon"), delta);
    return train::MeanPlan::forMu(mu, options.normBound.value_or(1.0), constants.dim,
                                  static_cast<double>(constants.publicRecords), constants.adjacency,
                                  constants.rowsPerPerson);
}

/// The charged part of a score: nothing for scores that come from another part or from public data.
double scoreFractionOf(const RunOptions& options, const DataRequest& request) {
    const ScoreKind kind = scoreKindFromText(options.score);
    if (kind == ScoreKind::Exact && request.constants.isPrivate) {
        refuse("--score exact is for public data only: choosing by an exact count has no (epsilon, delta) "
               "guarantee");
    }
    if (kind == ScoreKind::Validation && request.find("validation") == nullptr) {
        failUsage("--score validation needs a validation part: give --validation and --validation-labels");
    }
    if (kind != ScoreKind::Noisy) {
        return 0.0;
    }
    if (!(options.scoreFraction > 0.0 && options.scoreFraction < 1.0)) {
        failUsage("--score-fraction must lie between 0 and 1, not " + numberText(options.scoreFraction));
    }
    return options.scoreFraction;
}

/// The share of a private part's account that one look at it takes.
std::optional<train::CountPlan> evaluationPlan(const RunOptions& options, const AccountState& account,
                                               const RequestedPart& part, std::uint32_t rowsPerPerson) {
    const SpendSum& left = account.remainingMuSquared;
    if (left.isZero()) {
        return std::nullopt;
    }
    if (part.name == "test" && options.testEpsilon) {
        const Epsilon wanted =
            checkedEpsilon(parseNumber(*options.testEpsilon, "--test-epsilon"), "--test-epsilon");
        const Mu mu = muOf(wanted, Delta{account.delta});
        SpendSum request;
        request.addProduct(mu.value(), mu.value());
        if (!request.fits(left)) {
            const double remaining = epsilonWithin(muLower(left), Delta{account.delta}).value();
            throw Error("--test-epsilon " + numberText(wanted.value()) +
                            " is more than the test part has left (" + roundedText(remaining, 6) + ")",
                        {wanted.value(), remaining, wanted.value() - remaining});
        }
        return train::CountPlan::forMu(mu, 1, rowsPerPerson);
    }
    const Mu mu = search::evaluationMu(static_cast<double>(part.info.rows), left, 0.25, rowsPerPerson);
    return train::CountPlan::forMu(mu, 1, rowsPerPerson);
}

std::vector<EvaluationBudget> planEvaluations(const RunOptions& options, const DataRequest& request,
                                              const AccountStates& accounts) {
    std::vector<EvaluationBudget> evaluations;
    const bool none = options.testEpsilon && *options.testEpsilon == "none";
    for (const RequestedPart& part : request.parts) {
        if (!part.isEvaluation() || (none && !part.isPublic)) {
            continue;
        }
        EvaluationBudget evaluation{part.name, static_cast<double>(part.info.rows), std::nullopt};
        if (!part.isPublic) {
            evaluation.count =
                evaluationPlan(options, accounts.at(part.name), part, request.constants.rowsPerPerson);
            if (!evaluation.count) {
                continue; // nothing left in its account: no figure
            }
        }
        evaluations.push_back(std::move(evaluation));
    }
    return evaluations;
}

/// Scores on a private validation part share a quarter of its account between all scored runs.
std::optional<EvaluationBudget> planValidation(const ExperimentPlan& plan, const DataRequest& request,
                                               const AccountStates& accounts) {
    if (scoreKindFromText(plan.options.score) != ScoreKind::Validation) {
        return std::nullopt;
    }
    const RequestedPart& part = *request.find("validation");
    EvaluationBudget validation{part.name, static_cast<double>(part.info.rows), std::nullopt};
    int runs = 0;
    for (const RunBudget& phase : plan.phases) {
        runs += phase.runs;
    }
    if (part.isPublic || runs == 0) {
        return validation;
    }
    const SpendSum& left = accounts.at(part.name).remainingMuSquared;
    if (left.isZero()) {
        throw Error("the validation part's budget is used up: use --score noisy", {0.0, 0.0, 0.0});
    }
    const double quarter = std::sqrt(left.lower() / 4.0);
    const Mu wanted = search::evaluationMu(validation.records, left, 0.25, plan.constants.rowsPerPerson);
    const Mu each{std::min(wanted.value(), search::equalShare(Mu{quarter}, runs).value())};
    validation.count = train::CountPlan::forMu(each, 1, plan.constants.rowsPerPerson);
    return validation;
}

void checkPublicOnly(const RunOptions& options, const Constants& constants) {
    if (!constants.isPrivate) {
        return;
    }
    if (options.seed) {
        refuse("--seed is for public data only: whoever knows the seed can subtract the noise");
    }
    if (*options.method == "oracle") {
        refuse(
            "--method oracle is for public data only: its choice by uncharged scores has no (epsilon, delta) "
            "guarantee");
    }
}

search::SearchKey searchKeyOf(const RunOptions& options) {
    return options.seed ? search::searchKeyOfSeed(*options.seed) : secureRandomKey();
}

/// Runs of equal budgets: `random`, `grid` and `oracle`, whose runs each take the whole.
void shareEqually(ExperimentPlan& plan, const SpendSum& total, int runs, double scoreFraction) {
    const bool single = runs == 1;
    const bool oracle = plan.method() == "oracle";
    const Mu mu = oracle ? muLower(total) : search::equalShare(muLower(total), runs);
    const RunBudget share = shareOf(epsilonOf(mu, Delta{plan.delta}), mu, runs, single ? 0.0 : scoreFraction);
    if (single) {
        plan.final = share;
    } else {
        plan.phases.push_back(share);
    }
    SpendSum one;
    one.addProduct(mu.value(), mu.value());
    SpendSum spent;
    for (int i = 0; i < runs; ++i) {
        spent.add(one);
    }
    plan.muSquared = spent;
}

/// Two pilots and a final run, or one run where pilots do not pay.
void splitAuto(ExperimentPlan& plan, const SpendSum& total, double scoreFraction) {
    const Mu all = muLower(total);
    const search::AutoAllocation allocation = autoAllocationOf(plan, all);
    SpendSum left = total;
    if (allocation.pilots) {
        const Mu pilot{std::sqrt(allocation.pilotShare) * all.value()};
        if (scoreFraction > 0.0) {
            scoreFraction = allocation.scoreFraction; // unless scores are free
        }
        plan.phases.push_back(shareOf(epsilonOf(pilot, Delta{plan.delta}), pilot, 2, scoreFraction));
        SpendSum both;
        both.addProduct(pilot.value(), pilot.value());
        both.addProduct(pilot.value(), pilot.value());
        left = total.minus(both);
    }
    const Mu final = muLower(left);
    plan.final = shareOf(epsilonOf(final, Delta{plan.delta}), final, 1, 0.0);
    plan.muSquared = total;
}

/// Phases and final run of a plan whose account adds up μ².
void splitGaussian(ExperimentPlan& plan, const SpendSum& total, double scoreFraction) {
    const Delta delta{plan.delta};
    SpendSum extra;
    if (plan.mean) {
        extra.addProduct(plan.mean->mu().value(), plan.mean->mu().value());
    }
    const bool isAuto = plan.method() == "auto";
    const int runs = countRunsOf(plan);
    if ((isAuto || runs > 0) && (!extra.fits(total) || extra == total)) {
        refuse("--mean-epsilon leaves nothing of the experiment's budget for training");
    }
    if (isAuto) {
        splitAuto(plan, total.minus(extra), scoreFraction);
        plan.muSquared.add(extra);
        return;
    }
    if (runs > 0) {
        shareEqually(plan, total.minus(extra), runs, scoreFraction);
        plan.muSquared.add(extra);
        return;
    }
    const search::BudgetSplit split =
        search::splitBudget(muLower(total), delta, phaseRequests(plan.options), extra);
    for (const search::PhaseShare& phase : split.phases) {
        plan.phases.push_back(shareOf(phase.epsilon, phase.mu, phase.trials, scoreFraction));
    }
    plan.final = shareOf(split.finalEpsilon, split.finalMu, 1, 0.0);
    plan.muSquared = split.spent();
}

} // namespace

AccountStates freshAccounts(const DataRequest& request, Epsilon epsilon, Delta delta) {
    const GaussianAccount whole(epsilon, delta);
    AccountState state;
    state.epsilon = epsilon.value();
    state.delta = delta.value();
    state.remainingMuSquared = whole.remaining();
    state.remainingEpsilon = epsilon.value();
    state.remainingDelta = delta.value();
    AccountStates states;
    for (const RequestedPart& part : request.parts) {
        states[part.name] = state;
    }
    return states;
}

std::string defaultMethod(const std::string& trainer) {
    static constexpr std::array tuned{"dp-gd", "dp-sgd", "dp-adam"};
    const bool hasScalingRule = std::find(tuned.begin(), tuned.end(), trainer) != tuned.end();
    return hasScalingRule ? "linear-scaling" : "single";
}

ExperimentPlan planExperiment(const RunOptions& options, const DataRequest& request,
                              const AccountStates& accounts) {
    const AccountState& train = accounts.at("train");
    const SpendSum total = experimentMuSquared(options, train, request.constants.isPrivate);
    const Delta delta{train.delta};
    const double epsilon = options.experimentEpsilon.value_or(epsilonWithin(muLower(total), delta).value());

    ExperimentPlan plan;
    plan.constants = request.constants;
    plan.options = withDefaults(options, plan.constants, epsilon);
    checkPublicOnly(plan.options, plan.constants);
    (void)trainerOptionsOf(plan.options, plan.constants);
    plan.epsilon = epsilon;
    plan.delta = train.delta;
    plan.searchKey = searchKeyOf(plan.options);
    plan.mean = meanPlan(plan.options, plan.constants, delta);
    splitGaussian(plan, total, scoreFractionOf(plan.options, request));
    plan.validation = planValidation(plan, request, accounts);
    plan.evaluations = planEvaluations(plan.options, request, accounts);
    (void)plan.makeMethod(); // a search that cannot be made must fail before anything is spent
    return plan;
}

} // namespace parsimony::session
