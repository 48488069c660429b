// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/kernels.h"

#include <cstddef>
#include <cstdint>

namespace parsimony::compute::cpu {

/// The two products in bfloat16 for processors with AVX512-BF16: pairs of neighbours are multiplied and added
/// in float32 by one instruction. A pair is two bfloat16 in 32 bits, the first in the low half. The slack of
/// the sums is proved beside TileKernels.
struct Bf16Kernels {
    /// z as Kernels::multiply makes it; xt[pair][64 rows] as Kernels::pack makes it of rows of pairs, weights
    /// in ColumnTiles of kTileColumns, [pairs][tile width].
    void (*multiply)(const MultiplyArgs& args) = nullptr;

    /// z as Kernels::dot makes it; rows and weights are bfloat16, `stride` and `depth` count bfloat16.
    void (*dot)(const DotArgs& args) = nullptr;

    /// g[j][r] = h[j][r] cut off to bfloat16, which never makes a residual larger, for `count` rows (a
    /// multiple of 16); g[j] lies kLogitStride values after g[j−1].
    void (*truncate)(const float* h, std::size_t columns, std::size_t count, std::uint16_t* g) = nullptr;

    /// s += Σ_r g[j][r]·x[r][k]; `scratch` holds (rows + 1)/2 × 64 pairs. The pointers `g` and `x` of the
    /// arguments point to bfloat16, strides count bfloat16.
    void (*accumulate)(const AccumulateArgs& args, std::uint32_t* scratch) = nullptr;
};

/// Null where the processor has no AVX512-BF16.
[[nodiscard]] const Bf16Kernels* bf16Kernels();

} // namespace parsimony::compute::cpu
