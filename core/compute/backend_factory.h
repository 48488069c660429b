// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/compute/device_choice.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace parsimony::compute {

/// Makes the backend of the CUDA devices of these numbers (none: all there are; several share the rows), or
/// throws Error(Failed) with the reason in one sentence.
using CudaFactory =
    std::function<std::unique_ptr<ComputeBackend>(const std::vector<int>& devices, unsigned threads)>;

/// Called once by a program that can open GPUs, before anything else runs.
void registerCudaFactory(CudaFactory factory);

/// Makes the CPU's backend of a program that was started as one of several processes, or throws Error(Failed)
/// with the reason why they cannot work together.
using RankFactory = std::function<std::unique_ptr<ComputeBackend>(const CpuOptions&)>;

/// Called once by the process that leads, before anything else runs: from then on chooseBackend() gives the
/// backend of all of them, and no GPU. Each has a share of the rows: at most `most(rows)` processes may work
/// on so many.
void registerRanks(RankFactory factory, std::size_t ranks,
                   std::function<std::size_t(std::uint64_t rows)> most);

/// Whether this program was started as one of several processes.
[[nodiscard]] bool leadsRanks();

/// Throws Error(Usage) when more processes were started than can share so many rows.
void requireSharesOf(std::uint64_t rows);

/// The CPU, or those devices, or Error(Failed) with the reason. `auto` leaves GPUs alone because the slack of
/// their arithmetic (PRIVACY rule 14) is checked, not proved: whoever names one accepts that. `instructions`:
/// those of the CPU, as CpuOptions has them; Error(Usage) where it lacks them, or with a GPU.
[[nodiscard]] std::unique_ptr<ComputeBackend> chooseBackend(const DeviceChoice& device, unsigned threads,
                                                            const std::string& instructions = {});

/// `auto` and the names of instructions of all processors that the kernels are compiled for, with | between.
[[nodiscard]] std::string instructionWords();

/// The name of instructions of some processor that the kernels are compiled for; empty for `auto`, the
/// fastest. Whether this processor has them is not asked: options may be written elsewhere. Throws
/// Error(Usage) for another word.
[[nodiscard]] std::string instructionsNamed(const std::string& word);

/// Are these instructions (empty: the fastest) those that multiply rows of bfloat16 as such here, in tiles
/// (AMX) or pairs (AVX512-BF16)? It follows from the processor alone; no for a name that it does not have.
[[nodiscard]] bool bfloat16Pays(const std::string& instructions);

} // namespace parsimony::compute
