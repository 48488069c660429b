// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/feature_source.h"

#include <cstddef>
#include <optional>

// Converted rows that memory does not hold, in a file without a name: nobody else can open it, and it is gone
// when the process is. They lie there in the clear, so it is made only where the user names a folder for it,
// in $PARSIMONY_ROW_CACHE.
namespace parsimony::data {

/// Throws Error(Failed) where a folder is named and no such file can be made there.
void checkRowCache();

/// Room for `count` values: in memory where they take no more than `limit` bytes, else in such a file where a
/// folder is named, else none. Throws Error(Failed) where that folder has no room for them.
[[nodiscard]] std::optional<AlignedFloats> roomForRows(std::size_t count, std::size_t limit);

} // namespace parsimony::data
