// SPDX-License-Identifier: GPL-3.0-or-later
// The second product in bfloat16: sums of residuals times rows.
#include "core/compute/cpu/kernels_bf16.h"
#include "core/compute/cpu/pairs_bf16.h"

#include <cstring>

#if PARSIMONY_HAS_BF16_PRODUCTS

#include <immintrin.h>

namespace parsimony::compute::cpu {

#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")

namespace {

constexpr std::size_t kVectors = 4;
constexpr std::size_t kPanel = 64;
/// The most columns whose second product goes strip by strip.
constexpr std::size_t kFewColumns = 64;

__attribute__((always_inline)) inline __m512bh asPairs(__m512i bits) {
    return (__m512bh)bits;
}

/// Rows 2p and 2p+1 of `columns` (16, 32 or 64) features, element by element side by side: out[p][columns].
void pairRows(const std::uint16_t* x, std::size_t stride, std::size_t rows, std::size_t columns,
              std::uint32_t* out, FetchUnit fetch) {
    for (std::size_t r = 0; r < rows; r += 2) {
        const std::uint16_t* even = x + r * stride;
        const bool both = r + 1 < rows;
        fetch.turn();
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

/// s += acc, in float64.
__attribute__((always_inline)) inline void addWide(__m512 acc, double* s) {
    const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(acc));
    const __m512d high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(acc, 1));
    _mm512_storeu_pd(s, _mm512_add_pd(_mm512_loadu_pd(s), low));
    _mm512_storeu_pd(s + 8, _mm512_add_pd(_mm512_loadu_pd(s + 8), high));
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
            addWide(acc[j][v], s + j * a.lds + v * 16);
        }
    }
}

/// Part of a row; the last strip may be half a strip wide.
template <bool half>
__attribute__((always_inline)) inline __m512i loadStrip(const std::uint16_t* p) {
    if constexpr (half) {
        return _mm512_zextsi256_si512(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
    } else {
        return _mm512_loadu_si512(p);
    }
}

/// Adds two rows' parts of a strip, g[j] holding their residuals. A pair holds an element of both rows.
template <std::size_t columns>
__attribute__((always_inline)) inline void addRows(__m512 (&acc)[columns][2], __m512i even, __m512i odd,
                                                   const std::uint16_t* g) {
    const __m512i low = _mm512_unpacklo_epi16(even, odd);
    const __m512i high = _mm512_unpackhi_epi16(even, odd);
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
        std::uint32_t pair = 0;
        std::memcpy(&pair, g + j * kLogitStride, sizeof pair);
        const __m512i b = _mm512_set1_epi32(static_cast<int>(pair));
        acc[j][0] = _mm512_dpbf16_ps(acc[j][0], asPairs(low), asPairs(b));
        acc[j][1] = _mm512_dpbf16_ps(acc[j][1], asPairs(high), asPairs(b));
    }
}

/// The second product of columns so few that pairing the rows anew for each tile costs less than keeping the
/// pairs: strips of 32 features (16 for `half`) of rows as they lie.
template <std::size_t columns, bool half>
__attribute__((always_inline)) inline void accumulateStrip(const AccumulateArgs& a, std::size_t k,
                                                           std::size_t first, FetchUnit fetch) {
    const auto* x = reinterpret_cast<const std::uint16_t*>(a.x) + k;
    const auto* g = reinterpret_cast<const std::uint16_t*>(a.g) + first * kLogitStride;
    double* s = a.s + first * a.lds + k;
    float* partial = a.partial + (a.partial == nullptr ? 0 : k * a.columns + first * 32);
    __m512 acc[columns][2];
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
#pragma GCC unroll 2
        for (std::size_t v = 0; v < 2; ++v) {
            acc[j][v] = a.first ? _mm512_setzero_ps() : _mm512_load_ps(partial + (j * 2 + v) * 16);
        }
    }
    const std::size_t even = a.rows / 2 * 2;
    for (std::size_t r = 0; r < even; r += 2) {
        fetch.turn();
        addRows<columns>(acc, loadStrip<half>(x + r * a.stride), loadStrip<half>(x + (r + 1) * a.stride),
                         g + r);
    }
    if (even < a.rows) {
        addRows<columns>(acc, loadStrip<half>(x + even * a.stride), _mm512_setzero_si512(), g + even);
    }
    // Unpacking left features 0..3 of each 128 bits in one vector and 4..7 in the other.
    const __m512i lowHalf = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i highHalf = _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
#pragma GCC unroll 12
    for (std::size_t j = 0; j < columns; ++j) {
        if (!a.last) {
            _mm512_store_ps(partial + j * 32, acc[j][0]);
            _mm512_store_ps(partial + j * 32 + 16, acc[j][1]);
            continue;
        }
        addWide(_mm512_permutex2var_ps(acc[j][0], lowHalf, acc[j][1]), s + j * a.lds);
        if constexpr (!half) {
            addWide(_mm512_permutex2var_ps(acc[j][0], highHalf, acc[j][1]), s + j * a.lds + 16);
        }
    }
}

void accumulateFew(const AccumulateArgs& a) {
    const ColumnTiles tiles(a.columns, kStripColumns);
    const FetchPlan fetch(a.fetch, (a.width + 31) / 32 * tiles.count, a.rows / 2 + 1, false);
    for (std::size_t k = 0; k < a.width; k += 32) {
        for (std::size_t tile = 0; tile < tiles.count; ++tile) {
            const std::size_t first = tiles.first(tile);
            const FetchUnit part = fetch.unit(k / 32 * tiles.count + tile);
            forTileWidth<kStripColumns>(tiles.width(tile), [&](auto width) {
                if (k + 32 <= a.width) {
                    accumulateStrip<decltype(width)::value, false>(a, k, first, part);
                } else {
                    accumulateStrip<decltype(width)::value, true>(a, k, first, part);
                }
            });
        }
    }
}

} // namespace

void truncateResiduals(const float* h, std::size_t columns, std::size_t count, std::uint16_t* g) {
    for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t r = 0; r < count; r += 16) {
            const __m512i bits = _mm512_load_si512(h + j * kLogitStride + r);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(g + j * kLogitStride + r),
                                _mm512_cvtepi32_epi16(_mm512_srli_epi32(bits, 16)));
        }
    }
}

void accumulatePairs(const AccumulateArgs& a, std::uint32_t* scratch) {
    if (a.columns <= kFewColumns) {
        accumulateFew(a);
        return;
    }
    const ColumnTiles tiles(a.columns, kTileColumns);
    const auto* x = reinterpret_cast<const std::uint16_t*>(a.x);
    const auto* g = reinterpret_cast<const std::uint16_t*>(a.g);
    const FetchPlan fetch(a.fetch, a.width / kPanel + a.width % kPanel / 16, (a.rows + 1) / 2, false);
    std::size_t panel = 0;
    std::size_t k = 0;
    while (k < a.width) {
        const std::size_t columns = k + kPanel <= a.width ? kPanel : 16;
        pairRows(x + k, a.stride, a.rows, columns, scratch, fetch.unit(panel++));
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

#pragma GCC pop_options

} // namespace parsimony::compute::cpu

#endif
