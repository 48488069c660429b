// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Norms of rows, and float32 rows whose norm surely holds.
namespace parsimony::data {

/// As sumOfSquares() of float32 values; the squares of float64 round too: at most (n+9)·2⁻⁵³ relative off.
inline double sumOfSquares(const double* values, std::size_t count) {
    std::array<double, 8> sums{};
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
            sums[lane] += values[i + lane] * values[i + lane];
        }
    }
    for (; i < count; ++i) {
        sums[0] += values[i] * values[i];
    }
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/// True when a float32 row of `dim` values, whose squares sumOfSquares() adds up to `squares`, surely has
/// norm ≤ bound: its squares are exact in float64, so only the sum rounds.
inline bool within(double squares, std::size_t dim, double bound) {
    const double slack = 1.0 + static_cast<double>(dim + 16) * 0x1p-52;
    return squares * slack <= bound * bound * (1.0 - 0x1p-52);
}

/// out = row·factor, rounded to float32. Returns sumOfSquares(out, count).
inline double scaleRow(const double* row, std::size_t count, double factor, float* out) {
    std::transform(row, row + count, out,
                   [factor](double value) { return static_cast<float>(value * factor); });
    return sumOfSquares(out, count);
}

/// What a scale is lowered by at first: rounding a value to float32 lengthens it by at most 2⁻²⁴ of itself,
/// so this nearly always holds.
inline constexpr double kFirstShrink = 1.0 - 0x1p-24;

/// The factor cut to a float32 where that is an ordinary one, so that a float32 times it is rounded once in
/// float32 arithmetic as in float64.
inline double cutFactor(double factor) {
    if (!(factor > 0x1p-100 && factor < 0x1p100)) {
        return factor;
    }
    const auto cut = static_cast<float>(factor);
    return static_cast<double>(static_cast<double>(cut) > factor ? std::nextafter(cut, 0.0F) : cut);
}

/// What cutFactor() cut, as the float32 that it is; 0 where it left another number.
inline float shortFactor(double factor) {
    return factor > 0x1p-100 && factor < 0x1p100 ? static_cast<float>(cutFactor(factor)) : 0.0F;
}

/// out = row·scale, with scale lowered until the norm of what float32 rounding made of it is within the
/// bound. Returns what the row was multiplied by.
template <class Value>
double scaleWithin(const Value* row, std::size_t dim, double scale, double bound, float* out) {
    for (double shrink = kFirstShrink;; shrink *= 1.0 - 0x1p-22) {
        const double factor = cutFactor(scale * shrink);
        if (within(scaleRow(row, dim, factor, out), dim, bound)) {
            return factor;
        }
    }
}

} // namespace parsimony::data
