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

/// out = (row − mean)·factor of each row with its own factor, in float64, rounded to float32; `mean` may be
/// null. What scaleRows() writes of these factors.
void rescaleRows(const float* values, std::size_t rows, std::size_t dim, const float* factors,
                 const float* mean, float* out);

/// Words of the key for rows of `dim` values.
[[nodiscard]] inline std::size_t tagKeyWords(std::size_t dim) {
    return dim + dim % 2 + 2;
}
/// NH of a row's bits, twice, under the key from its word 0 and from its word 2 on: Σ (x₂ᵢ + k₂ᵢ)(x₂ᵢ₊₁ +
/// k₂ᵢ₊₁), sums of two modulo 2³², all of it modulo 2⁶⁴; a value that lacks its second is followed by a 0.
void tagRow(const float* row, std::size_t dim, const std::uint32_t* key, std::uint64_t* tag);

} // namespace parsimony::data
