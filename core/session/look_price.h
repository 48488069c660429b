// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
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

/// The least part of a cap's ε and δ that is worth a look's slice: less is what rounding leaves.
inline constexpr double kLeastSlice = 1e-6;

/// What a look at private rows takes of their part at most, as ε, rounded up. `records` was declared for
/// them, now or before (Session::declaredRecordsOf); else their number is that of the files, 0 where it is
/// not known, and stays private where that of the dataset was declared: a price would tell it. The look
/// itself takes less where its part has less left. 0 where no dataset can pay.
[[nodiscard]] double
mostEpsilonOfLook(const std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>>& datasets,
                  std::optional<std::uint64_t> records, std::uint64_t inFiles);

} // namespace parsimony::session
