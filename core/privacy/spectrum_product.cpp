// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/spectrum_product.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>

namespace parsimony::accounting {

namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr double negligible =
    -60.0;                        // e^{-60} is 1e-26, far below the rounding errors that are counted anyway
constexpr std::size_t block = 32; // terms that are added up in a row: their errors stay below a transform's

std::complex<double> root(std::uint64_t index, std::size_t length) {
    const double angle =
        -2 * std::numbers::pi * static_cast<double>(index % length) / static_cast<double>(length);
    return {std::cos(angle), std::sin(angle)};
}

std::uint64_t cyclic(std::int64_t index, std::size_t length) {
    const auto size = static_cast<std::int64_t>(length);
    const std::int64_t rest = index % size;
    return static_cast<std::uint64_t>(rest < 0 ? rest + size : rest);
}

} // namespace

SpectrumProduct::SpectrumProduct(RealFft& fft)
    : m_fft(fft), m_length(fft.values().size()), m_live(m_length / 2 + 1), m_logSize(m_live.size(), 0.0),
      m_angle(m_live.size(), 0.0) {
    std::iota(m_live.begin(), m_live.end(), 0U);
}

void SpectrumProduct::multiply(std::span<const double> weight, std::int64_t first, double count) {
    const double whole = 3.0 * static_cast<double>(m_length) * std::log2(static_cast<double>(m_length));
    const double single =
        static_cast<double>(m_live.size()) * (static_cast<double>(weight.size()) + 40.0 * block);
    if (single < whole) {
        transformAt(weight, first);
    } else {
        transformWhole(weight, first);
    }
    const auto spectrum = m_fft.spectrum();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_live.size(); ++i) {
        const std::complex<double> term = spectrum[m_live[i]];
        const double square = std::norm(term);
        const double logSize = square > 1e-280 ? m_logSize[i] + count * 0.5 * std::log(square) : -1e3;
        if (logSize > negligible) {
            m_live[kept] = m_live[i];
            m_logSize[kept] = logSize;
            m_angle[kept] = m_angle[i] + count * std::arg(term);
            ++kept;
        }
    }
    m_live.resize(kept);
    m_logSize.resize(kept);
    m_angle.resize(kept);
}

void SpectrumProduct::transformWhole(std::span<const double> weight, std::int64_t first) {
    const auto values = m_fft.values();
    std::fill(values.begin(), values.end(), 0.0);
    std::uint64_t at = cyclic(first, m_length);
    for (const double mass : weight) {
        values[at] += mass;
        at = at + 1 == m_length ? 0 : at + 1;
    }
    m_fft.forward();
}

void SpectrumProduct::transformAt(std::span<const double> weight, std::int64_t first) {
    const auto spectrum = m_fft.spectrum();
    for (const std::uint32_t k : m_live) {
        std::array<double, block> cosine{};
        std::array<double, block> sine{};
        for (std::size_t j = 0; j < block; ++j) {
            const std::complex<double> w = root(std::uint64_t{k} * j, m_length);
            cosine[j] = w.real();
            sine[j] = w.imag();
        }
        std::complex<double> sum = 0.0;
        for (std::size_t start = 0; start < weight.size(); start += block) {
            const std::size_t terms = std::min(block, weight.size() - start);
            double real = 0.0;
            double imaginary = 0.0;
            for (std::size_t j = 0; j < terms; ++j) {
                real += weight[start + j] * cosine[j];
                imaginary += weight[start + j] * sine[j];
            }
            const std::uint64_t at = cyclic(first + static_cast<std::int64_t>(start), m_length);
            sum += root(k * at, m_length) * std::complex<double>(real, imaginary);
        }
        spectrum[k] = sum;
    }
}

double SpectrumProduct::invert() {
    const auto spectrum = m_fft.spectrum();
    std::fill(spectrum.begin(), spectrum.end(), 0.0);
    double height = 0.0;
    const double scale = 1.0 / static_cast<double>(m_length);
    for (std::size_t i = 0; i < m_live.size(); ++i) {
        const double size = std::exp(m_logSize[i]) * scale;
        spectrum[m_live[i]] = std::polar(size, m_angle[i]);
        height += 2 * size;
    }
    m_fft.inverse();
    return height;
}

double SpectrumProduct::termError() const {
    // A transform of mass 1 errs by a few units times log₂ N in each term; so does a sum over blocks.
    return 8 * kRounding * (std::log2(static_cast<double>(m_length)) + 4);
}

double SpectrumProduct::leftOut() {
    return std::exp(negligible);
}

} // namespace parsimony::accounting
