// SPDX-License-Identifier: GPL-3.0-or-later
// Rows on their way between processes.
#pragma once

#include "core/compute/cpu/cpu_backend.h"
#include "core/ranks/call.h"
#include "core/ranks/rank_group.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace parsimony::ranks {

/// The shape of a part that is shared.
struct PartShape {
    std::uint64_t rows = 0;
    std::uint64_t dim = 0;
    std::uint32_t classes = 0;
    std::uint32_t labelsPerRecord = 0; ///< of records that may have several labels; else 0
    compute::Precision precision = compute::Precision::Float32;
    bool everywhere = false; ///< each process keeps all rows
    bool fromFiles = false;  ///< each process reads those that it keeps; how, follows in the call
};

[[nodiscard]] PartShape shapeOf(const compute::UploadRequest& request, bool everywhere);

/// Process 0: sends all others their rows, in pieces of some MiB, or what they need to read them, and keeps
/// its own.
[[nodiscard]] std::unique_ptr<compute::cpu::CpuResident>
shareOut(RankGroup& group, compute::cpu::CpuBackend& backend, const compute::UploadRequest& request);

/// The others: what shareOut() sends.
[[nodiscard]] std::unique_ptr<compute::cpu::CpuResident>
takeShare(RankGroup& group, compute::cpu::CpuBackend& backend, const PartShape& part, CallReader& call);

/// Process 0, after a call of CallKind::Room: whether each process may keep all of so many rows, in half of
/// what its machine can spare, with its neighbours there.
[[nodiscard]] bool fitsEverywhere(RankGroup& group, const compute::UploadRequest& request);
/// The others: tells process 0 how much that is here.
void sayRoom(RankGroup& group);

/// Process 0: keeps all rows, and so do the others, who call takeCopy().
[[nodiscard]] std::unique_ptr<compute::cpu::CpuResident>
copyOut(RankGroup& group, compute::cpu::CpuBackend& backend, const compute::UploadRequest& request);
[[nodiscard]] std::unique_ptr<compute::cpu::CpuResident>
takeCopy(RankGroup& group, compute::cpu::CpuBackend& backend, const PartShape& part, CallReader& call);

/// Blocks of a sample hold consecutive rows of it, wherever those lie: rows that another process adds up are
/// sent to it. Called by all processes with the same sample, before its pass.
void exchangeRows(RankGroup& group, compute::cpu::CpuResident& rows, const std::vector<std::uint32_t>& sample,
                  const compute::HeadShape& head);

} // namespace parsimony::ranks
