// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parsimony::data {

/// What was found of rows when they were read for the first time, so that a later pass over the same rows
/// scales them by one product a value, and does without their norms and, of declared rows, without their
/// digests. Rows are those of the raw float32 values; members may be called from several threads at once.
///
/// That a row is what it was is told by its tag: NH, the hash of UMAC (Black, Halevi, Krawczyk, Krovetz,
/// Rogaway, CRYPTO 1999, section 4), twice under keys two words apart. Whatever another row is, written by
/// somebody who sees neither key nor tags, it has the same tag with probability at most 2⁻⁶⁴ (theorem 4.2
/// there). The key is drawn afresh for each object and never leaves it.
class RowMemory {
public:
    /// `tagged` false: rows are known to stay what they are, and get no tags.
    RowMemory(std::size_t rows, std::size_t dim, bool tagged);

    /// Rows [first, first + count) were read before, have one factor each, and are `values` as they were
    /// then.
    [[nodiscard]] bool knows(std::size_t first, std::size_t count, const float* values) const;
    /// Keeps what these rows are and what each is scaled by; 0: there is no one factor, it stays unknown.
    void keep(std::size_t first, std::size_t count, const float* values, const float* factors);
    /// Of rows that are known.
    [[nodiscard]] const float* factors(std::size_t first) const { return m_factors.data() + first; }

private:
    using Tag = std::array<std::uint64_t, 2>;
    [[nodiscard]] Tag tagOf(const float* row) const;

    std::size_t m_dim;
    std::vector<std::uint32_t> m_key;          ///< empty: no tags
    mutable std::vector<float> m_factors;      ///< mutable: atomic_ref has no const form before C++26
    mutable std::vector<std::uint64_t> m_tags; ///< two a row
};

} // namespace parsimony::data
