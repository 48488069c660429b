// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace parsimony::mechanism {

/// A noisy accuracy over a number of records that is private itself. Both come from two noisy counts, of
/// right and of wrong predictions; where noise leaves too little of them the accuracy is absent.
struct NoisyAccuracy {
    std::optional<double> accuracy, se; ///< 0..1, and the noise's standard error (delta method)
    double records = 0.0;               ///< noisy
};

/// What a look at private rows may release beside accuracies. Metrics that compare pairs of records, or whose
/// thresholds come from the rows, have no bound on what one record moves, and are none of these.
enum class MetricOf { TopFive, LogLoss, Auc, Confusion, F1 };
inline constexpr std::array kMetrics{MetricOf::TopFive, MetricOf::LogLoss, MetricOf::Auc, MetricOf::Confusion,
                                     MetricOf::F1};

struct NoisyMetric {
    MetricOf of = MetricOf::TopFive;
    std::optional<double> value, se; ///< absent where noise leaves nothing, and of counts
    double binError = 0.0;           ///< of AUC: by which the order inside bins can change it, at most
    /// Of a confusion matrix: classes × classes, [true][predicted]. Of F1: classes × 3, pairs of a record and
    /// a class that are right, said and not there, there and not said.
    std::vector<double> counts;
};

} // namespace parsimony::mechanism
