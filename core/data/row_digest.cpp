// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_digest.h"

#include "core/base/sentence.h"
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

/// The full HMAC of every row, in the order of rows.
template <class Store>
void hashRows(const ArrayReader& features, std::span<const std::uint8_t> key, int threads, Store&& store) {
    const std::size_t width = features.info().width();
    forBlocks(features.info().rows(), rowsPerBlock(width), threads,
              [&](std::size_t first, std::size_t count) {
                  std::vector<double> values(count * width);
                  features.readRowsF64(first, count, values.data());
                  HmacSha256 hmac(key);
                  std::vector<std::uint8_t> bytes;
                  for (std::size_t i = 0; i < count; ++i) {
                      canonicalRow(values.data() + i * width, width, bytes);
                      store(first + i, hmac(bytes));
                  }
              });
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
    digests.sorted.resize(features.info().rows());
    hashRows(features, key, threads, [&](std::size_t row, const Digest& digest) {
        std::copy_n(digest.begin(), digests.sorted[row].size(), digests.sorted[row].begin());
    });
    ContentDigest content;
    content.addRows(digests.sorted);
    if (labels != nullptr) {
        addLabels(content, *labels);
    }
    digests.content = content.finish(key);
    std::sort(digests.sorted.begin(), digests.sorted.end());
    return digests;
}

std::size_t sharedRows(std::span<const RowDigest> a, std::span<const RowDigest> b) {
    std::size_t shared = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) {
            ++shared;
            ++i;
            ++j;
        } else if (a[i] < b[j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return shared;
}

std::vector<std::uint8_t> assignParts(const ArrayReader& features, std::span<const double> fractions,
                                      std::span<const std::uint8_t> key, int threads) {
    double total = 0.0;
    bool positive = !fractions.empty() && fractions.size() <= 255;
    for (const double fraction : fractions) {
        positive = positive && fraction > 0.0;
        total += fraction;
    }
    if (!positive || !(std::fabs(total - 1.0) <= 1e-9)) {
        failUsage(Sentence("the fractions of a split must be positive and add up to 1"));
    }
    std::vector<std::uint8_t> parts(features.info().rows());
    hashRows(features, key, threads, [&](std::size_t row, const Digest& digest) {
        std::uint64_t word = 0;
        std::memcpy(&word, digest.data(), sizeof(word));
        const double uniform = static_cast<double>(word >> 11U) * 0x1p-53;
        double upTo = 0.0;
        std::size_t part = 0;
        while (part + 1 < fractions.size() && uniform >= (upTo += fractions[part])) {
            ++part;
        }
        parts[row] = static_cast<std::uint8_t>(part);
    });
    return parts;
}

} // namespace parsimony::data
