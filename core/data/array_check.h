// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/data_files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::data {

/// The arrays of PATH, or that of PATH:KEY, from the header. Throws Error for a key that is none.
[[nodiscard]] std::vector<ArrayInfo> arraysOf(const std::string& spec);

/// Whether labels may be meant: integers or text, one a row, or of several a record no more than there are
/// classes (unknown: as many as there are).
[[nodiscard]] bool mayHoldLabels(const ArrayInfo& info, const std::optional<std::uint32_t>& classes,
                                 std::uint32_t labelsPerRecord);

/// What a curator wants to know of an array before it is used: how many rows hold a value that is no finite
/// number, how many labels lie outside 0..classes − 1, or, where a record may have several, how many records'
/// labels count for none. Reads all of it. Computed from what may be private:
/// never part of a result. Throws Error(Failed) for rows without values, Error(Usage) for several labels
/// without `classes`.
[[nodiscard]] Sentence checkArray(const ArrayInfo& info, const std::optional<std::uint32_t>& classes,
                                  std::uint32_t labelsPerRecord = 1);

/// The same of features with their labels and ids, and of labels by themselves, as a request names them: what
/// a run would count as empty. `classes` where no names of classes say how many there are.
[[nodiscard]] std::vector<Sentence> checkPart(const PartFiles& files,
                                              const std::optional<std::uint32_t>& classes);

} // namespace parsimony::data
