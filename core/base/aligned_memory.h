// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace parsimony {

/// Memory that begins on a cache line, for std::free; throws std::bad_alloc. From 8 MiB on it asks for large
/// pages: a pass over a matrix in small ones stops at every page boundary, where the processor's own
/// fetching ahead ends.
[[nodiscard]] void* alignedMemory(std::size_t bytes);

} // namespace parsimony
