// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/study/task_request.h"

#include <optional>
#include <string>

namespace parsimony::cli {

/// What `bench --ranks` asks.
struct RanksRequest {
    std::optional<std::string> ranks; ///< numbers with commas between them; absent: nothing is asked
    std::optional<std::string> link;  ///< `MICROSECONDS,GB/s`; absent: measured, or what is assumed
};

/// The time of a step that so many processes share: modelled from what one process measures here and from the
/// link between them, and measured where this is one of several. Throws Error(Usage).
[[nodiscard]] Result benchRanks(const study::BenchRequest& request, const RanksRequest& ranks,
                                Context& context);

} // namespace parsimony::cli
