// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace parsimony::session {

/// Of datasets in the order of their declaration the one whose budget pays for looks at other private rows:
/// the newest that is private, or the end.
template <class Datasets, class VisibilityOf>
[[nodiscard]] auto payerOfLooks(const Datasets& datasets, const VisibilityOf& visibilityOf) {
    const auto found = std::find_if(std::rbegin(datasets), std::rend(datasets), [&](const auto& dataset) {
        return visibilityOf(dataset) == Visibility::Private;
    });
    return found == std::rend(datasets) ? std::end(datasets) : std::prev(found.base());
}

/// What a look at so many private rows takes of their part at most, as ε, rounded up; 0 rows: their number is
/// not known. The look itself takes less where its part has less left. 0 where no dataset can pay.
[[nodiscard]] double
mostEpsilonOfLook(const std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>>& datasets,
                  std::uint64_t records);

} // namespace parsimony::session
