// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace parsimony::accounting {

/// The smallest 2^a·3^b·5^c (a ≥ 1) that is at least `size`: lengths FFTW is fast at.
[[nodiscard]] std::size_t fftLength(std::size_t size);

/// A real transform of one length (FFTW). Objects may be made and used in several threads: FFTW's planner,
/// which is not thread-safe, is guarded by one lock.
class RealFft {
public:
    explicit RealFft(std::size_t length);
    ~RealFft();
    RealFft(const RealFft&) = delete;
    RealFft& operator=(const RealFft&) = delete;

    /// Σ_j values[j]·e^{−2πijk/N} for k = 0..N/2.
    [[nodiscard]] std::vector<std::complex<double>> forward(std::span<const double> values);
    /// Inverse of forward, divided by N.
    [[nodiscard]] std::vector<double> inverse(std::span<const std::complex<double>> spectrum);

private:
    struct Plans;
    Plans* m_plans;
    std::size_t m_length;
};

} // namespace parsimony::accounting
