// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sum_plan.h"

#include "core/base/sentence.h"
#include "core/train/sensitivity.h"

#include <cmath>
#include <limits>

namespace parsimony::train {

SumPlan::SumPlan(ReleaseKind kind, double clip, double noiseSd, Adjacency adjacency,
                 std::uint32_t rowsPerPerson)
    : m_adjacency(adjacency), m_rowsPerPerson(rowsPerPerson) {
    checkedPositive(clip, "the norm bound of a sum");
    checkedPositive(noiseSd, "the noise of a sum");
    if (rowsPerPerson < 1) {
        failUsage(Sentence("a noisy count needs at least one count and one row per person"));
    }
    m_release = {kind, 1, clip, releaseSensitivity(kind, clip, adjacency, rowsPerPerson), noiseSd};
}

SumPlan SumPlan::forMu(ReleaseKind kind, Mu mu, double clip, Adjacency adjacency,
                       std::uint32_t rowsPerPerson) {
    checkedPositive(mu.value(), "μ of a sum");
    const double delta = releaseSensitivity(kind, clip, adjacency, rowsPerPerson).value();
    // Three roundings lie between this and μ of the event; each is under 2⁻⁵³.
    return {kind, clip, delta / mu.value() * (1.0 + 0x1p-50), adjacency, rowsPerPerson};
}

PrivacyEvent SumPlan::event() const {
    return PrivacyEvent::gaussian(m_release.eventMultiplier());
}

Mu SumPlan::mu() const {
    const double infinity = std::numeric_limits<double>::infinity();
    return Mu{std::nextafter(1.0 / m_release.eventMultiplier().value(), infinity)};
}

} // namespace parsimony::train
