// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/gaussian_account.h"

#include "core/base/infinity.h"
#include "core/base/number_text.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony {

namespace {

SpendSum squareOf(double value) {
    SpendSum sum;
    sum.addProduct(value, value);
    return sum;
}

// Refusals show four digits: they are for people, the exact comparison has been made.
Sentence::Value shown(double epsilon) {
    return Sentence::number(roundedText(epsilon, 4));
}

[[noreturn]] void refuseSpend(const Sentence::Value& what, RefusedSpend spend) {
    refuse(Sentence("refused, nothing was spent: {1} has not enough budget left (requested epsilon {2}, "
                    "remaining {3}, missing {4}); ask for less, or raise the cap",
                    what, shown(spend.requested), shown(spend.remaining), shown(spend.missing)),
           spend);
}

[[noreturn]] void refuseDelta(const Sentence::Value& what, Delta remaining, Delta asked, RefusedSpend spend) {
    refuse(
        Sentence("refused, nothing was spent: {1} has not enough delta left: {2} of {3} asked for (requested "
                 "epsilon {4}, remaining {5}, missing {6}); ask for less, or raise the cap",
                 what, shown(remaining.value()), shown(asked.value()), shown(spend.requested),
                 shown(spend.remaining), shown(spend.missing)),
        spend);
}

} // namespace

double muSquaredOf(NoiseMultiplier noise) {
    const double z = noise.value();
    if (z != 0.0 && (!std::isnormal(z) || z < 0.0)) {
        failUsage(Sentence("a noise multiplier must be a finite number that is not negative, not {1}", z));
    }
    if (z == 0.0) {
        return inf;
    }
    // z·z and the quotient each err by at most 2⁻⁶⁴ relative; the factor covers both, the conversion then
    // rounds up.
    const long double wide = static_cast<long double>(z);
    const long double bound = 1.0L / (wide * wide) * (1.0L + 0x1p-61L);
    auto value = static_cast<double>(bound);
    if (static_cast<long double>(value) < bound) {
        value = std::nextafter(value, inf);
    }
    return std::max(value, std::numeric_limits<double>::min());
}

NoiseMultiplier noiseWithin(const SpendSum& muSquared, std::uint64_t count) {
    const double share = muSquared.lower() / static_cast<double>(std::max<std::uint64_t>(count, 1));
    if (count == 0 || !(share >= 1e-290)) {
        failUsage(Sentence("no noise multiplier is large enough: there is no budget left for this release"));
    }
    const auto holds = [&](double z) {
        const double each = muSquaredOf(NoiseMultiplier{z});
        SpendSum sum;
        if (std::isfinite(each)) {
            sum.add(each, count);
        }
        return std::isfinite(each) && sum.fits(muSquared);
    };
    double z = std::max(1.0 / std::sqrt(share), std::numeric_limits<double>::min());
    while (!holds(z)) {
        z = std::nextafter(z, inf);
    }
    for (double less = std::nextafter(z, 0.0); less >= std::numeric_limits<double>::min() && holds(less);
         less = std::nextafter(less, 0.0)) {
        z = less;
    }
    return NoiseMultiplier{z};
}

Mu muUpper(const SpendSum& muSquared) {
    double root = std::sqrt(muSquared.upper());
    while (std::isfinite(root) && squareOf(root) < muSquared) {
        root = std::nextafter(root, inf);
    }
    return Mu{root};
}

Mu muLower(const SpendSum& muSquared) {
    double root = std::sqrt(muSquared.lower());
    while (squareOf(root) > muSquared) {
        root = std::nextafter(root, 0.0);
    }
    return Mu{root};
}

SpendSum gaussianSpend(const PrivacyEvent& event) {
    const GaussianEvent* gaussian = event.asGaussian();
    const PoissonSampledGaussianEvent* sampled = event.asPoissonSampled();
    // A sample of everybody is no sample (PRIVACY rule 6).
    const bool full = sampled != nullptr && sampled->sampleRate.value() == 1.0;
    if (gaussian == nullptr && !full) {
        refuse(Sentence("an account of kind gaussian takes Gaussian releases only; sub-sampled mechanisms "
                        "and private selection need an account of kind slices"));
    }
    const NoiseMultiplier noise = full ? sampled->noiseMultiplier : gaussian->noiseMultiplier;
    if (noise.value() == 0.0) {
        refuse(Sentence("a release without noise costs an infinite epsilon, so no account can pay for it"));
    }
    SpendSum sum;
    sum.add(muSquaredOf(noise), event.count());
    return sum;
}

SpendSum gaussianSpend(std::span<const PrivacyEvent> events) {
    SpendSum sum;
    for (const PrivacyEvent& event : events) {
        sum.add(gaussianSpend(event));
    }
    return sum;
}

GaussianAccount::GaussianAccount(Epsilon cap, Delta delta, SpendSum spent)
    : m_cap(checkedEpsilon(cap.value(), "epsilon")), m_delta(checkedDelta(delta.value(), "delta")),
      m_capMu(muOf(m_cap, m_delta)), m_capSum(squareOf(m_capMu.value())), m_spent(spent) {}

Epsilon GaussianAccount::spentEpsilon() const {
    const Epsilon spent = epsilonOf(spentMu(), m_delta);
    // Within the filter (cap, δ) holds by the choice of capMu, so rounding up must not show more than the
    // cap.
    return m_spent.fits(m_capSum) ? std::min(spent, m_cap) : spent;
}

SpendSum GaussianAccount::remaining() const {
    return m_capSum.minus(m_spent);
}

Epsilon GaussianAccount::remainingEpsilon() const {
    return m_spent.isZero() ? m_cap : epsilonWithin(muLower(remaining()), m_delta);
}

bool GaussianAccount::fits(const SpendSum& request) const {
    return (m_spent + request).fits(m_capSum);
}

Epsilon GaussianAccount::missingEpsilon(const SpendSum& request) const {
    const double total = epsilonOf(muUpper(m_spent + request), m_delta).value();
    return Epsilon{std::max(0.0, total - m_cap.value())};
}

void GaussianAccount::requireRoom(const SpendSum& request, const Sentence::Value& what) const {
    if (!fits(request)) {
        refuseSpend(what, {epsilonOf(muUpper(request), m_delta).value(), remainingEpsilon().value(),
                           missingEpsilon(request).value()});
    }
}

SlicesAccount::SlicesAccount(Epsilon cap, Delta delta, SpendSum spentEpsilon, SpendSum spentDelta)
    : m_cap(checkedEpsilon(cap.value(), "epsilon")), m_delta(checkedDelta(delta.value(), "delta")),
      m_spentEpsilon(spentEpsilon), m_spentDelta(spentDelta) {}

Epsilon SlicesAccount::remainingEpsilon() const {
    return Epsilon{SpendSum(m_cap.value()).minus(m_spentEpsilon).lower()};
}

Delta SlicesAccount::remainingDelta() const {
    return Delta{SpendSum(m_delta.value()).minus(m_spentDelta).lower()};
}

bool SlicesAccount::fits(Epsilon epsilon, Delta delta) const {
    return (m_spentEpsilon + SpendSum(epsilon.value())).fits(m_cap.value()) &&
           (m_spentDelta + SpendSum(delta.value())).fits(m_delta.value());
}

Epsilon SlicesAccount::missingEpsilon(Epsilon epsilon) const {
    return Epsilon{(m_spentEpsilon + SpendSum(epsilon.value())).minus(SpendSum(m_cap.value())).upper()};
}

void SlicesAccount::requireRoom(Epsilon epsilon, Delta delta, const Sentence::Value& what) const {
    if (fits(checkedEpsilon(epsilon.value(), "epsilon"), checkedDelta(delta.value(), "delta"))) {
        return;
    }
    const bool epsilonFits = (m_spentEpsilon + SpendSum(epsilon.value())).fits(m_cap.value());
    const RefusedSpend spend{epsilon.value(), remainingEpsilon().value(), missingEpsilon(epsilon).value()};
    if (epsilonFits) {
        refuseDelta(what, remainingDelta(), delta, spend);
    }
    refuseSpend(what, spend);
}

} // namespace parsimony
