// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/shared_leaves.h"

#include <algorithm>
#include <utility>

namespace parsimony::compute::cpu {

namespace {

/// Sums of no more bytes altogether are made for blocks that were taken over.
constexpr std::size_t kTakenOverBytes = std::size_t{32} << 20;

} // namespace

void SharedLeaves::begin(std::size_t worker, std::size_t node, std::size_t first, std::size_t last) {
    double* sums = m_tree.begin();
    const std::scoped_lock lock(m_mutex);
    m_leaves[worker] = {node, first, last, sums, 0, {}};
}

std::optional<BlockToAdd> SharedLeaves::next(std::size_t worker) {
    Leaf done;
    {
        const std::scoped_lock lock(m_mutex);
        Leaf& leaf = m_leaves[worker];
        if (leaf.next < leaf.last) {
            return BlockToAdd{leaf.next++, leaf.sums};
        }
        leaf.next = leaf.last + 1; // its own worker is through
        if (leaf.away > 0) {
            return std::nullopt;
        }
        done = std::exchange(leaf, Leaf());
        m_takenOver -= done.given.size();
    }
    complete(done);
    return std::nullopt;
}

std::optional<BlockToAdd> SharedLeaves::take(std::size_t& from) {
    BlockToAdd taken;
    {
        const std::scoped_lock lock(m_mutex);
        const auto left = [](const Leaf& leaf) { return leaf.last - std::min(leaf.next, leaf.last); };
        const auto most = std::max_element(m_leaves.begin(), m_leaves.end(),
                                           [&](const Leaf& a, const Leaf& b) { return left(a) < left(b); });
        if (left(*most) == 0 || (m_takenOver + 1) * m_tree.size() * sizeof(double) > kTakenOverBytes) {
            return std::nullopt;
        }
        from = static_cast<std::size_t>(most - m_leaves.begin());
        taken.block = --most->last;
        ++most->away;
        ++m_takenOver;
    }
    taken.sums = m_tree.begin();
    return taken;
}

void SharedLeaves::giveBack(std::size_t from, const BlockToAdd& done) {
    Leaf whole;
    {
        const std::scoped_lock lock(m_mutex);
        Leaf& leaf = m_leaves[from];
        leaf.given.push_back(done);
        if (--leaf.away > 0 || leaf.next <= leaf.last) {
            return;
        }
        whole = std::exchange(leaf, Leaf());
        m_takenOver -= whole.given.size();
    }
    complete(whole);
}

void SharedLeaves::complete(Leaf& leaf) {
    std::sort(leaf.given.begin(), leaf.given.end(),
              [](const BlockToAdd& a, const BlockToAdd& b) { return a.block < b.block; });
    for (const BlockToAdd& block : leaf.given) {
        m_tree.add(leaf.sums, block.sums);
    }
    m_tree.complete(leaf.node, leaf.sums);
}

} // namespace parsimony::compute::cpu
