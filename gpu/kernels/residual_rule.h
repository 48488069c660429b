// SPDX-License-Identifier: GPL-3.0-or-later
// How a clipped residual is stored, for the kernel and for the device that tests are made of.
#pragma once

#include "core/compute/numerics/rounding.h"
#include "core/compute/types.h"
#include "gpu/runtime/gpu_device.h"

#include <cstdint>

namespace parsimony::gpu {

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
