// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace parsimony::exporting {

/// Log-odds of a class against the rest are sorted into bins for a histogram with noise: 30 of width 0.5
/// between −7.5 and 7.5, and one for what lies beyond on either side. Constants, so that bins tell nothing.
inline constexpr std::size_t kScoreBins = 32;
[[nodiscard]] std::size_t scoreBin(double logOdds);

/// Losses are counted in these parts of their bound, as whole numbers: their sum is exact, in any order.
inline constexpr std::uint64_t kLossUnits = std::uint64_t{1} << 20U;

/// Of the classes with the highest scores, those among which a record's is to be; of as few every record's
/// is.
inline constexpr std::size_t kTopClasses = 5;

/// What the metrics look at.
struct MetricSettings {
    std::optional<std::uint32_t> positive; ///< the class that AUC tells from the rest; absent: no AUC
    double lossBound = 10.0;               ///< of what one record adds to `clippedLosses`, in nats
    bool keepOdds = false;                 ///< for an exact AUC
};

/// What metrics of scored records are made of: exact, so curator values on private data.
struct ScoreTally {
    std::uint64_t records = 0; ///< that have a class
    std::uint64_t invalid = 0; ///< that have none
    std::uint64_t topFive = 0; ///< whose class is among the five of the highest scores
    double losses = 0.0;       ///< sum of −ln of the softmax of their class, in nats
    std::uint64_t clippedLosses =
        0; ///< the same, each at most the bound, in kLossUnits; invalid ones: the bound
    std::array<std::uint64_t, kScoreBins> positives{}, negatives{}; ///< by the bin of their log-odds
    std::vector<float> positiveOdds, negativeOdds; ///< log-odds, kept where `keepOdds` is set
};

/// Adds records to a tally, one after the other.
class ScoreTallier {
public:
    explicit ScoreTallier(MetricSettings settings) : m_settings(settings) {}

    /// A record of class `truth` and its scores, one a class.
    void add(std::size_t truth, std::span<const float> scores);
    void addInvalid();
    [[nodiscard]] const ScoreTally& tally() const { return m_tally; }

private:
    MetricSettings m_settings;
    ScoreTally m_tally;
};

/// Area under the ROC curve: how often a positive scores above a negative, ties counting half. Exact; absent
/// where there are none of either. Shapes: [positives], [negatives].
[[nodiscard]] std::optional<double> areaUnderCurve(std::vector<float> positives,
                                                   std::vector<float> negatives);

/// An area out of binned scores: pairs within one bin count half.
struct BinnedArea {
    double area = 0.0;
    double binError = 0.0; ///< by which the order within bins can change it, at most
    double se = 0.0;       ///< of the noise in the counts, by the delta method
};
/// Fewer positives, or negatives, than that say nothing through noise of that standard deviation in each bin.
[[nodiscard]] double leastForArea(double noiseSd);
/// From counts, which may hold noise of standard deviation `noiseSd` each. Absent where noise leaves
/// nothing.
[[nodiscard]] std::optional<BinnedArea> areaOfBins(std::span<const double> positives,
                                                   std::span<const double> negatives, double noiseSd);

} // namespace parsimony::exporting
