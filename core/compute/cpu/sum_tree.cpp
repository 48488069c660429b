// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/sum_tree.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace parsimony::compute::cpu {

namespace {

/// Blocks of 50,000 rows, below which leaves are not made fewer.
constexpr std::size_t kFewBlocks = 192;
/// The fewest leaves of so many blocks, whatever the sums; the most are four times as many.
constexpr std::size_t kFewLeaves = 8;
/// Leaves grow in number with the blocks up to this factor, and in length from there: 1,024 processes can
/// share 6.3 million rows.
constexpr std::size_t kMostFactor = 128;
/// Sums of all leaves of kFewBlocks blocks should take no more.
constexpr std::uint64_t kSumsBytes = std::uint64_t{8} << 20;

} // namespace

SumShape sumShape(std::size_t blocks, std::uint64_t bytes) {
    if (blocks == 0) {
        return {};
    }
    const std::size_t factor = std::bit_floor(std::clamp(blocks / kFewBlocks, std::size_t{1}, kMostFactor));
    const std::uint64_t fitting = kSumsBytes / std::max<std::uint64_t>(1, bytes);
    const std::size_t leaves = std::bit_ceil(
        static_cast<std::size_t>(std::clamp<std::uint64_t>(fitting, kFewLeaves, 4 * kFewLeaves)));
    const std::size_t most = std::bit_floor(blocks);
    return {blocks, std::min(factor * leaves, most), std::min(factor * kFewLeaves, most)};
}

LeafRange leavesOf(const SumShape& shape, std::size_t member, std::size_t members) {
    if (shape.granules == 0) {
        return {};
    }
    const std::size_t each = shape.leaves / shape.granules;
    return {shape.granules * member / members * each, shape.granules * (member + 1) / members * each};
}

std::vector<std::size_t> coveringNodes(std::size_t leaves, LeafRange range) {
    std::vector<std::size_t> nodes;
    while (range.first < range.last) {
        std::size_t count = std::bit_floor(range.last - range.first);
        if (range.first != 0) {
            count = std::min(count, range.first & (~range.first + 1)); // what begins there as a subtree
        }
        nodes.push_back((leaves + range.first) / count);
        range.first += count;
    }
    return nodes;
}

void SumMemory::reset(std::size_t size) {
    if (size > m_capacity) {
        m_owned.clear();
        m_capacity = size;
    }
    m_size = size;
    m_free.clear();
    std::for_each(m_owned.rbegin(), m_owned.rend(),
                  [this](Buffer<double>& sums) { m_free.push_back(sums.data()); });
}

double* SumMemory::take() {
    double* sums = nullptr;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_free.empty()) {
            sums = m_owned.emplace_back().ensure(std::max<std::size_t>(1, m_capacity));
        } else {
            sums = m_free.back();
            m_free.pop_back();
        }
    }
    std::fill_n(sums, m_size, 0.0);
    return sums;
}

void SumMemory::giveBack(double* sums) {
    const std::scoped_lock lock(m_mutex);
    m_free.push_back(sums);
}

void SumTree::add(double* sums, double* other) {
    std::transform(sums, sums + m_size, other, sums, [](double mine, double more) { return mine + more; });
    m_memory.giveBack(other);
}

void SumTree::complete(std::size_t node, double* sums) {
    for (;; node /= 2) {
        double* sibling = nullptr;
        {
            const std::scoped_lock lock(m_mutex);
            if (node > 1) {
                sibling = std::exchange(m_sums[node ^ 1U], nullptr);
            }
            if (sibling == nullptr) {
                m_sums[node] = sums;
                return;
            }
        }
        // Which of the two is the left one makes no difference to a sum of two numbers.
        add(sums, sibling);
    }
}

} // namespace parsimony::compute::cpu
