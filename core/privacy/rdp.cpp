// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/rdp.h"

#include "core/base/infinity.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/spend_sum.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace parsimony::accounting {

namespace {

// (α−1)·D_α of one curve.
double curveLogMoment(const RdpCurveEvent& curve, double alpha) {
    const auto& orders = curve.orders;
    const auto& values = curve.values;
    if (alpha <= orders.front()) {
        return (alpha - 1) * values.front(); // D_α grows with α
    }
    if (alpha > orders.back()) {
        return inf;
    }
    const auto next =
        static_cast<std::size_t>(std::lower_bound(orders.begin(), orders.end(), alpha) - orders.begin());
    const double high = (orders[next] - 1) * values[next];
    if (orders[next] == alpha) {
        return high;
    }
    const double low = (orders[next - 1] - 1) * values[next - 1];
    const double t = (alpha - orders[next - 1]) / (orders[next] - orders[next - 1]);
    return std::max({low + t * (high - low), (alpha - 1) * std::min(values[next - 1], values[next])});
}

// Minimum over α > 1 of `objective`, on ln(α − 1): doubling steps downhill from α = 9, then golden section. A
// curve's own orders are tried one by one.
RdpFigure minimise(const Composition& composition, const std::function<double(double)>& objective) {
    double highest = std::log(1e9);
    RdpFigure best{inf, 2.0};
    const auto consider = [&](double alpha) {
        const double value = objective(alpha);
        if (value < best.value) {
            best = {value, alpha};
        }
        return value;
    };
    for (const Composition::Curve& curve : composition.curves) {
        const auto& orders = curve.curve.orders;
        highest = std::min(highest, std::log(orders.back() - 1));
        for (const double order : orders) {
            (void)consider(order);
        }
    }
    const auto at = [&](double logExcess) { return consider(1 + std::exp(logExcess)); };
    double middle = std::min(std::log(8.0), highest);
    double value = at(middle);
    double step = 0.7;
    double right = std::min(middle + step, highest);
    double left = middle - step;
    if (right > middle && at(right) < value) {
        for (double next = at(right); next < value && right < highest; step *= 1.5) {
            left = middle;
            middle = right;
            value = next;
            right = std::min(right + step, highest);
            next = at(right);
        }
    } else {
        for (double next = at(left); next < value && left > -30.0; step *= 1.5) {
            right = middle;
            middle = left;
            value = next;
            left -= step;
            next = at(left);
        }
    }
    constexpr double golden = 0.6180339887498949;
    double a = right - golden * (right - left);
    double b = left + golden * (right - left);
    double valueA = at(a);
    double valueB = at(b);
    while (right - left > 1e-4) {
        if (valueA < valueB) {
            right = std::exchange(b, a);
            valueB = valueA;
            a = right - golden * (right - left);
            valueA = at(a);
        } else {
            left = std::exchange(a, b);
            valueA = valueB;
            b = left + golden * (right - left);
            valueB = at(b);
        }
    }
    return best;
}

} // namespace

Composition reduced(std::span<const PrivacyEvent> events) {
    Composition result;
    SpendSum muSquared;
    std::map<std::pair<double, double>, double> sampled;
    std::map<std::pair<std::vector<double>, std::vector<double>>, double> curves;
    bool named = false;
    for (const PrivacyEvent& event : events) {
        if (const auto* curve = event.asRdpCurve()) {
            curves[{curve->orders, curve->values}] += static_cast<double>(event.count());
            continue;
        }
        const auto* poisson = event.asPoissonSampled();
        const double rate = poisson != nullptr ? poisson->sampleRate.value() : 1.0;
        const NoiseMultiplier noise =
            poisson != nullptr ? poisson->noiseMultiplier : event.asGaussian()->noiseMultiplier;
        if (poisson != nullptr) {
            if (named && result.adjacency != poisson->adjacency) {
                failUsage(Sentence("events for add_or_remove_one and for replace_one can't be composed: no "
                                   "one guarantee covers both"));
            }
            named = true;
            result.adjacency = poisson->adjacency;
        }
        if (rate == 0.0) {
            continue;
        }
        if (noise.value() == 0.0 || !std::isfinite(muSquaredOf(noise))) {
            result.infinite = true;
        } else if (rate == 1.0) {
            muSquared.add(muSquaredOf(noise), event.count());
        } else {
            sampled[{rate, noise.value()}] += static_cast<double>(event.count());
        }
    }
    result.muSquared = muSquared.upper();
    for (const auto& [key, count] : sampled) {
        result.sampled.push_back({key.first, key.second, count});
    }
    for (const auto& [curve, count] : curves) {
        result.curves.push_back({{curve.first, curve.second}, count});
    }
    result.infinite = result.infinite || !std::isfinite(result.muSquared);
    return result;
}

double logMomentUpper(const Composition& composition, double alpha) {
    if (composition.infinite) {
        return inf;
    }
    double sum = alpha * (alpha - 1) * composition.muSquared / 2;
    for (const auto& event : composition.sampled) {
        const LossKind kind =
            composition.adjacency == Adjacency::AddOrRemoveOne ? LossKind::Remove : LossKind::Replace;
        // Remove bounds Add at every order (Mironov, Talwar and Zhang 2019, cor. 7).
        sum += event.count * logMoment({kind, event.rate, event.noise}, alpha - 1);
    }
    for (const Composition::Curve& curve : composition.curves) {
        sum += curve.count * curveLogMoment(curve.curve, alpha);
    }
    return sum * (1 + 1e-11); // covers the quadrature's and the sum's errors
}

double rdpToEpsilon(double alpha, double divergence, double delta) {
    if (!std::isfinite(divergence)) {
        return inf;
    }
    const double excess = alpha - 1;
    const double epsilon = divergence + std::log1p(-1 / alpha) - (std::log(delta) + std::log(alpha)) / excess;
    const double slack =
        1e-14 * (divergence + (std::abs(std::log(delta)) + std::log(alpha)) / excess + 1 / excess);
    return std::max(0.0, epsilon + slack);
}

double rdpToDelta(double alpha, double divergence, double epsilon) {
    if (!std::isfinite(divergence)) {
        return 1.0;
    }
    const double excess = alpha - 1;
    const double exponent = excess * (divergence - epsilon + std::log1p(-1 / alpha)) - std::log(alpha);
    const double slack = 1e-14 * (excess * (divergence + epsilon) + 1 + std::log(alpha));
    return std::min(1.0, std::exp(exponent + slack));
}

RdpFigure rdpEpsilon(const Composition& composition, double delta) {
    if (composition.empty() || composition.infinite) {
        return {composition.infinite ? inf : 0.0, 2.0};
    }
    return minimise(composition, [&](double alpha) {
        return rdpToEpsilon(alpha, logMomentUpper(composition, alpha) / (alpha - 1), delta);
    });
}

RdpFigure rdpDelta(const Composition& composition, double epsilon) {
    if (composition.empty() || composition.infinite) {
        return {composition.infinite ? 1.0 : 0.0, 2.0};
    }
    return minimise(composition, [&](double alpha) {
        return rdpToDelta(alpha, logMomentUpper(composition, alpha) / (alpha - 1), epsilon);
    });
}

} // namespace parsimony::accounting
