// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <vector>

namespace parsimony::search {

/// One phase's winner: r at a budget x (ε or μ).
struct FitPoint {
    double x = 0.0;
    double r = 0.0;
};

/// What a fit went through: enough to make it again for another budget.
struct ReleasedFit {
    std::vector<FitPoint> points;
    int degree = 1;
    bool againstMu = false; ///< x is μ, else ε
};

struct Interval {
    double lo = 0.0;
    double hi = 0.0;
};

/// A polynomial of least squares of r against the budget (LSR-2 Algorithm 3 and table 15).
class LineFit {
public:
    /// Fits degree 1 or 2. Throws Error(Usage) on another degree, fewer than degree+1 points, equal x twice,
    /// or a value that is not finite.
    LineFit(std::span<const FitPoint> points, int degree);

    [[nodiscard]] int degree() const { return m_degree; }
    [[nodiscard]] const std::vector<FitPoint>& points() const { return m_points; }
    /// Constant term first, in powers of x.
    [[nodiscard]] const std::vector<double>& coefficients() const { return m_coefficients; }
    [[nodiscard]] double predict(double x) const;
    [[nodiscard]] double slopeAt(double x) const;

    /// √(residual sum of squares / degrees of freedom); absent where the curve passes through every point.
    [[nodiscard]] std::optional<double> residualSd() const { return m_residualSd; }
    /// Standard error of the coefficient of the power `i`; absent like residualSd().
    [[nodiscard]] std::optional<double> coefficientSe(int i) const;
    /// Where a further r at x lies with probability `level` if residuals are normal (Student's t); absent
    /// like residualSd().
    [[nodiscard]] std::optional<Interval> predictionInterval(double x, double level = 0.95) const;

private:
    int m_degree;
    std::vector<FitPoint> m_points;
    std::vector<double> m_coefficients;
    std::vector<double> m_inverseNormal; ///< (XᵀX)⁻¹ in powers of x, row-major
    std::optional<double> m_residualSd;
};

/// What a fit says at the final budget.
struct Extrapolation {
    double predictedR = 0.0;
    double r = 0.0; ///< predictedR clamped to the range
    bool clamped = false;
    bool slopeNotPositive = false; ///< the curve does not rise at the final budget
    std::optional<Interval> interval;
};

/// Evaluates `fit` at x and clamps to [lo, hi]. Throws Error(Usage) unless 0 < lo ≤ hi.
[[nodiscard]] Extrapolation extrapolate(const LineFit& fit, double x, double lo, double hi);

[[nodiscard]] nlohmann::json toJson(const LineFit& fit);

} // namespace parsimony::search
