// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/fft.h"

#include "core/base/sentence.h"

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
    m_values = fftw_alloc_real(length);
    fftw_complex* const terms = fftw_alloc_complex(length / 2 + 1);
    m_spectrum = reinterpret_cast<std::complex<double>*>(terms); // FFTW promises the same layout
    if (m_values != nullptr && terms != nullptr) {
        const int n = static_cast<int>(length);
        m_plans->forward = fftw_plan_dft_r2c_1d(n, m_values, terms, FFTW_ESTIMATE);
        m_plans->inverse = fftw_plan_dft_c2r_1d(n, terms, m_values, FFTW_ESTIMATE);
    }
    if (m_plans->forward == nullptr || m_plans->inverse == nullptr) {
        fail(Sentence("the privacy accountant could not set up a Fourier transform of length {1}", length));
    }
}

RealFft::~RealFft() {
    const std::scoped_lock guard(plannerLock());
    fftw_destroy_plan(m_plans->forward);
    fftw_destroy_plan(m_plans->inverse);
    fftw_free(m_values);
    fftw_free(m_spectrum);
    delete m_plans;
}

void RealFft::forward() {
    fftw_execute(m_plans->forward);
}

void RealFft::inverse() {
    fftw_execute(m_plans->inverse);
}

} // namespace parsimony::accounting
