// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/export/metrics.h"
#include "core/export/predict.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace parsimony::exporting {

/// Exact integer counts: curator values on private data, to which whoever releases them adds charged noise.
struct Count {
    std::uint64_t records = 0;
    std::uint64_t correct = 0;
};

/// Which class of a classifier a label of other data means.
struct LabelMap {
    static constexpr std::int32_t kIgnored = -1;
    std::vector<std::int32_t> classOf; ///< for labels 0 … size−1; kIgnored: such records are left out
};

/// Reads `--label-map FILE`: a JSON object {"0": 3, "1": "ignored"} or lines `label,class`, class may be
/// `ignored`. Labels that are not named are ignored. Throws Error(Failed) when the file is missing or
/// damaged, a label is negative or named twice, or a class is not in 0..classes−1.
[[nodiscard]] LabelMap readLabelMap(const std::string& path, std::size_t classes);

/// The group of each record, for accuracies per group.
struct Groups {
    std::vector<std::string> names;     ///< sorted
    std::vector<std::int32_t> ofRecord; ///< index into names; −1: in none
};

/// Reads `--groups FILE`: an array of integers or text (PATH or PATH:KEY), a column of a table with a header
/// (PATH:COLUMN) or a text file with one name a line, `records` of them; of private rows (`layout` is not
/// Guessed) every line is one, the first one not if PATH:header says so. Throws Error(Failed) when there are
/// more or fewer, or over 10,000 groups of public rows.
[[nodiscard]] Groups readGroups(const std::string& spec, std::size_t records,
                                data::TextLayout layout = data::TextLayout::Guessed);

/// What metrics of that classifier look at. `positive` absent: the second of two classes, none of more;
/// `lossBound` absent: twice the loss of one who knows nothing, 2·ln(classes). Throws Error(Usage) for a
/// class that is none, a bound that is not positive, and where `needsPositive` is set and no class is said.
[[nodiscard]] MetricSettings metricSettings(const Classifier& model, std::optional<std::uint32_t> positive,
                                            std::optional<double> lossBound, bool needsPositive);

inline constexpr std::size_t kMostConfused = 4'096; ///< classes of a confusion matrix

/// What is counted beside where a record may have several labels.
struct SetTally {
    std::uint32_t perRecord = 0;          ///< the most labels of a record
    std::vector<std::uint64_t> predicted; ///< of each class: records whose score is above the threshold
    /// Σ over records with a label of its ranking precision: the mean over its labels of the share of labels
    /// among the classes that score at least as high (Schapire and Singer 2000).
    double rankings = 0.0;
    std::uint64_t ranked = 0; ///< those records
};

/// Exact counts. Where a record may have several labels `all` and `perGroup` count records whose largest
/// score is of a class that they have (precision at 1), `perClass` records that have the class, and of them
/// those of which it is predicted.
struct Evaluation {
    Count all;
    std::vector<Count> perClass; ///< by class of the classifier, the true one
    std::vector<Count> perGroup; ///< as Groups::names
    std::vector<std::uint64_t>
        confusion;             ///< classes × classes: [true][predicted]; empty beyond kMostConfused classes
    ScoreTally scores;         ///< where metrics are asked for
    std::uint64_t ignored = 0; ///< left out by the label map
    std::uint64_t invalid = 0; ///< without a valid label
    std::optional<SetTally> sets = {};

    /// 2·TP/(2·TP + FP + FN) of all pairs of record and class, 0 without labels and predictions.
    [[nodiscard]] std::optional<double> microF1() const;
    /// The mean over all classes, 0 of one that no record has and none is predicted to have.
    [[nodiscard]] std::optional<double> macroF1() const;
    [[nodiscard]] std::optional<double> rankingPrecision() const;
    [[nodiscard]] std::optional<double> f1(std::size_t label) const; ///< of a class
};

/// Compares the classifier's predictions with `labels` (−1: invalid record, counted apart). With a map,
/// labels are those of the other data; without one, classes. `metrics`: the scores are tallied too. Throws as
/// predict, and Error(Failed) when labels or groups are not as many as rows or a label is outside its range.
[[nodiscard]] Evaluation evaluate(const Classifier& model, const data::FeatureSource& features,
                                  std::span<const std::int32_t> labels, const LabelMap* map = nullptr,
                                  const Groups* groups = nullptr, int threads = 0, std::stop_token stop = {},
                                  const std::optional<MetricSettings>& metrics = {});

/// The same for a classifier of several labels, without a map and without metrics of one label. `most`: no
/// more labels than that are predicted of a record, those of the highest scores; 0: all above the threshold.
[[nodiscard]] Evaluation evaluateSets(const Classifier& model, const data::FeatureSource& features,
                                      const data::LabelSets& labels, const Groups* groups = nullptr,
                                      int threads = 0, std::stop_token stop = {}, std::uint32_t most = 0);

} // namespace parsimony::exporting
