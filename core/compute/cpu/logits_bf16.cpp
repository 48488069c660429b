// SPDX-License-Identifier: GPL-3.0-or-later
// The first product in bfloat16: logits.
#include "core/compute/cpu/kernels_bf16.h"
#include "core/compute/cpu/pairs_bf16.h"

#include <algorithm>

#if PARSIMONY_HAS_BF16_PRODUCTS

#include <immintrin.h>

namespace parsimony::compute::cpu {

#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")

namespace {

constexpr std::size_t kVectors = 4;

__attribute__((always_inline)) inline __m512bh asPairs(__m512i bits) {
    return (__m512bh)bits;
}

template <std::size_t columns>
__attribute__((always_inline)) inline void multiplyTile(const MultiplyArgs& a, const std::uint32_t* w,
                                                        const float* bias, float* z, FetchUnit fetch) {
    __m512 acc[columns][kVectors];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            acc[j][v] = a.before == 0 ? _mm512_set1_ps(bias == nullptr ? 0.0F : bias[j])
                                      : _mm512_load_ps(z + j * kLogitStride + v * 16);
        }
    }
    for (std::size_t p = 0; p < a.depth; ++p) {
        __m512i x[kVectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            x[v] = _mm512_load_si512(a.xt + p * a.ldk + v * 16);
        }
        fetch.turn();
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

/// 32 values; of the second half of a vector, 16 and zeros.
template <bool half>
__attribute__((always_inline)) inline __m512i loadValues(const std::uint16_t* p) {
    if constexpr (half) {
        return _mm512_zextsi256_si512(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
    } else {
        return _mm512_loadu_si512(p);
    }
}

template <std::size_t columns, bool half>
__attribute__((always_inline)) inline void addDots(__m512 (&acc)[columns][4],
                                                   const std::uint16_t* const (&rows)[4], std::size_t k,
                                                   const std::uint16_t* w, std::size_t depth) {
    __m512i x[4];
#pragma GCC unroll 4
    for (std::size_t r = 0; r < 4; ++r) {
        x[r] = loadValues<half>(rows[r] + k);
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
        const __m512i b = loadValues<half>(w + j * depth + k);
#pragma GCC unroll 4
        for (std::size_t r = 0; r < 4; ++r) {
            acc[j][r] = _mm512_dpbf16_ps(acc[j][r], asPairs(x[r]), asPairs(b));
        }
    }
}

template <std::size_t columns>
__attribute__((always_inline)) inline void dotTile(const std::uint16_t* const (&rows)[4], std::size_t depth,
                                                   const std::uint16_t* w, const float* bias, float* z,
                                                   FetchUnit fetch) {
    __m512 acc[columns][4];
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 4
        for (std::size_t r = 0; r < 4; ++r) {
            acc[j][r] = _mm512_setzero_ps();
        }
    }
    std::size_t k = 0;
    for (; k + 32 <= depth; k += 32) {
        fetch.turn();
        addDots<columns, false>(acc, rows, k, w, depth);
    }
    if (k < depth) { // rows are padded to 16 values
        addDots<columns, true>(acc, rows, k, w, depth);
    }
#pragma GCC unroll 6
    for (std::size_t j = 0; j < columns; ++j) {
        storeSums(acc[j], bias == nullptr ? 0.0F : bias[j], z + j * kLogitStride);
    }
}

} // namespace

void multiplyPairs(const MultiplyArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    const FetchPlan fetch(a.fetch, tiles.count, a.depth, false);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const float* bias = a.bias == nullptr ? nullptr : a.bias + first;
        float* z = a.z + first * kLogitStride;
        const auto* w = reinterpret_cast<const std::uint32_t*>(a.weights(first, tiles.width(tile)));
        forTileWidth(tiles.width(tile), [&](auto width) {
            multiplyTile<decltype(width)::value>(a, w, bias, z, fetch.unit(tile));
        });
    }
}

void dotPairs(const DotArgs& a) {
    const ColumnTiles tiles(a.columns, kTileColumns);
    const auto* x = reinterpret_cast<const std::uint16_t*>(a.x);
    const auto* weights = reinterpret_cast<const std::uint16_t*>(a.weights);
    const std::size_t groups = (a.rows + 3) / 4;
    const FetchPlan fetch(a.fetch, tiles.count * groups, a.depth / 32 + 1, false);
    for (std::size_t tile = 0; tile < tiles.count; ++tile) {
        const std::size_t first = tiles.first(tile);
        const std::uint16_t* w = weights + first * a.depth;
        const float* bias = a.bias == nullptr ? nullptr : a.bias + first;
        forTileWidth(tiles.width(tile), [&](auto width) {
            constexpr std::size_t columns = decltype(width)::value;
            for (std::size_t r = 0; r < a.rows; r += 4) {
                const std::uint16_t* rows[4];
                for (std::size_t i = 0; i < 4; ++i) { // behind the last row: that one again
                    rows[i] = x + std::min(r + i, a.rows - 1) * a.stride;
                }
                float* z = a.z + first * kLogitStride + r;
                dotTile<columns>(rows, a.depth, w, bias, z, fetch.unit(tile * groups + r / 4));
            }
        });
    }
}

#pragma GCC pop_options

} // namespace parsimony::compute::cpu

#endif
