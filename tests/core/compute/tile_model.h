// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/cpu/tile_products.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace parsimony::compute::cpu {

/// a·b + c in float32, rounded once to nearest, ties to even, with DAZ and FTZ: operands below 2⁻¹²⁶ count as
/// zeros of their sign, and so does a result that is below it once rounded to 24 bits. What the instructions
/// for bfloat16 (VDPBF16PS, TDPBF16PS) do, whatever MXCSR says. NaN is some NaN.
[[nodiscard]] float flushedMulAdd(float a, float b, float c);

/// A register of AMX: up to 16 rows of up to 64 bytes, here words of 32 bits.
struct ModelTile {
    std::size_t rows = 16;
    std::size_t words = 16; ///< of a row
    std::array<std::array<std::uint32_t, 16>, 16> at{};
};

/// TDPBF16PS as Intel documents it (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2,
/// "TDPBF16PS"): c[m][n] = c[m][n] + (E + O), where E and O add up, from zero and in the order of the pairs
/// k, the products of the low and of the high halves of a[m][k] and b[k][n]. Each product is added without
/// being rounded itself, E + O and the last sum are rounded once more, all as flushedMulAdd() does it.
void modelTileDot(ModelTile& c, const ModelTile& a, const ModelTile& b);

/// TileKernels on it: every bit as amxKernels(), on any machine, and slow.
[[nodiscard]] const TileKernels& modelKernels();

} // namespace parsimony::compute::cpu
