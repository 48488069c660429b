// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_digest.h"

#include "core/base/sentence.h"
#include "core/data/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace parsimony::data {

namespace {

/// Writes a leading byte, the size of a number, and the numbers: −0 as 0, every NaN alike. Without branches,
/// so that it runs in vector registers.
template <class Stored, class Value>
void writeCanonical(const Value* row, std::size_t width, std::vector<std::uint8_t>& bytes) {
    bytes.resize(1 + width * sizeof(Stored));
    bytes[0] = sizeof(Stored);
    std::uint8_t* const at = bytes.data() + 1;
    for (std::size_t i = 0; i < width; ++i) {
        auto value = static_cast<Stored>(row[i] + Value{0}); // −0 + 0 is 0
        value = value == value ? value : std::numeric_limits<Stored>::quiet_NaN();
        std::memcpy(at + i * sizeof(Stored), &value, sizeof(Stored));
    }
}

/// The canonical bytes of one row; see rowDigests.
void canonicalRow(const float* row, std::size_t width, std::vector<std::uint8_t>& bytes) {
    writeCanonical<float>(row, width, bytes);
}
void canonicalRow(const double* row, std::size_t width, std::vector<std::uint8_t>& bytes) {
    int wide = 0;
    for (std::size_t i = 0; i < width; ++i) {
        wide |= static_cast<int>(row[i] == row[i]) &
                static_cast<int>(static_cast<double>(static_cast<float>(row[i])) != row[i]);
    }
    if (wide == 0) {
        writeCanonical<float>(row, width, bytes);
    } else {
        writeCanonical<double>(row, width, bytes);
    }
}

void readRows(const ArrayReader& features, std::size_t first, std::size_t count, float* out) {
    features.readRows(first, count, out);
}
void readRows(const ArrayReader& features, std::size_t first, std::size_t count, double* out) {
    features.readRowsF64(first, count, out);
}

/// The hashes of all rows, in their order.
template <class Value>
std::vector<RowDigest> hashRows(const ArrayReader& features, std::span<const std::uint8_t> key, int threads) {
    const std::size_t width = features.info().width();
    std::vector<RowDigest> digests(features.info().rows());
    forBlocks(digests.size(), rowsPerBlock(width), threads, [&](std::size_t first, std::size_t count) {
        std::vector<Value> values(count * width);
        readRows(features, first, count, values.data());
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

template <class Value>
RowDigest RowHasher::shortened(const Value* row) {
    canonicalRow(row, m_width, m_bytes);
    const Digest digest = m_hmac(m_bytes);
    RowDigest shortened;
    std::copy_n(digest.begin(), shortened.size(), shortened.begin());
    return shortened;
}

RowDigest RowHasher::operator()(const float* row) {
    return shortened(row);
}
RowDigest RowHasher::operator()(const double* row) {
    return shortened(row);
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
    digests.sorted = fitsFloat32(features.info().type.dtype) ? hashRows<float>(features, key, threads)
                                                             : hashRows<double>(features, key, threads);
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
