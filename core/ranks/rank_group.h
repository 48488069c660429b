// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/sum_tree.h"
#include "core/ranks/kept_share.h"
#include "core/ranks/transport.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parsimony::ranks {

/// The processes of one run as each of them sees it. Process 0 leads: it says what to do, and the sums of a
/// pass come together there. Both go along a tree of processes: r's parent is r without its lowest bit, so
/// what lies below r are the processes behind it, and their rows.
///
/// A pass that was stopped or that failed leaves messages on their way: the group is given up then, and ends
/// with the program.
class RankGroup final : public compute::cpu::SumPeers {
public:
    explicit RankGroup(std::unique_ptr<Transport> transport);
    ~RankGroup() override;
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    [[nodiscard]] std::size_t rank() const { return m_rank; }
    [[nodiscard]] std::size_t size() const { return m_size; }

    /// All processes call it first. Process 0 throws Error(Failed) when one is of another version: of another
    /// build that sends something else, too (PARSIMONY_RANKS_BUILD).
    void greet(const std::string& version);

    /// Says a call to all others. Throws Error(Failed) when the group was given up. Wherever process 0 waits,
    /// it throws Error(Interrupted) when all processes are being ended.
    void announce(std::span<const std::byte> call);
    /// The next call, which those below get too. Of the others.
    [[nodiscard]] std::vector<std::byte> nextCall();
    /// Waits until all others have called ready(); throws what one of them said instead.
    void waitForReady();
    void ready();
    /// Tells process 0 why this one cannot go on.
    void report(const std::string& trouble);

    void send(std::size_t to, Tag tag, std::span<const std::byte> bytes);
    [[nodiscard]] std::vector<std::byte> receive(std::size_t from, Tag tag);
    /// None when `stop` was requested meanwhile.
    [[nodiscard]] std::optional<std::vector<std::byte>> receive(std::size_t from, Tag tag,
                                                                const std::stop_token& stop);
    /// Process 0's bytes for all others, who get them into theirs: all call it.
    void share(std::span<std::byte> bytes);
    /// Receives exactly so many bytes; false when `stop` was requested meanwhile, or when a member failed.
    [[nodiscard]] bool receiveInto(std::size_t from, Tag tag, std::span<std::byte> out,
                                   const std::stop_token& stop);

    [[nodiscard]] compute::cpu::LeafRange own(const compute::cpu::SumShape& shape) const override;
    [[nodiscard]] bool meet(compute::cpu::SumTree& tree, const compute::cpu::SumShape& shape,
                            const std::stop_token& stop) override;

    /// What the last first pass over rows left in this process.
    [[nodiscard]] KeptShare& kept() { return m_kept; }

    /// Held by process 0 while it says a call and all take part in it.
    [[nodiscard]] std::mutex& mutex() { return m_mutex; }

    /// Processes that share the memory of this one's machine, itself included.
    [[nodiscard]] std::size_t neighbours() const {
        return static_cast<std::size_t>(m_transport->neighbours());
    }

    void giveUp() { m_givenUp = true; }
    [[nodiscard]] bool givenUp() const { return m_givenUp || m_transport->ending(); }
    /// Lets the others end as they should, or ends all processes by force, and does not return then.
    void end(int status);

    /// What this process has sent so far.
    struct Traffic {
        std::uint64_t messages = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] Traffic sent() const { return m_sent; }

private:
    void passOn(std::span<const std::byte> call);
    void throwTrouble();

    std::unique_ptr<Transport> m_transport;
    std::mutex m_mutex;
    std::size_t m_rank;
    std::size_t m_size;
    bool m_givenUp = false;
    Traffic m_sent;
    KeptShare m_kept;
};

/// The processes that `rank` of `ranks` passes calls on to, and whose sums it gets, in order.
[[nodiscard]] std::vector<std::size_t> childrenOf(std::size_t rank, std::size_t ranks);

/// Leaves of a process and of those below it.
[[nodiscard]] compute::cpu::LeafRange leavesBelow(const compute::cpu::SumShape& shape, std::size_t rank,
                                                  std::size_t ranks);

/// Rows [first, last) of a part, or positions of a sample, that `member` keeps or adds up.
struct RowSpan {
    std::size_t first = 0;
    std::size_t last = 0;
    [[nodiscard]] std::size_t count() const { return last - first; }
};
[[nodiscard]] RowSpan rowsOf(std::size_t rows, std::size_t member, std::size_t members);

/// How many processes may share so many rows.
[[nodiscard]] std::size_t mostRanks(std::uint64_t rows);

} // namespace parsimony::ranks
