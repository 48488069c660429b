// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace parsimony::search {

/// σ (noise sd / clip) of runs that read each record with this chance in each of so many steps.
struct RunNoise {
    double sampleRate = 1.0;
    std::uint32_t steps = 1;
    double noiseMultiplier = 0.0;
    friend bool operator==(const RunNoise&, const RunNoise&) = default;
};

/// What one run may take of the train part's account, its charged score included.
struct RunShare {
    double epsilon = 0.0; ///< of one run alone, at the account's δ
    double mu = 0.0;      ///< 0 where the account is of kind slices
    int runs = 0;
    double noiseMultiplier = 0.0; ///< σ of a sub-sampled trainer, solved at planning; else 0
    double scoreMu = 0.0;         ///< of the charged score of one run; 0: none
    double trainingMu = 0.0;      ///< what is left for training; 0 for sub-sampled trainers
    bool goesOn = false; ///< its runs start from weights of earlier ones, and hold their noise as well
    /// In place of the one σ: of every kind of run that the search may draw, where any of them samples.
    std::vector<RunNoise> noises{};
    /// σ that was solved for a run; 0: it takes what is left for training. Throws Error(Failed) for a kind of
    /// run that the plan does not have.
    [[nodiscard]] double noiseOf(double sampleRate, std::uint32_t steps) const;
};

/// A private selection, one mechanism as a whole (PRIVACY rule 22).
struct SelectionShare {
    RunShare run;                         ///< of a candidate; its epsilon is the whole selection's
    std::optional<double> subsetFraction; ///< of subset tuning: q
    std::vector<double> orders, values;   ///< its RDP curve, which is what is charged
    [[nodiscard]] PrivacyEvent event() const { return PrivacyEvent::rdpCurve(orders, values); }
};

/// What an experiment may spend on its search and its final run.
struct Budget {
    SpendSum total;             ///< μ² in all
    SpendSum extra;             ///< of it: other releases of the experiment, as the private mean
    Epsilon epsilon;            ///< the whole as (ε, δ), which is what a private selection takes
    Delta delta;                ///< at which every ε is meant
    double scoreFraction = 0.0; ///< share of a scored run's μ² that its count takes; 0: scores are free
};

/// How a method splits a budget.
struct Shares {
    std::vector<RunShare> phases;
    std::optional<RunShare> final;
    std::optional<SelectionShare> selection; ///< then no phases, and `final` is the winner
    SpendSum spent;                          ///< μ² of all, Budget::extra included
};

/// One run's share, its score taken out of it.
[[nodiscard]] RunShare shareOf(Epsilon epsilon, Mu mu, int runs, double scoreFraction);

/// σ of a run of clipped sums whose events have multiplier z: by adjacency, rows per person and slack,
/// rounded up.
[[nodiscard]] double noiseFor(NoiseMultiplier z, Adjacency adjacency, std::uint32_t rowsPerPerson);

/// What `extra` leaves of the total; throws Error(Refused) when that is nothing.
[[nodiscard]] SpendSum leftOf(const Budget& budget);

} // namespace parsimony::search
