// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend/host_rows.h"

#include "core/compute/cpu/kernels.h"
#include "core/compute/numerics/rounding.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace parsimony::gpu {

using compute::kBlockRows;
using compute::Precision;

namespace {

void storeRow(const float* row, std::size_t width, Precision precision, char* out) {
    if (compute::operandBytes(precision) == 4) {
        std::memcpy(out, row, width * sizeof(float));
        return;
    }
    for (std::size_t k = 0; k < width; ++k) { // exact: the values are rounded already
        const std::uint16_t bits = precision == Precision::Float16
                                       ? numerics::roundToHalf(row[k])
                                       : static_cast<std::uint16_t>(numerics::floatBits(row[k]) >> 16);
        std::memcpy(out + 2 * k, &bits, sizeof bits);
    }
}

} // namespace

float normWithBias(float norm) {
    const double wide = std::sqrt(static_cast<double>(norm) * static_cast<double>(norm) + 1.0);
    return std::nextafter(static_cast<float>(wide), std::numeric_limits<float>::infinity());
}

void HostRows::readBlock(std::size_t first, std::size_t count, std::size_t dimStride, char* operands,
                         float* norms) const {
    const std::size_t dim = m_source->dim();
    const std::size_t rowBytes = dimStride * compute::operandBytes(m_precision);
    thread_local std::vector<float> rows;
    thread_local std::vector<float> row;
    rows.resize(count * dim);
    row.assign(dimStride, 0.0F);
    m_source->readRows(first, count, rows.data());
    for (std::size_t r = 0; r < count; ++r) {
        std::transform(rows.data() + r * dim, rows.data() + (r + 1) * dim, row.data(),
                       [this](float value) { return compute::roundOperand(value, m_precision); });
        compute::cpu::bestKernels().norms(row.data(), dimStride, 1, dimStride, false, norms + r);
        char* out = operands + r * rowBytes;
        if (std::isfinite(norms[r])) {
            storeRow(row.data(), dimStride, m_precision, out);
        } else {
            std::memset(out, 0, rowBytes);
            norms[r] = 0.0F;
        }
    }
}

void HostRows::read(std::size_t first, std::size_t count, std::size_t dimStride, void* operands, float* norms,
                    compute::cpu::WorkerPool& pool) const {
    const std::size_t rows = m_source->rows();
    const std::size_t real = first < rows ? std::min(count, rows - first) : 0;
    const std::size_t rowBytes = dimStride * compute::operandBytes(m_precision);
    char* out = static_cast<char*>(operands);
    m_source->prefetch(std::min(rows - 1, first + real),
                       std::min(count, rows - std::min(rows, first + real)));
    pool.run((real + kBlockRows - 1) / kBlockRows, [&](std::size_t block, unsigned) {
        const std::size_t at = block * kBlockRows;
        readBlock(first + at, std::min(kBlockRows, real - at), dimStride, out + at * rowBytes, norms + at);
    });
    std::memset(out + real * rowBytes, 0, (count - real) * rowBytes);
    std::fill(norms + real, norms + count, 0.0F);
}

} // namespace parsimony::gpu
