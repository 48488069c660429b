// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/reservation.h"

#include "core/privacy/gaussian_account.h"
#include "core/session/budget_shares.h"
#include "core/session/options_json.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

namespace {

/// What the experiment reserves of each part before anything is opened.
std::vector<ledger::Charge> chargesOf(const ExperimentPlan& plan) {
    std::vector<ledger::Charge> charges;
    if (std::isfinite(plan.epsilon)) {
        charges.push_back(
            {plan.partId(kTrainPart), plannedEvents(plan), plan.muSquared, plan.epsilon, plan.delta});
    }
    const auto addCounts = [&](const EvaluationBudget& evaluation, std::uint64_t times) {
        if (const auto event = evaluation.event(); event && times > 0) {
            charges.push_back({plan.partId(evaluation.part),
                               {event->withCount(event->count() * times)},
                               {},
                               evaluation.sliceEpsilon,
                               evaluation.sliceDelta});
        }
    };
    if (plan.validation) {
        std::uint64_t runs = 0;
        for (const RunBudget& phase : plan.phases) {
            runs += static_cast<std::uint64_t>(phase.runs);
        }
        addCounts(*plan.validation, runs);
    }
    for (const EvaluationBudget& evaluation : plan.evaluations) {
        addCounts(evaluation, 1);
    }
    return charges;
}

} // namespace

std::map<std::string, ledger::AccountRow> accountsByName(const std::vector<ledger::AccountRow>& accounts,
                                                         const std::map<std::string, std::int64_t>& parts) {
    std::map<std::string, ledger::AccountRow> named;
    for (const ledger::AccountRow& account : accounts) {
        const auto meant = parts.find(account.name);
        if (meant != parts.end() && meant->second != account.part.value()) {
            continue;
        }
        const auto [known, isNew] = named.try_emplace(account.name, account);
        if (!isNew && known->second.remainingEpsilon <= account.remainingEpsilon) {
            known->second = account;
        }
    }
    return named;
}

AccountState accountState(const ledger::AccountRow& account) {
    AccountState state;
    state.kind = account.simulated ? std::nullopt : account.kind;
    state.epsilon = account.epsilon;
    state.delta = account.delta;
    const bool whole = account.simulated || !account.kind; // nothing is enforced, or nothing was taken
    state.remainingMuSquared =
        account.simulated ? GaussianAccount(Epsilon{account.epsilon}, Delta{account.delta}).remaining()
                          : account.remainingMuSquared;
    state.remainingEpsilon = whole ? account.epsilon : account.remainingEpsilon;
    state.remainingDelta = whole ? account.delta : account.remainingDelta;
    if (!whole) {
        state.takenMuSquared = account.spentMuSquared + account.reservedMuSquared;
        state.takenEpsilon = account.spentEpsilon + account.reservedEpsilon;
    }
    return state;
}

AccountStates accountStates(const ledger::Project& project, DatasetId dataset,
                            const std::map<std::string, std::int64_t>& parts) {
    AccountStates states;
    for (const auto& [name, account] : accountsByName(project.accounts(dataset), parts)) {
        states[name] = accountState(account);
    }
    return states;
}

ledger::ExperimentSpec specOf(const ExperimentPlan& plan, const RunOptions& options, DatasetId dataset) {
    ledger::ExperimentSpec spec;
    spec.dataset = dataset;
    spec.kind = plan.kind;
    spec.method = plan.method();
    spec.trainer = plan.trainer();
    spec.options = toJson(options);
    spec.plan = plan.toJson();
    spec.curatorOptions = pathOptionNames();
    if (!startsFromFile(plan.options)) {
        std::erase(spec.curatorOptions, "init"); // zero or he is no path
    }
    spec.charges = chargesOf(plan);
    return spec;
}

} // namespace parsimony::session
