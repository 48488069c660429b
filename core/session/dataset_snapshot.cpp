// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/dataset_snapshot.h"

#include "core/base/whole_number.h"
#include "core/session/guarantee.h"
#include "core/session/reservation.h"

#include <algorithm>

namespace parsimony::session {

DatasetSnapshot datasetSnapshot(const ledger::DatasetRow& row) {
    DatasetSnapshot snapshot;
    snapshot.id = row.id.value();
    snapshot.name = row.name;
    snapshot.records = row.facts.value("records", std::uint64_t{0});
    snapshot.recordsDeclared = row.facts.value("records_declared", false);
    snapshot.dim = wholeNumberOr(row.facts, "dim", 0U);
    snapshot.classes = wholeNumberOr(row.facts, "classes", 0U);
    snapshot.rowsPerPerson = row.rowsPerPerson;
    snapshot.visibility = row.visibility;
    snapshot.adjacency = printedAdjacency(row.adjacency);
    snapshot.rowNorm.clear(); // each experiment's own
    return snapshot;
}

BudgetSnapshot budgetSnapshot(const ledger::Project& project, const ledger::DatasetRow& dataset,
                              const std::map<std::string, std::int64_t>& parts) {
    const auto partBudget = [](const ledger::AccountRow& account) {
        return PartBudget{account.spentEpsilon, account.reservedEpsilon, account.remainingEpsilon,
                          account.spentMu};
    };
    BudgetSnapshot budget;
    budget.targetEpsilon = dataset.epsilon;
    budget.targetDelta = dataset.delta;
    budget.simulated = dataset.visibility == ledger::Visibility::Public;
    budget.capOpen = dataset.capOpen;
    budget.remainingEpsilon = dataset.epsilon;
    const std::vector<ledger::AccountRow> accounts = project.accounts(dataset.id);
    for (const ledger::AccountRow& account : accounts) {
        const PartBudget part = partBudget(account);
        budget.spentEpsilon = std::max(budget.spentEpsilon, part.spentEpsilon);
        budget.spentMu = std::max(budget.spentMu, part.spentMu);
        budget.reservedEpsilon = std::max(budget.reservedEpsilon, part.reservedEpsilon);
        budget.accounts.push_back({account.part.value(), account.name, part});
    }
    for (const auto& [name, account] : accountsByName(accounts, parts)) {
        budget.parts[name] = partBudget(account);
    }
    if (const auto train = budget.parts.find(kTrainPart); train != budget.parts.end()) {
        budget.remainingEpsilon = train->second.remainingEpsilon;
    }
    return budget;
}

void takeDeclared(DatasetSnapshot& dataset, const Constants& constants) {
    dataset.classes = constants.classes;
    if (constants.dim > 0) { // the dataset was declared with another encoder's rows perhaps
        dataset.dim = constants.dim;
    }
    dataset.rowNorm = data::rowNormName(constants.rowNorm);
    dataset.views = constants.views;
    dataset.encoders.clear();
    for (const EncoderFacts& encoder : constants.encoders) {
        dataset.encoders.push_back({encoder.told(), encoder.dim});
    }
}

} // namespace parsimony::session
