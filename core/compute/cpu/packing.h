// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/kernels.h"

#include <cstddef>
#include <cstdint>

// Weights w[columns][ld] of doubles, `depth` of each column, as the products want them. What lies between
// `depth` and the padded depth becomes zeros; bfloat16 is rounded to nearest.
namespace parsimony::compute::cpu {

/// float32 in ColumnTiles of kTileColumns, each [paddedDepth][tile width], for Kernels::multiply.
void packWeights(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                 std::size_t paddedDepth, float* packed);

/// float32 in ColumnTiles of `widest`, each [paddedDepth / kRowPadding][tile width][kRowPadding], for
/// Kernels::dot.
void packRows(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
              std::size_t paddedDepth, std::size_t widest, float* packed);

/// Pairs of bfloat16 in the same tiles, [pairs][tile width], for Bf16Kernels::multiply.
void packWeightPairs(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                     std::size_t pairs, std::uint32_t* packed);

/// bfloat16 rows [columns][paddedDepth] for Bf16Kernels::dot.
void packRows16(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                std::size_t paddedDepth, std::uint16_t* packed);

/// Tiles of 16 pairs × 16 columns of bfloat16, those of the same columns side by side, for TileKernels.
/// `packed` holds paddedTo(columns, 16) × paddedDepth values.
void packWeightTiles(const Kernels& kernels, const double* w, std::size_t ld, std::size_t columns,
                     std::size_t depth, std::size_t paddedDepth, std::uint16_t* packed);

} // namespace parsimony::compute::cpu
