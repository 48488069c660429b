// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/evaluation_figures.h"

#include "core/base/collected.h"
#include "core/export/metrics.h"
#include "core/session/model_evaluation.h"
#include "core/session/public_evaluation.h"

namespace parsimony::session {

namespace {

using Of = EvaluationFigure::Of;

std::optional<double> meanOf(double sum, std::uint64_t records) {
    return records == 0 ? std::nullopt : std::optional(sum / static_cast<double>(records));
}

EvaluationFigure balancedFigure(const std::vector<mechanism::NoisyAccuracy>& classes) {
    const auto found = mechanism::balancedAccuracy(classes);
    return found ? EvaluationFigure{Of::Balanced, found->accuracy, found->se,
                                    static_cast<std::uint32_t>(found->classes)}
                 : EvaluationFigure{Of::Balanced, {}, {}};
}

EvaluationFigure exact(Of of, std::optional<double> value, std::uint32_t about = 0) {
    return {of, value, value ? std::optional(0.0) : std::nullopt, about};
}

} // namespace

std::vector<EvaluationFigure> figuresOf(const PublicEvaluation& found) {
    const exporting::Evaluation& counts = found.counts;
    if (counts.sets) {
        return {exact(Of::MicroF1, counts.microF1()), exact(Of::MacroF1, counts.macroF1()),
                exact(Of::RankingPrecision, counts.rankingPrecision())};
    }
    auto classes = collected<mechanism::NoisyAccuracy>(
        counts.perClass, [](const exporting::Count& count) { return mechanism::exactAccuracy(count); });
    const exporting::ScoreTally& scores = counts.scores;
    return {balancedFigure(classes),
            exact(Of::TopFive, found.classes > exporting::kTopClasses
                                   ? meanOf(static_cast<double>(scores.topFive), scores.records)
                                   : std::nullopt),
            exact(Of::LogLoss, meanOf(scores.losses, scores.records)),
            exact(Of::Auc, exporting::areaUnderCurve(scores.positiveOdds, scores.negativeOdds),
                  found.positive.value_or(0))};
}

std::vector<EvaluationFigure> figuresOf(const PrivateEvaluation& found) {
    std::vector<EvaluationFigure> figures;
    for (const PrivateBreakdown& breakdown : found.breakdowns) {
        if (breakdown.of == mechanism::BreakdownOf::Classes) {
            std::vector<mechanism::NoisyAccuracy> classes;
            for (const auto& [name, accuracy] : breakdown.bins) {
                classes.push_back(accuracy);
            }
            figures.push_back(balancedFigure(classes));
        }
    }
    for (const PrivateEvaluation::Metric& metric : found.metrics) {
        const mechanism::NoisyMetric& noisy = metric.found;
        switch (noisy.of) {
        case mechanism::MetricOf::TopFive:
            figures.push_back({Of::TopFive, noisy.value, noisy.se});
            break;
        case mechanism::MetricOf::LogLoss:
            figures.push_back({Of::LogLoss, noisy.value, noisy.se, 0, 0, metric.lossBound});
            break;
        case mechanism::MetricOf::Auc:
            figures.push_back({Of::Auc, noisy.value, noisy.se, metric.positive.value_or(0)});
            break;
        case mechanism::MetricOf::F1: {
            const mechanism::NoisyF1 f1 = mechanism::f1Of(noisy.counts, metric.noiseSd);
            figures.push_back({Of::MicroF1, f1.micro.accuracy, f1.micro.se});
            figures.push_back({Of::MacroF1, f1.macro.accuracy, f1.macro.se,
                               static_cast<std::uint32_t>(f1.classes),
                               static_cast<std::uint32_t>(noisy.counts.size() / mechanism::kCountsOfF1)});
            break;
        }
        case mechanism::MetricOf::Confusion:
            break; // a matrix
        }
    }
    return figures;
}

} // namespace parsimony::session
