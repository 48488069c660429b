// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/kernels_bf16.h"

#include "core/compute/cpu/pairs_bf16.h"

#include <algorithm>
#include <cstring>

namespace parsimony::compute::cpu {

std::uint16_t toBfloat16(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const auto truncated = static_cast<std::uint16_t>(bits >> 16);
    if ((bits & 0x7f800000U) == 0x7f800000U) {
        return (bits & 0x007fffffU) != 0 ? static_cast<std::uint16_t>(truncated | 0x40U) : truncated;
    }
    const auto rounded = static_cast<std::uint16_t>((bits + 0x7fffU + (truncated & 1U)) >> 16);
    return (rounded & 0x7f80U) == 0x7f80U ? truncated : rounded;
}

void packWeightPairs(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                     std::size_t pairs, std::uint32_t* packed) {
    const ColumnTiles tiles(columns, kTileColumns);
    const auto value = [&](std::size_t j, std::size_t k) {
        return k < depth ? std::uint32_t{toBfloat16(static_cast<float>(w[j * ld + k]))} : 0U;
    };
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const std::size_t width = tiles.width(tile);
        std::uint32_t* out = packed + first * pairs;
        for (std::size_t j = 0; j < width; ++j) {
            for (std::size_t p = 0; p < pairs; ++p) {
                out[p * width + j] = value(first + j, 2 * p) | value(first + j, 2 * p + 1) << 16;
            }
        }
    }
}

void packRows16(const double* w, std::size_t ld, std::size_t columns, std::size_t depth,
                std::size_t paddedDepth, std::uint16_t* packed) {
    for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t k = 0; k < paddedDepth; ++k) {
            packed[j * paddedDepth + k] = k < depth ? toBfloat16(static_cast<float>(w[j * ld + k])) : 0;
        }
    }
}

#if PARSIMONY_HAS_BF16_PRODUCTS

const Bf16Kernels* bf16Kernels() {
    static const Bf16Kernels kernels{multiplyPairs, dotPairs, truncateResiduals, accumulatePairs};
    static const bool supported = __builtin_cpu_supports("avx512bf16") &&
                                  __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                                  __builtin_cpu_supports("avx512vl");
    return supported ? &kernels : nullptr;
}

#else

const Bf16Kernels* bf16Kernels() {
    return nullptr;
}

#endif

} // namespace parsimony::compute::cpu
