// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/look_price.h"

#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"

#include <cmath>

namespace parsimony::session {

namespace {

/// The same of accounts of kind slices: at most that share of the ε that is left, and where `enough` says
/// what a look needs, its ε at the least δ that a slice may have.
double mostOfSlices(const BudgetSnapshot& budget, std::optional<Mu> enough) {
    double most = 0.0;
    for (const AccountSnapshot& account : budget.accounts) {
        const PartBudget& part = account.budget;
        if (!shownMu(part.spentMu, part.spentEpsilon + part.reservedEpsilon)) {
            most = std::max(most, search::kLookShare * part.remainingEpsilon);
        }
    }
    const Delta least{kLeastSlice * budget.targetDelta};
    return enough && most > 0.0 ? std::min(most, epsilonOf(*enough, least).value()) : most;
}

} // namespace

double mostEpsilonOfLook(const std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>>& datasets,
                         std::optional<std::uint64_t> records, std::uint64_t inFiles) {
    const auto payer = payerOfLooks(datasets, [](const auto& each) { return each.first.visibility; });
    if (payer == datasets.end()) {
        return 0.0;
    }
    const auto& [dataset, budget] = *payer;
    const Delta delta{budget.targetDelta};
    double mu = std::sqrt(search::kLookShare) * muOf(Epsilon{budget.targetEpsilon}, delta).value();
    const std::uint64_t known = records.value_or(dataset.recordsDeclared ? 0 : inFiles);
    std::optional<Mu> enough;
    if (known > 0) {
        enough = Mu{dataset.rowsPerPerson / (search::kLookPoints / 100.0 * static_cast<double>(known))};
        mu = std::min(mu, enough->value());
    }
    return std::max(epsilonOf(Mu{mu}, delta).value(), mostOfSlices(budget, enough));
}

} // namespace parsimony::session
