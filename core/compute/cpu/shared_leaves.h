// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/sum_tree.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace parsimony::compute::cpu {

/// A block to be added to these sums.
struct BlockToAdd {
    std::size_t block = 0;
    double* sums = nullptr;
};

/// The leaves that workers have in hand, whose last blocks those take over who find no leaf left: else all
/// would wait for the last one. Such a block is added up alone, from zeros, and then to its leaf in the order
/// of the blocks. Where a block adds to each number once, 0 + b is b, so the leaf has the same bits. One
/// pass's; all by any thread.
class SharedLeaves {
public:
    SharedLeaves(SumTree& tree, std::size_t workers) : m_tree(tree), m_leaves(workers) {}

    /// A worker begins a leaf of blocks [first, last), which becomes that node of the tree.
    void begin(std::size_t worker, std::size_t node, std::size_t first, std::size_t last);
    /// The next block of its leaf, in order; none where it is done, or others do the rest. Whoever is last
    /// hands the leaf in.
    [[nodiscard]] std::optional<BlockToAdd> next(std::size_t worker);

    /// The last block of a leaf that has most of them left; none where nothing is worth taking over. `from`
    /// is for giveBack().
    [[nodiscard]] std::optional<BlockToAdd> take(std::size_t& from);
    /// Hands in the sums of a block that was taken.
    void giveBack(std::size_t from, const BlockToAdd& done);

private:
    struct Leaf {
        std::size_t node = 0, next = 0, last = 0;
        double* sums = nullptr;
        std::size_t away = 0;          ///< blocks that others have not given back
        std::vector<BlockToAdd> given; ///< back by others
    };
    /// Adds what others gave back, and hands the leaf in.
    void complete(Leaf& leaf);

    SumTree& m_tree;
    std::mutex m_mutex;
    std::vector<Leaf> m_leaves;  ///< by worker; without sums: it has none
    std::size_t m_takenOver = 0; ///< sums of blocks that are not yet in their leaves
};

} // namespace parsimony::compute::cpu
