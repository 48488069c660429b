// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of the narrow products. Features and weights are rounded to nearest and stay finite; residuals are
// cut off, which never makes one larger. What a product multiplies is exactly what these return, so norms
// taken from it are the norms that PRIVACY rule 14 asks for, whichever way the hardware would have rounded.
#pragma once

#include "core/compute/numerics/portable.h"

namespace parsimony::numerics {

PARSIMONY_HOST_DEVICE std::uint32_t floatBits(float value) {
#if defined(__CUDA_ARCH__)
    return __float_as_uint(value);
#else
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
#endif
}

PARSIMONY_HOST_DEVICE float bitsFloat(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return __uint_as_float(bits);
#else
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
#endif
}

/// To nearest, ties to even, keeping 23 − `dropped` bits of the significand; NaN stays NaN, finite stays
/// finite.
PARSIMONY_HOST_DEVICE float roundSignificand(float value, int dropped) {
    const std::uint32_t bits = floatBits(value);
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude >= 0x7f800000U) {
        return value;
    }
    const std::uint32_t mask = (1U << dropped) - 1;
    std::uint32_t rounded = (magnitude + (mask >> 1) + ((magnitude >> dropped) & 1U)) & ~mask;
    rounded = rounded >= 0x7f800000U ? 0x7f7fffffU & ~mask : rounded;
    return bitsFloat((bits & 0x80000000U) | rounded);
}

/// Towards zero.
PARSIMONY_HOST_DEVICE float cutSignificand(float value, int dropped) {
    return bitsFloat(floatBits(value) & ~((1U << dropped) - 1));
}

/// Bits of a float32 significand that TensorFloat-32 and bfloat16 do not have.
inline constexpr int kTf32Dropped = 13;
inline constexpr int kBfloat16Dropped = 16;

/// bfloat16, to nearest, ties to even; NaN stays NaN, and a finite value stays finite.
PARSIMONY_HOST_DEVICE std::uint16_t roundToBfloat16(float value) {
    const auto narrow =
        static_cast<std::uint16_t>(floatBits(roundSignificand(value, kBfloat16Dropped)) >> 16);
    return value != value ? static_cast<std::uint16_t>(narrow | 0x40U) : narrow;
}

/// IEEE binary16, to nearest, ties to even; a finite value becomes at most ±65504, an infinite one stays so.
PARSIMONY_HOST_DEVICE std::uint16_t roundToHalf(float value) {
    const std::uint32_t bits = floatBits(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000U;
    const std::uint32_t x = bits & 0x7fffffffU;
    std::uint32_t half;
    if (x > 0x7f800000U) {
        half = 0x7e00U;
    } else if (x >= 0x477ff000U) { // what would round to infinity
        half = x == 0x7f800000U ? 0x7c00U : 0x7bffU;
    } else if (x >= 0x38800000U) {
        half = (x + 0xfffU + ((x >> 13) & 1U) - 0x38000000U) >> 13;
    } else { // below 2⁻¹⁴ a half counts multiples of 2⁻²⁴, as do floats from ½ on
        half = floatBits(bitsFloat(x) + 0.5F) - 0x3f000000U;
    }
    return static_cast<std::uint16_t>(sign | half);
}

/// IEEE binary16, towards zero, at most ±65504.
PARSIMONY_HOST_DEVICE std::uint16_t cutToHalf(float value) {
    const std::uint32_t bits = floatBits(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000U;
    const std::uint32_t x = bits & 0x7fffffffU;
    std::uint32_t half;
    if (x > 0x7f800000U) {
        half = 0x7e00U;
    } else if (x >= 0x47800000U) {
        half = 0x7bffU;
    } else if (x >= 0x38800000U) {
        half = (x - 0x38000000U) >> 13;
    } else {
        const std::uint32_t shift = 126U - (x >> 23);
        half = shift > 24U ? 0U : ((x & 0x7fffffU) | 0x800000U) >> shift;
    }
    return static_cast<std::uint16_t>(sign | half);
}

PARSIMONY_HOST_DEVICE float halfToFloat(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 31U;
    const std::uint32_t significand = half & 0x3ffU;
    if (exponent == 31U) {
        return bitsFloat(sign | 0x7f800000U | significand << 13);
    }
    if (exponent == 0U) {
        const float tiny = static_cast<float>(significand) * 0x1p-24F;
        return bitsFloat(sign | floatBits(tiny));
    }
    return bitsFloat(sign | (exponent + 112U) << 23 | significand << 13);
}

} // namespace parsimony::numerics
