// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/rdp.h"

namespace parsimony::accounting {

/// δ(ε) and ε(δ) of one Poisson-sampled Gaussian release under add-or-remove, in closed form and rounded up.
/// With H(ε) of the unsampled release, P = (1−q)N(0,z²) + qN(1,z²) and Q = N(0,z²):
///     δ(P‖Q) = q·H(ln(1 + (e^ε − 1)/q)),   δ(Q‖P) = w·H(ln(q·e^ε/w)) with w = 1 − e^ε(1 − q), 0 where w ≤ 0,
/// since each hockey-stick integrand is the unsampled one times a constant, at another ε.
[[nodiscard]] double sampledStepDelta(double rate, double noise, double epsilon);
[[nodiscard]] double sampledStepEpsilon(double rate, double noise, double delta);

/// An upper bound of ε by basic composition: each release has its ε at an equal part of δ. Dear for many, but
/// exact for one release, where lattices cannot resolve a loss that is nearly always nothing. Infinite under
/// replace-one, which has no closed form.
[[nodiscard]] double stepwiseEpsilon(const Composition& composition, double delta);

} // namespace parsimony::accounting
