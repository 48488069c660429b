// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/step_model.h"

#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/compute/backend.h"
#include "core/compute/cpu/contrasts.h"
#include "core/compute/cpu/kernels.h"
#include "core/ranks/call.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace parsimony::ranks {

using namespace compute;
using cpu::SumShape;

namespace {

constexpr int kCalls = 50;
constexpr std::size_t kPayload = std::size_t{4} << 20;

/// When each process has a call of so many bytes that process 0 begins to send at 0: one message leaves
/// another process after the other.
std::vector<double> arrivals(std::size_t ranks, double bytes, const Link& link) {
    std::vector<double> times(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const std::vector<std::size_t> children = childrenOf(rank, ranks);
        double sent = times[rank];
        std::for_each(children.rbegin(), children.rend(), [&](std::size_t child) {
            sent += bytes / link.bytesPerSecond;
            times[child] = sent + link.latency;
        });
    }
    return times;
}

double latest(const std::vector<double>& times) {
    return *std::max_element(times.begin(), times.end());
}

double secondsOfCall(RankGroup& group, std::span<const std::byte> payload) {
    CallWriter call(CallKind::Echo);
    call.put<std::uint32_t>(0).putAll(payload); // 0: of no backend
    double least = std::numeric_limits<double>::infinity();
    const std::scoped_lock lock(group.mutex());
    for (int i = 0; i < kCalls; ++i) {
        const auto began = std::chrono::steady_clock::now();
        group.announce(call.bytes());
        group.waitForReady();
        least = std::min(least, secondsSince(began));
    }
    return least;
}

} // namespace

ModelledStep modelStep(const StepShape& shape, std::size_t ranks, const StepTimes& times, const Link& link) {
    if (mostRanks(shape.rows) < ranks) {
        failUsage(Sentence("{1} rows can be shared by {2} processes at most, not by {3}", shape.rows,
                           mostRanks(shape.rows), ranks));
    }
    HeadShape head;
    head.dim = static_cast<std::uint32_t>(shape.dim);
    head.classes = shape.classes;
    const std::size_t columns = head.classes > 1 ? cpu::Contrasts(head).columns() : 1;
    const std::size_t padded = cpu::paddedTo(shape.dim, 16);
    const SumShape sums =
        cpu::sumShape((shape.rows + kBlockRows - 1) / kBlockRows, columns * (padded + 1) * sizeof(double));
    const std::size_t callBytes = gradientCallBytes(head, 1);
    const std::size_t nodeBytes = (columns * padded + cpu::paddedTo(columns, 8)) * sizeof(double);
    const auto node = static_cast<double>(nodeBytes);

    // Whoever has the sums of those below it sends its nodes on. Those below have higher numbers.
    std::vector<double> done = arrivals(ranks, static_cast<double>(callBytes), link);
    ModelledStep step;
    for (std::size_t rank = ranks; rank-- > 0;) {
        done[rank] += static_cast<double>(rowsOf(shape.rows, rank, ranks).count()) * times.secondsPerRow;
        for (const std::size_t child : childrenOf(rank, ranks)) {
            double arrived = done[child] + link.latency;
            for (std::size_t left = cpu::coveringNodes(sums.leaves, leavesBelow(sums, child, ranks)).size();
                 left > 0; --left) {
                arrived += node / link.bytesPerSecond;
                done[rank] = std::max(done[rank], arrived) + node * times.secondsPerByte;
                ++step.messages;
            }
        }
    }
    step.bytes = step.messages * nodeBytes + (ranks - 1) * callBytes;
    step.messages += ranks - 1;
    step.seconds = done[0] + times.serialSeconds;
    const double alone = static_cast<double>(shape.rows) * times.secondsPerRow + times.serialSeconds;
    step.efficiency = alone / (static_cast<double>(ranks) * step.seconds);
    return step;
}

Link measureLink(RankGroup& group) {
    const std::vector<std::byte> payload(kPayload);
    const double empty = secondsOfCall(group, {});
    const double full = secondsOfCall(group, payload);
    // Down the tree of processes, and one message back.
    const double hops = latest(arrivals(group.size(), 0.0, {1.0, 1.0})) + 1.0;
    const double copies = latest(arrivals(group.size(), 1.0, {0.0, 1.0}));
    return {empty / hops, copies * static_cast<double>(kPayload) / std::max(full - empty, 1e-9)};
}

} // namespace parsimony::ranks
