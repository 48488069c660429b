// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/train/trial_plan.h"

#include <cmath>
#include <limits>

namespace parsimony::train {

namespace {

double roundedUp(double value) {
    return std::nextafter(value, std::numeric_limits<double>::infinity());
}

/// √count / z, rounded up.
Mu muOf(NoiseMultiplier z, std::uint32_t count) {
    return Mu{roundedUp(roundedUp(roundedUp(std::sqrt(static_cast<double>(count))) / z.value()))};
}

NoiseMultiplier multiplierOf(double sd, double sensitivity) {
    return NoiseMultiplier{std::nextafter(sd / sensitivity, 0.0)};
}

/// The smallest noise found for which `muOfNoise` does not exceed `mu`, starting from a first guess.
template <class Function>
double calibrated(double guess, Mu mu, const Function& muOfNoise) {
    double sd = guess;
    for (int attempt = 0; attempt < 64; ++attempt) {
        if (muOfNoise(sd) <= mu) {
            return sd;
        }
        sd *= 1.0 + 0x1p-51;
    }
    fail(Sentence("no noise found for μ = {1}", mu.value()));
}

void checkCounts(std::uint32_t counts, std::uint32_t rowsPerPerson) {
    if (counts < 1 || rowsPerPerson < 1) {
        failUsage(Sentence("a noisy count needs at least one count and one row per person"));
    }
}

} // namespace

CountPlan CountPlan::forMu(Mu mu, std::uint32_t counts, std::uint32_t rowsPerPerson) {
    checkedPositive(mu.value(), "μ of a noisy count");
    checkCounts(counts, rowsPerPerson);
    const double guess = rowsPerPerson * std::sqrt(static_cast<double>(counts)) / mu.value();
    checkedPositive(guess, "the noise of a count");
    const auto muOfNoise = [&](double sd) { return CountPlan(sd, counts, rowsPerPerson).mu(); };
    return {calibrated(guess, mu, muOfNoise), counts, rowsPerPerson};
}

PrivacyEvent CountPlan::event() const {
    return PrivacyEvent::gaussian(multiplierOf(m_noiseSd, m_rowsPerPerson), m_counts);
}

Mu CountPlan::mu() const {
    return muOf(multiplierOf(m_noiseSd, m_rowsPerPerson), m_counts);
}

MeanPlan::MeanPlan(double rowClip, double noiseSd, std::uint32_t dim, double publicRecords,
                   Adjacency adjacency, std::uint32_t rowsPerPerson)
    : m_dim(dim), m_publicRecords(publicRecords), m_adjacency(adjacency), m_rowsPerPerson(rowsPerPerson) {
    checkedPositive(rowClip, "the norm bound of a mean");
    checkedPositive(noiseSd, "the noise of a mean");
    checkedPositive(publicRecords, "the public record count");
    if (dim < 1 || rowsPerPerson < 1) {
        failUsage(Sentence("a private mean needs at least one feature and one row per person"));
    }
    const double change = adjacency == Adjacency::ReplaceOne ? 2.0 : 1.0;
    const double delta = rowClip * change * rowsPerPerson * (1.0 + compute::kArithmeticSlack);
    m_release = {ReleaseKind::Mean, 1, rowClip, Sensitivity{delta}, noiseSd};
}

MeanPlan MeanPlan::forMu(Mu mu, double rowClip, std::uint32_t dim, double publicRecords, Adjacency adjacency,
                         std::uint32_t rowsPerPerson) {
    checkedPositive(mu.value(), "μ of a private mean");
    const MeanPlan shape(rowClip, 1.0, dim, publicRecords, adjacency, rowsPerPerson);
    const auto withNoise = [&](double sd) {
        return MeanPlan(rowClip, sd, dim, publicRecords, adjacency, rowsPerPerson);
    };
    const double guess = shape.m_release.sensitivity.value() / mu.value();
    return withNoise(calibrated(guess, mu, [&](double sd) { return withNoise(sd).mu(); }));
}

PrivacyEvent MeanPlan::event() const {
    return PrivacyEvent::gaussian(m_release.eventMultiplier());
}

Mu MeanPlan::mu() const {
    return muOf(m_release.eventMultiplier(), 1);
}

} // namespace parsimony::train
