// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/loss_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::accounting {

namespace {

// ln((1−q) + q·e^w)
double logMixture(double q, double w) {
    return w > 40.0 ? w + std::log(q) + std::log1p((1.0 - q) / q * std::exp(-w))
                    : std::log1p(q * std::expm1(w));
}

// ln(1+u) − u
double log1pMinus(double u) {
    if (std::abs(u) > 0.05) {
        return std::log1p(u) - u;
    }
    double sum = 0.0;
    double power = u;
    for (int n = 2; n <= 13; ++n) {
        power *= -u;
        sum += power / n;
    }
    return sum;
}

// ln(1+u) − u for u = q(e^w − 1)
double logMixtureMinus(double q, double w) {
    return w > 40.0 ? logMixture(q, w) - q * std::expm1(w) : log1pMinus(q * std::expm1(w));
}

// e^v − 1 − v
double expm1Minus(double v) {
    if (std::abs(v) > 0.05) {
        return std::expm1(v) - v;
    }
    double sum = 0.0;
    double term = v;
    for (int n = 2; n <= 10; ++n) {
        term *= v / n;
        sum += term;
    }
    return sum;
}

// E_P[e^{λL}] = E_{N(0,z²)}[r₊^a · r₋^b] with r± the density ratios of the shifted mixtures to N(0, z²).
struct Exponents {
    double plus;
    double minus;
};

Exponents powersOf(LossKind kind, double lambda) {
    switch (kind) {
    case LossKind::Add:
        return {-lambda, 0.0};
    case LossKind::Replace:
        return {lambda + 1.0, -lambda};
    default:
        return {lambda + 1.0, 0.0};
    }
}

struct Ratios {
    double plus;  // ln r₊
    double minus; // ln r₋, for Replace
    double wPlus;
    double wMinus;
};

Ratios ratiosAt(const LossLaw& law, double x) {
    const double variance = law.noise * law.noise;
    if (law.kind == LossKind::Replace) {
        const double up = (4.0 * x - 1.0) / (8.0 * variance);
        const double down = (-4.0 * x - 1.0) / (8.0 * variance);
        return {logMixture(law.rate, up), logMixture(law.rate, down), up, down};
    }
    const double w = (2.0 * x - 1.0) / (2.0 * variance);
    return {logMixture(law.rate, w), 0.0, w, 0.0};
}

double lossOf(LossKind kind, const Ratios& ratios) {
    switch (kind) {
    case LossKind::Gaussian:
        return ratios.wPlus;
    case LossKind::Add:
        return -ratios.plus;
    case LossKind::Replace:
        return ratios.plus - ratios.minus;
    default:
        return ratios.plus;
    }
}

struct Quadrature {
    std::vector<double> loss;
    std::vector<double> exponent; // ln of the integrand over the largest weight's scale
    double largest = -std::numeric_limits<double>::infinity();
    double excess = 0.0; // E[integrand] − 1, without cancellation; meaningless when `largest` is large
    double logSpacing = 0.0;
    bool complete = true;
};

constexpr std::size_t maxNodes = 40000;

// Where the part of the integrand that belongs to the shifted component peaks, and how high.
struct FarMode {
    double position;
    double height;
};

FarMode farMode(const LossLaw& law, const Exponents& powers) {
    const double variance = law.noise * law.noise;
    const double a = powers.plus;
    if (law.kind == LossKind::Add || a <= 0.0) {
        return {0.0, -std::numeric_limits<double>::infinity()};
    }
    if (law.kind == LossKind::Replace) {
        return {a / 2,
                (a * a - a) / (8 * variance) + a * std::log(law.rate) + powers.minus * std::log1p(-law.rate)};
    }
    return {a, (a * a - a) / (2 * variance) + a * std::log(law.rate)};
}

// density·(e^v − 1) for v = ln(r₊^a · r₋^b). The mean of u = r − 1 is 0, so subtracting power·u changes
// nothing but the rounding.
double excessAt(double rate, const Exponents& powers, const Ratios& ratios, double logDensity) {
    const double v = powers.plus * ratios.plus + powers.minus * ratios.minus;
    if (std::max({v, ratios.wPlus, ratios.wMinus}) < 600.0) {
        return std::exp(logDensity) * (expm1Minus(v) + powers.plus * logMixtureMinus(rate, ratios.wPlus) +
                                       powers.minus * logMixtureMinus(rate, ratios.wMinus));
    }
    // Powers of e too large for a double, where the density may be as small: both in one exponent.
    const auto mean = [&](double power, double w) {
        return power * rate * (std::exp(logDensity + w) - std::exp(logDensity));
    };
    return std::exp(logDensity + v) - std::exp(logDensity) - mean(powers.plus, ratios.wPlus) -
           mean(powers.minus, ratios.wMinus);
}

Quadrature integrate(const LossLaw& law, double lambda) {
    const double z = law.noise;
    const Exponents powers = powersOf(law.kind, lambda);
    const FarMode far = farMode(law, powers);
    // The integrand is analytic in a strip of half-width πz² about the real line and as wide as a normal
    // density of sd z.
    const double spacing = std::min(z / 4, 0.2 * z * z);
    Quadrature result;
    result.logSpacing = std::log(spacing / (z * std::sqrt(2 * std::acos(-1.0))));
    const auto visit = [&](double x) {
        const Ratios ratios = ratiosAt(law, x);
        const double logDensity = -x * x / (2 * z * z);
        const double v = powers.plus * ratios.plus + powers.minus * ratios.minus;
        const double exponent = logDensity + v;
        result.loss.push_back(lossOf(law.kind, ratios));
        result.exponent.push_back(exponent);
        result.largest = std::max(result.largest, exponent);
        result.excess += excessAt(law.rate, powers, ratios, logDensity);
        return exponent;
    };
    visit(0.0);
    for (const double sign : {1.0, -1.0}) {
        double last = std::numeric_limits<double>::infinity();
        for (std::size_t k = 1;; ++k) {
            const double x = sign * static_cast<double>(k) * spacing;
            const double exponent = visit(x);
            const bool beyondFar = sign < 0 || far.height < result.largest - 50 || x > far.position + 10 * z;
            if (std::abs(x) > 10 * z && exponent < result.largest - 50 && exponent < last && beyondFar) {
                break;
            }
            last = exponent;
            if (result.loss.size() > maxNodes) {
                result.complete = false;
                return result;
            }
        }
    }
    return result;
}

double logSum(const Quadrature& nodes) {
    double sum = 0.0;
    for (const double exponent : nodes.exponent) {
        sum += std::exp(exponent - nodes.largest);
    }
    return std::log(sum) + nodes.largest + nodes.logSpacing;
}

double gaussianLogMoment(double noise, double lambda) {
    return lambda * (lambda + 1) / (2 * noise * noise);
}

double momentOf(const Quadrature& nodes) {
    if (nodes.largest < 20.0) {
        return std::log1p(std::max(nodes.excess * std::exp(nodes.logSpacing), -1.0));
    }
    return logSum(nodes);
}

} // namespace

double logMoment(const LossLaw& law, double lambda) {
    if (law.kind == LossKind::Gaussian) {
        return gaussianLogMoment(law.noise, lambda);
    }
    const Quadrature nodes = integrate(law, lambda);
    const double bound = gaussianLogMoment(law.noise, lambda);
    return nodes.complete ? momentOf(nodes) : bound;
}

TiltedNodes tiltedNodes(const LossLaw& law, double lambda) {
    TiltedNodes result;
    if (law.kind == LossKind::Gaussian) {
        // Under the tilt L is normal with mean (λ + ½)/z² and sd 1/z.
        double total = 0.0;
        for (int k = -30; k <= 30; ++k) {
            const double t = k * 0.3;
            result.loss.push_back((lambda + 0.5) / (law.noise * law.noise) + t / law.noise);
            result.weight.push_back(std::exp(-t * t / 2));
            total += result.weight.back();
        }
        for (double& weight : result.weight) {
            weight /= total;
        }
        return result;
    }
    Quadrature nodes = integrate(law, lambda);
    double total = 0.0;
    for (double& exponent : nodes.exponent) {
        exponent = std::exp(exponent - nodes.largest);
        total += exponent;
    }
    for (double& exponent : nodes.exponent) {
        exponent /= total;
    }
    result.loss = std::move(nodes.loss);
    result.weight = std::move(nodes.exponent);
    return result;
}

} // namespace parsimony::accounting
