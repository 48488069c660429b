// SPDX-License-Identifier: GPL-3.0-or-later
// What `auto` believes of ν by what was released so far.
#include "core/search/auto_method.h"

#include <algorithm>
#include <cmath>

namespace parsimony::search {

namespace {

double density(double x, double mean, double sd) {
    const double z = (x - mean) / sd;
    return std::exp(-0.5 * z * z) / sd;
}

/// The share of the small pilot's errors that the large one mends, and its standard error.
struct Mended {
    double share = 0.0, se = 0.0;
};

Mended mendedErrors(const AutoPrior& prior, const Score& small, const Score& large) {
    const double se = std::hypot(small.se, large.se);
    // Errors that are left, kept away from zero by the noise of the scores themselves.
    const double errors =
        std::max({1.0 - 0.5 * (small.accuracy + large.accuracy), prior.errorsInSe * se, prior.leastErrors});
    return {(large.accuracy - small.accuracy) / errors, se / errors};
}

} // namespace

double nuOfFlatness(const AutoCentred& centred, std::optional<double> flatness, double se, double signal) {
    double believed = centred.flatness;
    if (flatness) {
        const double released = 1.0 / (se * se);
        const double prior = 1.0 / (centred.flatnessSd * centred.flatnessSd);
        believed = (std::clamp(*flatness, 0.0, centred.flatnessCap) * released + believed * prior) /
                   (released + prior);
    }
    const double nu =
        std::clamp(centred.nu * std::pow(believed / centred.flatnessOfNu, centred.flatnessPower),
                   centred.leastNu, centred.mostNu);
    const double growth = std::pow(std::max(1.0, centred.smallSignal / signal), centred.growth);
    return nu > 1.0 ? std::min(centred.largestNu, nu * growth) : nu;
}

double nuOfPilots(const AutoTuning& tuning, const Score& small, const Score& large) {
    const AutoCentred& centred = *tuning.centred;
    const Mended mended = mendedErrors(tuning.prior, small, large);
    const auto share = [](double part) { return std::clamp(part, 0.0, 1.0); };
    const double moves = share((mended.share + mended.se + centred.mendedFrom) / centred.mendedWidth);
    const double steep = share((mended.share - centred.steepFrom) / centred.steepWidth);
    return std::pow(centred.nu, moves) * std::pow(centred.flatNu, 1.0 - moves) * std::exp2(steep);
}

double signalOf(double publicRecords, double mu, std::uint32_t classes) {
    return publicRecords * mu / std::max(1U, classes);
}

double believedNu(const AutoPrior& prior, double share, double signal) {
    const double growth = std::pow(std::max(1.0, prior.smallSignal / signal), prior.growth);
    const double decaying = std::min(prior.largestNu, prior.decayingNu * growth);
    return std::exp(share * std::log(decaying) + (1.0 - share) * std::log(prior.flatNu));
}

double decayingBelief(const AutoPrior& prior, const Score& small, const Score& large) {
    const auto [mended, noise] = mendedErrors(prior, small, large);
    // Further out than either case expects, only the nearer one should count: hold the difference inside.
    const double held = std::clamp(mended, prior.flatMean, prior.decayingMean);
    const double yes =
        prior.decayingShare * density(held, prior.decayingMean, std::hypot(prior.decayingSd, noise));
    const double no =
        (1.0 - prior.decayingShare) * density(held, prior.flatMean, std::hypot(prior.flatSd, noise));
    return yes / (yes + no);
}

} // namespace parsimony::search
