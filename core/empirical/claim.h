// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/event.h"

#include <vector>

namespace parsimony::empirical {

/// What a mechanism is said to cost: a list of privacy events. An audit tries to break it.
class Claim {
public:
    /// The events that a plan charges. Throws Error(Usage) when there are none.
    [[nodiscard]] static Claim ofEvents(std::vector<PrivacyEvent> events, Delta delta);

    [[nodiscard]] Epsilon epsilon() const { return m_epsilon; } ///< charged at δ: an upper bound
    [[nodiscard]] Delta delta() const { return m_delta; }

    /// The claim at another δ: the same events' ε there.
    struct Point {
        Epsilon epsilon;
        Delta delta;
    };
    [[nodiscard]] Point at(Delta delta) const;

    /// The most often that anyone can be right about a fair coin that decides between two neighbours:
    /// (1 + δ(0))/2 from the privacy profile of the events; rounded up.
    [[nodiscard]] double accuracy() const { return m_accuracy; }
    /// The μ of Gaussian DP with that accuracy, 2Φ⁻¹.
    [[nodiscard]] Mu mu() const;

    /// What an attacker who is right with that probability has shown, as ε at δ: of events, the ε of the same
    /// events with all noise scaled by one factor so that their accuracy is this one (Nasr et al. 2023,
    /// "tight auditing": a figure inside the claimed family of trade-off curves); of a budget, ln((p − δ)/(1
    /// − p)). Rounded down but for 0.5 % where events are sampled; 0 for p ≤ 1/2; at most 10⁴.
    [[nodiscard]] Epsilon epsilonShownBy(double accuracy) const;

private:
    Claim() = default;
    std::vector<PrivacyEvent> m_events;
    Epsilon m_epsilon;
    Delta m_delta;
    double m_accuracy = 1.0;
    bool m_gaussian = false;
};

} // namespace parsimony::empirical
