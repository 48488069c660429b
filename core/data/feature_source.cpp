// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feature_source.h"

#include "core/base/aligned_memory.h"
#include "core/base/sentence.h"
#include "core/data/row_kernels.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace parsimony::data {

namespace {

AlignedFloats copied(std::span<const float> values) {
    AlignedFloats copy(values.size());
    std::copy(values.begin(), values.end(), copy.data());
    return copy;
}

} // namespace

FeatureSource::~FeatureSource() = default;

void FeatureSource::prefetch(std::size_t /*first*/, std::size_t /*count*/) const {}

AlignedFloats::AlignedFloats(std::size_t count) : m_size(count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(float)) {
        throw std::bad_alloc();
    }
    m_data.reset(static_cast<float*>(alignedMemory(count * sizeof(float))));
}

AlignedFloats::AlignedFloats(void* mapping, std::size_t count)
    : m_data(static_cast<float*>(mapping), FreeFloats{count * sizeof(float)}), m_size(count) {}

void FreeFloats::operator()(float* memory) const {
    if (mapped > 0) {
        munmap(memory, mapped);
    } else {
        std::free(memory);
    }
}

MatrixSource::MatrixSource(AlignedFloats values, std::size_t rows, std::size_t dim)
    : m_values(std::move(values)), m_rows(rows), m_dim(dim) {
    if (dim == 0 || m_values.size() / dim != rows || m_values.size() % dim != 0) {
        failUsage(Sentence("a matrix of {1} x {2} cannot hold {3} values", rows, dim, m_values.size()));
    }
}

MatrixSource::MatrixSource(std::span<const float> values, std::size_t rows, std::size_t dim)
    : MatrixSource(copied(values), rows, dim) {}

void MatrixSource::readRows(std::size_t first, std::size_t count, float* out) const {
    checkRowRange(first, count, m_rows);
    std::copy_n(m_values.data() + first * m_dim, count * m_dim, out);
}

std::span<const float> MatrixSource::contiguous() const {
    return {m_values.data(), m_values.size()};
}

HalfMatrix::HalfMatrix(AlignedFloats values, std::vector<float> factors, std::size_t dim)
    : m_values(std::move(values)), m_factors(std::move(factors)), m_dim(dim) {
    if (dim == 0 || m_values.size() != floatsForHalves(m_factors.size() * dim)) {
        failUsage(Sentence("a matrix of {1} x {2} cannot hold {3} values", m_factors.size(), dim,
                           2 * m_values.size()));
    }
}

ScaledHalves HalfMatrix::halves() const {
    return {reinterpret_cast<const std::uint16_t*>(m_values.data()), m_factors.data()};
}

void HalfMatrix::readRows(std::size_t first, std::size_t count, float* out) const {
    checkRowRange(first, count, rows());
    constexpr std::size_t together = 4; // stay in the nearest cache
    for (std::size_t done = 0; done < count; done += together) {
        const std::size_t some = std::min(together, count - done);
        float* to = out + done * m_dim;
        widenHalves(reinterpret_cast<const std::byte*>(halves().values + (first + done) * m_dim),
                    some * m_dim, to);
        rescaleRows(to, some, m_dim, m_factors.data() + first + done, nullptr, to);
    }
}

void checkRowRange(std::size_t first, std::size_t count, std::size_t rows) {
    if (first > rows || count > rows - first) {
        fail(Sentence("rows {1} to {1} + {2} were asked for, but there are only {3}", first, count, rows));
    }
}

void RowRange::readRows(std::size_t first, std::size_t count, float* out) const {
    checkRowRange(first, count, m_count);
    m_whole->readRows(m_first + first, count, out);
}

std::span<const float> RowRange::contiguous() const {
    const std::span<const float> all = m_whole->contiguous();
    return all.empty() ? all : all.subspan(m_first * dim(), m_count * dim());
}

ScaledHalves RowRange::halves() const {
    const ScaledHalves all = m_whole->halves();
    return all.values == nullptr ? all : ScaledHalves{all.values + m_first * dim(), all.factors + m_first};
}

void RowRange::prefetch(std::size_t first, std::size_t count) const {
    m_whole->prefetch(m_first + first, count);
}

} // namespace parsimony::data
