// SPDX-License-Identifier: GPL-3.0-or-later
// Classifiers of records that may have several labels.
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/export/evaluate.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace parsimony::exporting {

namespace {

std::optional<double> f1Of(std::uint64_t right, std::uint64_t predicted, std::uint64_t there) {
    const std::uint64_t all = predicted + there;
    return all == 0 ? std::nullopt
                    : std::optional(2.0 * static_cast<double>(right) / static_cast<double>(all));
}

/// The mean over the labels of how many of the classes that score at least as high are labels too. Equal
/// scores count as ranked before, as scikit-learn has it.
double rankingPrecisionOf(std::span<const float> scores, std::span<const std::int32_t> labels) {
    std::vector<float> all(scores.begin(), scores.end());
    auto own = collected<float>(
        labels, [&](const std::int32_t label) { return scores[static_cast<std::size_t>(label)]; });
    std::sort(all.begin(), all.end());
    std::sort(own.begin(), own.end());
    const auto atLeast = [](const std::vector<float>& sorted, float score) {
        return static_cast<double>(sorted.end() - std::lower_bound(sorted.begin(), sorted.end(), score));
    };
    double sum = 0.0;
    for (const float score : own) {
        sum += atLeast(own, score) / atLeast(all, score);
    }
    return sum / static_cast<double>(own.size());
}

} // namespace

std::optional<double> Evaluation::microF1() const {
    std::uint64_t right = 0, there = 0;
    for (const Count& count : perClass) {
        right += count.correct;
        there += count.records;
    }
    if (!sets || all.records == 0) {
        return std::nullopt;
    }
    const auto predicted = std::accumulate(sets->predicted.begin(), sets->predicted.end(), std::uint64_t{0});
    return f1Of(right, predicted, there).value_or(0.0);
}

std::optional<double> Evaluation::f1(std::size_t label) const {
    return sets ? f1Of(perClass.at(label).correct, sets->predicted.at(label), perClass.at(label).records)
                : std::nullopt;
}

std::optional<double> Evaluation::macroF1() const {
    double sum = 0.0;
    for (std::size_t j = 0; j < perClass.size(); ++j) {
        sum += f1(j).value_or(0.0);
    }
    return sets && all.records > 0 ? std::optional(sum / static_cast<double>(perClass.size())) : std::nullopt;
}

std::optional<double> Evaluation::rankingPrecision() const {
    return sets && sets->ranked > 0 ? std::optional(sets->rankings / static_cast<double>(sets->ranked))
                                    : std::nullopt;
}

Evaluation evaluateSets(const Classifier& model, const data::FeatureSource& features,
                        const data::LabelSets& labels, const Groups* groups, int threads,
                        std::stop_token stop, std::uint32_t most) {
    const std::size_t classes = model.head.classes;
    if (labels.rows() != features.rows() ||
        (groups != nullptr && groups->ofRecord.size() != features.rows())) {
        fail(Sentence("labels and groups must be as many as the {1} rows", features.rows()));
    }
    Evaluation result;
    result.perClass.resize(classes);
    result.perGroup.resize(groups != nullptr ? groups->names.size() : 0);
    SetTally& tally = result.sets.emplace();
    tally.perRecord = labels.perRecord;
    tally.predicted.resize(classes);
    const auto add = [&](std::size_t record, std::int32_t best, std::span<const float> scores) {
        if (!labels.valid(record)) {
            ++result.invalid;
            return;
        }
        const std::span<const std::int32_t> own = labels.of(record);
        const auto has = [&](std::int32_t label) {
            return std::binary_search(own.begin(), own.end(), label); // ascending
        };
        const std::uint64_t hit = has(best) ? 1 : 0;
        const auto count = [&](Count& counted) {
            ++counted.records;
            counted.correct += hit;
        };
        count(result.all);
        if (groups != nullptr && groups->ofRecord[record] >= 0) {
            count(result.perGroup[static_cast<std::size_t>(groups->ofRecord[record])]);
        }
        for (const std::int32_t label : own) {
            ++result.perClass[static_cast<std::size_t>(label)].records;
        }
        for (const std::int32_t label : labelsAbove(model, scores, most)) {
            ++tally.predicted[static_cast<std::size_t>(label)];
            result.perClass[static_cast<std::size_t>(label)].correct += has(label) ? 1 : 0;
        }
        if (!own.empty()) {
            tally.rankings += rankingPrecisionOf(scores, own);
            ++tally.ranked;
        }
    };
    predict(
        model, features,
        [&](std::size_t first, std::span<const std::int32_t> best, std::span<const float> scores) {
            for (std::size_t i = 0; i < best.size(); ++i) {
                add(first + i, best[i], scores.subspan(i * classes, classes));
            }
        },
        threads, std::move(stop));
    return result;
}

} // namespace parsimony::exporting
