// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_entry.h"

#include <memory>

// What the private selections have in common.
namespace parsimony::search {

/// The μ of a run is the largest whose whole selection fits the budget's (ε, δ). Throws Error(Usage) for
/// requests that do not go with it, Error(Refused) when nothing fits or no theorem covers the request.
[[nodiscard]] Shares selectionShares(const SearchRequest& request, const Budget& budget);

/// The selection as a search of one run, its winner, so that ledger, snapshots and exports treat it alike.
[[nodiscard]] std::unique_ptr<SequentialMethod> makeWinnerOnly(const SearchRequest& request,
                                                               const Shares& shares, const NoiseFor& noise);

/// The distribution that candidates are drawn from, fixed in the plan.
[[nodiscard]] SearchSpace candidateSpace(const SearchRequest& request);

/// The candidate that stands in where no run was made (Poisson): a public constant.
[[nodiscard]] StepChoice constantCandidate(const SearchRequest& request, const NoiseFor& noise);

/// The learning rate of the final run after subset tuning (Koskela and Kulkarni 2023): gradient sums of more
/// records are divided by more, so η grows with their number; Adam's steps do not depend on it.
[[nodiscard]] double extrapolatedRate(const SearchRequest& request, const StepChoice& tuned);

} // namespace parsimony::search
