// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles of AMX. Compiled for any x86-64; what is here runs where amxKernels() found it all.
#include "core/compute/cpu/tile_products.h"

// Clang has no `#pragma GCC target`.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")

#include "core/compute/cpu/tile_products-inl.h"

namespace parsimony::compute::cpu {
namespace {

/// Palette 1 with eight tiles of 16 rows × 64 bytes.
struct alignas(64) TileConfig {
    std::uint8_t palette = 1;
    std::uint8_t startRow = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t columnBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(TileConfig) == 64);
constexpr TileConfig kTileConfig;

/// The registers themselves. Released at the end of a product, so that no switch of threads has to save them.
class AmxTiles {
public:
    AmxTiles() { asm volatile("ldtilecfg %0" : : "m"(kTileConfig)); }
    ~AmxTiles() { asm volatile("tilerelease" : : : "memory"); }
    AmxTiles(const AmxTiles&) = delete;
    AmxTiles& operator=(const AmxTiles&) = delete;

    template <int t>
    __attribute__((always_inline)) inline void zero() {
        asm volatile("tilezero %%tmm%c0" : : "n"(t));
    }
    template <int t>
    __attribute__((always_inline)) inline void load(const char* from, std::size_t stride) {
        asm volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(from), "r"(stride), "n"(t) : "memory");
    }
    template <int t>
    __attribute__((always_inline)) inline void store(float* to) {
        asm volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(to), "r"(std::size_t{64}), "n"(t) : "memory");
    }
    template <int c, int a, int b>
    __attribute__((always_inline)) inline void dot() {
        asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "n"(c), "n"(a), "n"(b));
    }

    static void transpose(const float* tile, std::size_t columns, const float* bias, float* z);
    static void pairRows(const std::uint16_t* x, std::size_t stride, std::uint16_t* pairs);
    static void addSums(const float* tiles, double* s);

    __attribute__((always_inline)) static inline void cutRows(const float* h, std::uint16_t* g) {
        const __m512i low = _mm512_loadu_si512(h);
        const __m512i high = _mm512_loadu_si512(h + 16);
        const __m512i cut =
            _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(_mm512_srli_epi32(low, 16))),
                               _mm512_cvtepi32_epi16(_mm512_srli_epi32(high, 16)), 1);
        _mm512_store_si512(g, cut);
    }
};

void AmxTiles::transpose(const float* tile, std::size_t columns, const float* bias, float* z) {
    __m512i r[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) {
        r[i] = _mm512_load_si512(tile + i * 16);
    }
    __m512i q[16]; // q[4·g + c]: columns 4b + c of rows 4g..4g+3, b the place of the 128 bits
#pragma GCC unroll 4
    for (int g = 0; g < 16; g += 4) {
        const __m512i low01 = _mm512_unpacklo_epi32(r[g], r[g + 1]);
        const __m512i high01 = _mm512_unpackhi_epi32(r[g], r[g + 1]);
        const __m512i low23 = _mm512_unpacklo_epi32(r[g + 2], r[g + 3]);
        const __m512i high23 = _mm512_unpackhi_epi32(r[g + 2], r[g + 3]);
        q[g] = _mm512_unpacklo_epi64(low01, low23);
        q[g + 1] = _mm512_unpackhi_epi64(low01, low23);
        q[g + 2] = _mm512_unpacklo_epi64(high01, high23);
        q[g + 3] = _mm512_unpackhi_epi64(high01, high23);
    }
#pragma GCC unroll 4
    for (int c = 0; c < 4; ++c) {
        const __m512i even0 = _mm512_shuffle_i32x4(q[c], q[4 + c], 0x88);
        const __m512i even1 = _mm512_shuffle_i32x4(q[8 + c], q[12 + c], 0x88);
        const __m512i odd0 = _mm512_shuffle_i32x4(q[c], q[4 + c], 0xdd);
        const __m512i odd1 = _mm512_shuffle_i32x4(q[8 + c], q[12 + c], 0xdd);
        r[c] = _mm512_shuffle_i32x4(even0, even1, 0x88);
        r[8 + c] = _mm512_shuffle_i32x4(even0, even1, 0xdd);
        r[4 + c] = _mm512_shuffle_i32x4(odd0, odd1, 0x88);
        r[12 + c] = _mm512_shuffle_i32x4(odd0, odd1, 0xdd);
    }
    const auto put = [&](std::size_t j) __attribute__((always_inline)) {
        const __m512 b = _mm512_set1_ps(bias == nullptr ? 0.0F : bias[j]);
        _mm512_storeu_ps(z + j * kLogitStride, _mm512_add_ps(_mm512_castsi512_ps(r[j]), b));
    };
    if (columns == kTileRows) {
#pragma GCC unroll 16
        for (std::size_t j = 0; j < kTileRows; ++j) {
            put(j);
        }
    } else {
        for (std::size_t j = 0; j < columns; ++j) {
            put(j);
        }
    }
}

void AmxTiles::pairRows(const std::uint16_t* x, std::size_t stride, std::uint16_t* pairs) {
#pragma GCC unroll 16
    for (std::size_t p = 0; p < kTileRows; ++p) {
        const __m512i even = _mm512_loadu_si512(x + 2 * p * stride);
        const __m512i odd = _mm512_loadu_si512(x + (2 * p + 1) * stride);
        _mm512_store_si512(pairs + p * kTileDepth, _mm512_unpacklo_epi16(even, odd));
        _mm512_store_si512(pairs + kTileValues + p * kTileDepth, _mm512_unpackhi_epi16(even, odd));
    }
}

/// s += acc, in float64.
__attribute__((always_inline)) inline void addWide(__m512 acc, double* s) {
    const __m512d low = _mm512_cvtps_pd(_mm512_castps512_ps256(acc));
    const __m512d high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(acc, 1));
    _mm512_storeu_pd(s, _mm512_add_pd(_mm512_loadu_pd(s), low));
    _mm512_storeu_pd(s + 8, _mm512_add_pd(_mm512_loadu_pd(s + 8), high));
}

__attribute__((always_inline)) inline void AmxTiles::addSums(const float* tiles, double* s) {
    // Unpacking left features 0..3 of each 128 bits in the first tile and 4..7 in the other.
    const __m512i lowHalf = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i highHalf = _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    const __m512 first = _mm512_load_ps(tiles);
    const __m512 second = _mm512_load_ps(tiles + kTileSums);
    addWide(_mm512_permutex2var_ps(first, lowHalf, second), s);
    addWide(_mm512_permutex2var_ps(first, highHalf, second), s + 16);
}

} // namespace
} // namespace parsimony::compute::cpu

#pragma GCC pop_options

namespace parsimony::compute::cpu {

namespace {

/// Whether the processor has the instructions and the kernel lets this process have the registers.
bool tilesGranted() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned bf16 = 1U << 22;
    constexpr unsigned tile = 1U << 24;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & bf16) == 0 || (d & tile) == 0) {
        return false;
    }
    if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl")) {
        return false;
    }
    constexpr long requestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM, since Linux 5.16
    constexpr long tileData = 18;              // XFEATURE_XTILEDATA
    return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

} // namespace

const TileKernels* amxKernels() {
    static const bool granted = tilesGranted();
    return granted ? &kTileKernels<AmxTiles> : nullptr;
}

} // namespace parsimony::compute::cpu

#else

namespace parsimony::compute::cpu {

const TileKernels* amxKernels() {
    return nullptr;
}

} // namespace parsimony::compute::cpu

#endif
