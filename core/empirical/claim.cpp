// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/claim.h"

#include "core/base/sentence.h"
#include "core/empirical/advantage.h"
#include "core/privacy/accountant.h"
#include "core/privacy/gaussian_dp.h"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>

namespace parsimony::empirical {

namespace {

constexpr double kLargestEpsilon = 1e4;

double twiceQuantile(double accuracy) {
    const double p = std::clamp(accuracy, 0.5, 1.0 - 1e-15);
    return 2.0 * boost::math::quantile(boost::math::normal_distribution<double>(), p);
}

/// The events with every noise multiplier times `factor`.
std::vector<PrivacyEvent> scaled(const std::vector<PrivacyEvent>& events, double factor) {
    std::vector<PrivacyEvent> result;
    for (const PrivacyEvent& event : events) {
        if (const GaussianEvent* gaussian = event.asGaussian()) {
            result.push_back(PrivacyEvent::gaussian(
                NoiseMultiplier{gaussian->noiseMultiplier.value() * factor}, event.count()));
        } else if (const PoissonSampledGaussianEvent* sampled = event.asPoissonSampled()) {
            result.push_back(PrivacyEvent::poissonSampledGaussian(
                sampled->sampleRate, NoiseMultiplier{sampled->noiseMultiplier.value() * factor},
                event.count(), sampled->adjacency));
        } else {
            failUsage(Sentence("an empirical audit knows Gaussian events only"));
        }
    }
    return result;
}

double accuracyOf(const std::vector<PrivacyEvent>& events) {
    return std::min(1.0, 0.5 * (1.0 + advantageBound(events)));
}

} // namespace

Claim Claim::ofEvents(std::vector<PrivacyEvent> events, Delta delta) {
    if (events.empty()) {
        failUsage(Sentence("a claim needs at least one privacy event"));
    }
    Claim claim;
    claim.m_events = scaled(events, 1.0);
    claim.m_delta = delta;
    claim.m_epsilon = Epsilon{chargedEpsilon(claim.m_events, delta).value};
    claim.m_accuracy = accuracyOf(claim.m_events);
    claim.m_gaussian = std::all_of(claim.m_events.begin(), claim.m_events.end(),
                                   [](const PrivacyEvent& event) { return event.asGaussian() != nullptr; });
    return claim;
}

Claim::Point Claim::at(Delta delta) const {
    return {Epsilon{chargedEpsilon(m_events, delta).value}, delta};
}

Mu Claim::mu() const {
    return Mu{twiceQuantile(m_accuracy)};
}

Epsilon Claim::epsilonShownBy(double accuracy) const {
    if (!(accuracy > 0.5)) {
        return Epsilon{0.0};
    }
    if (m_gaussian) {
        const double mu = twiceQuantile(accuracy);
        return mu < 1e-12 ? Epsilon{0.0}
                          : Epsilon{std::min(epsilonOf(Mu{mu}, m_delta).value(), kLargestEpsilon)};
    }
    // More noise, less accuracy: bisection over the logarithm of the factor.
    double few = -8.0;
    double many = 8.0;
    for (int i = 0; i < 20 && many - few > 1e-3; ++i) {
        const double middle = 0.5 * (few + many);
        (accuracyOf(scaled(m_events, std::exp(middle))) >= accuracy ? few : many) = middle;
    }
    const AccountantFigure figure = chargedEpsilon(scaled(m_events, std::exp(many)), m_delta);
    return Epsilon{std::min(figure.lower > 0.0 ? figure.lower : figure.value, kLargestEpsilon)};
}

} // namespace parsimony::empirical
