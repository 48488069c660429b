// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"

#include <memory>
#include <vector>

namespace parsimony::data {

/// Arrays of equally many rows as one, whose row i is the i-th rows of all of them, one beside the other.
/// `info().blocks` says how wide each is. Throws Error(Failed) where one has another number of rows.
[[nodiscard]] std::unique_ptr<ArrayReader> sideBySide(std::vector<std::unique_ptr<ArrayReader>> arrays);

} // namespace parsimony::data
