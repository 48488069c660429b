// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/evaluation_view.h"

#include "core/data/class_names.h"
#include "core/session/model_evaluation.h"
#include "core/session/public_evaluation.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

EvaluationView::Row exactRow(const std::string& name, const exporting::Count& count) {
    const auto records = static_cast<double>(count.records);
    return {name, records,
            count.records > 0 ? std::optional(static_cast<double>(count.correct) / records) : std::nullopt};
}

void addConfusion(EvaluationView& result, const PrivateEvaluation::Metric& metric) {
    result.confusionSe = metric.noiseSd;
    for (const double count : metric.found.counts) {
        result.confusion.push_back(static_cast<std::uint64_t>(std::llround(std::max(count, 0.0))));
    }
    const auto classes =
        static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(result.confusion.size()))));
    for (std::size_t k = result.classes.size(); k < classes; ++k) { // not counted one by one: names alone
        result.classes.push_back({std::to_string(k)});
    }
}

} // namespace

EvaluationView viewOf(const PublicEvaluation& found) {
    EvaluationView result;
    const exporting::Evaluation& counts = found.counts;
    result.records = counts.all.records;
    result.accuracy = exactRow({}, counts.all).accuracy.value_or(0.0);
    for (std::size_t k = 0; k < counts.perClass.size(); ++k) {
        result.classes.push_back(exactRow(data::classTitle(found.classNames, k), counts.perClass[k]));
    }
    for (std::size_t g = 0; g < found.groups.size(); ++g) {
        result.groups.push_back(exactRow(found.groups[g], counts.perGroup[g]));
    }
    result.figures = figuresOf(found);
    result.confusion.assign(counts.confusion.begin(), counts.confusion.end());
    result.ignored = counts.ignored;
    result.invalid = counts.invalid;
    return result;
}

EvaluationView viewOf(const PrivateEvaluation& found) {
    EvaluationView result;
    result.isPrivate = true;
    result.accuracy = found.accuracy;
    result.se = found.se;
    result.records = found.records;
    result.epsilon = found.epsilon;
    result.remainingEpsilon = found.remainingEpsilon;
    for (const PrivateBreakdown& breakdown : found.breakdowns) {
        if (breakdown.of == mechanism::BreakdownOf::All) {
            continue; // the verdict
        }
        auto& rows = breakdown.of == mechanism::BreakdownOf::Classes ? result.classes : result.groups;
        for (const auto& [name, bin] : breakdown.bins) {
            rows.push_back(
                {name, std::max(0.0, std::round(bin.records)), bin.accuracy, bin.se.value_or(0.0)});
        }
    }
    result.figures = figuresOf(found);
    for (const PrivateEvaluation::Metric& metric : found.metrics) {
        if (metric.found.of == mechanism::MetricOf::Confusion) {
            addConfusion(result, metric);
        }
    }
    return result;
}

} // namespace parsimony::session
