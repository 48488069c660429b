// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

// Norms of rows, and float32 rows whose norm surely holds.
namespace parsimony::data {

/// Σx² in float64 with eight partial sums (the compiler may then use vector registers), at most (n+8)·2⁻⁵³
/// relative off.
template <class Value>
double sumOfSquares(const Value* values, std::size_t count) {
    std::array<double, 8> sums{};
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const auto value = static_cast<double>(values[i + lane]);
            sums[lane] += value * value;
        }
    }
    for (; i < count; ++i) {
        sums[0] += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    }
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/// True when the float32 row surely has norm ≤ bound: its squares are exact in float64, so only the sum
/// rounds.
inline bool within(const float* out, std::size_t dim, double bound) {
    const double slack = 1.0 + static_cast<double>(dim + 16) * 0x1p-52;
    return sumOfSquares(out, dim) * slack <= bound * bound * (1.0 - 0x1p-52);
}

/// out = row·scale, with scale lowered until the norm of what float32 rounding made of it is within the
/// bound.
template <class Value>
void scaleWithin(const Value* row, std::size_t dim, double scale, double bound, float* out) {
    // Rounding a value to float32 lengthens it by at most 2⁻²⁴ of itself; the first try nearly always holds.
    for (double shrink = 1.0 - 0x1p-24;; shrink *= 1.0 - 0x1p-22) {
        const double factor = scale * shrink;
        for (std::size_t i = 0; i < dim; ++i) {
            out[i] = static_cast<float>(static_cast<double>(row[i]) * factor);
        }
        if (within(out, dim, bound)) {
            return;
        }
    }
}

} // namespace parsimony::data
