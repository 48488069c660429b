// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/base/sentence.h"

#include <cmath>
#include <compare>
#include <string>

namespace parsimony {

/// A double that cannot be passed where another kind of number is meant. Construction checks nothing;
/// values that come from outside go through one of the `checked…` functions below.
template <class Tag>
class Quantity {
public:
    constexpr Quantity() = default;
    explicit constexpr Quantity(double value) : m_value(value) {}
    [[nodiscard]] constexpr double value() const { return m_value; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default; // NOLINT(modernize-use-nullptr)

private:
    double m_value = 0.0;
};

using Epsilon = Quantity<struct EpsilonTag>;                 ///< ε of (ε, δ)-DP
using Delta = Quantity<struct DeltaTag>;                     ///< δ of (ε, δ)-DP
using Mu = Quantity<struct MuTag>;                           ///< μ of Gaussian DP
using NoiseMultiplier = Quantity<struct NoiseMultiplierTag>; ///< noise sd / sensitivity of an event
using Sensitivity = Quantity<struct SensitivityTag>;         ///< ℓ2 sensitivity of a released sum
using SampleRate = Quantity<struct SampleRateTag>;           ///< Poisson inclusion probability

/// Returns `value` when it is finite, normal and greater than zero; else throws Error(Usage) naming `what`.
inline double checkedPositive(double value, const std::string& what) {
    if (!std::isnormal(value) || value <= 0.0) {
        failUsage(Sentence("{1} must be a positive finite number, not {2}", what, value));
    }
    return value;
}

/// ε > 0, finite, at most 10⁶.
inline Epsilon checkedEpsilon(double value, const std::string& what) {
    kEpsilons.require(value, what);
    return Epsilon{value};
}

/// 0 < δ < 1.
inline Delta checkedDelta(double value, const std::string& what) {
    kShares.require(value, what);
    return Delta{value};
}

} // namespace parsimony
