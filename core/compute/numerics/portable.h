// SPDX-License-Identifier: GPL-3.0-or-later
// What the headers of this folder need to mean the same thing to a C++ compiler and to nvcc.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__CUDACC__)
#define PARSIMONY_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define PARSIMONY_HOST_DEVICE inline __attribute__((always_inline))
#endif

namespace parsimony::numerics {

/// a·b + c with one rounding, on every machine. Nothing here relies on contraction by a compiler.
PARSIMONY_HOST_DEVICE double fused(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
    return __fma_rn(a, b, c);
#else
    return __builtin_fma(a, b, c);
#endif
}

PARSIMONY_HOST_DEVICE double asDouble(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
    return __longlong_as_double(static_cast<long long>(bits));
#else
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
#endif
}

PARSIMONY_HOST_DEVICE std::uint64_t asBits(double value) {
#if defined(__CUDA_ARCH__)
    return static_cast<std::uint64_t>(__double_as_longlong(value));
#else
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
#endif
}

/// IEEE 754 square root, rounded to nearest.
PARSIMONY_HOST_DEVICE double squareRoot(double value) {
#if defined(__CUDA_ARCH__)
    return __dsqrt_rn(value);
#else
    return __builtin_sqrt(value);
#endif
}

/// A whole number below 2⁵³ as a double, by integer and exact floating-point operations that vectorise.
PARSIMONY_HOST_DEVICE double exactDouble(std::uint64_t whole) {
    const double low = asDouble((whole & 0xffffffffULL) | 0x4330000000000000ULL); // 2⁵² + low half
    const double high = asDouble((whole >> 32) | 0x4530000000000000ULL); // 2⁸⁴ + high half·2³²
    return (high - 0x1.00000001p84) + low;                               // 2⁸⁴ + 2⁵²
}

} // namespace parsimony::numerics
