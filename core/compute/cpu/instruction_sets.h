// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/kernels.h"
#include "core/compute/cpu/kernels_bf16.h"
#include "core/compute/cpu/tile_products.h"

#include <string>
#include <string_view>
#include <vector>

namespace parsimony::compute::cpu {

/// What a backend multiplies with. bfloat16 rows are multiplied in tiles, else in pairs, else widened to
/// float32.
struct InstructionSet {
    std::string name; ///< "amx", "avx512-bf16", "avx512", "avx2", "sse4", "neon", …
    Kernels kernels;
    const Bf16Kernels* pairs = nullptr;
    const TileKernels* tiles = nullptr;

    [[nodiscard]] bool multipliesBfloat16() const { return pairs != nullptr || tiles != nullptr; }
};

/// All that this processor runs; on any one the first is the best as a rule.
[[nodiscard]] std::vector<InstructionSet> instructionSets();

/// The names that sets have on the processors the kernels are compiled for, the fastest of each kind first.
[[nodiscard]] const std::vector<std::string>& instructionNames();

/// The one of that name; throws Error(Usage) that lists those there are.
[[nodiscard]] InstructionSet instructionSet(std::string_view name);

} // namespace parsimony::compute::cpu
