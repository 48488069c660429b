// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/fft.h"

#include <cstdint>
#include <span>
#include <vector>

namespace parsimony::accounting {

/// The spectrum of a sum of independent lattice laws, as logarithms. Once it is below e^{−60} at a frequency
/// it only falls further: nothing more is computed there. Laws that are multiplied while few frequencies are
/// left are transformed at those alone, which is much cheaper than a whole transform; so the widest ones go
/// first.
class SpectrumProduct {
public:
    /// Works in the buffers of `fft`, which outlives it.
    explicit SpectrumProduct(RealFft& fft);

    /// Multiplies with the spectrum of the law whose mass at lattice point first + i is weight[i] (Σ ≤ 1), to
    /// the power `count`. Each term of the law's spectrum errs by at most `termError()`.
    void multiply(std::span<const double> weight, std::int64_t first, double count);

    /// Transforms back into fft.values(), unscaled terms divided by N: the cyclic law. Returns Σ|term|/N,
    /// which bounds every entry.
    double invert();

    /// Bound of the rounding error of one law's spectrum, relative to its mass of 1, in each term.
    [[nodiscard]] double termError() const;
    /// What the frequencies that were left out could add to an entry at most.
    [[nodiscard]] static double leftOut();

private:
    void transformWhole(std::span<const double> weight, std::int64_t first);
    void transformAt(std::span<const double> weight, std::int64_t first);

    RealFft& m_fft;
    std::size_t m_length;
    std::vector<std::uint32_t> m_live; ///< frequencies that are not negligible yet
    std::vector<double> m_logSize;     ///< by position in m_live
    std::vector<double> m_angle;
};

} // namespace parsimony::accounting
