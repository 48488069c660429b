// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_group.h"

#include "core/base/sentence.h"
#include "core/compute/types.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace parsimony::ranks {

using compute::kBlockRows;
using compute::cpu::LeafRange;
using compute::cpu::SumShape;
using compute::cpu::SumTree;

namespace {

/// Waits a sixteenth of the time waited so far: little is lost, and a process that idles for minutes takes no
/// processor from those that work.
class Patience {
public:
    void wait() {
        if (++m_rounds < 200) {
            std::this_thread::yield();
            return;
        }
        const auto waited = std::chrono::steady_clock::now() - m_began;
        std::this_thread::sleep_for(std::clamp<std::chrono::nanoseconds>(
            waited / 16, std::chrono::microseconds(20), std::chrono::milliseconds(5)));
    }

private:
    int m_rounds = 0;
    std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
};

std::size_t blocksOf(std::size_t rows) {
    return (rows + kBlockRows - 1) / kBlockRows;
}

std::size_t lowestBit(std::size_t number) {
    return number & (~number + 1);
}

} // namespace

std::vector<std::size_t> childrenOf(std::size_t rank, std::size_t ranks) {
    std::vector<std::size_t> below;
    const std::size_t end = rank == 0 ? ranks : lowestBit(rank);
    for (std::size_t step = 1; step < end && rank + step < ranks; step *= 2) {
        below.push_back(rank + step);
    }
    return below;
}

LeafRange leavesBelow(const SumShape& shape, std::size_t rank, std::size_t ranks) {
    const std::size_t last = rank == 0 ? ranks - 1 : std::min(ranks, rank + lowestBit(rank)) - 1;
    return {compute::cpu::leavesOf(shape, rank, ranks).first,
            compute::cpu::leavesOf(shape, last, ranks).last};
}

RowSpan rowsOf(std::size_t rows, std::size_t member, std::size_t members) {
    if (rows == 0) {
        return {};
    }
    const SumShape shape = compute::cpu::sumShape(blocksOf(rows), 1);
    const LeafRange leaves = compute::cpu::leavesOf(shape, member, members);
    return {std::min(rows, shape.leafBegin(leaves.first) * kBlockRows),
            std::min(rows, shape.leafBegin(leaves.last) * kBlockRows)};
}

std::size_t mostRanks(std::uint64_t rows) {
    return compute::cpu::sumShape(blocksOf(rows), 1).granules;
}

RankGroup::RankGroup(std::unique_ptr<Transport> transport)
    : m_transport(std::move(transport)), m_rank(static_cast<std::size_t>(m_transport->rank())),
      m_size(static_cast<std::size_t>(m_transport->size())) {}

RankGroup::~RankGroup() = default;

void RankGroup::greet(const std::string& version) {
    const auto letters = std::as_bytes(std::span(version));
    if (m_rank != 0) {
        send(0, Tag::Hello, letters);
        return;
    }
    for (std::size_t other = 1; other < m_size; ++other) {
        const std::vector<std::byte> bytes = receive(other, Tag::Hello);
        const std::string theirs(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (theirs != version) {
            giveUp();
            fail(Sentence(
                "process {1} is of version {2} and this one of {3}: install one version of Parsimony "
                "on all machines",
                other, theirs, version));
        }
    }
}

void RankGroup::announce(std::span<const std::byte> call) {
    throwTrouble();
    if (m_givenUp) {
        fail(Sentence("the processes of this run were stopped: start them again and 'resume'"));
    }
    passOn(call);
}

void RankGroup::passOn(std::span<const std::byte> call) {
    const std::vector<std::size_t> below = childrenOf(m_rank, m_size);
    std::for_each(below.rbegin(), below.rend(), // who has the most below goes first
                  [&](std::size_t child) { send(child, Tag::Call, call); });
}

std::vector<std::byte> RankGroup::nextCall() {
    std::vector<std::byte> call = receive(m_rank - lowestBit(m_rank), Tag::Call);
    passOn(call);
    return call;
}

void RankGroup::waitForReady() {
    for (std::size_t other = 1; other < m_size; ++other) {
        (void)receive(other, Tag::Hello);
    }
}

void RankGroup::ready() {
    send(0, Tag::Hello, {});
}

void RankGroup::report(const std::string& trouble) {
    giveUp();
    send(0, Tag::Trouble, std::as_bytes(std::span(trouble)));
}

void RankGroup::throwTrouble() {
    if (m_rank != 0) {
        return;
    }
    if (const auto trouble = m_transport->waiting(-1, Tag::Trouble)) {
        std::string text(trouble->bytes, ' ');
        m_transport->take(trouble->from, Tag::Trouble, std::as_writable_bytes(std::span(text)));
        giveUp();
        fail(Sentence("process {1} of {2} cannot go on: {3}", trouble->from, m_size, text));
    }
    if (m_transport->ending()) {
        giveUp();
        interrupted(Sentence(
            "a process of this run ended, or all were told to end; an experiment that had begun goes on by "
            "'resume', with any number of them, and where none had nothing was spent: run it again"));
    }
}

void RankGroup::send(std::size_t to, Tag tag, std::span<const std::byte> bytes) {
    ++m_sent.messages;
    m_sent.bytes += bytes.size();
    Patience patience;
    m_transport->send(static_cast<int>(to), tag, bytes, [&] {
        throwTrouble();
        patience.wait();
    });
}

std::vector<std::byte> RankGroup::receive(std::size_t from, Tag tag) {
    return *receive(from, tag, {});
}

void RankGroup::share(std::span<std::byte> bytes) {
    if (m_rank != 0) {
        (void)receiveInto(m_rank - lowestBit(m_rank), Tag::Rows, bytes, {});
    }
    const std::vector<std::size_t> below = childrenOf(m_rank, m_size);
    std::for_each(below.rbegin(), below.rend(), [&](std::size_t child) { send(child, Tag::Rows, bytes); });
}

std::optional<std::vector<std::byte>> RankGroup::receive(std::size_t from, Tag tag,
                                                         const std::stop_token& stop) {
    for (Patience patience;; patience.wait()) {
        if (const auto message = m_transport->waiting(static_cast<int>(from), tag)) {
            std::vector<std::byte> bytes(message->bytes);
            m_transport->take(message->from, tag, bytes);
            return bytes;
        }
        throwTrouble();
        if (stop.stop_requested()) {
            return std::nullopt;
        }
    }
}

bool RankGroup::receiveInto(std::size_t from, Tag tag, std::span<std::byte> out,
                            const std::stop_token& stop) {
    for (Patience patience;; patience.wait()) {
        if (const auto message = m_transport->waiting(static_cast<int>(from), tag)) {
            if (message->bytes != out.size()) {
                fail(Sentence("a message between the processes of this run is cut off"));
            }
            m_transport->take(message->from, tag, out);
            return true;
        }
        throwTrouble();
        if (stop.stop_requested()) {
            return false;
        }
    }
}

LeafRange RankGroup::own(const SumShape& shape) const {
    return compute::cpu::leavesOf(shape, m_rank, m_size);
}

bool RankGroup::meet(SumTree& tree, const SumShape& shape, const std::stop_token& stop) {
    for (const std::size_t child : childrenOf(m_rank, m_size)) {
        for (const std::size_t node :
             compute::cpu::coveringNodes(shape.leaves, leavesBelow(shape, child, m_size))) {
            double* sums = tree.begin();
            if (!receiveInto(child, Tag::Sums, std::as_writable_bytes(std::span(sums, tree.size())), stop)) {
                return false;
            }
            tree.complete(node, sums);
        }
    }
    if (m_rank != 0) {
        for (const std::size_t node :
             compute::cpu::coveringNodes(shape.leaves, leavesBelow(shape, m_rank, m_size))) {
            send(m_rank - lowestBit(m_rank), Tag::Sums, std::as_bytes(std::span(tree.at(node), tree.size())));
        }
    }
    return true;
}

void RankGroup::end(int status) {
    if (givenUp() && m_rank == 0) {
        m_transport->endAll(status);
    }
}

} // namespace parsimony::ranks
