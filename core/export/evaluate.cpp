// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/evaluate.h"

#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/byte_source.h"
#include "core/data/class_names.h"
#include "core/data/text_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace parsimony::exporting {

namespace {

void checkLabels(const Classifier& model, std::size_t rows, std::span<const std::int32_t> labels,
                 const LabelMap* map, const Groups* groups) {
    if (labels.size() != rows) {
        fail(Sentence("there are {1} rows to evaluate, but {2} labels", rows, labels.size()));
    }
    if (groups != nullptr && groups->ofRecord.size() != rows) {
        fail(Sentence("there are {1} rows to evaluate, but groups for {2}", rows, groups->ofRecord.size()));
    }
    const std::size_t known = map != nullptr ? map->classOf.size() : model.head.classes;
    if (std::any_of(labels.begin(), labels.end(), [&](std::int32_t label) {
            return label < -1 || (label >= 0 && static_cast<std::size_t>(label) >= known);
        })) {
        fail(Sentence("a label lies outside 0..{1}; a --label-map tells what labels mean", known - 1));
    }
}

} // namespace

MetricSettings metricSettings(const Classifier& model, std::optional<std::uint32_t> positive,
                              std::optional<double> lossBound, bool needsPositive) {
    const auto classes = static_cast<std::uint32_t>(model.head.classes);
    if (positive && *positive >= classes) {
        failUsage(
            Sentence("the positive class is {1}, the classifier's are 0 to {2}", *positive, classes - 1));
    }
    if (lossBound && !(*lossBound > 0.0 && *lossBound <= 1e6)) {
        failUsage(Sentence("the bound of a record's log loss lies above 0 and is a million at most"));
    }
    if (needsPositive && !positive && classes != 2) {
        failUsage(Sentence("AUC is of one class against the rest: name it with --positive-class"));
    }
    MetricSettings settings;
    settings.positive = classes == 2 ? positive.value_or(1) : positive;
    settings.lossBound = lossBound.value_or(2.0 * std::log(std::max(2.0, static_cast<double>(classes))));
    return settings;
}

Evaluation evaluate(const Classifier& model, const data::FeatureSource& features,
                    std::span<const std::int32_t> labels, const LabelMap* map, const Groups* groups,
                    int threads, std::stop_token stop, const std::optional<MetricSettings>& metrics) {
    checkLabels(model, features.rows(), labels, map, groups);
    const std::size_t classes = model.head.classes;
    Evaluation result;
    result.perClass.resize(classes);
    result.perGroup.resize(groups != nullptr ? groups->names.size() : 0);
    result.confusion.resize(classes <= kMostConfused ? classes * classes : 0);
    std::optional<ScoreTallier> tallier;
    if (metrics) {
        tallier.emplace(*metrics);
    }
    const auto tally = [&](std::size_t record, std::int32_t predicted, std::span<const float> scores) {
        if (labels[record] < 0) {
            ++result.invalid;
            if (tallier) {
                tallier->addInvalid();
            }
            return;
        }
        const auto label = static_cast<std::size_t>(labels[record]);
        const std::int32_t truth = map != nullptr ? map->classOf[label] : labels[record];
        if (truth == LabelMap::kIgnored) {
            ++result.ignored;
            return;
        }
        const std::uint64_t hit = truth == predicted ? 1 : 0;
        const auto add = [&](Count& count) {
            ++count.records;
            count.correct += hit;
        };
        add(result.all);
        add(result.perClass[static_cast<std::size_t>(truth)]);
        if (groups != nullptr && groups->ofRecord[record] >= 0) {
            add(result.perGroup[static_cast<std::size_t>(groups->ofRecord[record])]);
        }
        if (tallier) {
            tallier->add(static_cast<std::size_t>(truth), scores);
        }
        if (!result.confusion.empty()) {
            ++result
                  .confusion[static_cast<std::size_t>(truth) * classes + static_cast<std::size_t>(predicted)];
        }
    };
    predict(
        model, features,
        [&](std::size_t first, std::span<const std::int32_t> predicted, std::span<const float> scores) {
            for (std::size_t i = 0; i < predicted.size(); ++i) {
                tally(first + i, predicted[i], scores.subspan(i * classes, classes));
            }
        },
        threads, std::move(stop));
    if (tallier) {
        result.scores = tallier->tally();
    }
    return result;
}

} // namespace parsimony::exporting
