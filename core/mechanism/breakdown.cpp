// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/breakdown.h"

#include "core/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::mechanism {

namespace {

/// Of vectors of counts that are no less than zero: they differ by the root of their squares' sum at most.
double changeOf(Adjacency adjacency) {
    return adjacency == Adjacency::ReplaceOne
               ? std::nextafter(std::sqrt(2.0), std::numeric_limits<double>::infinity())
               : 1.0;
}

} // namespace

BreakdownPlan BreakdownPlan::forMu(Mu mu, Adjacency adjacency, std::uint32_t rowsPerPerson) {
    return forSensitivity(mu, Sensitivity{changeOf(adjacency) * rowsPerPerson});
}

BreakdownPlan BreakdownPlan::forLabels(Mu mu, Adjacency adjacency, std::uint32_t rowsPerPerson,
                                       std::uint32_t mostLabels) {
    const double most = 2.0 * mostLabels;
    const double counts = std::nextafter(std::sqrt(most), most);
    const double change = std::nextafter(changeOf(adjacency) * counts, most * 2.0);
    return forSensitivity(mu, Sensitivity{change * rowsPerPerson});
}

BreakdownPlan BreakdownPlan::forSum(Mu mu, std::uint32_t rowsPerPerson) {
    return forSensitivity(mu, Sensitivity{static_cast<double>(rowsPerPerson)});
}

BreakdownPlan BreakdownPlan::forSensitivity(Mu mu, Sensitivity sensitivity) {
    checkedPositive(mu.value(), "μ of noisy counts");
    // Three roundings lie between this and the event's multiplier; each is under 2⁻⁵³.
    const double sd = sensitivity.value() / mu.value() * (1.0 + 0x1p-50);
    return {checkedPositive(sd, "the noise of counts"), sensitivity};
}

PrivacyEvent BreakdownPlan::event() const {
    return PrivacyEvent::gaussian(NoiseMultiplier{std::nextafter(m_noiseSd / m_sensitivity.value(), 0.0)});
}

nlohmann::json BreakdownPlan::record(std::string_view of) const {
    return {{"what", of},
            {"count", 1},
            {"noise_sd", m_noiseSd},
            {"sensitivity", m_sensitivity.value()},
            {"sample_rate", 1.0}};
}

BreakdownPlan BreakdownPlan::fromRecord(const nlohmann::json& record) {
    return {checkedPositive(record.at("noise_sd").get<double>(), "the noise of counts"),
            Sensitivity{record.at("sensitivity").get<double>()}};
}

void BreakdownPlan::addNoise(std::vector<double>& counts, const compute::NoiseSource& noise,
                             std::uint32_t stream) const {
    noise.addGaussian(counts, m_noiseSd,
                      {.step = stream, .tensor = static_cast<std::uint16_t>(train::DrawKind::Count)});
}

std::vector<NoisyAccuracy> BreakdownPlan::release(std::span<const exporting::Count> exact,
                                                  const compute::NoiseSource& noise,
                                                  std::uint32_t stream) const {
    std::vector<double> counts;
    for (const exporting::Count& count : exact) {
        counts.push_back(static_cast<double>(count.correct));
        counts.push_back(static_cast<double>(count.records - count.correct));
    }
    addNoise(counts, noise, stream);
    std::vector<NoisyAccuracy> shares;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const double right = counts[2 * i];
        const double wrong = counts[2 * i + 1];
        NoisyAccuracy share;
        share.records = right + wrong;
        if (canTell(share.records)) {
            share.accuracy = std::clamp(right / share.records, 0.0, 1.0);
            share.se = m_noiseSd * std::hypot(right, wrong) / (share.records * share.records);
        }
        shares.push_back(share);
    }
    return shares;
}

exporting::Groups declaredGroups(const exporting::Groups& read, const std::vector<std::string>& names) {
    exporting::Groups groups;
    groups.names = names;
    std::vector<std::int32_t> place(read.names.size(), -1);
    for (std::size_t i = 0; i < read.names.size(); ++i) {
        const auto found = std::find(names.begin(), names.end(), read.names[i]);
        if (found != names.end()) {
            place[i] = static_cast<std::int32_t>(found - names.begin());
        }
    }
    for (const std::int32_t group : read.ofRecord) {
        groups.ofRecord.push_back(place[static_cast<std::size_t>(group)]);
    }
    return groups;
}

} // namespace parsimony::mechanism
