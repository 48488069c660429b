// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/ranks/rank_group.h"

#include <memory>

namespace parsimony::ranks {

/// The backend of process 0: every pass is made by all processes together, each on the rows of its leaves,
/// and gives the bits that one process would. What it throws and returns is as ComputeBackend has it; besides
/// Error(Failed) when another process cannot go on. A pass that was stopped or failed is the group's last.
///
/// The others run serve() meanwhile. One pass at a time in all backends of a group together.
[[nodiscard]] std::unique_ptr<compute::ComputeBackend> makeRankBackend(std::shared_ptr<RankGroup> group,
                                                                       const compute::CpuOptions& options);

/// The processes that share what `backend` does; null for the backend of one process.
[[nodiscard]] RankGroup* groupOf(compute::ComputeBackend& backend);

/// What all processes but 0 do, until process 0 says that it ends. Never throws: what goes wrong is told
/// process 0, which ends all then.
void serve(RankGroup& group);

/// Lets serve() return in the others, where the group was not given up. Of process 0; never throws.
void dismiss(RankGroup& group);

} // namespace parsimony::ranks
