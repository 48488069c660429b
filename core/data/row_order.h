// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/data_files.h"
#include "core/data/record_ids.h"

#include <cstdint>
#include <memory>

namespace parsimony::data {

/// Of a row that the file does not have.
inline constexpr std::uint32_t kNoRow = 0xffffffffU;

/// Where the rows of `there` lie for each row of `wanted`: of one person's rows the first for the first, and
/// so on; kNoRow where there are fewer, or no such person, and for a row without an id. A row's place depends
/// on its own person's rows alone.
[[nodiscard]] RowOrder orderOf(const RowsByPerson& wanted, const RowsByPerson& there);

/// The array with its rows in this order: as many as `order` has. A row that is not there is zeros as a
/// number and kNoInteger as a label. Throws Error(Failed) when a place is none of the array's.
[[nodiscard]] std::unique_ptr<ArrayReader> inOrder(std::unique_ptr<ArrayReader> array,
                                                   std::shared_ptr<const RowOrder> order);

} // namespace parsimony::data
