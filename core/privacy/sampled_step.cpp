// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/sampled_step.h"

#include "core/base/infinity.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::accounting {

namespace {

constexpr double margin =
    8 * std::numeric_limits<double>::epsilon(); // a few roundings of elementary functions

double up(double value) {
    return value * (1 + margin);
}

double down(double value) {
    return std::max(0.0, value * (1 - margin));
}

Mu muOfNoise(double noise) {
    return Mu{up(1 / noise)};
}

/// δ(P‖Q), rounded up: of the one who is in against the one who is not.
double removeDelta(double rate, double noise, double epsilon) {
    const double inner = epsilon < 700 ? std::log1p(std::expm1(epsilon) / rate) : epsilon - std::log(rate);
    return up(rate * deltaOf(muOfNoise(noise), Epsilon{down(inner)}).value());
}

/// δ(Q‖P), rounded up.
double addDelta(double rate, double noise, double epsilon) {
    const double taken = std::expm1(epsilon) * (1 - rate);
    const double w = rate - taken + margin * (rate + taken); // cancels: its rounding is one of both terms
    if (!(w > 0)) {
        return 0.0;
    }
    // ln(q·e^ε/w); where that is nearly 0 its rounding is one of the terms, too.
    const double inner = std::log(rate) + epsilon - std::log(w);
    const double rounding = margin * (std::abs(std::log(rate)) + epsilon + std::abs(std::log(w)) + 1);
    return up(std::min(w, 1.0) * deltaOf(muOfNoise(noise), Epsilon{std::max(0.0, inner - rounding)}).value());
}

} // namespace

double sampledStepDelta(double rate, double noise, double epsilon) {
    return std::min(1.0, std::max(removeDelta(rate, noise, epsilon), addDelta(rate, noise, epsilon)));
}

double sampledStepEpsilon(double rate, double noise, double delta) {
    const double share = down(down(delta) / rate);
    double epsilon = 0.0;
    if (share < 1.0) {
        if (!std::isnormal(share)) {
            return inf;
        }
        const double inner = epsilonOf(muOfNoise(noise), Delta{share}).value();
        // ln(1 + q(e^inner − 1)), which is below `inner`.
        epsilon = inner < 700 ? up(std::log1p(up(rate * up(std::expm1(up(inner)))))) : inner;
    }
    if (addDelta(rate, noise, epsilon) <= delta) {
        return epsilon;
    }
    // The other direction decides: beyond −ln(1 − q) it is nothing.
    double low = epsilon;
    double high = up(up(-std::log1p(-rate)));
    if (!(high > low) || addDelta(rate, noise, high) > delta) {
        return inf;
    }
    for (int i = 0; i < 80 && high > low * (1 + 1e-15); ++i) {
        const double middle = low + (high - low) / 2;
        (addDelta(rate, noise, middle) <= delta ? high : low) = middle;
    }
    return high;
}

double stepwiseEpsilon(const Composition& composition, double delta) {
    if (composition.adjacency == Adjacency::ReplaceOne || composition.infinite ||
        !composition.curves.empty()) {
        return inf;
    }
    const bool gaussian = composition.muSquared > 0;
    double releases = gaussian ? 1.0 : 0.0;
    for (const auto& event : composition.sampled) {
        if (!std::isnormal(1 / event.noise)) {
            return inf;
        }
        releases += event.count;
    }
    const double each = releases > 1 ? down(delta / up(releases)) : delta;
    if (!std::isnormal(each)) {
        return inf;
    }
    double sum = gaussian ? epsilonOf(Mu{up(std::sqrt(composition.muSquared))}, Delta{each}).value() : 0.0;
    for (const auto& event : composition.sampled) {
        sum = up(sum + up(event.count * sampledStepEpsilon(event.rate, event.noise, each)));
    }
    return sum;
}

} // namespace parsimony::accounting
