// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"
#include "core/data/array_reader.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace parsimony::data {

/// The first 16 bytes of a keyed hash of one record's features.
using RowDigest = std::array<std::uint8_t, 16>;

/// Eight of its bytes as a number; numbers are ordered as the bytes are.
[[nodiscard]] inline std::uint64_t orderedWord(const RowDigest& digest, std::size_t at = 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, digest.data() + at, sizeof word);
    return __builtin_bswap64(word); // the machine is little-endian; see dtype.cpp
}

/// The keyed hashes of all rows of a part, as the registry compares them (PRIVACY.md rule 20).
struct RowDigests {
    std::vector<RowDigest> sorted;
    /// Of all rows in their order and their labels: two files with equal content digest train alike. Equal
    /// under re-encoding in another dtype or format, different when a row moves or a label changes.
    Digest content{};
    /// Of rows without ids that are several views side by side: those of all views, each hashed as a row of
    /// its own.
    std::vector<RowDigest> views = {};
    /// Rows that `sorted`, or `views` where there are any, have nothing of, by their places in the file.
    std::vector<std::uint32_t> leftOut = {};
};

/// Hashes rows as rowDigests does; an object belongs to one thread.
class RowHasher {
public:
    RowHasher(std::span<const std::uint8_t> key, std::size_t width) : m_hmac(key), m_width(width) {}
    /// Of `count` rows of `width` values that lie one behind the other.
    void operator()(const float* rows, std::size_t count, RowDigest* digests);
    void operator()(const double* rows, std::size_t count, RowDigest* digests);

private:
    template <class Value>
    void hash(const Value* rows, std::size_t count, RowDigest* digests);

    HmacSha256 m_hmac;
    std::size_t m_width;
    std::array<std::vector<std::uint8_t>, 2> m_bytes; ///< of two rows, which are hashed together
};

/// Of all rows in their order and their labels: see RowDigests::content.
class ContentDigest {
public:
    void addRows(std::span<const RowDigest> rows);
    void addLabels(std::span<const std::int64_t> labels);
    [[nodiscard]] Digest finish(std::span<const std::uint8_t> key);

private:
    Sha256Stream m_stream;
};

/// HMAC-SHA-256 under `key` of every row's raw feature values. The hashed form depends on the values alone,
/// not on how they are stored: each as float64 (as float32 when every value of the row is one exactly; a
/// leading byte tells), little-endian, −0 as 0, every NaN alike. Row order, dtype, file format, file name and
/// labels do not matter to `sorted`. `labels` may be null; threads 0 means one per processor.
[[nodiscard]] RowDigests rowDigests(const ArrayReader& features, const ArrayReader* labels,
                                    std::span<const std::uint8_t> key, int threads = 0);
/// The same of rows that were hashed already.
[[nodiscard]] RowDigests rowDigests(const std::vector<RowDigest>& inOrder, const ArrayReader* labels,
                                    std::span<const std::uint8_t> key, int threads = 0);
/// The hashes of all rows in the order of the file.
[[nodiscard]] std::vector<RowDigest> rowDigestsInOrder(const ArrayReader& features,
                                                       std::span<const std::uint8_t> key, int threads = 0);

/// Of rows that are several views of `viewDim` values side by side: those of all views, each as a row of its
/// own, in that order.
[[nodiscard]] std::vector<RowDigest> viewDigestsInOrder(const ArrayReader& features, std::size_t viewDim,
                                                        std::span<const std::uint8_t> key, int threads = 0);
[[nodiscard]] std::vector<RowDigest> sortedDigests(const std::vector<RowDigest>& digests, int threads = 0);

} // namespace parsimony::data
