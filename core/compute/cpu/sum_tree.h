// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/buffer.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <vector>

namespace parsimony::compute::cpu {

/// How a pass adds up its blocks: in order inside a leaf, which is a run of consecutive blocks, and leaves in
/// a binary tree. It follows from the shapes alone, so the bits of a sum depend neither on threads nor on
/// memory nor on how many processes share the rows.
struct SumShape {
    std::size_t blocks = 0;
    std::size_t leaves = 0;   ///< a power of two, `blocks` at most; 0 without blocks
    std::size_t granules = 0; ///< runs of leaves that a process owns whole: a power of two that divides
                              ///< `leaves` and depends on `blocks` alone
    [[nodiscard]] std::size_t leafBegin(std::size_t leaf) const { return blocks * leaf / leaves; }
};

/// The shape of sums of `bytes` a trial. Leaves are many enough for the threads of a machine, and few enough
/// that clearing and adding up their sums is little beside the blocks themselves: fewer where sums are large.
[[nodiscard]] SumShape sumShape(std::size_t blocks, std::uint64_t bytes);

/// Leaves [first, last).
struct LeafRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// The leaves that member `member` of `members` processes adds up: granules as even as they divide, in order;
/// none where there are fewer granules than members. For every pass over as many blocks they are the same
/// rows.
[[nodiscard]] LeafRange leavesOf(const SumShape& shape, std::size_t member, std::size_t members);

/// The fewest nodes of a tree of `leaves` leaves that have those of `range` below them and no others, in
/// order.
[[nodiscard]] std::vector<std::size_t> coveringNodes(std::size_t leaves, LeafRange range);

/// Sums of so many doubles each, kept from pass to pass. A sum that was given back is the next one taken, so
/// that a pass touches little more memory than is alive at once.
class SumMemory {
public:
    /// All sums are free, and hold `size` numbers.
    void reset(std::size_t size);
    /// One of them, zeros. By any thread.
    [[nodiscard]] double* take();
    void giveBack(double* sums);

private:
    std::mutex m_mutex;
    std::size_t m_size = 0;     ///< that were asked for
    std::size_t m_capacity = 0; ///< that each of them holds
    std::vector<Buffer<double>> m_owned;
    std::vector<double*> m_free;
};

/// The tree of one pass. Nodes have the numbers of a heap: 1 is the root, 2n and 2n + 1 lie below n, and leaf
/// i is leaves + i.
class SumTree {
public:
    SumTree(SumMemory& memory, std::size_t size, std::size_t leaves)
        : m_memory(memory), m_size(size), m_sums(2 * leaves) {
        memory.reset(size);
    }

    [[nodiscard]] double* begin() { return m_memory.take(); }

    /// Adds sums that begin() gave to others, and takes them back. By any thread.
    void add(double* sums, double* other);

    /// Hands in the sums of a node that begin() gave. Whoever completes the second of two siblings adds them
    /// up, while its own is in a near cache, and so on upwards. By any thread.
    void complete(std::size_t node, double* sums);

    /// Sums of a node that is complete and whose sibling isn't (or that is the root), else null.
    [[nodiscard]] const double* at(std::size_t node) const { return m_sums[node]; }
    [[nodiscard]] std::size_t size() const { return m_size; } ///< numbers a node

private:
    SumMemory& m_memory;
    std::size_t m_size;
    std::mutex m_mutex;
    std::vector<double*> m_sums; ///< by node
};

/// The other processes of a pass that several share by rows. Each goes through the same passes on the rows of
/// its leaves.
class SumPeers {
public:
    virtual ~SumPeers() = default;
    [[nodiscard]] virtual LeafRange own(const SumShape& shape) const = 0;
    /// Called when the own leaves are complete. Nodes go to the process that leads, where the tree becomes
    /// whole; false there when stopped. In others it returns true.
    [[nodiscard]] virtual bool meet(SumTree& tree, const SumShape& shape, const std::stop_token& stop) = 0;
};

} // namespace parsimony::compute::cpu
