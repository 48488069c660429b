// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feature_source.h"

#include "core/base/aligned_memory.h"
#include "core/base/error.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

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

void AlignedFloats::Free::operator()(float* memory) const {
    std::free(memory);
}

MatrixSource::MatrixSource(AlignedFloats values, std::size_t rows, std::size_t dim)
    : m_values(std::move(values)), m_rows(rows), m_dim(dim) {
    if (dim == 0 || m_values.size() / dim != rows || m_values.size() % dim != 0) {
        failUsage("a matrix of " + std::to_string(rows) + " x " + std::to_string(dim) + " cannot hold " +
                  std::to_string(m_values.size()) + " values");
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

void checkRowRange(std::size_t first, std::size_t count, std::size_t rows) {
    if (first > rows || count > rows - first) {
        fail("rows " + std::to_string(first) + " to " + std::to_string(first) + " + " +
             std::to_string(count) + " were asked for, but there are only " + std::to_string(rows));
    }
}

} // namespace parsimony::data
