// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/planned_release.h"

#include <nlohmann/json_fwd.hpp>

namespace parsimony::train {

/// One Gaussian release of a sum over records, of which each adds a vector of norm `clip` at most: the class
/// counts, or the flatness of a spectrum.
class SumPlan {
public:
    /// The release that costs at most `mu`, never more by rounding. Throws Error(Usage) on bad numbers.
    [[nodiscard]] static SumPlan forMu(ReleaseKind kind, Mu mu, double clip, Adjacency adjacency,
                                       std::uint32_t rowsPerPerson);

    [[nodiscard]] const PlannedRelease& release() const { return m_release; }
    [[nodiscard]] PrivacyEvent event() const;
    [[nodiscard]] Mu mu() const; ///< rounded up
    [[nodiscard]] nlohmann::json toJson() const;
    /// Of the kind that toJson() was of.
    [[nodiscard]] static SumPlan fromJson(ReleaseKind kind, const nlohmann::json& json);

private:
    SumPlan(ReleaseKind kind, double clip, double noiseSd, Adjacency adjacency, std::uint32_t rowsPerPerson);
    PlannedRelease m_release;
    Adjacency m_adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t m_rowsPerPerson = 1;
};

} // namespace parsimony::train
