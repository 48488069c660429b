// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/calibration.h"

#include "core/base/infinity.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/pld.h"
#include "core/privacy/rdp.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace parsimony {

namespace {

using accounting::PldEffort;

std::vector<PrivacyEvent> together(const Releases& releases, std::span<const PrivacyEvent> others) {
    std::vector<PrivacyEvent> events(others.begin(), others.end());
    events.push_back(releases.event());
    return events;
}

// What chargedEpsilon would charge, without the lower bound, which only checks it: the search asks often.
double quickEpsilon(const std::vector<PrivacyEvent>& events, double delta,
                    PldEffort effort = PldEffort::UpperOnly) {
    const accounting::Composition composition = accounting::reduced(events);
    if (composition.infinite) {
        return inf;
    }
    if (composition.gaussianOnly()) {
        return gdpAccountant().epsilon(events, Delta{delta}).value;
    }
    const double rdp = accounting::rdpEpsilon(composition, delta).value;
    const double pld =
        composition.curves.empty() ? accounting::pldEpsilon(composition, delta, effort).upper : inf;
    return std::min(pld, rdp);
}

// Looks for the x, on a logarithmic scale, at which the falling curve ε(x) is just at most the target:
// secants inside a bracket. `good` is the side on which ε is small.
struct Search {
    double target;
    std::function<double(double)> epsilonAt; // of ln x
    double tolerance = 1e-4;

    // Returns ln x with ε ≤ target and, unless the bracket is as narrow as doubles are, ε ≥ target·(1 −
    // tolerance).
    double run(double start, double slopeGuess, double goodLimit, double badLimit) const {
        double good = std::numeric_limits<double>::quiet_NaN();
        double bad = std::numeric_limits<double>::quiet_NaN();
        double goodValue = 0.0;
        double badValue = 0.0;
        const double direction = goodLimit > badLimit ? 1.0 : -1.0;
        double at = start;
        double step = 0.5;
        for (int i = 0; i < 200; ++i) {
            const double epsilon = epsilonAt(at);
            const double value = std::log(std::max(epsilon, 1e-300) / target);
            if (value <= 0.0) {
                good = at;
                goodValue = value;
                if (value >= -tolerance || at == badLimit) {
                    return good;
                }
            } else {
                bad = at;
                badValue = value;
                if (at == goodLimit) {
                    return std::numeric_limits<double>::quiet_NaN();
                }
            }
            const bool bracketed = !std::isnan(good) && !std::isnan(bad);
            if (bracketed && std::abs(good - bad) < 1e-15 * std::max(1.0, std::abs(good))) {
                return good;
            }
            const double aim = -tolerance / 3;
            if (bracketed && std::isfinite(badValue) && goodValue > -5.0) {
                const double secant = bad + (good - bad) * (aim - badValue) / (goodValue - badValue);
                // Late in the search, or where the secant leaves the bracket, bisect.
                const bool inside = (secant - bad) * (good - secant) > 0;
                at = inside && i % 6 != 5 ? secant : (good + bad) / 2;
            } else if (bracketed) {
                at = (good + bad) / 2;
            } else {
                const double newton =
                    std::isfinite(value) && std::abs(value) < 3 ? (aim - value) / slopeGuess : inf;
                const double limit = step;
                step *= 2;
                const double wanted = value > 0 ? direction : -direction;
                const double move = std::isfinite(newton) ? std::min(std::abs(newton) * 1.02, limit) : limit;
                at = std::clamp(at + wanted * std::max(move, 1e-6), std::min(goodLimit, badLimit),
                                std::max(goodLimit, badLimit));
            }
        }
        return good;
    }
};

[[noreturn]] void refuseTarget(Epsilon target, const std::string& reason) {
    refuse(Sentence("refused, nothing was spent: epsilon {1} can't be met: {2}",
                    Sentence::number(roundedText(target.value(), 6)), reason));
}

Calibrated finish(Epsilon target, Delta delta, const Releases& releases,
                  std::span<const PrivacyEvent> others) {
    Calibrated result{releases, chargedEpsilon(together(releases, others), delta)};
    if (!(result.figure.value <= target.value())) {
        refuseTarget(target, "the accountants disagree close to it; ask for a little less");
    }
    return result;
}

void check(Epsilon target, Delta delta, const Releases& releases) {
    (void)checkedEpsilon(target.value(), "the target epsilon");
    (void)checkedDelta(delta.value(), "delta");
    if (releases.sampleRate.value() == 0.0) {
        failUsage(Sentence("a sample rate of 0 never looks at the data; there is nothing to calibrate"));
    }
    (void)releases.event(); // checks the rest
}

} // namespace

PrivacyEvent Releases::event() const {
    return sampleRate.value() == 1.0
               ? PrivacyEvent::gaussian(noiseMultiplier, steps)
               : PrivacyEvent::poissonSampledGaussian(sampleRate, noiseMultiplier, steps, adjacency);
}

Calibrated calibrateNoise(Epsilon target, Delta delta, const Releases& releases,
                          std::span<const PrivacyEvent> others) {
    Releases found = releases;
    found.noiseMultiplier = NoiseMultiplier{1.0};
    check(target, delta, found);
    const accounting::Composition rest = accounting::reduced(others);
    const double q = releases.sampleRate.value();
    const auto steps = static_cast<double>(releases.steps);
    if (q == 1.0 && rest.gaussianOnly() && !rest.infinite) {
        SpendSum cap;
        const double mu = muOf(target, delta).value();
        cap.addProduct(mu, mu);
        SpendSum spent;
        if (rest.muSquared > 0) {
            spent.add(rest.muSquared);
        }
        if (cap <= spent) {
            refuseTarget(target, "the other events alone cost as much");
        }
        found.noiseMultiplier = noiseWithin(cap.minus(spent), releases.steps);
        // The composed μ is rounded up once more on the way to ε; step past that last digit where it shows.
        for (int i = 0; i < 64; ++i) {
            Calibrated result{found, chargedEpsilon(together(found, others), delta)};
            if (result.figure.value <= target.value()) {
                return result;
            }
            found.noiseMultiplier =
                NoiseMultiplier{found.noiseMultiplier.value() * (1 + std::ldexp(1.0, std::min(i, 40) - 52))};
        }
        return finish(target, delta, found, others);
    }
    // The central limit theorem gives a start: q√(T(e^{1/z²} − 1)) = μ.
    const double mu = muOf(target, delta).value();
    const double start = -0.5 * std::log(std::log1p(mu * mu / (q * q * steps)));
    const auto epsilonWith = [&](PldEffort effort) {
        return [&, effort](double logNoise) {
            found.noiseMultiplier = NoiseMultiplier{std::exp(logNoise)};
            return quickEpsilon(together(found, others), delta.value(), effort);
        };
    };
    const double good = std::log(1e15);
    const double bad = std::log(1e-3);
    const auto search = [&](PldEffort effort, double from, double width) {
        return Search{target.value(), epsilonWith(effort), width}.run(from, -1.0, good, bad);
    };
    const double draft = search(PldEffort::Draft, start, 2e-3);
    double logNoise = search(PldEffort::Remove, std::isnan(draft) ? start : draft, 1e-4);
    if (std::isnan(logNoise)) {
        refuseTarget(target, "the other events alone cost as much");
    }
    found.noiseMultiplier = NoiseMultiplier{std::exp(logNoise)};
    Calibrated result{found, chargedEpsilon(together(found, others), delta)};
    if (result.figure.value <= target.value()) {
        return result;
    }
    // The add direction costs more here: search with both.
    logNoise = search(PldEffort::UpperOnly, logNoise, 1e-4);
    if (std::isnan(logNoise)) {
        refuseTarget(target, "the other events alone cost as much");
    }
    found.noiseMultiplier = NoiseMultiplier{std::exp(logNoise)};
    return finish(target, delta, found, others);
}

std::vector<Releases> calibrateTogether(Epsilon target, Delta delta, std::vector<Releases> releases,
                                        std::span<const PrivacyEvent> others) {
    const auto scaled = [&](double logFactor) {
        std::vector<Releases> found = releases;
        for (Releases& each : found) {
            each.noiseMultiplier = NoiseMultiplier{each.noiseMultiplier.value() * std::exp(logFactor)};
        }
        return found;
    };
    const auto eventsOf = [&](const std::vector<Releases>& found) {
        std::vector<PrivacyEvent> events(others.begin(), others.end());
        for (const Releases& each : found) {
            events.push_back(each.event());
        }
        return events;
    };
    for (const Releases& each : releases) {
        check(target, delta, each);
    }
    const auto epsilonAt = [&](double logFactor) {
        return quickEpsilon(eventsOf(scaled(logFactor)), delta.value());
    };
    const double logFactor = Search{target.value(), epsilonAt}.run(0.0, -1.0, std::log(1e15), std::log(1e-6));
    if (std::isnan(logFactor)) {
        refuseTarget(target, "the other events alone cost as much");
    }
    std::vector<Releases> found = scaled(logFactor);
    if (!(chargedEpsilon(eventsOf(found), delta).value <= target.value())) {
        refuseTarget(target, "the accountants disagree close to it; ask for a little less");
    }
    return found;
}

Calibrated calibrateSteps(Epsilon target, Delta delta, const Releases& releases,
                          std::span<const PrivacyEvent> others) {
    Releases found = releases;
    found.steps = 1;
    check(target, delta, found);
    const auto fits = [&](std::uint64_t steps) {
        found.steps = steps;
        return quickEpsilon(together(found, others), delta.value()) <= target.value();
    };
    if (!fits(1)) {
        refuseTarget(target, "not even one step fits; use more noise");
    }
    std::uint64_t low = 1;
    std::uint64_t high = 2;
    while (high < maxEventCount && fits(high)) {
        low = high;
        high = std::min(high * 2, maxEventCount);
    }
    if (high == maxEventCount && fits(high)) {
        low = high;
    }
    while (high - low > 1 && low < maxEventCount) {
        const std::uint64_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    found.steps = low;
    return finish(target, delta, found, others);
}

Calibrated calibrateRate(Epsilon target, Delta delta, const Releases& releases,
                         std::span<const PrivacyEvent> others) {
    Releases found = releases;
    found.sampleRate = SampleRate{1.0};
    check(target, delta, found);
    const auto epsilonAt = [&](double logRate) {
        found.sampleRate = SampleRate{std::min(1.0, std::exp(logRate))};
        return quickEpsilon(together(found, others), delta.value());
    };
    const double logRate = Search{target.value(), epsilonAt}.run(std::log(0.01), 1.0, std::log(1e-9), 0.0);
    if (std::isnan(logRate)) {
        refuseTarget(target, "not even a sample rate of 1e-9 fits; use more noise or fewer steps");
    }
    found.sampleRate = SampleRate{std::min(1.0, std::exp(logRate))};
    return finish(target, delta, found, others);
}

} // namespace parsimony
