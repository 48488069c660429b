// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <span>

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

    /// Where the values go before `forward`, and are after `inverse`: N of them.
    [[nodiscard]] std::span<double> values() { return {m_values, m_length}; }
    /// Where the spectrum is after `forward`, and goes before `inverse`: N/2 + 1 terms.
    [[nodiscard]] std::span<std::complex<double>> spectrum() { return {m_spectrum, m_length / 2 + 1}; }

    /// spectrum[k] = Σ_j values[j]·e^{−2πijk/N} for k = 0..N/2.
    void forward();
    /// Inverse of forward, times N; the spectrum is lost.
    void inverse();

private:
    struct Plans;
    Plans* m_plans;
    double* m_values = nullptr;
    std::complex<double>* m_spectrum = nullptr;
    std::size_t m_length;
};

} // namespace parsimony::accounting
