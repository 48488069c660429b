// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a sample on their way from the process that keeps them to the one that adds them up.
#include "core/compute/cpu/resident.h"

#include <algorithm>
#include <cstring>

namespace parsimony::compute::cpu {

/// A process that keeps float32 takes bfloat16 rows from one that does not, and the other way round.
void CpuResident::takeGuest(const std::byte* row, float* wide, std::uint16_t* narrow) const {
    if (narrow != nullptr || m_precision != Precision::Bfloat16) {
        std::memcpy(narrow != nullptr ? static_cast<void*>(narrow) : wide, row, rowBytes());
        return;
    }
    std::vector<std::uint16_t> values(m_padded);
    std::memcpy(values.data(), row, rowBytes());
    m_kernels.widen(values.data(), m_padded, wide);
}

const GuestRows* CpuResident::guestsAt(std::size_t position) const {
    const auto guests = std::find_if(m_guests.begin(), m_guests.end(), [position](const GuestRows& some) {
        return position >= some.first && position < some.first + some.count;
    });
    return guests == m_guests.end() ? nullptr : &*guests;
}

GuestRows CpuResident::lend(const std::vector<std::uint32_t>& subset, std::size_t first, std::size_t count,
                            bool bias) const {
    const auto begin = subset.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<std::uint32_t> lent(begin, begin + static_cast<std::ptrdiff_t>(count));
    GuestRows guests{first, count, {}, {}, {}, {}};
    BlockScratch scratch;
    std::vector<std::uint16_t> narrow(m_padded);
    for (std::size_t done = 0; done < count; done += kBlockRows) {
        const Block some = copied(done / kBlockRows, &lent, bias, scratch, true);
        for (std::size_t r = 0; r < some.rows; ++r) {
            const void* row = nullptr;
            if (some.x16 != nullptr) {
                row = some.x16 + r * some.stride;
            } else if (m_precision == Precision::Bfloat16) {
                m_kernels.narrow(some.x + r * some.stride, m_padded, narrow.data());
                row = narrow.data();
            } else {
                row = some.x + r * some.stride;
            }
            const auto* bytes = static_cast<const std::byte*>(row);
            guests.rows.insert(guests.rows.end(), bytes, bytes + rowBytes());
        }
        guests.labels.insert(guests.labels.end(), some.info.labels, some.info.labels + some.rows);
        guests.sets.insert(guests.sets.end(), some.info.sets, some.info.sets + some.rows * setWidth());
        guests.norms.insert(guests.norms.end(), some.info.norms, some.info.norms + some.rows);
    }
    return guests;
}

} // namespace parsimony::compute::cpu
