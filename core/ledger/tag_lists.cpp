// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/tag_lists.h"

#include <endian.h>

#include <algorithm>
#include <cstring>

namespace parsimony::ledger {

namespace {

std::uint64_t wordOf(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return be64toh(word);
}

/// As std::memcmp orders them, without its call: lists of a million rows are compared.
int orderOf(const RowTag& a, const RowTag& b) {
    static_assert(sizeof(RowTag) == 2 * sizeof(std::uint64_t));
    std::uint64_t wordA = wordOf(a.data());
    std::uint64_t wordB = wordOf(b.data());
    if (wordA == wordB) {
        wordA = wordOf(a.data() + sizeof(wordA));
        wordB = wordOf(b.data() + sizeof(wordB));
    }
    return static_cast<int>(wordA > wordB) - static_cast<int>(wordA < wordB);
}

/// Without a call as well.
bool areSame(const RowTag& a, const RowTag& b) {
    std::uint64_t differ = 0;
    for (std::size_t at = 0; at < sizeof(RowTag); at += sizeof(differ)) {
        differ |= wordOf(a.data() + at) ^ wordOf(b.data() + at);
    }
    return differ == 0;
}

std::uint64_t valuesIn(std::span<const RowTag> rows) {
    std::uint64_t values = rows.empty() ? 0 : 1;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        values += areSame(rows[i], rows[i - 1]) ? 0 : 1;
    }
    return values;
}

} // namespace

bool before(const RowTag& a, const RowTag& b) {
    return orderOf(a, b) < 0;
}

bool isSorted(std::span<const RowTag> tags) {
    return std::is_sorted(tags.begin(), tags.end(), before);
}

SharedRows sharedRows(std::span<const RowTag> a, std::span<const RowTag> b) {
    ListComparison comparison(a);
    comparison.add(b);
    return comparison.result();
}

SharedRows allShared(std::span<const RowTag> tags) {
    const std::uint64_t values = valuesIn(tags);
    return {tags.size(), tags.size(), values, tags.size(), tags.size(), tags.size(), values, values};
}

bool sameData(const SharedRows& shared, std::uint32_t viewsA, std::uint32_t viewsB) {
    const auto isMost = [](std::uint64_t some, std::uint32_t views, std::uint64_t all) {
        return some * views * 5 > all;
    };
    return isMost(shared.ofA, viewsA, shared.rowsA) || isMost(shared.ofB, viewsB, shared.rowsB) ||
           isMost(shared.values, viewsA, shared.valuesOfA) || isMost(shared.values, viewsB, shared.valuesOfB);
}

void ListComparison::add(std::span<const RowTag> piece) {
    for (const RowTag& tag : piece) {
        if (m_count > 0 && areSame(tag, m_value)) {
            ++m_count;
            continue;
        }
        settle();
        m_value = tag;
        m_count = 1;
    }
    m_shared.rowsB += piece.size();
}

/// No more rows of B hold its last value.
void ListComparison::settle() {
    if (m_count == 0) {
        return;
    }
    ++m_shared.valuesOfB;
    std::size_t at = m_at; // a copy, which stays in a register
    std::uint64_t values = 0, inA = 0;
    for (int order = -1; at < m_a.size() && (order = orderOf(m_a[at], m_value)) <= 0; ++at) {
        values += at == 0 || !areSame(m_a[at], m_a[at - 1]) ? 1U : 0U;
        inA += order == 0 ? 1U : 0U;
    }
    m_at = at;
    m_shared.valuesOfA += values;
    if (inA > 0) {
        ++m_shared.values;
        m_shared.pairs += std::min(inA, m_count);
        m_shared.ofA += inA;
        m_shared.ofB += m_count;
    }
}

SharedRows ListComparison::result() {
    settle();
    m_count = 0;
    for (; m_at < m_a.size(); ++m_at) {
        m_shared.valuesOfA += m_at == 0 || !areSame(m_a[m_at], m_a[m_at - 1]) ? 1U : 0U;
    }
    return m_shared;
}

void Together::begin() {
    m_known.resize(m_rows.size());
    m_at = 0;
}

void Together::add(std::span<const RowTag> piece) {
    std::size_t next = 0;
    while (m_at < m_rows.size() && next < piece.size()) {
        const int order = orderOf(piece[next], m_rows[m_at]);
        if (order == 0) {
            m_known[m_at] = true; // and rows of this value that follow
        }
        order < 0 ? ++next : ++m_at;
    }
}

bool Together::isMost() const {
    std::uint64_t rows = 0, values = 0, all = 0;
    for (std::size_t row = 0; row < m_known.size(); ++row) {
        const bool isNewValue = row == 0 || m_rows[row] != m_rows[row - 1];
        rows += m_known[row] ? 1U : 0U;
        values += m_known[row] && isNewValue ? 1U : 0U;
        all += isNewValue ? 1U : 0U;
    }
    return rows * m_views * 5 > m_rows.size() || values * m_views * 5 > all;
}

} // namespace parsimony::ledger
