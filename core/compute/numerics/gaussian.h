// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/numerics/portable.h"

namespace parsimony::numerics {

/// Natural logarithm of a normal u > 0, to about an ulp: u = 2ᵉm with m in [√½, √2), s = (m − 1)/(m + 1),
/// ln m = 2s(1 + s²/3 + s⁴/5 + …); s² < 0.0295, so eleven terms leave 6e-19.
PARSIMONY_HOST_DEVICE double logarithm(double u) {
    const std::uint64_t shifted = asBits(u) + (0x3ff0000000000000ULL - 0x3fe6a09e667f3bcdULL);
    const double exponent = asDouble((shifted >> 52) | 0x4330000000000000ULL) - (0x1p52 + 1023.0);
    const double m = asDouble((shifted & 0x000fffffffffffffULL) + 0x3fe6a09e667f3bcdULL);
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double p = 1.0 / 21.0;
    p = fused(p, z, 1.0 / 19.0);
    p = fused(p, z, 1.0 / 17.0);
    p = fused(p, z, 1.0 / 15.0);
    p = fused(p, z, 1.0 / 13.0);
    p = fused(p, z, 1.0 / 11.0);
    p = fused(p, z, 1.0 / 9.0);
    p = fused(p, z, 1.0 / 7.0);
    p = fused(p, z, 1.0 / 5.0);
    p = fused(p, z, 1.0 / 3.0);
    const double twice = s + s;
    const double tail = fused(twice * z, p, exponent * 0x1.abc9e3b39803fp-56); // ln 2 − its leading part
    return fused(exponent, 0x1.62e42fefa39efp-1, twice + tail);
}

/// sin t and cos t for |t| ≤ π/4 by their Taylor polynomials: what is left out is below 1e-17.
PARSIMONY_HOST_DEVICE void sineCosine(double t, double& sine, double& cosine) {
    const double z = t * t;
    double s = 1.0 / 355687428096000.0;
    s = fused(s, z, -1.0 / 1307674368000.0);
    s = fused(s, z, 1.0 / 6227020800.0);
    s = fused(s, z, -1.0 / 39916800.0);
    s = fused(s, z, 1.0 / 362880.0);
    s = fused(s, z, -1.0 / 5040.0);
    s = fused(s, z, 1.0 / 120.0);
    s = fused(s, z, -1.0 / 6.0);
    sine = fused(t * z, s, t);
    double c = 1.0 / 20922789888000.0;
    c = fused(c, z, -1.0 / 87178291200.0);
    c = fused(c, z, 1.0 / 479001600.0);
    c = fused(c, z, -1.0 / 3628800.0);
    c = fused(c, z, 1.0 / 40320.0);
    c = fused(c, z, -1.0 / 720.0);
    c = fused(c, z, 1.0 / 24.0);
    c = fused(c, z, -0.5);
    cosine = fused(c, z, 1.0);
}

/// Two independent standard normals from two uniform 64-bit words (Box and Muller 1958). The radius comes
/// from a uniform of 53 bits in [2⁻⁵³, 1], so the tail reaches √(106 ln 2) = 8.57; the angle from the
/// quadrant in the top two bits of `b` and 53 bits within it.
PARSIMONY_HOST_DEVICE void gaussianPair(std::uint64_t a, std::uint64_t b, double& first, double& second) {
    const double u = (exactDouble(a >> 11) + 1.0) * 0x1p-53;
    const double radius = squareRoot(-2.0 * logarithm(u));
    const double t = (exactDouble((b << 2) >> 11) - 0x1p52) * (0x1.921fb54442d18p+0 * 0x1p-53); // ±π/4
    double sine;
    double cosine;
    sineCosine(t, sine, cosine);
    const std::uint64_t swap = 0 - (b >> 63);         // a quarter turn exchanges the two …
    const std::uint64_t flip = ((b >> 62) & 1) << 63; // … and half a turn flips both signs
    const std::uint64_t sineBits = asBits(sine);
    const std::uint64_t cosineBits = asBits(cosine);
    const std::uint64_t turn = swap & 0x8000000000000000ULL;
    const double x = asDouble(((cosineBits & ~swap) | ((sineBits & swap) ^ turn)) ^ flip);
    const double y = asDouble(((sineBits & ~swap) | (cosineBits & swap)) ^ flip);
    first = radius * x;
    second = radius * y;
}

/// v rounded to the nearest multiple of a power of two (ties to even); |v/grid| ≥ 2⁵² is a multiple already.
PARSIMONY_HOST_DEVICE double roundToGrid(double v, double grid, double inverseGrid) {
    const double scaled = v * inverseGrid;
#if defined(__CUDA_ARCH__)
    return rint(scaled) * grid;
#else
    return __builtin_rint(scaled) * grid;
#endif
}

} // namespace parsimony::numerics
