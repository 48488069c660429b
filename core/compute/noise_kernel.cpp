// SPDX-License-Identifier: GPL-3.0-or-later
// One body, inlined into a function per instruction set: the operations are exactly rounded and fused ones
// are explicit, so wider vectors change the speed and not a bit.
#include "core/compute/noise_kernel.h"

#include "core/compute/numerics/chacha20.h"
#include "core/compute/numerics/gaussian.h"

namespace parsimony::compute {

namespace {

constexpr std::size_t kLanes = 16;
using Lanes = std::uint32_t __attribute__((vector_size(4 * kLanes)));

PARSIMONY_HOST_DEVICE void wordsBody(const StreamWords& stream, std::uint32_t counter, std::uint64_t* out) {
    const Lanes zero = {};
    Lanes x[16];
    x[0] = zero + 0x61707865U;
    x[1] = zero + 0x3320646eU;
    x[2] = zero + 0x79622d32U;
    x[3] = zero + 0x6b206574U;
    for (int i = 0; i < 8; ++i) {
        x[4 + i] = zero + stream.key[i];
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        x[12][lane] = counter + static_cast<std::uint32_t>(lane);
    }
    for (int i = 0; i < 3; ++i) {
        x[13 + i] = zero + stream.nonce[i];
    }
    numerics::chachaRounds(x);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        for (std::size_t i = 0; i < 8; ++i) {
            out[8 * lane + i] = x[2 * i][lane] | static_cast<std::uint64_t>(x[2 * i + 1][lane]) << 32;
        }
    }
}

PARSIMONY_HOST_DEVICE void gaussiansBody(const std::uint64_t* words, double* out) {
    constexpr std::size_t pairs = NoiseKernel::kBatchWords / 2;
    std::uint64_t a[pairs];
    std::uint64_t b[pairs];
    double first[pairs];
    double second[pairs];
    for (std::size_t i = 0; i < pairs; ++i) {
        a[i] = words[2 * i];
        b[i] = words[2 * i + 1];
    }
    for (std::size_t i = 0; i < pairs; ++i) {
        numerics::gaussianPair(a[i], b[i], first[i], second[i]);
    }
    for (std::size_t i = 0; i < pairs; ++i) {
        out[2 * i] = first[i];
        out[2 * i + 1] = second[i];
    }
}

PARSIMONY_HOST_DEVICE void addBody(double* values, const double* normals, std::size_t count, double sd,
                                   double grid) {
    const double inverse = 1.0 / grid; // a power of two: exact
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = numerics::roundToGrid(numerics::fused(sd, normals[i], values[i]), grid, inverse);
    }
}

#define PARSIMONY_NOISE_KERNEL(suffix, attributes)                                                           \
    attributes void words##suffix(const StreamWords& s, std::uint32_t c, std::uint64_t* o) {                 \
        wordsBody(s, c, o);                                                                                  \
    }                                                                                                        \
    attributes void gaussians##suffix(const std::uint64_t* w, double* o) {                                   \
        gaussiansBody(w, o);                                                                                 \
    }                                                                                                        \
    attributes void add##suffix(double* v, const double* n, std::size_t c, double sd, double g) {            \
        addBody(v, n, c, sd, g);                                                                             \
    }

PARSIMONY_NOISE_KERNEL(Plain, )
#if defined(__x86_64__)
PARSIMONY_NOISE_KERNEL(Avx2, __attribute__((target("avx2,fma"))))
PARSIMONY_NOISE_KERNEL(
    Avx512, __attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"))))
#endif
#undef PARSIMONY_NOISE_KERNEL

} // namespace

const std::vector<NoiseKernel>& noiseKernels() {
    static const std::vector<NoiseKernel> kernels = [] {
        std::vector<NoiseKernel> list{{"plain", wordsPlain, gaussiansPlain, addPlain}};
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            list.push_back({"avx2", wordsAvx2, gaussiansAvx2, addAvx2});
        }
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
            list.push_back({"avx512", wordsAvx512, gaussiansAvx512, addAvx512});
        }
#endif
        return list;
    }();
    return kernels;
}

} // namespace parsimony::compute
