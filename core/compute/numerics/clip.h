// SPDX-License-Identifier: GPL-3.0-or-later
// The rule by which a record's residuals are clipped. The GPU's kernels, the device of the tests and the
// check of a device call clipFactor(); the CPU's vector kernels have the same limits in float32.
#pragma once

#include "core/compute/numerics/portable.h"

namespace parsimony::numerics {

/// Squares of a row's residuals are added up from here on: ‖g‖ is taken as 2⁻⁵⁰ where it is less. In float32
/// squares of residuals under 2⁻⁷⁵ would vanish, and with them the clip of a row that is long enough to make
/// up for them.
inline constexpr float kResidualSquaresFloor = 0x1p-100F;

/// Rows longer than this many clips contribute nothing: their factor or clipped residuals would be subnormal,
/// and that rounding, 2⁻¹⁵⁰ for each, is no longer small beside them. Of shorter rows it adds at most
/// √C·2⁻³⁰ of the clip.
inline constexpr float kLongestRowInClips = 0x1p120F;

/// The largest float that is not above `value` ≥ 0.
PARSIMONY_HOST_DEVICE float roundedDown(double value) {
#if defined(__CUDA_ARCH__)
    return __double2float_rz(value);
#else
    const auto near = static_cast<float>(value);
    return static_cast<double>(near) > value ? __builtin_nextafterf(near, 0.0F) : near;
#endif
}

/// min(1, clip/(‖g‖·‖x‖)) rounded down, from `squares` = ‖g‖² and `rowNorm` ≥ ‖x‖; 0 for a row without a
/// label (< 0), whose gradient is not a finite float32, or that is too long. In float64 all the way, where
/// none of it overflows or underflows: then factor·g, rounded to float32, makes a contribution of at most
/// clip·(1 + 2⁻²⁰) for up to 10⁵ classes.
PARSIMONY_HOST_DEVICE float clipFactor(double squares, float rowNorm, float clip, std::int32_t label) {
    const double bound = static_cast<double>(clip);
    const double length = static_cast<double>(rowNorm);
    const double norm = squareRoot(squares + static_cast<double>(kResidualSquaresFloor)) * length;
    const bool finite = norm <= 0x1.fffffep127; // the largest float; false for NaN too
    const bool kept = finite && length <= bound * static_cast<double>(kLongestRowInClips);
    if (label < 0 || !kept) {
        return 0.0F;
    }
    const double factor = bound / norm; // clip/0 is infinite: nothing to clip
    return factor < 1.0 ? roundedDown(factor) : 1.0F;
}

} // namespace parsimony::numerics
