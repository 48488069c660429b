// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/empirical/advantage.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/privacy/composed_loss.h"
#include "core/privacy/fft.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/rdp.h"

#include <algorithm>
#include <cmath>

namespace parsimony::empirical {

namespace {

using accounting::CountedLaw;
using accounting::LossKind;

constexpr std::size_t kPoints = std::size_t{1} << 14;
constexpr double kReach = 7.0; // standard deviations; what lies beyond is charged in full

/// One direction is enough: at ε = 0 the distance is symmetric.
std::vector<CountedLaw> lawsOf(const accounting::Composition& composition) {
    const LossKind kind =
        composition.adjacency == Adjacency::ReplaceOne ? LossKind::Replace : LossKind::Remove;
    std::vector<CountedLaw> laws;
    if (composition.muSquared > 0.0) {
        const double noise = std::nextafter(1.0 / std::sqrt(composition.muSquared), 0.0);
        laws.push_back({{LossKind::Gaussian, 1.0, noise}, 1.0});
    }
    for (const auto& event : composition.sampled) {
        laws.push_back({{kind, event.rate, event.noise}, event.count});
    }
    return laws;
}

accounting::CompositionPlan planFor(const std::vector<CountedLaw>& laws) {
    double mean = 0.0;
    double variance = 0.0;
    double single = 0.0; // the largest loss of one release that matters
    double runs = 0.0;
    for (const CountedLaw& law : laws) {
        const accounting::TiltedNodes nodes = accounting::tiltedNodes(law.law, 0.0);
        double first = 0.0;
        double second = 0.0;
        for (std::size_t i = 0; i < nodes.loss.size(); ++i) {
            first += nodes.weight[i] * nodes.loss[i];
            second += nodes.weight[i] * nodes.loss[i] * nodes.loss[i];
        }
        mean += law.count * first;
        variance += law.count * std::max(0.0, second - first * first);
        single = std::max(single, kReach / law.law.noise + 0.5 / (law.law.noise * law.law.noise));
        runs += law.count;
    }
    accounting::CompositionPlan plan;
    plan.points = accounting::fftLength(kPoints);
    plan.step = 2.0 * (kReach * std::sqrt(variance) + single) / static_cast<double>(plan.points);
    plan.center = mean;
    plan.tail = 1e-12 / runs;
    return plan;
}

} // namespace

double advantageBound(std::span<const PrivacyEvent> events) {
    const accounting::Composition composition = accounting::reduced(events);
    if (!composition.curves.empty()) {
        failUsage(
            Sentence("an RDP curve says nothing about how often a guess between two neighbours is right"));
    }
    if (composition.infinite) {
        return 1.0;
    }
    if (composition.sampled.empty()) {
        const double mu = std::nextafter(std::sqrt(composition.muSquared), 1e300);
        return composition.muSquared > 0.0 ? deltaOf(Mu{mu}, Epsilon{0.0}).value() : 0.0;
    }
    const std::vector<CountedLaw> laws = lawsOf(composition);
    const accounting::ComposedLoss loss(laws, planFor(laws), accounting::Bound::Pessimistic);
    const double bound = loss.delta(0.0);
    return std::isfinite(bound) ? std::clamp(bound, 0.0, 1.0) : 1.0;
}

} // namespace parsimony::empirical
