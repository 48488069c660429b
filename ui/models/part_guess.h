// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QStringList>
#include <optional>

namespace parsimony::ui {

/// What dropped or opened arrays most likely are.
struct PartGuess {
    session::PartFiles train, test, validation;
    std::map<std::string, session::PartFiles> ood;
    QStringList remarks; ///< arrays that found no place, pairs whose lengths differ
    [[nodiscard]] bool usable() const { return !train.features.empty() && !train.labels.empty(); }
};

/// Pairs feature matrices with label vectors by name (`x_train`/`y_train`, `train.npy`/`train_labels.npy`)
/// and by length, and tells parts apart by the words train, test, val and valid in key or file name; other
/// pairs become out-of-distribution sets under their own name.
[[nodiscard]] PartGuess guessParts(const std::vector<ArrayInfo>& arrays);

/// `options` with the parts that `data` (one file or folder with the usual names) stands for filled in, for
/// showing; unchanged without `data`.
[[nodiscard]] session::RunOptions withNamedParts(session::RunOptions options,
                                                 const std::vector<ArrayInfo>& arrays);

/// The array that a reference (`PATH` or `PATH:KEY`) names.
[[nodiscard]] const ArrayInfo* findArray(const std::vector<ArrayInfo>& arrays, const std::string& reference);

[[nodiscard]] QString shapeText(const ArrayInfo& array); ///< "40,000 × 384 · int8"

/// A sentence when two arrays cannot be a part's features and labels (or not beside `trainWidth`), else
/// empty.
[[nodiscard]] QString pairProblem(const ArrayInfo& features, const ArrayInfo& labels,
                                  std::optional<std::uint64_t> trainWidth);

} // namespace parsimony::ui
