// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/part.h"

// Two models on disjoint halves of the records as one run: a row x of half 0 becomes [x, 0], one of half 1
// [0, x]. A linear head on such rows is two heads, W = [W0, W1], and the gradient of a record lies in the
// columns of its own half alone. A row of zeros, a record that is not there, stays one. A row's norm does not
// change, and what it becomes is a function of its own record.
namespace parsimony::data {

/// The rows of `part`, which was loaded from `files`, at twice their width (record_split.h has their halves).
/// In memory where they lay there and the limit of `load` leaves room, else made each time they are read.
/// Throws Error(Failed) as loadPart() does.
[[nodiscard]] LoadedPart inHalves(LoadedPart part, const PartFiles& files, const LoadOptions& load);

/// The same rows by halves that are known, one flag a row. Throws Error(Usage) unless there are as many.
[[nodiscard]] std::shared_ptr<const FeatureSource> inHalves(std::shared_ptr<const FeatureSource> rows,
                                                            std::vector<std::uint8_t> halves);

} // namespace parsimony::data
