// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/breakdown.h"
#include "core/mechanism/noisy_accuracy.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace parsimony::mechanism {

/// As options and ledgers name it: "top5", "log_loss", "auc", "confusion" or "f1".
[[nodiscard]] std::string_view metricName(MetricOf metric);
[[nodiscard]] std::optional<MetricOf> metricNamed(std::string_view name);

/// The noise that takes `mu` for a metric's counts, where a record has `mostLabels` labels at most.
[[nodiscard]] BreakdownPlan planOf(MetricOf metric, Mu mu, Adjacency adjacency, std::uint32_t mostRows,
                                   std::uint32_t mostLabels);

/// What a metric is a share or a mean of: records, and the noise's standard deviation where their number is
/// private.
struct Divisor {
    double records = 0.0, noiseSd = 0.0;
};

/// One metric of a look: what is counted, and with which noise. One Gaussian release each. A record adds 1 to
/// one count, at most 1 (the bound of its loss) to one sum, or to F1 what BreakdownPlan::forLabels says.
struct MetricPlan {
    MetricOf of = MetricOf::TopFive;
    BreakdownPlan counts;
    double lossBound = 0.0;                     ///< of LogLoss: what one record adds at most, in nats
    std::optional<std::uint32_t> positive = {}; ///< of Auc: the class that is told from the rest

    /// From exact values; `stream` differs among the releases of one source.
    [[nodiscard]] NoisyMetric release(const exporting::Evaluation& exact, Divisor records,
                                      const compute::NoiseSource& noise, std::uint32_t stream) const;
    /// As the ledger keeps plan and release; noise of LogLoss is in units of its bound.
    [[nodiscard]] nlohmann::json record() const;
    /// Whether that many records can say anything through the noise; it is known before anything is charged.
    [[nodiscard]] bool canTell(double records) const;
};

/// The standard error that the area of so many records is to be expected with, were all classes of one size,
/// from the noise of each of its bins; absent where there is no record.
[[nodiscard]] std::optional<double> expectedAreaSe(double noiseSd, double records, std::uint32_t classes);

/// An area with a larger standard error tells little, and of a rare class there may be none at all.
inline constexpr double kDoubtfulAreaSe = 0.05;

/// The accuracy of exactly counted records; absent where there are none.
[[nodiscard]] NoisyAccuracy exactAccuracy(const exporting::Count& count);

inline constexpr std::size_t kCountsOfF1 = 3; ///< of a class: right, wrong and missed

/// F1 of noisy counts as NoisyMetric has them, each with noise of standard deviation `sd`: 2·right/(2·right +
/// wrong + missed) over all classes, and its mean over those that noise does not hide. Post-processing.
struct NoisyF1 {
    NoisyAccuracy micro, macro;
    std::size_t classes = 0; ///< of the mean
};
[[nodiscard]] NoisyF1 f1Of(std::span<const double> counts, double sd);

/// Mean of the accuracies of the classes that have one, with its standard error.
struct BalancedAccuracy {
    double accuracy = 0.0, se = 0.0;
    std::size_t classes = 0; ///< that have one
};
/// Costs nothing beyond what the accuracies cost. Absent where no class has one.
[[nodiscard]] std::optional<BalancedAccuracy> balancedAccuracy(std::span<const NoisyAccuracy> classes);

} // namespace parsimony::mechanism
