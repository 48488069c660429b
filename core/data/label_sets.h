// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/id_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace parsimony::data {

/// Fills the places of a record that has fewer labels than others may have.
inline constexpr std::int32_t kNoLabel = -1;
/// In the first place: the record has no label that counts, and is none (PRIVACY rule 15).
inline constexpr std::int32_t kInvalidLabels = -2;

/// The labels of records that may have several: rows × perRecord classes, each record's different and
/// ascending, then kNoLabel. A record may have none. What is written of a record depends on nothing but
/// itself and declared constants.
struct LabelSets {
    std::uint32_t perRecord = 0; ///< K, the most labels of a record, as declared; 0: there are no such labels
    std::vector<std::int32_t> values;

    [[nodiscard]] bool present() const { return perRecord > 0; }
    [[nodiscard]] std::size_t rows() const { return perRecord > 0 ? values.size() / perRecord : 0; }
    [[nodiscard]] bool valid(std::size_t row) const { return values[row * perRecord] != kInvalidLabels; }
    /// Of a valid record.
    [[nodiscard]] std::span<const std::int32_t> of(std::size_t row) const;
    void invalidate(std::size_t row) { values[row * perRecord] = kInvalidLabels; }
    friend bool operator==(const LabelSets&, const LabelSets&) = default;
};

/// Throws Error(Failed) when labels of this shape are neither a matrix nor lists: see labelSetsOfNumbers.
void checkLabelSets(const ArrayInfo& labels);

/// Integers as sets of labels, K a record. An array as wide as there are classes, and one of truth values, is
/// a matrix with a 1 in the column of each label and 0 elsewhere; any other holds lists, padded with −1. A
/// record with more than K labels, with a label outside 0..classes − 1 or with another value in a matrix is
/// kInvalidLabels: which form it is follows from the header alone. The array that comes out is rows × K.
[[nodiscard]] std::unique_ptr<ArrayReader> labelSetsOfNumbers(std::unique_ptr<ArrayReader> labels,
                                                              std::uint32_t perRecord, std::uint32_t classes);

/// The same of texts, labels separated by ';': numbers of classes, or, where there are any, their `names`.
[[nodiscard]] std::unique_ptr<ArrayReader> labelSetsOfTexts(std::unique_ptr<IdSource> labels,
                                                            std::vector<std::string> names,
                                                            std::uint32_t perRecord, std::uint32_t classes);

/// What the array of either holds, as it is kept in memory.
void takeLabelSets(std::span<const std::int64_t> read, std::int32_t* out);

} // namespace parsimony::data
