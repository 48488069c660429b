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

float normWithBias(float norm) {
    const double wide = std::sqrt(static_cast<double>(norm) * static_cast<double>(norm) + 1.0);
    return std::nextafter(static_cast<float>(wide), std::numeric_limits<float>::infinity());
}

void HostRows::readBlock(std::size_t first, std::size_t count, std::size_t dimStride, char* operands,
                         float* norms) const {
    const compute::cpu::Kernels& kernels = compute::cpu::bestKernels();
    const std::size_t dim = m_source->dim();
    const std::size_t values = count * dimStride;
    const bool halves = compute::operandBytes(m_precision) == 2;
    thread_local std::vector<float> room;
    room.resize(halves ? values : 0);
    float* rows = halves ? room.data() : reinterpret_cast<float*>(operands);
    m_source->readRows(first, count, rows);
    for (std::size_t r = dim == dimStride ? 0 : count; r-- > 0;) { // apart, the last one first
        std::memmove(rows + r * dimStride, rows + r * dim, dim * sizeof(float));
        std::fill_n(rows + r * dimStride + dim, dimStride - dim, 0.0F);
    }
    auto* narrow = reinterpret_cast<std::uint16_t*>(operands);
    switch (m_precision) { // norms are those of the rounded rows
    case Precision::Float32:
        break;
    case Precision::Tf32:
        std::transform(rows, rows + values, rows,
                       [](float value) { return numerics::roundSignificand(value, numerics::kTf32Dropped); });
        break;
    case Precision::Bfloat16:
        kernels.narrow(rows, values, narrow);
        kernels.widen(narrow, values, rows);
        break;
    case Precision::Float16:
        std::transform(rows, rows + values, narrow, numerics::roundToHalf);
        std::transform(narrow, narrow + values, rows, numerics::halfToFloat);
        break;
    }
    kernels.norms(rows, dimStride, count, dimStride, norms);
    for (std::size_t r = 0; r < count; ++r) {
        if (!std::isfinite(norms[r])) {
            const std::size_t bytes = dimStride * compute::operandBytes(m_precision);
            std::memset(operands + r * bytes, 0, bytes);
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
