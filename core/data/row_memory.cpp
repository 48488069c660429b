// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_memory.h"

#include "core/base/secure_random.h"
#include "core/data/row_kernels.h"

#include <atomic>
#include <span>

namespace parsimony::data {

RowMemory::RowMemory(std::size_t rows, std::size_t dim, bool tagged)
    : m_dim(dim), m_key(tagged ? tagKeyWords(dim) : 0), m_factors(rows), m_tags(tagged ? 2 * rows : 0) {
    fillSecureRandom(
        std::span(reinterpret_cast<std::uint8_t*>(m_key.data()), m_key.size() * sizeof(std::uint32_t)));
}

RowMemory::Tag RowMemory::tagOf(const float* row) const {
    Tag tag{};
    tagRow(row, m_dim, m_key.data(), tag.data());
    return tag;
}

bool RowMemory::knows(std::size_t first, std::size_t count, const float* values) const {
    for (std::size_t i = 0; i < count; ++i) {
        if (std::atomic_ref(m_factors[first + i]).load(std::memory_order_acquire) == 0.0F) {
            return false;
        }
        if (m_key.empty()) {
            continue;
        }
        const Tag tag = tagOf(values + i * m_dim);
        for (std::size_t half = 0; half < tag.size(); ++half) {
            if (std::atomic_ref(m_tags[2 * (first + i) + half]).load(std::memory_order_relaxed) !=
                tag[half]) {
                return false;
            }
        }
    }
    return true;
}

void RowMemory::keep(std::size_t first, std::size_t count, const float* values, const float* factors) {
    for (std::size_t i = 0; i < count; ++i) {
        if (factors[i] == 0.0F) {
            continue;
        }
        if (!m_key.empty()) {
            const Tag tag = tagOf(values + i * m_dim);
            for (std::size_t half = 0; half < tag.size(); ++half) {
                std::atomic_ref(m_tags[2 * (first + i) + half]).store(tag[half], std::memory_order_relaxed);
            }
        }
        std::atomic_ref(m_factors[first + i]).store(factors[i], std::memory_order_release);
    }
}

} // namespace parsimony::data
