// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_digest.h"

#include "core/base/sentence.h"
#include "core/data/parallel.h"
#include "core/data/row_kernels.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace parsimony::data {

namespace {

void writeWide(const double* values, std::size_t count, std::uint8_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        double value = values[i] + 0.0; // −0 + 0 is 0
        value = value == value ? value : std::numeric_limits<double>::quiet_NaN();
        std::memcpy(out + i * sizeof value, &value, sizeof value);
    }
}

/// The canonical bytes of one row: a leading byte, the size of a number, and the numbers; see rowDigests.
void canonicalRow(const float* row, std::size_t width, std::vector<std::uint8_t>& bytes) {
    bytes.resize(1 + width * sizeof(float));
    bytes[0] = sizeof(float);
    writeCanonical(row, width, bytes.data() + 1);
}
void canonicalRow(const double* row, std::size_t width, std::vector<std::uint8_t>& bytes) {
    int wide = 0;
    for (std::size_t i = 0; i < width; ++i) {
        wide |= static_cast<int>(row[i] == row[i]) &
                static_cast<int>(static_cast<double>(static_cast<float>(row[i])) != row[i]);
    }
    if (wide == 0) {
        const std::vector<float> narrow(row, row + width); // each value is a float32
        canonicalRow(narrow.data(), width, bytes);
        return;
    }
    bytes.resize(1 + width * sizeof(double));
    bytes[0] = sizeof(double);
    writeWide(row, width, bytes.data() + 1);
}

void readRows(const ArrayReader& features, std::size_t first, std::size_t count, float* out) {
    features.readRows(first, count, out);
}
void readRows(const ArrayReader& features, std::size_t first, std::size_t count, double* out) {
    features.readRowsF64(first, count, out);
}

/// The hashes of all rows, in their order; of each of `pieces` equal pieces of a row one by itself.
template <class Value>
std::vector<RowDigest> hashRows(const ArrayReader& features, std::span<const std::uint8_t> key, int threads,
                                std::size_t pieces = 1) {
    const std::size_t rows = features.info().rows();
    const std::size_t width = features.info().width();
    std::vector<RowDigest> digests(rows * pieces);
    forBlocks(rows, rowsPerBlock(width), threads, [&](std::size_t first, std::size_t count) {
        std::vector<Value> values(count * width);
        readRows(features, first, count, values.data());
        RowHasher hasher(key, width / pieces);
        hasher(values.data(), count * pieces, digests.data() + first * pieces);
    });
    return digests;
}

void addLabels(ContentDigest& content, const ArrayReader& labels) {
    constexpr std::size_t kBlock = 1U << 16U;
    const std::size_t rows = labels.info().rows();
    const std::size_t width = std::max<std::size_t>(labels.info().width(), 1);
    std::vector<std::int64_t> values(std::min(kBlock, rows) * width);
    for (std::size_t first = 0; first < rows; first += kBlock) {
        const std::size_t count = std::min(kBlock, rows - first);
        labels.readIntegers(first, count, values.data());
        content.addLabels(std::span(values).first(count * width));
    }
}

/// The order of the bytes, eight at a time.
bool before(const RowDigest& a, const RowDigest& b) {
    const std::uint64_t first = orderedWord(a);
    const std::uint64_t second = orderedWord(b);
    return first != second ? first < second : orderedWord(a, 8) < orderedWord(b, 8);
}

} // namespace

template <class Value>
void RowHasher::hash(const Value* rows, std::size_t count, RowDigest* digests) {
    const auto shorten = [](const Digest& digest, RowDigest& out) {
        std::copy_n(digest.begin(), out.size(), out.begin());
    };
    std::size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        canonicalRow(rows + i * m_width, m_width, m_bytes[0]);
        canonicalRow(rows + (i + 1) * m_width, m_width, m_bytes[1]);
        const auto both = m_hmac.both(m_bytes[0], m_bytes[1]);
        shorten(both[0], digests[i]);
        shorten(both[1], digests[i + 1]);
    }
    if (i < count) {
        canonicalRow(rows + i * m_width, m_width, m_bytes[0]);
        shorten(m_hmac(m_bytes[0]), digests[i]);
    }
}

void RowHasher::operator()(const float* rows, std::size_t count, RowDigest* digests) {
    hash(rows, count, digests);
}
void RowHasher::operator()(const double* rows, std::size_t count, RowDigest* digests) {
    hash(rows, count, digests);
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

// They are hashes, so by their first bits they fall evenly into buckets, which fit into a near cache and are
// sorted by all threads.
std::vector<RowDigest> sortedDigests(const std::vector<RowDigest>& digests, int threads) {
    constexpr std::size_t kFew = 1U << 14U; // and fewer are sorted as they are
    if (digests.size() <= kFew) {
        std::vector<RowDigest> sorted = digests;
        std::sort(sorted.begin(), sorted.end(), before);
        return sorted;
    }
    constexpr unsigned kBits = 10;
    const auto bucketOf = [](const RowDigest& digest) { return orderedWord(digest) >> (64U - kBits); };
    std::vector<std::size_t> ends((std::size_t{1} << kBits) + 1);
    for (const RowDigest& digest : digests) {
        ++ends[bucketOf(digest) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
    std::vector<RowDigest> sorted(digests.size());
    for (const RowDigest& digest : digests) {
        sorted[next[bucketOf(digest)]++] = digest;
    }
    const auto at = [&](std::size_t bucket) {
        return sorted.begin() + static_cast<std::ptrdiff_t>(ends[bucket]);
    };
    forBlocks(next.size(), 16, threads, [&](std::size_t first, std::size_t count) {
        for (std::size_t bucket = first; bucket < first + count; ++bucket) {
            std::sort(at(bucket), at(bucket + 1), before);
        }
    });
    return sorted;
}

std::vector<RowDigest> viewDigestsInOrder(const ArrayReader& features, std::size_t viewDim,
                                          std::span<const std::uint8_t> key, int threads) {
    const std::size_t views = features.info().width() / viewDim;
    return fitsFloat32(features.info().type.dtype) ? hashRows<float>(features, key, threads, views)
                                                   : hashRows<double>(features, key, threads, views);
}

std::vector<RowDigest> rowDigestsInOrder(const ArrayReader& features, std::span<const std::uint8_t> key,
                                         int threads) {
    return fitsFloat32(features.info().type.dtype) ? hashRows<float>(features, key, threads)
                                                   : hashRows<double>(features, key, threads);
}

RowDigests rowDigests(const ArrayReader& features, const ArrayReader* labels,
                      std::span<const std::uint8_t> key, int threads) {
    return rowDigests(rowDigestsInOrder(features, key, threads), labels, key, threads);
}

RowDigests rowDigests(const std::vector<RowDigest>& inOrder, const ArrayReader* labels,
                      std::span<const std::uint8_t> key, int threads) {
    RowDigests digests;
    const auto hashAll = [&] {
        ContentDigest content;
        content.addRows(inOrder);
        if (labels != nullptr) {
            addLabels(content, *labels);
        }
        digests.content = content.finish(key);
    };
    // All of them one behind the other are one thread's work, which takes about as long as sorting.
    forBlocks(2, 1, threads, [&](std::size_t task, std::size_t) {
        if (task == 0) {
            hashAll();
        } else {
            digests.sorted = sortedDigests(inOrder, threads);
        }
    });
    return digests;
}

} // namespace parsimony::data
