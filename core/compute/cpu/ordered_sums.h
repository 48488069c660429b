// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

namespace parsimony::compute::cpu {

/// Sums of lanes that several workers complete in any order, added up in the order of the lanes by whoever
/// completes the next one, while its sums are still in that worker's cache. Memory of lanes that have been
/// added up is used again, so that a pass touches little more of it than there are workers.
class OrderedSums {
public:
    /// `memory` holds lanes × laneSize.
    OrderedSums(double* memory, std::size_t laneSize, std::size_t lanes)
        : m_laneSize(laneSize), m_completed(lanes, nullptr) {
        for (std::size_t lane = lanes; lane > 0; --lane) {
            m_free.push_back(memory + (lane - 1) * laneSize);
        }
    }

    /// A lane's sums, zeros.
    [[nodiscard]] double* begin() {
        double* sums = nullptr;
        {
            const std::scoped_lock lock(m_mutex);
            sums = m_free.back();
            m_free.pop_back();
        }
        std::fill_n(sums, m_laneSize, 0.0);
        return sums;
    }

    /// Hands a lane's sums back. Calls add(const double*) for each lane whose turn it is, never twice at
    /// once.
    template <class Add>
    void complete(std::size_t lane, double* sums, const Add& add) {
        std::unique_lock lock(m_mutex);
        m_completed[lane] = sums;
        if (m_adding) {
            return; // that worker comes by
        }
        m_adding = true;
        while (m_next < m_completed.size() && m_completed[m_next] != nullptr) {
            double* next = m_completed[m_next];
            lock.unlock();
            add(static_cast<const double*>(next));
            lock.lock();
            m_free.push_back(next);
            ++m_next;
        }
        m_adding = false;
    }

private:
    std::size_t m_laneSize;
    std::mutex m_mutex;
    std::vector<double*> m_free;
    std::vector<double*> m_completed; ///< by lane; null until it is
    std::size_t m_next = 0;           ///< the lane to be added next
    bool m_adding = false;
};

} // namespace parsimony::compute::cpu
