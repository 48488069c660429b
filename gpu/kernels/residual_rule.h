// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to one residual, for the kernel and for the device that tests are made of.
#pragma once

#include "core/compute/numerics/rounding.h"
#include "core/compute/types.h"
#include "gpu/runtime/gpu_device.h"

#include <cstdint>

namespace parsimony::gpu {

/// clip / norm, rounded towards zero.
PARSIMONY_HOST_DEVICE float quotientDown(float clip, float norm) {
#if defined(__CUDA_ARCH__)
    return __fdiv_rz(clip, norm);
#else
    const float quotient = clip / norm;
    const bool above = static_cast<double>(quotient) * static_cast<double>(norm) > static_cast<double>(clip);
    return above ? __builtin_nextafterf(quotient, 0.0F) : quotient;
#endif
}

/// min(1, clip/(‖g‖·‖x‖)), and 0 for a row without a label or whose gradient is not finite.
PARSIMONY_HOST_DEVICE float clipFactor(double squares, float rowNorm, float clip, std::int32_t label) {
#if defined(__CUDA_ARCH__)
    const double root = __dsqrt_rn(squares);
#else
    const double root = __builtin_sqrt(squares);
#endif
    const float norm = static_cast<float>(root) * rowNorm;
    const bool finite = norm <= 3.4028234663852886e38F; // false for NaN too
    if (label < 0 || !finite) {
        return 0.0F;
    }
    const float factor = quotientDown(clip, norm); // clip/0 is infinite: nothing to clip
    return factor < 1.0F ? factor : 1.0F;
}

/// A clipped residual as the second product multiplies it: cut off to the precision, which never makes it
/// larger. `narrow` gets its 16 bits; the result is what it means.
PARSIMONY_HOST_DEVICE float cutResidual(float value, compute::Precision precision, std::uint16_t& narrow) {
    switch (precision) {
    case compute::Precision::Bfloat16: {
        const float cut = numerics::cutSignificand(value, numerics::kBfloat16Dropped);
        narrow = static_cast<std::uint16_t>(numerics::floatBits(cut) >> 16);
        return cut;
    }
    case compute::Precision::Float16:
        narrow = numerics::cutToHalf(value * kHalfResidualScale);
        return numerics::halfToFloat(narrow) * (1.0F / kHalfResidualScale);
    case compute::Precision::Tf32:
        return numerics::cutSignificand(value, numerics::kTf32Dropped);
    case compute::Precision::Float32:
        break;
    }
    return value;
}

} // namespace parsimony::gpu
