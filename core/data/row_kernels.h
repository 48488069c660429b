// SPDX-License-Identifier: GPL-3.0-or-later
// Loops over the values of rows that each declaration and each load takes, on the vector registers that the
// processor has. The same bits on all of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace parsimony::data {

/// Widens `count` packed binary16 values at `bytes`, of any alignment and little-endian; exact. NaN stays
/// NaN.
void widenHalves(const std::byte* bytes, std::size_t count, float* out);

/// Writes `count` values to `out`, of any alignment: −0 as 0, every NaN as the quiet one.
void writeCanonical(const float* values, std::size_t count, std::uint8_t* out);

} // namespace parsimony::data
