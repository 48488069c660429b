// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256_pairs.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace parsimony {

#if defined(__x86_64__)

namespace {

// FIPS 180-4 §4.2.2.
alignas(16) constexpr std::uint32_t kRounds[64] = {
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

#define PARSIMONY_SHA __attribute__((target("sha,sse4.1,ssse3")))

/// The words as the instructions take them, the first letter in the highest place.
struct Words {
    __m128i abef;
    __m128i cdgh;
};

PARSIMONY_SHA inline Words arranged(const Sha256State& state) {
    const auto* words = reinterpret_cast<const __m128i*>(state.data());
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1b);
    return {_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xf0)};
}

PARSIMONY_SHA inline void store(const Words& from, Sha256State& state) {
    auto* words = reinterpret_cast<__m128i*>(state.data());
    const __m128i feba = _mm_shuffle_epi32(from.abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(from.cdgh, 0xb1);
    _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

} // namespace

bool hasPairs() {
    static const bool has = [] {
        unsigned a = 0, b = 0, c = 0, d = 0;
        const bool shuffles =
            __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSE4_1) != 0 && (c & bit_SSSE3) != 0;
        return shuffles && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
    }();
    return has;
}

PARSIMONY_SHA void compressPairs(Sha256State& a, Sha256State& b, const std::uint8_t* ofA,
                                 const std::uint8_t* ofB, std::size_t blocks) {
    const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    Words state[2] = {arranged(a), arranged(b)};
    const std::uint8_t* const messages[2] = {ofA, ofB};
    for (std::size_t block = 0; block < blocks; ++block) {
        const Words before[2] = {state[0], state[1]};
        __m128i schedule[2][4]; // four words of it in each; the last sixteen
#pragma GCC unroll 16
        for (int group = 0; group < 16; ++group) {
            const __m128i constants = _mm_load_si128(reinterpret_cast<const __m128i*>(kRounds) + group);
#pragma GCC unroll 2
            for (int lane = 0; lane < 2; ++lane) {
                __m128i* const w = schedule[lane];
                __m128i& now = w[group % 4];
                if (group < 4) {
                    const auto* in = reinterpret_cast<const __m128i*>(messages[lane] + 64 * block);
                    now = _mm_shuffle_epi8(_mm_loadu_si128(in + group), bigEndian);
                } else {
                    const __m128i last = w[(group + 3) % 4];
                    const __m128i sevenBack = _mm_alignr_epi8(last, w[(group + 2) % 4], 4);
                    const __m128i sum =
                        _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(group + 1) % 4]), sevenBack);
                    now = _mm_sha256msg2_epu32(sum, last);
                }
                Words& s = state[lane];
                const __m128i input = _mm_add_epi32(now, constants);
                s.cdgh = _mm_sha256rnds2_epu32(s.cdgh, s.abef, input);
                s.abef = _mm_sha256rnds2_epu32(s.abef, s.cdgh, _mm_shuffle_epi32(input, 0x0e));
            }
        }
        for (int lane = 0; lane < 2; ++lane) {
            state[lane].abef = _mm_add_epi32(state[lane].abef, before[lane].abef);
            state[lane].cdgh = _mm_add_epi32(state[lane].cdgh, before[lane].cdgh);
        }
    }
    store(state[0], a);
    store(state[1], b);
}

#else

bool hasPairs() {
    return false;
}

void compressPairs(Sha256State&, Sha256State&, const std::uint8_t*, const std::uint8_t*, std::size_t) {}

#endif

} // namespace parsimony
