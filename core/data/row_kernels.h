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

/// Σx² in float64: value i goes into sum i mod 8, and the eight are added in one order, whatever the
/// registers hold. At most (n+8)·2⁻⁵³ relative off, as the squares are exact.
[[nodiscard]] double sumOfSquares(const float* values, std::size_t count);
/// The same of each of `rows` rows of `dim` values, one behind the other; in less time than one by one.
void sumsOfSquares(const float* values, std::size_t rows, std::size_t dim, double* sums);

/// out = row·factor in float64, rounded to float32. Returns sumOfSquares(out, count).
double scaleRow(const float* row, std::size_t count, double factor, float* out);
/// The same of each of `rows` rows of `dim` values with its own factor.
void scaleRows(const float* values, std::size_t rows, std::size_t dim, const double* factors, float* out,
               double* sums);

} // namespace parsimony::data
