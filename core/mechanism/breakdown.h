// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/breakdown_of.h"
#include "core/base/quantity.h"
#include "core/compute/noise.h"
#include "core/export/evaluate.h"
#include "core/mechanism/noisy_accuracy.h"
#include "core/privacy/event.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::mechanism {

using parsimony::BreakdownOf;

/// Right and wrong predictions of each class, or of each group, as one release: a record counts in one of its
/// bins, so adding or removing a person's K rows moves the vector of counts by at most K in norm, replacing
/// them by at most √2·K.
class BreakdownPlan {
public:
    /// Costs at most `mu`.
    [[nodiscard]] static BreakdownPlan forMu(Mu mu, Adjacency adjacency, std::uint32_t rowsPerPerson);
    /// One sum to which a record adds 0 to 1: neither removing nor replacing K rows moves it by more than K.
    [[nodiscard]] static BreakdownPlan forSum(Mu mu, std::uint32_t rowsPerPerson);
    /// Of right, wrong and missed labels of each class, where a record has K labels at most and K are
    /// predicted of it. With t right ones it adds 1 to t + (K − t) + (K − t) counts at most, each of them
    /// once: its square is 2·K − t, no more than 2·K. No count falls below zero, so the squares of two
    /// records' vectors add up to at least that of their difference: √2·√(2·K) where one replaces the other.
    /// Rows of one person add up by the triangle inequality.
    [[nodiscard]] static BreakdownPlan forLabels(Mu mu, Adjacency adjacency, std::uint32_t rowsPerPerson,
                                                 std::uint32_t mostLabels);

    [[nodiscard]] double noiseSd() const { return m_noiseSd; } ///< of every count
    [[nodiscard]] Sensitivity sensitivity() const { return m_sensitivity; }
    /// Whether a bin of that many records says anything through the noise.
    [[nodiscard]] bool canTell(double records) const { return records > 5.0 * m_noiseSd; }
    [[nodiscard]] PrivacyEvent event() const;
    /// The ledger's form: `{"what": …, "count": 1, "noise_sd": …, "sensitivity": …}`.
    [[nodiscard]] nlohmann::json record(std::string_view of) const;
    /// Inverse of record(); throws nlohmann::json::exception, and Error(Failed) for numbers that are none.
    [[nodiscard]] static BreakdownPlan fromRecord(const nlohmann::json& record);
    /// `stream` differs among the releases of one source.
    void addNoise(std::vector<double>& counts, const compute::NoiseSource& noise, std::uint32_t stream) const;

    /// The accuracy of every bin, from exact counts.
    [[nodiscard]] std::vector<NoisyAccuracy> release(std::span<const exporting::Count> exact,
                                                     const compute::NoiseSource& noise,
                                                     std::uint32_t stream) const;

private:
    [[nodiscard]] static BreakdownPlan forSensitivity(Mu mu, Sensitivity sensitivity);
    BreakdownPlan(double noiseSd, Sensitivity sensitivity) : m_noiseSd(noiseSd), m_sensitivity(sensitivity) {}
    double m_noiseSd = 0.0;
    Sensitivity m_sensitivity;
};

/// Groups as the user declared them, because the names in a private file are private: groups of other names
/// are left out. `names` are in the order of the declaration.
[[nodiscard]] exporting::Groups declaredGroups(const exporting::Groups& read,
                                               const std::vector<std::string>& names);

} // namespace parsimony::mechanism
