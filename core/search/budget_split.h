// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/spend_sum.h"

#include <optional>
#include <span>
#include <vector>

namespace parsimony::search {

struct PhaseRequest {
    Epsilon epsilon; ///< of each trial alone, its score included
    int trials = 0;
};

struct PhaseShare {
    Epsilon epsilon;
    Mu mu; ///< of each trial alone, rounded down
    int trials = 0;
};

/// How a budget is split over phases and final run (LSR-2 Theorem 4.1): Σ n_k μ_k² + extra + μ_f² ≤ μ_total²,
/// compared exactly.
struct BudgetSplit {
    Mu total;
    std::vector<PhaseShare> phases;
    SpendSum extra;       ///< μ² of other releases of the experiment, as the private mean
    Mu finalMu;           ///< rounded down
    Epsilon finalEpsilon; ///< of the final run alone, rounded up
    /// Σ n_k μ_k² + extra + μ_f².
    [[nodiscard]] SpendSum spent() const;
};

/// Splits (ε, δ). Throws Error(Usage) on a bad number and Error(Refused) with requested, remaining and
/// missing ε when phases and extra leave nothing for the final run.
[[nodiscard]] BudgetSplit splitBudget(Epsilon total, Delta delta, std::span<const PhaseRequest> phases,
                                      const SpendSum& extra = {});

/// The same for a total given as μ (what is left of an account); ε in errors and results are at `delta`.
[[nodiscard]] BudgetSplit splitBudget(Mu total, Delta delta, std::span<const PhaseRequest> phases,
                                      const SpendSum& extra = {});

/// One trial's μ² split into training and score: training² + score² ≤ trial².
struct TrialShares {
    Mu training;
    std::optional<Mu> score; ///< of all counts of the trial together
};

/// `scoreFraction` φ in [0, 1) is the score's share of μ²; 0 gives no score. Both round down.
[[nodiscard]] TrialShares splitTrial(Mu trial, double scoreFraction);

/// n equal shares of a total: each μ/√n, rounded down so that all of them fit.
[[nodiscard]] Mu equalShare(Mu total, int count);

/// What a look at a part aims at where nobody asks for more: this standard error, in percentage points.
inline constexpr double kLookPoints = 0.25;
/// What a look takes at most of what its account has left, of μ² or of a slice.
inline constexpr double kLookShare = 0.25;

/// What a noisy count of a part's correct predictions takes: the μ for a standard error of `points`
/// percentage points of the public record count, at most kLookShare of `left` in μ² (PRIVACY, parts).
[[nodiscard]] Mu evaluationMu(double publicRecords, const SpendSum& left, double points = kLookPoints,
                              double sensitivity = 1.0);

} // namespace parsimony::search
