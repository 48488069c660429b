// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"

#include <cstdint>
#include <span>
#include <vector>

// Sorted lists of keyed hashes, as the registry compares them: some have millions.
namespace parsimony::ledger {

/// The order in which they are sorted, that of their bytes.
[[nodiscard]] bool before(const RowTag& a, const RowTag& b);
[[nodiscard]] bool isSorted(std::span<const RowTag> tags);

/// What two lists of rows have in common.
struct SharedRows {
    std::uint64_t ofA = 0, ofB = 0; ///< rows whose values stand in the other list, repeated ones each
    std::uint64_t values = 0;       ///< different values that both have
    std::uint64_t pairs =
        0; ///< rows that have an equal one each in the other list: of repeated values the fewer
    std::uint64_t rowsA = 0, rowsB = 0;         ///< all rows
    std::uint64_t valuesOfA = 0, valuesOfB = 0; ///< different values of each
    friend bool operator==(const SharedRows&, const SharedRows&) = default;
};
/// Compares two sorted lists.
[[nodiscard]] SharedRows sharedRows(std::span<const RowTag> a, std::span<const RowTag> b);
/// What a sorted list shares with itself.
[[nodiscard]] SharedRows allShared(std::span<const RowTag> tags);

/// More than a fifth of either one's rows, or of the different values of the one that has fewer: repeating
/// rows, or adding others, hides no overlap. Of lists in which so many rows are views of one record each
/// shared row may be another record's, so it counts as a whole one: of a photo one crop may be the same.
[[nodiscard]] bool sameData(const SharedRows& shared, std::uint32_t viewsA = 1, std::uint32_t viewsB = 1);

/// Compares a sorted list, A, with another one, B, that comes piece by piece in its order.
class ListComparison {
public:
    explicit ListComparison(std::span<const RowTag> a) : m_a(a), m_shared{.rowsA = a.size()} {}

    void add(std::span<const RowTag> piece);
    /// After the last piece.
    [[nodiscard]] SharedRows result();

private:
    void settle();

    std::span<const RowTag> m_a;
    std::size_t m_at = 0;      ///< in A: the first that is larger than the values of B but the last
    RowTag m_value{};          ///< of B: the last one that came
    std::uint64_t m_count = 0; ///< its rows so far; 0: none came
    SharedRows m_shared;
};

/// How much of a sorted list others have together, each of them no more than a fifth.
class Together {
public:
    /// `views` rows are one record, and each shared one may be another record's.
    Together(std::span<const RowTag> rows, std::uint32_t views) : m_rows(rows), m_views(views) {}

    /// Another list, from its first piece on.
    void begin();
    void add(std::span<const RowTag> piece);
    /// More than a fifth of its rows, or of its different values.
    [[nodiscard]] bool isMost() const;

private:
    std::span<const RowTag> m_rows;
    std::uint32_t m_views;
    std::size_t m_at = 0;      ///< of the rows: the first that is not smaller than what came
    std::vector<bool> m_known; ///< empty: none is
};

} // namespace parsimony::ledger
