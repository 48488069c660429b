// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/event.h"
#include "core/search/run_share.h"
#include "core/search/search_space.h"
#include "core/search/uniform_source.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::search {

/// How the secret number of runs K is distributed (Papernot and Steinke 2021, "Hyperparameter tuning with
/// Rényi differential privacy").
struct RunsFamily {
    bool poisson = false; ///< K ~ Poisson(mean); K = 0 returns a public constant
    double eta =
        0.0; ///< else truncated negative binomial with shape η > −1 on 1, 2, …: 0 logarithmic, 1 geometric
    friend bool operator==(const RunsFamily&, const RunsFamily&) = default;
};

/// `poisson` or `tnb:ETA`; throws Error(Usage).
[[nodiscard]] RunsFamily runsFamilyFromText(std::string_view text);
[[nodiscard]] std::string toText(const RunsFamily& family);

/// E[K] of the truncated negative binomial with shape η and parameter γ in (0, 1) (Definition 1).
[[nodiscard]] double truncatedNegativeBinomialMean(double eta, double gamma);
/// γ of the distribution with that mean > 1; throws Error(Usage) on another mean or η ≤ −1.
[[nodiscard]] double gammaForMean(double eta, double mean);

/// Draws K. `source` must be secret on private data (PRIVACY rule 22). The distribution drawn from is within
/// 2⁻⁵⁰ of the named one in total variation.
[[nodiscard]] std::uint64_t drawRuns(const RunsFamily& family, double mean, UniformSource& source);

/// RDP of "run K times, return the best run with its score", at `orders` (rising, > 1), from the base
/// mechanism's RDP at the same orders: Theorem 2 (λ̂ ranges over the orders, then monotonicity in the order)
/// or Theorem 6 (δ̂ from the base curve). Infinite where no order helps.
[[nodiscard]] std::vector<double> selectionRdp(std::span<const double> orders, std::span<const double> base,
                                               const RunsFamily& family, double mean);

/// RDP of Koskela and Kulkarni 2023 ("Practical differentially private hyperparameter tuning with subset
/// selection"): each record goes to the tuning set with probability q, else to the final run's. `tuning[i]`
/// and `final[i]` are the RDP of the two at order i + 2. Integer orders α ≥ 2 up to tuning.size() + 1.
/// Add/remove: the larger of their two bounds; replace-one, where both neighbours' records meet the same
/// coin: log(q·e^{(α−1)ε₁} + (1−q)·e^{(α−1)ε₂})/(α−1).
[[nodiscard]] double subsetRdp(int order, std::span<const double> tuning, std::span<const double> final,
                               double fraction, Adjacency adjacency);

/// The least ε of a curve at δ: min over orders of r + log(1−1/α) − log(δα)/(α−1) (Canonne, Kamath, Steinke
/// 2020, Prop. 12), 0 where r ≤ −log(1−δ²).
[[nodiscard]] double epsilonOfCurve(std::span<const double> orders, std::span<const double> values,
                                    double delta);
/// Orders used for planning: rising, from 1.1 to 4096; and the integers up to 1024 for subset tuning.
[[nodiscard]] const std::vector<double>& selectionOrders();
[[nodiscard]] const std::vector<double>& subsetOrders();

/// Where nobody asks for others: the mean number of runs, and the part of the records that subset tuning
/// takes.
inline constexpr double kMeanRuns = 10.0;
inline constexpr double kSubsetFraction = 0.1;

struct SelectionRequest {
    Epsilon epsilon;
    Delta delta;
    RunsFamily family;
    double meanRuns = kMeanRuns;
    std::optional<double> subsetFraction; ///< q of subset tuning; absent: tuning on all records
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    double scoreFraction = 0.0; ///< share of a run's μ² that its count takes
    /// Every kind of run that may be drawn, its σ still open, where any of them samples; empty: none does,
    /// and all cost the same.
    std::vector<RunNoise> runs{};
};

/// A whole private selection as one mechanism: what its runs may spend and its RDP curve, which is the event.
struct SelectionPlan {
    SelectionRequest request;
    /// μ of every run, training and score together; the final run of subset tuning has the same and no score.
    /// Where runs sample: of a full batch that would cost as much by itself.
    Mu runMu;
    std::vector<RunNoise> runs; ///< of the request, with their σ
    std::vector<double> orders;
    std::vector<double> values;
    Epsilon epsilon; ///< at request.delta; never above request.epsilon
};

/// Solves the largest μ of a run whose whole fits (ε, δ). The base curve is λμ²/2. Where runs sample, each
/// kind by itself gets the least noise whose whole fits, its count that of a full batch; then all get more by
/// one factor, so that the whole fits with the largest of their curves at each order as the base: whichever
/// candidate was drawn, its release has no larger divergence, nor has a mixture of them. Throws Error(Usage)
/// on bad parameters, and Error(Refused) for subset tuning with more than one row per person (its coins are
/// per row).
[[nodiscard]] SelectionPlan planSelection(const SelectionRequest& request);

/// The RDP curve of a selection whose runs cost `runMu` each, score included; or, where `request.runs` have
/// their σ, the largest of theirs and of a score of `scoreMu`. As planSelection() has it, for who checks one.
struct SelectionCurve {
    std::vector<double> orders, values;
};
[[nodiscard]] SelectionCurve selectionCurve(const SelectionRequest& request, double runMu, double scoreMu);

/// One candidate, drawn with replacement from the plan's fixed distribution, which is a product: a value
/// of each axis, r log-uniform (whatever its sampler), then the decomposition; without a step size, T alone.
/// `noise` is asked for phase 0.
[[nodiscard]] StepChoice drawCandidate(const SearchSpace& space, const NoiseFor& noise,
                                       UniformSource& source);

} // namespace parsimony::search
