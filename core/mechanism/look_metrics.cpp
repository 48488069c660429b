// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/look_metrics.h"

#include "core/base/enum_words.h"

#include <algorithm>
#include <cmath>

namespace parsimony::mechanism {

namespace {

double number(std::uint64_t count) {
    return static_cast<double>(count);
}

/// A sum of what each record adds, as a share of the records.
NoisyMetric shareOf(MetricOf of, double sum, double noiseSd, Divisor records, double most) {
    NoisyMetric metric{of, {}, {}, 0.0, {}};
    if (records.records > std::max(0.0, 5.0 * records.noiseSd)) {
        const double share = sum / records.records;
        metric.value = most * std::clamp(share, 0.0, 1.0);
        metric.se = most * std::hypot(noiseSd, share * records.noiseSd) / records.records;
    }
    return metric;
}

/// Losses of valid records as shares of the bound, exact: multiples of 2⁻²⁰, of which there are below 2⁵³.
/// Where the number of records is public, what they lie below it, to which an empty record adds nothing
/// either: it counts with the bound then, and rows of other parts of the file are no records.
double lossSum(const exporting::ScoreTally& scores, bool isCounted) {
    const std::uint64_t units = scores.clippedLosses - scores.invalid * exporting::kLossUnits;
    const std::uint64_t told = isCounted ? units : scores.records * exporting::kLossUnits - units;
    return number(told) / number(exporting::kLossUnits);
}

/// A mean loss, from how far below `bound` it lies; 0: it is the loss.
NoisyMetric lossOf(NoisyMetric found, double bound) {
    if (found.value && bound > 0.0) {
        found.value = bound - *found.value;
    }
    return found;
}

/// What the metric counts, exact; `isCounted`: its share is of a noisy number of records.
std::vector<double> sumsOf(MetricOf of, const exporting::Evaluation& exact, bool isCounted) {
    std::vector<double> sums;
    switch (of) {
    case MetricOf::TopFive:
        return {number(exact.scores.topFive)};
    case MetricOf::LogLoss:
        return {lossSum(exact.scores, isCounted)};
    case MetricOf::Auc:
        std::transform(exact.scores.positives.begin(), exact.scores.positives.end(), std::back_inserter(sums),
                       number);
        std::transform(exact.scores.negatives.begin(), exact.scores.negatives.end(), std::back_inserter(sums),
                       number);
        return sums;
    case MetricOf::F1:
        for (std::size_t j = 0; exact.sets && j < exact.perClass.size(); ++j) {
            const exporting::Count& count = exact.perClass[j];
            sums.insert(sums.end(),
                        {number(count.correct), number(exact.sets->predicted.at(j) - count.correct),
                         number(count.records - count.correct)});
        }
        return sums;
    case MetricOf::Confusion:
        std::transform(exact.confusion.begin(), exact.confusion.end(), std::back_inserter(sums), number);
        return sums;
    }
    return sums;
}

constexpr std::array kMetricWords{"top5", "log_loss", "auc", "confusion", "f1"};
static_assert(kMetricWords.size() == kMetrics.size());
} // namespace

std::string_view metricName(MetricOf metric) {
    return wordOf(kMetricWords, metric);
}

std::optional<MetricOf> metricNamed(std::string_view name) {
    return valueNamed<MetricOf>(kMetricWords, name);
}

BreakdownPlan planOf(MetricOf metric, Mu mu, Adjacency adjacency, std::uint32_t mostRows,
                     std::uint32_t mostLabels) {
    switch (metric) {
    case MetricOf::TopFive:
    case MetricOf::LogLoss:
        return BreakdownPlan::forSum(mu, mostRows);
    case MetricOf::F1:
        return BreakdownPlan::forLabels(mu, adjacency, mostRows, mostLabels);
    case MetricOf::Auc:
    case MetricOf::Confusion:
        break;
    }
    return BreakdownPlan::forMu(mu, adjacency, mostRows);
}

nlohmann::json MetricPlan::record() const {
    nlohmann::json record = counts.record(metricName(of));
    if (of == MetricOf::LogLoss) {
        record["loss_bound"] = lossBound;
    }
    if (of == MetricOf::Auc && positive) {
        record["positive_class"] = *positive;
    }
    return record;
}

bool MetricPlan::canTell(double records) const {
    return of != MetricOf::Auc || records > 2.0 * exporting::leastForArea(counts.noiseSd());
}

std::optional<double> expectedAreaSe(double noiseSd, double records, std::uint32_t classes) {
    if (!(records > 0.0) || classes < 2) {
        return std::nullopt;
    }
    const double positives = records / classes;
    // Of most bins next to all or next to none of the other class lie below: (0 − area)² + (1 − area)² ≤ 1.
    const double each = noiseSd * std::sqrt(static_cast<double>(exporting::kScoreBins) / 2.0);
    return each * std::hypot(1.0 / positives, 1.0 / (records - positives));
}

NoisyMetric MetricPlan::release(const exporting::Evaluation& exact, Divisor records,
                                const compute::NoiseSource& noise, std::uint32_t stream) const {
    const bool isCounted = records.noiseSd > 0.0;
    std::vector<double> sums = sumsOf(of, exact, isCounted);
    counts.addNoise(sums, noise, stream);
    const double sd = counts.noiseSd();
    switch (of) {
    case MetricOf::TopFive:
        return shareOf(of, sums.front(), sd, records, 1.0);
    case MetricOf::LogLoss:
        return lossOf(shareOf(of, sums.front(), sd, records, lossBound), isCounted ? 0.0 : lossBound);
    case MetricOf::Auc: {
        const auto bins = std::span<const double>(sums);
        const auto area =
            exporting::areaOfBins(bins.first(exporting::kScoreBins), bins.last(exporting::kScoreBins), sd);
        return area ? NoisyMetric{of, area->area, area->se, area->binError, {}}
                    : NoisyMetric{of, {}, {}, 0.0, {}};
    }
    case MetricOf::F1:
    case MetricOf::Confusion:
        break;
    }
    return {of, {}, {}, 0.0, std::move(sums)};
}

namespace {

/// Of `of` counts added up.
NoisyAccuracy f1Of(double right, double others, double sd, double of) {
    const double all = 2.0 * right + others;
    NoisyAccuracy f1;
    f1.records = all;
    if (all > 5.0 * std::sqrt(6.0 * of) * sd) {
        const double value = std::clamp(2.0 * right / all, 0.0, 1.0);
        f1.accuracy = value;
        f1.se = sd * std::sqrt(of * (4.0 * (1.0 - value) * (1.0 - value) + 2.0 * value * value)) / all;
    }
    return f1;
}

} // namespace

NoisyF1 f1Of(std::span<const double> counts, double sd) {
    NoisyF1 result;
    std::vector<NoisyAccuracy> classes;
    double right = 0.0, others = 0.0;
    for (std::size_t j = 0; j + kCountsOfF1 <= counts.size(); j += kCountsOfF1) {
        right += counts[j];
        others += counts[j + 1] + counts[j + 2];
        classes.push_back(f1Of(counts[j], counts[j + 1] + counts[j + 2], sd, 1.0));
    }
    result.micro = f1Of(right, others, sd, static_cast<double>(classes.size()));
    if (const auto mean = balancedAccuracy(classes)) {
        result.macro.accuracy = mean->accuracy;
        result.macro.se = mean->se;
        result.classes = mean->classes;
    }
    return result;
}

NoisyAccuracy exactAccuracy(const exporting::Count& count) {
    const auto records = static_cast<double>(count.records);
    return {count.records == 0 ? std::nullopt : std::optional(static_cast<double>(count.correct) / records),
            0.0, records};
}

std::optional<BalancedAccuracy> balancedAccuracy(std::span<const NoisyAccuracy> classes) {
    BalancedAccuracy result;
    double variance = 0.0;
    for (const NoisyAccuracy& one : classes) {
        if (one.accuracy) {
            ++result.classes;
            result.accuracy += *one.accuracy;
            variance += std::pow(one.se.value_or(0.0), 2);
        }
    }
    if (result.classes == 0) {
        return std::nullopt;
    }
    result.accuracy /= static_cast<double>(result.classes);
    result.se = std::sqrt(variance) / static_cast<double>(result.classes);
    return result;
}

} // namespace parsimony::mechanism
