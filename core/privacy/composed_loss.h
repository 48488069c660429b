// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/loss_law.h"

#include <vector>

namespace parsimony::accounting {

struct TiltedLaw;

/// One law and how often it runs.
struct CountedLaw {
    LossLaw law;
    double count = 1;
    // NOLINTNEXTLINE(modernize-use-nullptr): a zero of the compiler's own
    friend auto operator<=>(const CountedLaw&, const CountedLaw&) = default;
};

/// Which side of the truth a composed loss stays on.
enum class Bound { Pessimistic, Optimistic };

/// How a composition is laid out: tilt λ (the composed law is computed under dP_λ ∝ e^{λL}dP, so that the
/// tail that decides about δ is its middle and rounding errors are relative to δ), lattice step and number of
/// points.
struct CompositionPlan {
    double lambda = 0.0;
    double step = 0.0;
    std::size_t points = 0;
    double center = 0.0; ///< loss in the middle of the window
    double tail = 1e-30; ///< P-mass that a single law may lose at its ends
};

/// The sum of independent privacy losses on a window of the lattice, by FFT of the tilted laws. Everything
/// left out is bounded and put on the safe side of `bound`: what lies above the window, cyclic wrap-around,
/// truncated tails, FFT rounding.
class ComposedLoss {
public:
    ComposedLoss(const std::vector<CountedLaw>& laws, const CompositionPlan& plan, Bound bound);

    /// Upper (lower) bound of δ(ε).
    [[nodiscard]] double delta(double epsilon) const;
    /// Pessimistic: the smallest ε ≥ 0 with delta(ε) ≤ δ, infinity when the window holds none. Optimistic:
    /// the largest ε with delta(ε) ≥ δ, 0 when there is none.
    [[nodiscard]] double epsilon(double delta) const;
    /// −d ln δ/dε there: the order that decides about it. 0 outside the window.
    [[nodiscard]] double slope(double epsilon) const;

private:
    [[nodiscard]] double lossAt(std::size_t index) const;
    void compose(const std::vector<CountedLaw>& laws, const std::vector<TiltedLaw>& tilted);
    void accumulate();

    CompositionPlan m_plan;
    Bound m_bound;
    double m_offset = 0.0;     // Σ count·offset of the laws
    double m_firstIndex = 0.0; // lattice index of the first window point
    double m_logMoment = 0.0;  // ln E_P[e^{λL}] of the lattice laws
    double m_constant = 0.0;   // δ that does not depend on ε: infinite losses and losses above the window
    double m_outside = 0.0;    // tilted mass outside the window, which wraps into it
    double m_entryError = 0.0; // bound of the rounding error of an entry of m_tilted
    std::vector<double> m_tilted;
    // Suffix sums over the window of tilted mass (with its error bound) times e^{K − λl}, and times e^{−(l −
    // reference)} as well.
    std::vector<double> m_mass;
    std::vector<double> m_dual;
    double m_reference = 0.0;
};

} // namespace parsimony::accounting
