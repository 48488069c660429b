// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/look_price.h"

#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

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
    if (known > 0) {
        mu = std::min(mu, dataset.rowsPerPerson / (search::kLookPoints / 100.0 * static_cast<double>(known)));
    }
    return epsilonOf(Mu{mu}, delta).value();
}

} // namespace parsimony::session
