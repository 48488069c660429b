// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/accountant.h"

#include "core/base/collected.h"
#include "core/base/infinity.h"
#include "core/base/number_text.h"
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/pld.h"
#include "core/privacy/rdp.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace parsimony {

namespace {

using accounting::Bracket;
using accounting::Composition;
using accounting::PldEffort;

AccountantFigure upperBound(double value) {
    return {.value = value, .upper = value};
}

AccountantFigure exactFigure(double value) {
    return {.value = value, .lower = value, .upper = value};
}

// μ of Gaussian releases whose μ² was rounded up already.
Mu muOfSquare(double muSquared) {
    return muSquared > 0 ? muUpper(SpendSum(muSquared)) : Mu{0.0};
}

class GdpAccountant final : public Accountant {
public:
    std::string_view name() const override { return "gdp"; }
    bool boundsBelow() const override { return true; }
    bool supports(std::span<const PrivacyEvent> events) const override {
        return accounting::reduced(events).gaussianOnly();
    }

protected:
    AccountantFigure computeEpsilon(std::span<const PrivacyEvent> events, double delta) const override {
        const Composition composition = accounting::reduced(events);
        return exactFigure(
            composition.infinite ? inf : epsilonOf(muOfSquare(composition.muSquared), Delta{delta}).value());
    }
    AccountantFigure computeDelta(std::span<const PrivacyEvent> events, double epsilon) const override {
        const Composition composition = accounting::reduced(events);
        return exactFigure(composition.infinite
                               ? 1.0
                               : deltaOf(muOfSquare(composition.muSquared), Epsilon{epsilon}).value());
    }
};

class PldAccountant final : public Accountant {
public:
    std::string_view name() const override { return "pld"; }
    bool boundsBelow() const override { return true; }
    bool supports(std::span<const PrivacyEvent> events) const override {
        return accounting::reduced(events).curves.empty();
    }

protected:
    AccountantFigure computeEpsilon(std::span<const PrivacyEvent> events, double delta) const override {
        const Bracket bracket = accounting::pldEpsilon(accounting::reduced(events), delta, PldEffort::Both);
        return {{}, bracket.upper, bracket.lower, bracket.upper};
    }
    AccountantFigure computeDelta(std::span<const PrivacyEvent> events, double epsilon) const override {
        const Bracket bracket = accounting::pldDelta(accounting::reduced(events), epsilon, PldEffort::Both);
        return {{}, bracket.upper, bracket.lower, bracket.upper};
    }
};

class RdpAccountant final : public Accountant {
public:
    std::string_view name() const override { return "rdp"; }
    bool supports(std::span<const PrivacyEvent>) const override { return true; }

protected:
    AccountantFigure computeEpsilon(std::span<const PrivacyEvent> events, double delta) const override {
        return upperBound(accounting::rdpEpsilon(accounting::reduced(events), delta).value);
    }
    AccountantFigure computeDelta(std::span<const PrivacyEvent> events, double epsilon) const override {
        return upperBound(accounting::rdpDelta(accounting::reduced(events), epsilon).value);
    }
};

// ρ-zCDP says D_α ≤ ρα at every order: RDP of Gaussian releases, without the sub-sampled ones, whose D_α is
// not linear.
class ZcdpAccountant final : public Accountant {
public:
    std::string_view name() const override { return "zcdp"; }
    bool supports(std::span<const PrivacyEvent> events) const override {
        return accounting::reduced(events).gaussianOnly();
    }

protected:
    AccountantFigure computeEpsilon(std::span<const PrivacyEvent> events, double delta) const override {
        return upperBound(accounting::rdpEpsilon(accounting::reduced(events), delta).value);
    }
    AccountantFigure computeDelta(std::span<const PrivacyEvent> events, double epsilon) const override {
        return upperBound(accounting::rdpDelta(accounting::reduced(events), epsilon).value);
    }
};

class CltAccountant final : public Accountant {
public:
    std::string_view name() const override { return "clt"; }
    bool rigorous() const override { return false; }
    bool supports(std::span<const PrivacyEvent> events) const override {
        return accounting::reduced(events).curves.empty();
    }

protected:
    AccountantFigure computeEpsilon(std::span<const PrivacyEvent> events, double delta) const override {
        const double mu = limitMu(events);
        return exactFigure(std::isfinite(mu) ? epsilonOf(Mu{mu}, Delta{delta}).value() : inf);
    }
    AccountantFigure computeDelta(std::span<const PrivacyEvent> events, double epsilon) const override {
        const double mu = limitMu(events);
        return exactFigure(std::isfinite(mu) ? deltaOf(Mu{mu}, Epsilon{epsilon}).value() : 1.0);
    }

private:
    // χ²(P‖Q) = e^{D₂} − 1 of a sampled Gaussian is q²(e^{1/σ²} − 1), the term of Bu et al.
    static double limitMu(std::span<const PrivacyEvent> events) {
        Composition composition = accounting::reduced(events);
        if (composition.infinite) {
            return inf;
        }
        double sum = composition.muSquared;
        const auto sampled = std::move(composition.sampled);
        for (const auto& event : sampled) {
            Composition one;
            one.adjacency = composition.adjacency;
            one.sampled = {{event.rate, event.noise, 1.0}};
            sum += event.count * std::expm1(accounting::logMomentUpper(one, 2.0));
        }
        const double mu = std::sqrt(sum);
        if (mu == 0.0 || std::isnormal(mu)) {
            return mu;
        }
        return inf;
    }
};

void requirePositiveOrZero(Epsilon epsilon) {
    if (epsilon.value() != 0.0) {
        (void)checkedPositive(epsilon.value(), "epsilon");
    }
}

[[noreturn]] void refuseFigure(const std::string& reason) {
    refuse(Sentence("refused, nothing was spent: the accountants' figures for these events do not fit "
                    "together ({1}), so no epsilon can be promised; use fewer steps or more noise",
                    reason));
}

// PRIVACY rule 6 on the three figures of a sub-sampled composition.
AccountantFigure chosen(const AccountantFigure& pld, const AccountantFigure& rdp) {
    constexpr double rounding = 1 + 1e-9;
    if (std::isnan(pld.upper) || std::isnan(pld.lower) || std::isnan(rdp.value)) {
        refuseFigure("one is not a number");
    }
    if (pld.lower > pld.upper * rounding + 1e-300) {
        refuseFigure("the lower PLD bound " + numberText(pld.lower) + " is above the upper one " +
                     numberText(pld.upper));
    }
    if (pld.lower > rdp.value * rounding + 1e-300) {
        refuseFigure("the lower PLD bound " + numberText(pld.lower) + " is above RDP " +
                     numberText(rdp.value));
    }
    AccountantFigure result = pld.upper <= rdp.value ? pld : rdp;
    result.value = std::min(pld.upper, rdp.value);
    result.lower = pld.lower;
    result.hasLower = true;
    result.upper = result.value;
    result.seconds = pld.seconds + rdp.seconds;
    result.charged = true;
    return result;
}

template <class Ask>
AccountantFigure charge(std::span<const PrivacyEvent> events, Ask ask) {
    const Composition composition = accounting::reduced(events);
    AccountantFigure figure;
    if (composition.gaussianOnly()) {
        figure = ask(gdpAccountant());
    } else if (composition.infinite || !composition.curves.empty()) {
        figure = ask(rdpAccountant());
    } else {
        figure = chosen(ask(pldAccountant()), ask(rdpAccountant()));
    }
    if (!composition.infinite && !std::isfinite(figure.value)) {
        refuseFigure("none is finite");
    }
    figure.charged = true;
    return figure;
}

} // namespace

void Accountant::requireSupport(std::span<const PrivacyEvent> events) const {
    if (!supports(events)) {
        failUsage(Sentence("the accountant {1} can't account for these events; use pld for sub-sampled "
                           "releases, or rdp for any",
                           name()));
    }
}

template <class Compute>
AccountantFigure Accountant::measured(std::span<const PrivacyEvent> events, Compute compute) const {
    requireSupport(events);
    const auto start = std::chrono::steady_clock::now();
    AccountantFigure figure = compute();
    figure.seconds = secondsSince(start);
    figure.accountant = this;
    figure.hasLower = boundsBelow();
    figure.hasUpper = rigorous();
    return figure;
}

AccountantFigure Accountant::epsilon(std::span<const PrivacyEvent> events, Delta delta) const {
    (void)checkedDelta(delta.value(), "delta");
    return measured(events, [&] { return computeEpsilon(events, delta.value()); });
}

AccountantFigure Accountant::delta(std::span<const PrivacyEvent> events, Epsilon epsilon) const {
    requirePositiveOrZero(epsilon);
    return measured(events, [&] { return computeDelta(events, epsilon.value()); });
}

const Accountant& gdpAccountant() {
    static const GdpAccountant accountant;
    return accountant;
}

const Accountant& pldAccountant() {
    static const PldAccountant accountant;
    return accountant;
}

const Accountant& rdpAccountant() {
    static const RdpAccountant accountant;
    return accountant;
}

const Accountant& zcdpAccountant() {
    static const ZcdpAccountant accountant;
    return accountant;
}

const Accountant& cltAccountant() {
    static const CltAccountant accountant;
    return accountant;
}

std::span<const Accountant* const> accountants() {
    static const std::array<const Accountant*, 5> all = {&gdpAccountant(), &pldAccountant(), &rdpAccountant(),
                                                         &zcdpAccountant(), &cltAccountant()};
    return all;
}

const Accountant* findAccountant(std::string_view name) {
    const auto all = accountants();
    const auto found =
        std::find_if(all.begin(), all.end(), [name](const Accountant* each) { return each->name() == name; });
    return found == all.end() ? nullptr : *found;
}

AccountantFigure chargedEpsilon(std::span<const PrivacyEvent> events, Delta delta) {
    return charge(events, [&](const Accountant& accountant) { return accountant.epsilon(events, delta); });
}

AccountantFigure chargedDelta(std::span<const PrivacyEvent> events, Epsilon epsilon) {
    return charge(events, [&](const Accountant& accountant) { return accountant.delta(events, epsilon); });
}

std::vector<AccountantFigure> allFigures(std::span<const PrivacyEvent> events, Delta delta) {
    std::vector<AccountantFigure> figures;
    for (const Accountant* accountant : accountants()) {
        if (accountant->supports(events)) {
            figures.push_back(accountant->epsilon(events, delta));
        }
    }
    const auto by = [&](const Accountant& accountant) {
        return std::find_if(figures.begin(), figures.end(),
                            [&](const AccountantFigure& figure) { return figure.accountant == &accountant; });
    };
    const auto gdp = by(gdpAccountant());
    const auto pld = by(pldAccountant());
    const auto rdp = by(rdpAccountant());
    if (gdp != figures.end()) {
        gdp->charged = true;
    } else if (pld == figures.end()) {
        rdp->charged = true;
    } else {
        by(*chosen(*pld, *rdp).accountant)->charged = true;
    }
    return figures;
}

std::vector<ProfilePoint> privacyProfile(std::span<const PrivacyEvent> events,
                                         std::span<const double> epsilons) {
    return collected(epsilons, [&](const double epsilon) {
        return ProfilePoint{epsilon, chargedDelta(events, Epsilon{epsilon}).value};
    });
}

} // namespace parsimony
