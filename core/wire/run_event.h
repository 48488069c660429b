// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

namespace parsimony::wire {

/// What a server tells of a call that runs, before its answer.
enum class RunEvent { Snapshot, Curator, Progress };

[[nodiscard]] constexpr const char* toText(RunEvent event) {
    constexpr std::array names{"snapshot", "curator", "progress"};
    return names.at(static_cast<std::size_t>(event));
}

} // namespace parsimony::wire
