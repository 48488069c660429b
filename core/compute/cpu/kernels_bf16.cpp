// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/cpu/kernels_bf16.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

#if defined(__x86_64__) && defined(__GNUC__)

#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")

namespace {

constexpr std::size_t kVectors = 4;
constexpr std::size_t kPanel = 64;

__attribute__((always_inline)) inline __m512bh asPairs(__m512i bits) {
    return (__m512bh)bits;
}

template <std::size_t columns, bool fetches>
__attribute__((always_inline)) inline void multiplyTile(const MultiplyArgs& a, const std::uint32_t* w,
                                                        const float* bias, float* z, const char* fetch) {
    __m512 acc[columns][kVectors];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            acc[j][v] = _mm512_set1_ps(bias == nullptr ? 0.0F : bias[j]);
        }
    }
    for (std::size_t p = 0; p < a.depth; ++p) {
        __m512i x[kVectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            x[v] = _mm512_load_si512(a.xt + p * a.ldk + v * 16);
        }
        if constexpr (fetches) { // half a panel: 32 rows of 4·depth bytes over depth turns
            __builtin_prefetch(fetch + p * 128, 0, 2);
            __builtin_prefetch(fetch + p * 128 + 64, 0, 2);
        }
#pragma GCC unroll 6
        for (std::size_t j = 0; j < columns; ++j) {
            const __m512i b = _mm512_set1_epi32(static_cast<int>(w[p * columns + j]));
#pragma GCC unroll 4
            for (std::size_t v = 0; v < kVectors; ++v) {
                acc[j][v] = _mm512_dpbf16_ps(acc[j][v], asPairs(x[v]), asPairs(b));
            }
        }
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            _mm512_store_ps(z + j * kLogitStride + v * 16, acc[j][v]);
        }
    }
}

void multiplyPairs(const MultiplyArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    const auto* packed = reinterpret_cast<const std::uint32_t*>(a.packed);
    const auto* fetch = reinterpret_cast<const char*>(a.fetch);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const float* bias = a.bias == nullptr ? nullptr : a.bias + first;
        float* z = a.z + first * kLogitStride;
        const std::uint32_t* w = packed + first * a.depth;
        const bool fetches = fetch != nullptr && tile < a.fetchTiles;
        forTileWidth(tiles.width(tile), [&](auto width) {
            constexpr std::size_t columns = decltype(width)::value;
            if (fetches) {
                multiplyTile<columns, true>(a, w, bias, z, fetch + tile * a.depth * 128);
            } else {
                multiplyTile<columns, false>(a, w, bias, z, nullptr);
            }
        });
    }
}

/// Sums of the four vectors, next to each other.
__attribute__((always_inline)) inline void storeSums(const __m512 (&v)[4], float bias, float* out) {
    const __m512 a = _mm512_add_ps(_mm512_unpacklo_ps(v[0], v[1]), _mm512_unpackhi_ps(v[0], v[1]));
    const __m512 b = _mm512_add_ps(_mm512_unpacklo_ps(v[2], v[3]), _mm512_unpackhi_ps(v[2], v[3]));
    const __m512d low = _mm512_castps_pd(a);
    const __m512d high = _mm512_castps_pd(b);
    const __m512 blocks = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(low, high)),
                                        _mm512_castpd_ps(_mm512_unpackhi_pd(low, high)));
    const __m256 half = _mm256_add_ps(_mm512_castps512_ps256(blocks), _mm512_extractf32x8_ps(blocks, 1));
    const __m128 sums = _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
    _mm_storeu_ps(out, _mm_add_ps(sums, _mm_set1_ps(bias)));
}

template <std::size_t columns, bool fetches>
__attribute__((always_inline)) inline void dotTile(const std::uint16_t* const (&rows)[4], std::size_t depth,
                                                   const std::uint16_t* w, const float* bias, float* z,
                                                   const char* fetch) {
    __m512 acc[columns][4];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t r = 0; r < 4; ++r) {
            acc[j][r] = _mm512_setzero_ps();
        }
    }
    for (std::size_t k = 0; k < depth; k += 32) {
        // Rows are padded to 16 values: the last load of a row may be half of one.
        const __mmask32 mask = k + 32 <= depth ? 0xffffffffU : 0x0000ffffU;
        __m512i x[4];
#pragma GCC unroll 4
        for (std::size_t r = 0; r < 4; ++r) {
            x[r] = _mm512_maskz_loadu_epi16(mask, rows[r] + k);
        }
        if constexpr (fetches) { // as much as two of the four rows
            __builtin_prefetch(fetch + k * 4, 0, 2);
            __builtin_prefetch(fetch + k * 4 + 64, 0, 2);
        }
#pragma GCC unroll 6
        for (std::size_t j = 0; j < columns; ++j) {
            const __m512i b = _mm512_maskz_loadu_epi16(mask, w + j * depth + k);
#pragma GCC unroll 4
            for (std::size_t r = 0; r < 4; ++r) {
                acc[j][r] = _mm512_dpbf16_ps(acc[j][r], asPairs(x[r]), asPairs(b));
            }
        }
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
        storeSums(acc[j], bias == nullptr ? 0.0F : bias[j], z + j * kLogitStride);
    }
}

void dotPairs(const DotArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    const auto* x = reinterpret_cast<const std::uint16_t*>(a.x);
    const auto* weights = reinterpret_cast<const std::uint16_t*>(a.weights);
    const auto* fetch = reinterpret_cast<const char*>(a.fetch);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const std::uint16_t* w = weights + first * a.depth;
        const float* bias = a.bias == nullptr ? nullptr : a.bias + first;
        const bool fetches = fetch != nullptr && tile < a.fetchTiles;
        forTileWidth(tiles.width(tile), [&](auto width) {
            constexpr std::size_t columns = decltype(width)::value;
            for (std::size_t r = 0; r < a.rows; r += 4) {
                const std::uint16_t* rows[4];
                for (std::size_t i = 0; i < 4; ++i) { // behind the last row: that one again
                    rows[i] = x + std::min(r + i, a.rows - 1) * a.stride;
                }
                float* z = a.z + first * kLogitStride + r;
                if (fetches) {
                    dotTile<columns, true>(rows, a.depth, w, bias, z,
                                           fetch + (tile * a.rows + r) / 2 * a.stride * 2);
                } else {
                    dotTile<columns, false>(rows, a.depth, w, bias, z, nullptr);
                }
            }
        });
    }
}

void truncateResiduals(const float* h, std::size_t columns, std::size_t count, std::uint16_t* g) {
    for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t r = 0; r < count; r += 16) {
            const __m512i bits = _mm512_load_si512(h + j * kLogitStride + r);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(g + j * kLogitStride + r),
                                _mm512_cvtepi32_epi16(_mm512_srli_epi32(bits, 16)));
        }
    }
}

/// Rows 2p and 2p+1 of `columns` (16, 32 or 64) features, element by element side by side: out[p][columns].
void pairRows(const std::uint16_t* x, std::size_t stride, std::size_t rows, std::size_t columns,
              std::uint32_t* out, const char* fetch) {
    for (std::size_t r = 0; r < rows; r += 2) {
        const std::uint16_t* even = x + r * stride;
        const bool both = r + 1 < rows;
        if (fetch != nullptr) { // half as many rows ahead: one row's part of this panel for each pair
            __builtin_prefetch(fetch + r / 2 * stride * 2, 0, 2);
            __builtin_prefetch(fetch + r / 2 * stride * 2 + 64, 0, 2);
        }
        for (std::size_t k = 0; k < columns; k += 16) {
            const __m512i low =
                _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(even + k)));
            const __m512i high =
                both ? _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256(
                                             reinterpret_cast<const __m256i*>(even + stride + k))),
                                         16)
                     : _mm512_setzero_si512();
            _mm512_store_si512(out + r / 2 * columns + k, _mm512_or_si512(low, high));
        }
    }
}

template <std::size_t columns, std::size_t vectors>
__attribute__((always_inline)) inline void accumulateTile(const AccumulateArgs& a, const std::uint16_t* g,
                                                          const std::uint32_t* pairs, double* s,
                                                          float* partial) {
    if (a.last) { // the sums have left the cache since the last block
        for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t k = 0; k < vectors * 16; k += 8) {
                __builtin_prefetch(s + j * a.lds + k, 1, 3);
            }
        }
    }
    __m512 acc[columns][vectors];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            acc[j][v] = a.first ? _mm512_setzero_ps() : _mm512_load_ps(partial + (j * vectors + v) * 16);
        }
    }
    const std::size_t count = (a.rows + 1) / 2;
    for (std::size_t p = 0; p < count; ++p) {
        __m512i x[vectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            x[v] = _mm512_load_si512(pairs + (p * vectors + v) * 16);
        }
#pragma GCC unroll 6
        for (std::size_t j = 0; j < columns; ++j) {
            std::uint32_t pair = 0;
            std::memcpy(&pair, g + j * kLogitStride + 2 * p, sizeof pair);
            const __m512i b = _mm512_set1_epi32(static_cast<int>(pair));
#pragma GCC unroll 4
            for (std::size_t v = 0; v < vectors; ++v) {
                acc[j][v] = _mm512_dpbf16_ps(acc[j][v], asPairs(x[v]), asPairs(b));
            }
        }
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors; ++v) {
            if (!a.last) {
                _mm512_store_ps(partial + (j * vectors + v) * 16, acc[j][v]);
                continue;
            }
            double* out = s + j * a.lds + v * 16;
            const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(acc[j][v]));
            const __m512d high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(acc[j][v], 1));
            _mm512_storeu_pd(out, _mm512_add_pd(_mm512_loadu_pd(out), low));
            _mm512_storeu_pd(out + 8, _mm512_add_pd(_mm512_loadu_pd(out + 8), high));
        }
    }
}

void accumulatePairs(const AccumulateArgs& a, std::uint32_t* scratch) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    const auto* x = reinterpret_cast<const std::uint16_t*>(a.x);
    const auto* g = reinterpret_cast<const std::uint16_t*>(a.g);
    const auto* fetch = reinterpret_cast<const char*>(a.fetch);
    std::size_t k = 0;
    while (k < a.width) {
        const std::size_t columns = k + kPanel <= a.width ? kPanel : 16;
        pairRows(x + k, a.stride, a.rows, columns, scratch, fetch == nullptr ? nullptr : fetch + 2 * k);
        for (std::size_t tile = 0; tile < tiles.count; ++tile) {
            const std::size_t first = tiles.first(tile);
            double* s = a.s + first * a.lds + k;
            float* partial = a.partial + (a.partial == nullptr ? 0 : k * a.columns + first * columns);
            const std::uint16_t* gTile = g + first * kLogitStride;
            forTileWidth(tiles.width(tile), [&](auto width) {
                constexpr std::size_t tileColumns = decltype(width)::value;
                if (columns == kPanel) {
                    accumulateTile<tileColumns, kVectors>(a, gTile, scratch, s, partial);
                } else {
                    accumulateTile<tileColumns, 1>(a, gTile, scratch, s, partial);
                }
            });
        }
        k += columns;
    }
}

} // namespace

#pragma GCC pop_options

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
