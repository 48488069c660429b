// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/contrasts.h"

#include <algorithm>
#include <cmath>

namespace parsimony::compute::cpu {

double Contrasts::shift() const {
    return 1.0 / (std::sqrt(static_cast<double>(m_head.classes)) + 1.0);
}

void Contrasts::differences(std::span<const double> parameters, double* out) const {
    const std::size_t inputs = m_head.inputs();
    const double* last = parameters.data() + columns() * inputs;
    for (std::size_t j = 0; j < columns(); ++j) {
        const double* w = parameters.data() + j * inputs;
        std::transform(w, w + inputs, last, out + j * inputs, [](double a, double b) { return a - b; });
    }
}

void Contrasts::expand(std::span<double> sum) const {
    const std::size_t inputs = m_head.inputs();
    double* last = sum.data() + columns() * inputs;
    std::fill_n(last, inputs, 0.0);
    for (std::size_t j = 0; j < columns(); ++j) {
        const double* row = sum.data() + j * inputs;
        std::transform(last, last + inputs, row, last, [](double a, double b) { return a + b; });
    }
    const double root = std::sqrt(static_cast<double>(m_head.classes));
    std::transform(last, last + inputs, last, [root](double v) { return -v / root; });
    const double beta = shift();
    for (std::size_t j = 0; j < columns(); ++j) { // g_j = h_j + β·g_last
        double* row = sum.data() + j * inputs;
        std::transform(row, row + inputs, last, row, [beta](double h, double g) { return h + beta * g; });
    }
}

} // namespace parsimony::compute::cpu
