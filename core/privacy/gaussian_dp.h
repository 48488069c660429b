// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"

namespace parsimony {

/// Exact Gaussian differential privacy (Dong, Roth, Su 2019): a mechanism is μ-GDP when telling two
/// neighbours apart is as hard as telling N(0,1) from N(μ,1), and then it is (ε, δ(ε))-DP for every ε with
///     δ(ε) = Φ(−ε/μ + μ/2) − e^ε Φ(−ε/μ − μ/2).
/// Relative error below 1e-10 for ε in 1e-4..500 and δ in 1e-15..0.5 (in practice a few units in the last
/// place). Roundings are one-sided: δ and ε are never below the exact figure, and a μ never costs more than
/// its target. Every function throws Error(Usage) for NaN, infinite, negative or subnormal arguments.

/// δ(ε) of μ-GDP, rounded up; μ ≥ 0, ε ≥ 0. At μ = 0 the result is 0; a positive δ below the smallest normal
/// double is rounded up to that.
[[nodiscard]] Delta deltaOf(Mu mu, Epsilon epsilon);

/// The smallest double ε ≥ 0 with deltaOf(μ, ε) ≤ δ, for 0 < δ < 1; infinity when no finite double is enough.
[[nodiscard]] Epsilon epsilonOf(Mu mu, Delta delta);

/// The largest double μ with deltaOf(μ, ε) ≤ δ, for ε ≥ 0 and 0 < δ < 1: charging it never costs more than
/// (ε, δ).
[[nodiscard]] Mu muOf(Epsilon epsilon, Delta delta);

/// The largest ε with muOf(ε, δ) ≤ μ: what a plan may ask for and still fit into μ. 0 when nothing fits.
[[nodiscard]] Epsilon epsilonWithin(Mu mu, Delta delta);

} // namespace parsimony
