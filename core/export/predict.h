// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/feature_source.h"
#include "core/data/part.h"
#include "core/export/classifier.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace parsimony::exporting {

/// Labels and scores of some rows.
struct Predictions {
    std::size_t classes = 0;
    std::vector<std::int32_t>
        labels; ///< the class of the largest score, the lowest on a tie; −1 for an invalid row
    std::vector<float> scores; ///< rows × classes, row-major
};

/// What predict hands over for rows [first, first + labels.size()), blocks in ascending order.
using PredictionSink = std::function<void(std::size_t first, std::span<const std::int32_t> labels,
                                          std::span<const float> scores)>;

/// Scores all rows of `features`, which must come pre-processed as `model.preprocessing` says. Scores are
/// computed in float32 from float32 weights; those of a sequence, or of views, are the mean over its vectors
/// that are not all zeros; records of views may have fewer of them than in training. The result does not
/// depend on the number of threads. Throws Error(Failed) when the width of rows is not the model's,
/// Error(Interrupted) on a stop.
void predict(const Classifier& model, const data::FeatureSource& features, const PredictionSink& sink,
             int threads = 0, std::stop_token stop = {});
[[nodiscard]] Predictions predict(const Classifier& model, const data::FeatureSource& features,
                                  int threads = 0, std::stop_token stop = {});

/// The classes whose score is above the threshold of a classifier of several labels, ascending; of more than
/// `most` (0: any number) those of the highest scores, the lowest class on a tie.
[[nodiscard]] std::vector<std::int32_t> labelsAbove(const Classifier& model, std::span<const float> scores,
                                                    std::size_t most = 0);

/// Loads the unlabelled rows of `features` (PATH or PATH:KEY), scores them and writes labels and scores to
/// `output`: .csv (a line a row: label, scores, and its name where classes have names), .npz (arrays
/// `labels`, `scores`) or .npy (labels). A row with a value that is no finite number gets the label −1. Of a
/// classifier of several labels a label is a list in a .csv (`3;17`), else a row of an int8 matrix with a 1
/// for each class, of −1 for such a row. Returns how many those were. Throws Error(Usage) on another ending.
std::size_t predictFile(const Classifier& model, data::PartFiles files, const std::filesystem::path& output,
                        int threads = 0, std::stop_token stop = {});

} // namespace parsimony::exporting
