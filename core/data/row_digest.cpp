// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_digest.h"

#include "core/base/error.h"
#include "core/data/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace parsimony::data {

namespace {

/// The canonical bytes of one row; see rowDigests.
void canonicalRow(const double* row, std::size_t width, std::vector<std::uint8_t>& bytes) {
    const bool narrow = std::all_of(row, row + width, [](double value) {
        return std::isnan(value) || static_cast<double>(static_cast<float>(value)) == value;
    });
    bytes.resize(1 + width * (narrow ? sizeof(float) : sizeof(double)));
    bytes[0] = narrow ? 4 : 8;
    std::uint8_t* at = bytes.data() + 1;
    for (std::size_t i = 0; i < width; ++i) {
        double value = row[i] + 0.0; // −0 + 0 is 0
        if (std::isnan(value)) {
            value = std::numeric_limits<double>::quiet_NaN();
        }
        if (narrow) {
            const auto single = static_cast<float>(value);
            std::memcpy(at + i * sizeof(float), &single, sizeof(float));
        } else {
            std::memcpy(at + i * sizeof(double), &value, sizeof(double));
        }
    }
}

/// The hashes of all rows, in their order.
std::vector<RowDigest> hashRows(const ArrayReader& features, std::span<const std::uint8_t> key, int threads) {
    const std::size_t width = features.info().width();
    std::vector<RowDigest> digests(features.info().rows());
    forBlocks(digests.size(), rowsPerBlock(width), threads, [&](std::size_t first, std::size_t count) {
        std::vector<double> values(count * width);
        features.readRowsF64(first, count, values.data());
        RowHasher hasher(key, width);
        for (std::size_t i = 0; i < count; ++i) {
            digests[first + i] = hasher(values.data() + i * width);
        }
    });
    return digests;
}

void addLabels(ContentDigest& content, const ArrayReader& labels) {
    constexpr std::size_t kBlock = 1U << 16U;
    const std::size_t rows = labels.info().rows();
    std::vector<std::int64_t> values(std::min(kBlock, rows) *
                                     std::max<std::size_t>(labels.info().width(), 1));
    for (std::size_t first = 0; first < rows; first += kBlock) {
        const std::size_t count = std::min(kBlock, rows - first);
        labels.readIntegers(first, count, values.data());
        content.addLabels(std::span(values).first(count));
    }
}

} // namespace

RowDigest RowHasher::operator()(const double* row) {
    canonicalRow(row, m_values.size(), m_bytes);
    const Digest digest = m_hmac(m_bytes);
    RowDigest shortened;
    std::copy_n(digest.begin(), shortened.size(), shortened.begin());
    return shortened;
}

RowDigest RowHasher::operator()(const float* row) {
    std::copy_n(row, m_values.size(), m_values.begin());
    return (*this)(m_values.data());
}

void ContentDigest::addRows(std::span<const RowDigest> rows) {
    m_stream.add(
        std::span(reinterpret_cast<const std::uint8_t*>(rows.data()), rows.size() * sizeof(RowDigest)));
}

void ContentDigest::addLabels(std::span<const std::int64_t> labels) {
    m_stream.add(std::span(reinterpret_cast<const std::uint8_t*>(labels.data()),
                           labels.size() * sizeof(std::int64_t)));
}

Digest ContentDigest::finish(std::span<const std::uint8_t> key) {
    // Keyed once more: labels alone could be guessed from a plain hash.
    return HmacSha256(key)(m_stream.finish());
}

RowDigests rowDigests(const ArrayReader& features, const ArrayReader* labels,
                      std::span<const std::uint8_t> key, int threads) {
    RowDigests digests;
    digests.sorted = hashRows(features, key, threads);
    ContentDigest content;
    content.addRows(digests.sorted);
    if (labels != nullptr) {
        addLabels(content, *labels);
    }
    digests.content = content.finish(key);
    std::sort(digests.sorted.begin(), digests.sorted.end());
    return digests;
}

} // namespace parsimony::data
