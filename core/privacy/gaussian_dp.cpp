// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/gaussian_dp.h"

#include "core/base/infinity.h"
#include "core/base/sentence.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace parsimony {

namespace {

using Real = long double;

constexpr Real sqrt2 = 1.41421356237309504880168872420969808L;
constexpr Real sqrtHalfPi = 1.25331413731550025120788264240552263L; // √(π/2)
constexpr Real invSqrt2Pi = 0.398942280401432677939946059934381868L;
// One unit of relative rounding error of the arithmetic; `slack` of them bound every elementary step here
// with room to spare.
constexpr Real unit = std::numeric_limits<Real>::epsilon();
constexpr Real slack = 16;

void checkNonNegative(double value, const char* what) {
    if (value != 0.0 && (!std::isnormal(value) || value < 0.0)) {
        failUsage(Sentence("{1} must be a finite number that is not negative, not {2}", what, value));
    }
}

// e^{−x²/2}, without the error that rounding x² would bring.
Real gaussianFactor(Real x) {
    const Real square = x * x;
    const Real rest = std::fma(x, x, -square);
    return std::exp(-square / 2) * (1 - rest / 2);
}

// D(t) of the continued fraction R(t) = 1/(t + D(t)), D = 1/(t + 2/(t + 3/(t + …))); for t ≥ 8, where 60
// terms are plenty.
Real millsTail(Real t) {
    Real value = t;
    for (int k = 60; k >= 2; --k) {
        value = t + static_cast<Real>(k) / value;
    }
    return 1 / value;
}

constexpr Real tailStart = 8;

// Mills' ratio R(t) = (1 − Φ(t))/φ(t) = √(π/2)·erfcx(t/√2), for t ≥ −1.
Real mills(Real t) {
    if (t >= tailStart) {
        return 1 / (t + millsTail(t));
    }
    const Real x = t / sqrt2;
    const Real square = x * x;
    const Real rest = std::fma(x, x, -square);
    return sqrtHalfPi * std::erfc(x) * std::exp(square) * (1 + rest);
}

// −R′(t) = 1 − t·R(t), without cancellation in the tail.
Real millsSlope(Real t) {
    if (t >= tailStart) {
        const Real tail = millsTail(t);
        return tail / (t + tail);
    }
    return 1 - t * mills(t);
}

// (R(a) − R(b)) for b − a = μ small: Taylor series about the midpoint m, odd derivatives only.
Real millsDifferenceSmall(Real m, Real mu) {
    const Real h = mu / 2;
    const Real r = mills(m);
    const Real first = -millsSlope(m);
    Real previous = first;
    Real current = r + m * first; // R″ = R + tR′, then R⁽ⁿ⁺¹⁾ = tR⁽ⁿ⁾ + nR⁽ⁿ⁻¹⁾
    Real sum = h * first;
    Real power = h;
    for (int n = 3; n <= 5; n += 2) {
        const Real odd = m * current + static_cast<Real>(n - 1) * previous;
        const Real even = m * odd + static_cast<Real>(n) * current;
        power *= h * h / static_cast<Real>(n * (n - 1));
        sum += power * odd;
        previous = odd;
        current = even;
    }
    return -2 * sum;
}

// An upper bound of δ(ε): the value plus a bound of the rounding errors made on the way, so that comparing it
// with a target is safe. The bound is a few 1e-18 relative except where the two terms nearly cancel.
Real deltaUpper(Real mu, Real epsilon) {
    const Real m = epsilon / mu;
    const Real a = m - mu / 2;
    const Real b = m + mu / 2;
    // The exponent −a²/2 carries the rounding errors of ε/μ and μ/2.
    const Real exponentError = slack * unit * (1 + std::abs(a) * (m + mu));
    if (a < -0.5L) {
        const Real upperTail = std::erfc(a / sqrt2) / 2;
        const Real other = invSqrt2Pi * gaussianFactor(a) * mills(b);
        const Real slope = invSqrt2Pi * gaussianFactor(a) * (m + mu); // of Φ(−a) in a, times the error of a
        return std::min(Real{1}, upperTail - other + slack * unit * (upperTail + other + slope) +
                                     other * exponentError);
    }
    const Real factor = invSqrt2Pi * gaussianFactor(a);
    if (mu < 1e-3L) {
        // Left out: the h⁷ term, below 1e-20 relative. R″′ loses digits with growing m but weighs μ²/m² less.
        const Real difference = millsDifferenceSmall(m, mu);
        const Real error = slack * unit * (1 + m * m * (m < tailStart ? Real{1} : mu * mu * m * m));
        return factor * difference * (1 + error + exponentError);
    }
    const Real left = mills(a);
    const Real difference = left - mills(b);
    return factor * (difference * (1 + exponentError) + slack * unit * left);
}

bool within(double mu, double epsilon, double delta) {
    return mu == 0.0 || deltaUpper(mu, epsilon) <= static_cast<Real>(delta);
}

void checkDelta(Delta delta) {
    (void)checkedDelta(delta.value(), "delta");
}

// Bisection over the doubles from `low` to `high` themselves (their bit patterns are ordered): the last one,
// counted from `low`, at which `holds` is still what it is at `low`.
template <class Predicate>
double lastHolding(double low, double high, Predicate holds) {
    auto first = std::bit_cast<std::uint64_t>(low);
    auto last = std::bit_cast<std::uint64_t>(high);
    while (last - first > 1) {
        const std::uint64_t middle = first + (last - first) / 2;
        (holds(std::bit_cast<double>(middle)) ? first : last) = middle;
    }
    return std::bit_cast<double>(first);
}

} // namespace

Delta deltaOf(Mu mu, Epsilon epsilon) {
    checkNonNegative(mu.value(), "mu");
    checkNonNegative(epsilon.value(), "epsilon");
    if (mu.value() == 0.0) {
        return Delta{0.0};
    }
    const Real exact = deltaUpper(mu.value(), epsilon.value());
    auto value = static_cast<double>(exact);
    if (static_cast<Real>(value) < exact) {
        value = std::nextafter(value, inf);
    }
    return Delta{std::min(1.0, std::max(value, std::numeric_limits<double>::min()))};
}

Epsilon epsilonOf(Mu mu, Delta delta) {
    checkNonNegative(mu.value(), "mu");
    checkDelta(delta);
    if (within(mu.value(), 0.0, delta.value())) {
        return Epsilon{0.0};
    }
    constexpr double largest = std::numeric_limits<double>::max();
    // ε ≤ μ²/2 + μ√(2 ln 1/δ) (the tail bound of the privacy loss) brackets the search closely; mended where
    // μ² overflows.
    const double guess =
        mu.value() * (mu.value() / 2 + std::sqrt(-2 * std::log(delta.value()))) * 1.000001 + 1e-300;
    const double high = std::isfinite(guess) ? guess : largest;
    if (!std::isfinite(guess) || !within(mu.value(), high, delta.value())) {
        return Epsilon{inf};
    }
    const double below =
        lastHolding(0.0, high, [&](double epsilon) { return !within(mu.value(), epsilon, delta.value()); });
    const double value = std::nextafter(below, inf);
    return Epsilon{std::max(value, std::numeric_limits<double>::min())};
}

Mu muOf(Epsilon epsilon, Delta delta) {
    checkNonNegative(epsilon.value(), "epsilon");
    checkDelta(delta);
    const double smallest = std::numeric_limits<double>::min();
    if (!within(smallest, epsilon.value(), delta.value())) {
        return Mu{0.0};
    }
    // δ(ε) of μ > 0 reaches any δ < 1 well before μ = 2√(ε + 100), where Φ(μ/2 − ε/μ) is 1 in double
    // precision.
    double high = 1.0;
    while (within(high, epsilon.value(), delta.value())) {
        high *= 2;
    }
    return Mu{
        lastHolding(smallest, high, [&](double mu) { return within(mu, epsilon.value(), delta.value()); })};
}

Epsilon epsilonWithin(Mu mu, Delta delta) {
    checkNonNegative(mu.value(), "mu");
    checkDelta(delta);
    // muOf(ε) ≤ μ says that the next double above μ does not fit into (ε, δ) any more.
    const double above = epsilonOf(Mu{std::nextafter(std::max(mu.value(), 1e-300), inf)}, delta).value();
    if (!(above > std::numeric_limits<double>::min()) || !std::isfinite(above)) {
        return Epsilon{std::isfinite(above) ? 0.0 : std::numeric_limits<double>::max()};
    }
    double value = std::nextafter(above, 0.0);
    // Where ε hardly depends on μ the two roundings can differ by more than a step.
    for (double step = 1e-16; muOf(Epsilon{value}, delta) > mu; step *= 2) {
        value = std::max(0.0, value - above * step);
        if (value < std::numeric_limits<double>::min()) {
            return Epsilon{0.0};
        }
    }
    return Epsilon{value};
}

} // namespace parsimony
