// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"

#include <cstdint>
#include <span>

namespace parsimony {

/// μ² = 1/z² of one Gaussian release, rounded up to a double; infinity at z = 0.
[[nodiscard]] double muSquaredOf(NoiseMultiplier noise);

/// The smallest z with count·muSquaredOf(z) ≤ `muSquared` exactly: a plan that uses it fits to the last bit.
/// Throws Error(Usage) when `muSquared` is zero or so small that no finite z is enough.
[[nodiscard]] NoiseMultiplier noiseWithin(const SpendSum& muSquared, std::uint64_t count = 1);

/// √sum rounded up, and down, compared exactly.
[[nodiscard]] Mu muUpper(const SpendSum& muSquared);
[[nodiscard]] Mu muLower(const SpendSum& muSquared);

/// Σ μ² of the events as an account of kind `gaussian` adds it up; count times an event is exactly `count`
/// events. Throws Error(Refused) when an event is not Gaussian (such an account knows no other kind) or has
/// no noise.
[[nodiscard]] SpendSum gaussianSpend(std::span<const PrivacyEvent> events);
[[nodiscard]] SpendSum gaussianSpend(const PrivacyEvent& event);

/// An account of kind `gaussian` (PRIVACY.md, accounts): a cap (ε, δ), what was spent of it as Σμ², and the
/// filter Σμ² ≤ μ_cap², valid however adaptively the spends are chosen (Smith and Thakurta 2022). An
/// immutable reading: the ledger keeps the sum. The cap's μ rounds down, every spend up.
class GaussianAccount {
public:
    GaussianAccount(Epsilon cap, Delta delta, SpendSum spent = {});
    /// The same cap with another spend.
    [[nodiscard]] GaussianAccount withSpent(const SpendSum& spent) const {
        GaussianAccount other = *this;
        other.m_spent = spent;
        return other;
    }

    [[nodiscard]] Epsilon cap() const { return m_cap; }
    [[nodiscard]] Delta delta() const { return m_delta; }
    [[nodiscard]] const SpendSum& spent() const { return m_spent; }

    /// ε of everything spent, rounded up.
    [[nodiscard]] Epsilon spentEpsilon() const;
    [[nodiscard]] Mu spentMu() const { return muUpper(m_spent); }
    /// What is left as Σμ², exactly; zero when the account is overdrawn or used up.
    [[nodiscard]] SpendSum remaining() const;
    /// ε(√(μ_cap² − Σμ²), δ), rounded down so that a plan with that ε fits. Not cap minus spent.
    [[nodiscard]] Epsilon remainingEpsilon() const;
    [[nodiscard]] bool fits(const SpendSum& request) const;
    /// ε(√(Σμ² + μ_req²), δ) − cap, at least 0: by how much the cap would have to be higher.
    [[nodiscard]] Epsilon missingEpsilon(const SpendSum& request) const;
    /// Returns when `request` fits; else throws Error(Refused) with requested, remaining and missing ε,
    /// naming `what` (for example "the train part of 'digits'").
    void requireRoom(const SpendSum& request, const Sentence::Value& what) const;

private:
    Epsilon m_cap;
    Delta m_delta;
    Mu m_capMu;
    SpendSum m_capSum;
    SpendSum m_spent;
};

/// An account of kind `slices`: each experiment takes a fixed (ε_k, δ_k) with Σε_k ≤ ε and Σδ_k ≤ δ, compared
/// exactly (the filter of Rogers et al. 2016 for pure sums); inside its slice an experiment is accounted by
/// PLD or RDP.
class SlicesAccount {
public:
    SlicesAccount(Epsilon cap, Delta delta, SpendSum spentEpsilon = {}, SpendSum spentDelta = {});

    [[nodiscard]] Epsilon cap() const { return m_cap; }
    [[nodiscard]] Delta delta() const { return m_delta; }
    [[nodiscard]] Epsilon spentEpsilon() const { return Epsilon{m_spentEpsilon.upper()}; }
    [[nodiscard]] Delta spentDelta() const { return Delta{m_spentDelta.upper()}; }
    /// What a slice may still take; rounded down.
    [[nodiscard]] Epsilon remainingEpsilon() const;
    [[nodiscard]] Delta remainingDelta() const;
    [[nodiscard]] bool fits(Epsilon epsilon, Delta delta) const;
    [[nodiscard]] Epsilon missingEpsilon(Epsilon epsilon) const;
    /// As GaussianAccount::requireRoom.
    void requireRoom(Epsilon epsilon, Delta delta, const Sentence::Value& what) const;

private:
    Epsilon m_cap;
    Delta m_delta;
    SpendSum m_spentEpsilon;
    SpendSum m_spentDelta;
};

} // namespace parsimony
