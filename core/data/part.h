// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/data_files.h"
#include "core/data/feature_source.h"
#include "core/data/label_sets.h"
#include "core/data/open_part.h"
#include "core/data/preprocess.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::data {

/// The structure of a part, from headers alone: no value was read (for CSV: lines were counted).
struct PartInfo {
    ArrayInfo features;
    std::optional<ArrayInfo> labels;
    std::size_t rows = 0;
    std::size_t dim = 0; ///< values of a record in the file; axes behind the first are flattened in C order
};

/// Checks the structure of a part before anything is spent (PRIVACY.md rule 15): both files open and whole;
/// features numeric with at least two axes, one row and one column; labels of an integer type, one axis (or N
/// × 1; of records with several labels two), as many as there are rows; as many ids, of integers or text.
/// `files.labels` and `files.ids` may be empty: rows without. Throws Error(Failed).
[[nodiscard]] PartInfo describePart(const PartFiles& files);

/// Throws Error(Failed) when the rows of `other` have another width, or other columns, than those of `train`.
void checkSameWidth(const PartInfo& train, const PartInfo& other);

struct LoadOptions {
    Preprocessing preprocessing;
    int classes = 0; ///< C; labels outside 0..C−1 are invalid. Not needed for a part without labels
    int threads = 0; ///< 0: one per processor
    std::size_t memoryLimit = 0; ///< bytes for a matrix, as roomForRows() takes them. 0: half of what is free
    std::vector<std::uint8_t> keep; ///< empty, or one flag per row: only flagged rows make up the part
    std::stop_token stop;
};

/// A part with its values. Rows with wrong values are rows of zeros whose label is −1.
struct LoadedPart {
    PartInfo info;
    std::shared_ptr<const FeatureSource> features;
    std::vector<std::int32_t> labels; ///< 0..C−1 or −1; empty for a part without labels, or with several
    LabelSets labelSets;              ///< of records that may have several, in place of `labels`
    /// Curator values (never released): how many records were zeroed for a feature that is no finite number,
    /// and how many others for a label that is none of the classes.
    std::size_t invalidFeatureRows = 0;
    std::size_t invalidLabelRows = 0;
    std::vector<std::size_t> invalidRows; ///< curator value: all of them, ascending, as rows of `features`
};

/// Reads a part. Rows that `files.withheld` flags are rows of zeros without a label. Rows that stand side by
/// side in the files are brought to length 1 each, as Preprocessing::blocks has it. Once, as MemoryRows,
/// where there is room (roomForRows()), else streamed from the file block by block, pre-processed anew each
/// time, so that a row's norm bound holds even when someone alters the file meanwhile. The result does not
/// depend on the number of threads. Throws Error(Failed) as describePart, when reading fails and when values
/// are not those of `files.declared` (a streamed source does so when it is read), Error(Usage) on bad
/// options, Error(Interrupted) on a stop.
[[nodiscard]] LoadedPart loadPart(const PartFiles& files, const LoadOptions& options);

/// A part that was read without the options' feature map, mapped by it.
[[nodiscard]] LoadedPart mapped(LoadedPart part, const LoadOptions& options);

struct LabelRange {
    std::int64_t largest = -1; ///< −1 when none is ≥ 0
    std::vector<bool> seen;    ///< by class: whether a record has it
};
/// For public data only: it depends on the records.
[[nodiscard]] LabelRange labelRange(const ArrayReader& labels, std::int64_t classes);
/// The largest of an integer array; likewise.
[[nodiscard]] std::int64_t largestLabel(const std::string& labels);

} // namespace parsimony::data
