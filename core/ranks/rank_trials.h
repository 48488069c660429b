// SPDX-License-Identifier: GPL-3.0-or-later
// Whole trials in each process, on public rows that all of them keep.
#pragma once

#include "core/ranks/call.h"
#include "core/ranks/rank_group.h"
#include "core/train/trainer.h"

namespace parsimony::ranks {

/// Which process trains which of the trials: the longest first, each to who has the least to do.
[[nodiscard]] std::vector<std::vector<std::size_t>> dealOut(std::span<const train::TrialJob> jobs,
                                                            std::size_t members);

/// Trials dealt out, each process's as it is told of them.
struct DealtTrials {
    std::vector<std::vector<std::size_t>> places; ///< of each process, among the jobs
    std::vector<CallWriter> messages;             ///< to processes 1, 2, …
};
/// Only trials without `initial` weights that begin at their first step. Throws as putTrial() does.
[[nodiscard]] DealtTrials dealTrials(std::span<const train::TrialJob> jobs, std::size_t members);

/// Process 0, after it has announced a call of CallKind::Train: gives the others theirs, trains its own on
/// `own`, and returns all outcomes as trainTogether() would. How far those of other processes are is guessed
/// from how far these are.
[[nodiscard]] std::vector<train::TrainOutcome>
leadTrials(RankGroup& group, compute::ComputeBackend& backend, const compute::ResidentData& own,
           std::span<const train::TrialJob> jobs, const DealtTrials& dealt, const std::stop_token& stop);

/// The others.
void followTrials(RankGroup& group, compute::ComputeBackend& backend, const compute::ResidentData& own);

} // namespace parsimony::ranks
