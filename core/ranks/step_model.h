// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/rank_group.h"

#include <cstddef>
#include <cstdint>

namespace parsimony::ranks {

/// Rows that a step is modelled for: more than one run takes.
inline constexpr std::uint64_t kMostModelledRows = 10'000'000'000;

/// A step of DP-GD with a linear softmax head without bias.
struct StepShape {
    std::size_t rows = 0;
    std::size_t dim = 0;
    std::uint32_t classes = 0;
};

/// What lies between two processes.
struct Link {
    double latency = 0.0;        ///< seconds from the sender to the receiver of an empty message
    double bytesPerSecond = 0.0; ///< of one message
};

/// What one process needs by itself.
struct StepTimes {
    double secondsPerRow = 0.0;
    double serialSeconds = 0.0;  ///< noise and update, which process 0 alone does
    double secondsPerByte = 0.0; ///< of a node's sums that are added to others
};

struct ModelledStep {
    std::uint64_t messages = 0; ///< of all processes
    std::uint64_t bytes = 0;
    double seconds = 0.0;
    double efficiency = 0.0; ///< one process's time over the time of all of them together
};

/// A step of `ranks` processes, message by message as RankGroup sends them: the call goes down the tree of
/// processes, each works on its leaves, sums of nodes come up again, process 0 draws noise. Messages and
/// bytes are exact; the time leaves out what machines differ in and what else they do. Throws Error(Usage)
/// where so many processes can't share so many rows.
[[nodiscard]] ModelledStep modelStep(const StepShape& shape, std::size_t ranks, const StepTimes& times,
                                     const Link& link);

/// Measured between the processes of `group`, by calls that ask for nothing. Of process 0; about a second.
[[nodiscard]] Link measureLink(RankGroup& group);

} // namespace parsimony::ranks
