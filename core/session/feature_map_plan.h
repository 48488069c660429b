// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/release_name.h"
#include "core/data/feature_map.h"
#include "core/privacy/event.h"
#include "core/search/auto_tuning.h"
#include "core/session/class_prior.h"
#include "core/session/constants.h"
#include "core/session/run_options.h"
#include "core/train/sum_plan.h"
#include "core/train/trial_plan.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace parsimony::session {

/// A release that is made before the first run.
struct PlannedStatistic {
    ReleaseName name;
    PrivacyEvent event;
    Mu mu; ///< rounded up
};

/// What an experiment makes its feature map of, fixed before private rows are opened.
struct FeatureMapPlan {
    double biasShare = 0.02;         ///< of the squared norm of a mapped row
    std::uint32_t quadraticRows = 0; ///< 0: no quadratic block
    double quadraticShare = 0.2;     ///< of the squared norm without the bias
    std::uint64_t quadraticSeed = 0; ///< of the generator of A and B: a public constant
    train::MeanPlan mean;            ///< of the rows as the row norm leaves them
    /// Of the rows by each encoder beyond the first, where they are told apart; class counts are of all.
    struct OtherMean {
        std::string encoder;
        train::MeanPlan mean;
        ReleaseName release;
    };
    std::vector<OtherMean> otherMeans = {};
    /// The same map of one encoder's rows: `mean` is of these.
    [[nodiscard]] FeatureMapPlan of(const std::string& encoder) const;
    /// What the mean of this encoder's rows is called in the ledger.
    [[nodiscard]] ReleaseName meanReleaseOf(const std::string& encoder) const;
    /// The same mean released once more, where the first one alone says that the rows share one.
    struct MeanRest {
        train::MeanPlan mean;
        double above = 0.0; ///< ‖first‖² less what its noise adds, over the bound's square, must lie above
    };
    /// Of `auto` without pilots, where a mean of these rows would be better for more than `mean` takes. Until
    /// it is decided the plan has both final runs (ExperimentPlan::finalWithoutRest).
    std::optional<MeanRest> meanRest = {};
    /// Does this first mean ask for the rest?
    [[nodiscard]] bool asksForRest(std::span<const double> releasedMean) const;
    /// Where training starts from a zero matrix: their logarithms become the bias that it starts with.
    std::optional<train::SumPlan> classCounts = {};
    ClassPriorLaw priorLaw = {}; ///< of those logarithms
    /// Of `auto` without pilots: the same counts released once more, where the first ones do not say that
    /// classes are about equal. Until that is decided the plan has a final run for either case.
    std::optional<train::SumPlan> countsRest = {};
    /// While it is open whether classes are about equal: the bias share if they are, which leaves nothing for
    /// a bias to learn, the variance of their counts, less its noise, over the square of their mean that they
    /// must stay below, and the caution of the final run's look at its signal if they are.
    struct EqualClasses {
        double biasShare = 0.0, spread = 0.0;
        std::optional<double> caution = {}; ///< absent in plans of before: as of other classes
    };
    std::optional<EqualClasses> equalClasses = {};
    /// Do these counts say so?
    [[nodiscard]] bool areEqual(const KnownCounts& counts) const;
    /// Counts that were released once or twice: both weighed by their known noise.
    [[nodiscard]] KnownCounts known(std::span<const double> releasedCounts,
                                    std::span<const double> releasedRest = {}) const;
    /// Of `auto` without pilots: how flat the spectrum is.
    std::optional<train::SumPlan> flatness = {};
    std::uint32_t flatnessBuckets = 0;
    /// Of `auto` without pilots: what would be released of it would say less than what is believed, so
    /// nothing is.
    bool flatnessBelieved = false;
    /// Do looks in the final run stand in place of pilots?
    [[nodiscard]] bool withoutPilots() const { return flatness.has_value() || flatnessBelieved; }
    /// Buckets that two rows are expected in, from the public record count.
    [[nodiscard]] double expectedPairs() const;

    /// Coordinates that it adds to a record.
    [[nodiscard]] std::uint32_t added() const { return 1 + quadraticRows; }
    /// Everything it releases.
    [[nodiscard]] std::vector<PlannedStatistic> statistics() const;
    [[nodiscard]] nlohmann::json toJson() const;
    [[nodiscard]] static FeatureMapPlan fromJson(const nlohmann::json& json);
};

/// Random quadratic features of `center+quadratic`.
inline constexpr std::uint32_t kQuadraticRows = 768;

/// Coordinates that the map of these options adds to a record.
[[nodiscard]] std::uint32_t addedByMap(const RunOptions& options);

/// Of which encoders' rows a map has a mean, and what of it may be released in two parts.
struct MapNeeds {
    bool ofEncoders = false;  ///< of each of them, else of the first
    bool ofPilots = false;    ///< … where each has a pilot
    bool mayAsk = false;      ///< what a run is charged may follow from what was released
    bool wantsCounts = false; ///< predictions need the class counts: all of them at once
};

/// The map's plan, its shares taken out of `totalMu`, with a flatness where `flatness` says what it goes by;
/// absent without one. Throws Error(Usage) for options that it does not go with.
[[nodiscard]] std::optional<FeatureMapPlan> planFeatureMap(const RunOptions& options,
                                                           const Constants& constants, Mu totalMu,
                                                           const std::optional<search::AutoCentred>& flatness,
                                                           const MapNeeds& needs = {});

/// The released mean pulled towards zero by what its noise alone would be (James and Stein, positive part):
/// with d features and noise of standard deviation σ in each, by 1 − dσ²/‖mean‖². Without it the noise can
/// exceed the mean, and be subtracted from every row. Post-processing.
[[nodiscard]] std::vector<float> shrunkMean(std::span<const double> released, const train::MeanPlan& plan);

/// A mean that was released once or twice: both weighed by their known noise, then pulled towards zero.
[[nodiscard]] std::vector<float> shrunkMean(const FeatureMapPlan& plan, std::span<const double> releasedMean,
                                            std::span<const double> releasedRest);

/// The map that follows from a released mean, and the rest of it where that was released too.
[[nodiscard]] data::FeatureMap featureMapOf(const FeatureMapPlan& plan, std::span<const double> releasedMean,
                                            std::span<const double> releasedRest = {});

/// What the logits of training begin with: logOdds() where a record may have several labels, else
/// logPrior().
[[nodiscard]] std::vector<double> startingBias(const KnownCounts& known, const FeatureMapPlan& plan,
                                               const Constants& constants);

} // namespace parsimony::session
