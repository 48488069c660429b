// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_planning.h"

#include "core/base/sentence.h"
#include "core/session/dataset_declaration.h"
#include "core/session/dataset_snapshot.h"
#include "core/session/device_guard.h"
#include "core/session/noiseless_plan.h"
#include "core/session/planner.h"
#include "core/session/reservation.h"
#include "core/session/reused_fit.h"
#include "core/session/snapshot_reader.h"

namespace parsimony::session {

namespace {

Epsilon capEpsilon(const RunOptions& options) {
    if (!options.epsilon && options.isNoiseless()) {
        return Epsilon{kFreeCap};
    }
    if (!options.epsilon) { // inf may have been said, and another budget for the experiment behind it
        failUsage(Sentence("--epsilon is needed, as a number: the dataset's total privacy budget, set once "
                           "(inf, which trains without noise, is for public data and stands alone)"));
    }
    return checkedEpsilon(*options.epsilon, "--epsilon");
}

Delta capDelta(const RunOptions& options) {
    if (!options.delta && options.isNoiseless()) {
        return Delta{kFreeDelta};
    }
    if (!options.delta) {
        failUsage(
            Sentence("--delta is needed: the dataset's total privacy budget is a pair (epsilon, delta)"));
    }
    return checkedDelta(*options.delta, "--delta");
}

BudgetSnapshot freshBudget(const DataRequest& request, Epsilon epsilon, Delta delta) {
    BudgetSnapshot budget;
    budget.targetEpsilon = epsilon.value();
    budget.targetDelta = delta.value();
    budget.remainingEpsilon = epsilon.value();
    budget.simulated = !request.constants.isPrivate;
    budget.capOpen = budget.simulated;
    for (const RequestedPart& part : request.parts) {
        if (!part.isPublic || budget.simulated) {
            budget.parts[part.name].remainingEpsilon = epsilon.value();
        }
    }
    return budget;
}

void tellOfText(RunSnapshot& snapshot, const DataRequest& request) {
    if (request.readsPrivateText()) {
        snapshot.notices.push_back(Notice::TextUnread);
    }
}

/// The plan, refused where its device has no such name or could not be charged for.
ExperimentPlan planned(const RunOptions& options, const DataRequest& request, const AccountStates& accounts,
                       const ledger::Project* project) {
    ExperimentPlan plan =
        planExperiment(options, request, accounts, {}, reusedFit(project, options, request.constants));
    refuseByName(plan);
    return plan;
}

/// The dataset with the cap that this request would give it.
std::optional<ledger::DatasetRow> knownDataset(const ledger::Project& project, const RunOptions& options,
                                               const DataRequest& request) {
    auto known = findDeclared(project, request);
    if (known && known->capOpen) {
        known->epsilon = options.epsilon ? capEpsilon(options).value() : known->epsilon;
        known->delta = options.delta ? capDelta(options).value() : known->delta;
    }
    return known;
}

/// The plan as things stand, before the dataset is declared.
ExperimentPlan draftOn(const ledger::Project& project, const RunOptions& options,
                       const DataRequest& request) {
    const auto known = knownDataset(project, options, request);
    if (!known) {
        return planned(options, request, accountsAskedFor(request, options), &project);
    }
    checkCap(*known, options);
    AccountStates accounts = known->capOpen ? AccountStates() : accountStates(project, known->id);
    accounts.merge( // parts that come with this request have accounts of their own
        freshAccounts(request, Epsilon{known->epsilon}, Delta{known->delta}));
    return planned(options, request, accounts, &project);
}

} // namespace

AccountStates accountsAskedFor(const DataRequest& request, const RunOptions& options) {
    return freshAccounts(request, capEpsilon(options), capDelta(options));
}

RunSnapshot planFresh(const RunOptions& options, const DataRequest& request, const ledger::Project* project) {
    const Epsilon epsilon = capEpsilon(options);
    const Delta delta = capDelta(options);
    const ExperimentPlan plan = planned(options, request, freshAccounts(request, epsilon, delta), project);
    RunSnapshot snapshot = snapshotOfPlan(plan, request.name);
    snapshot.budget = freshBudget(request, epsilon, delta);
    if (!options.linkedTo.empty()) {
        snapshot.notices.push_back(Notice::LinksUncounted);
    }
    tellOfText(snapshot, request);
    return snapshot;
}

Draft Draft::of(const ledger::Project& project, const RunOptions& options, const DataRequest& request) {
    try {
        return {draftOn(project, options, request), nullptr};
    } catch (const Error& error) {
        const auto known = knownDataset(project, options, request);
        if (!error.refusedSpend() || !known) {
            throw;
        }
        return {planned(options, request,
                        freshAccounts(request, Epsilon{known->epsilon}, Delta{known->delta}), &project),
                std::current_exception()};
    }
}

RunSnapshot planOn(const ledger::Project& project, const RunOptions& options, const DataRequest& request) {
    const auto known = knownDataset(project, options, request);
    if (!known) {
        return planFresh(options, request, &project);
    }
    const ExperimentPlan plan = draftOn(project, options, request);
    RunSnapshot snapshot = snapshotOfPlan(plan, known->name);
    snapshot.budget = known->capOpen ? freshBudget(request, Epsilon{known->epsilon}, Delta{known->delta})
                                     : budgetSnapshot(project, *known);
    tellOfText(snapshot, request);
    return snapshot;
}

} // namespace parsimony::session
