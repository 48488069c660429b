// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace parsimony::accounting {

/// Which pair of output distributions (P, Q) a privacy loss L = ln dP/dQ, taken under P, belongs to. z is the
/// noise multiplier, q the sample rate; all are one-dimensional, in units of the sensitivity.
enum class LossKind {
    Gaussian, ///< P = N(1, z²), Q = N(0, z²)
    Remove,   ///< P = (1−q)N(0, z²) + qN(1, z²), Q = N(0, z²)
    Add,      ///< the same two, swapped
    Replace,  ///< P = (1−q)N(0, z²) + qN(½, z²), Q the same with −½: its own mirror image
};

/// A dominating pair of one release (Koskela et al. 2020, Zhu, Dong and Wang 2022).
struct LossLaw {
    LossKind kind = LossKind::Gaussian;
    double rate = 1.0;
    double noise = 1.0;
    // NOLINTNEXTLINE(modernize-use-nullptr): a zero of the compiler's own
    friend auto operator<=>(const LossLaw&, const LossLaw&) = default;
};

/// ln E_P[e^{λL}] = λ·D_{λ+1}(P‖Q), for every real λ, by the trapezoid rule (which converges geometrically
/// here): relative error below 1e-9 for 0 < λ, where the pair is Remove or Replace better than 1e-12. Closed
/// form for Gaussian pairs. Where the rule would need too many points the Gaussian without sub-sampling
/// bounds it from above.
[[nodiscard]] double logMoment(const LossLaw& law, double lambda);

/// The law of L under the tilted measure dP_λ ∝ e^{λL}dP on quadrature points.
struct TiltedNodes {
    std::vector<double> loss;
    std::vector<double> weight; ///< sums to 1
};
[[nodiscard]] TiltedNodes tiltedNodes(const LossLaw& law, double lambda);

/// The privacy loss on the lattice offset + h·(first + i): mass under P, and what lies at +∞.
struct LatticeLoss {
    double offset = 0.0;
    std::int64_t first = 0;
    std::vector<double> mass;
    double infinite = 0.0;
};

/// e^{slope·i} for i = 0, 1, 2, …, by repeated multiplication that starts afresh every 64 steps.
class Powers {
public:
    explicit Powers(long double slope);
    [[nodiscard]] long double next();

private:
    long double m_slope;
    long double m_factor;
    long double m_value = 1;
    std::int64_t m_index = 0;
};

/// A lattice law whose hockey-stick curve is nowhere below that of `law` (connect-the-dots, Doroshenko et al.
/// 2022: the mass of a cell goes to its two ends so that its P- and Q-masses are kept), roundings included.
/// `tail` is the P-mass that may be moved to +∞ at the upper end and to the first point at the lower end.
[[nodiscard]] LatticeLoss pessimisticLattice(const LossLaw& law, double step, double tail);

/// A lattice law whose hockey-stick curve is nowhere above that of `law`: a chain of tangents whose corners
/// lie on the lattice, drawn from the upper end down. Tails of P-mass `tail` are dropped.
[[nodiscard]] LatticeLoss optimisticLattice(const LossLaw& law, double step, double tail);

/// Both lattices are shifted by an offset of the law's own that puts the middle of its mass on a point: a
/// loss that is nearly always the same small number would else be smeared over a whole step each time.
///
/// How many lattice points either of the two would have.
[[nodiscard]] double latticeSize(const LossLaw& law, double step, double tail);

} // namespace parsimony::accounting
