// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/fft.h"

#include "core/base/error.h"

#include <fftw3.h>

#include <algorithm>
#include <limits>
#include <mutex>

namespace parsimony::accounting {

namespace {

std::mutex& plannerLock() {
    static std::mutex lock;
    return lock;
}

} // namespace

struct RealFft::Plans {
    double* real = nullptr;
    fftw_complex* complex = nullptr;
    fftw_plan forward = nullptr;
    fftw_plan inverse = nullptr;
};

std::size_t fftLength(std::size_t size) {
    std::size_t best = std::numeric_limits<std::size_t>::max();
    for (std::size_t five = 2; five < 2 * size + 2 && five < best; five *= 5) {
        for (std::size_t three = five; three < 2 * size + 2 && three < best; three *= 3) {
            std::size_t length = three;
            while (length < size) {
                length *= 2;
            }
            best = std::min(best, length);
        }
    }
    return best;
}

RealFft::RealFft(std::size_t length) : m_plans(new Plans), m_length(length) {
    const std::scoped_lock guard(plannerLock());
    m_plans->real = fftw_alloc_real(length);
    m_plans->complex = fftw_alloc_complex(length / 2 + 1);
    if (m_plans->real != nullptr && m_plans->complex != nullptr) {
        const int n = static_cast<int>(length);
        m_plans->forward = fftw_plan_dft_r2c_1d(n, m_plans->real, m_plans->complex, FFTW_ESTIMATE);
        m_plans->inverse = fftw_plan_dft_c2r_1d(n, m_plans->complex, m_plans->real, FFTW_ESTIMATE);
    }
    if (m_plans->forward == nullptr || m_plans->inverse == nullptr) {
        fail("the privacy accountant could not set up a Fourier transform of length " +
             std::to_string(length));
    }
}

RealFft::~RealFft() {
    const std::scoped_lock guard(plannerLock());
    fftw_destroy_plan(m_plans->forward);
    fftw_destroy_plan(m_plans->inverse);
    fftw_free(m_plans->real);
    fftw_free(m_plans->complex);
    delete m_plans;
}

std::vector<std::complex<double>> RealFft::forward(std::span<const double> values) {
    std::copy(values.begin(), values.end(), m_plans->real);
    fftw_execute(m_plans->forward);
    std::vector<std::complex<double>> spectrum(m_length / 2 + 1);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        spectrum[k] = {m_plans->complex[k][0], m_plans->complex[k][1]};
    }
    return spectrum;
}

std::vector<double> RealFft::inverse(std::span<const std::complex<double>> spectrum) {
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        m_plans->complex[k][0] = spectrum[k].real();
        m_plans->complex[k][1] = spectrum[k].imag();
    }
    fftw_execute(m_plans->inverse);
    std::vector<double> values(m_plans->real, m_plans->real + m_length);
    for (double& value : values) {
        value /= static_cast<double>(m_length);
    }
    return values;
}

} // namespace parsimony::accounting
