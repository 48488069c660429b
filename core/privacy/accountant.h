// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/privacy/event.h"

#include <span>
#include <string_view>
#include <vector>

namespace parsimony {

class Accountant;

/// What an accountant says about a composition, in ε or in δ. `lower` and `upper` bracket the exact figure
/// where it has them; else they are 0 and `value`.
struct AccountantFigure {
    const Accountant* accountant = nullptr; ///< whose figure it is
    double value = 0.0; ///< what this accountant would charge; infinity where it has no finite answer
    double lower = 0.0;
    double upper = 0.0;
    bool hasLower = false;
    bool hasUpper = false; ///< not so for an approximation, which is never charged
    double seconds = 0.0;
    bool charged = false; ///< whether this is the figure that counts
};

/// One way to account for a list of events. Public functions check their arguments (Error(Usage) for NaN,
/// infinite, negative or subnormal ones) and measure the time; the hooks compute. Accountants hold no state:
/// use them from any thread.
class Accountant {
public:
    virtual ~Accountant() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Whether its figures are upper bounds of the truth. The CLT's are not, and are never charged.
    [[nodiscard]] virtual bool rigorous() const { return true; }
    /// Whether it knows a lower bound of the truth as well.
    [[nodiscard]] virtual bool boundsBelow() const { return false; }
    /// Whether it knows how to account for all of the events.
    [[nodiscard]] virtual bool supports(std::span<const PrivacyEvent> events) const = 0;

    /// ε at δ. Throws Error(Usage) when an event is not supported.
    [[nodiscard]] AccountantFigure epsilon(std::span<const PrivacyEvent> events, Delta delta) const;
    /// δ at ε ≥ 0.
    [[nodiscard]] AccountantFigure delta(std::span<const PrivacyEvent> events, Epsilon epsilon) const;

protected:
    [[nodiscard]] virtual AccountantFigure computeEpsilon(std::span<const PrivacyEvent> events,
                                                          double delta) const = 0;
    [[nodiscard]] virtual AccountantFigure computeDelta(std::span<const PrivacyEvent> events,
                                                        double epsilon) const = 0;

private:
    template <class Compute>
    AccountantFigure measured(std::span<const PrivacyEvent> events, Compute compute) const;
    void requireSupport(std::span<const PrivacyEvent> events) const;
};

/// Exact Gaussian DP: Gaussian events only.
[[nodiscard]] const Accountant& gdpAccountant();
/// Numerical composition of privacy loss distributions: Gaussian and sub-sampled events.
[[nodiscard]] const Accountant& pldAccountant();
/// Rényi DP with the best known conversion: all events.
[[nodiscard]] const Accountant& rdpAccountant();
/// Zero-concentrated DP, ρ = μ²/2 (Bun and Steinke 2016) with the same conversion: Gaussian events only.
[[nodiscard]] const Accountant& zcdpAccountant();
/// The central limit theorem of Bu et al. 2020, μ = √(Σ count·χ²): for comparison only.
[[nodiscard]] const Accountant& cltAccountant();

/// The five, in the order gdp, pld, rdp, zcdp, clt.
[[nodiscard]] std::span<const Accountant* const> accountants();
/// Null where there is none of that name.
[[nodiscard]] const Accountant* findAccountant(std::string_view name);

/// The figure that is charged: exact Gaussian DP where all events are Gaussian, RDP where an event is a
/// curve, else the smaller of the upper PLD bound and RDP, after the optimistic PLD bound was found below
/// both (PRIVACY rule 6). Infinite only when a release has no noise; whatever else is not finite or out of
/// order throws Error(Refused).
[[nodiscard]] AccountantFigure chargedEpsilon(std::span<const PrivacyEvent> events, Delta delta);
/// The same for δ at ε.
[[nodiscard]] AccountantFigure chargedDelta(std::span<const PrivacyEvent> events, Epsilon epsilon);

/// The figures of every accountant that supports the events, the charged one marked (for sub-sampled events
/// the smaller of pld and rdp).
[[nodiscard]] std::vector<AccountantFigure> allFigures(std::span<const PrivacyEvent> events, Delta delta);

/// A point of a privacy profile: the composition is (epsilon, delta)-DP.
struct ProfilePoint {
    double epsilon = 0.0;
    double delta = 0.0; ///< charged, rounded up
};
/// δ(ε) at each of `epsilons`, as data for plots.
[[nodiscard]] std::vector<ProfilePoint> privacyProfile(std::span<const PrivacyEvent> events,
                                                       std::span<const double> epsilons);

} // namespace parsimony
