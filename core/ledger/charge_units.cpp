// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/charge_units.h"

#include "core/ledger/records.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::ledger {

namespace {

/// a/b, not below it.
double quotientUp(double a, double b) {
    const double quotient = a / b;
    return std::fma(quotient, b, -a) >= 0.0
               ? quotient
               : std::nextafter(quotient, std::numeric_limits<double>::infinity());
}

/// δ·Σ e^(iε) for i < groups, not below it; 1, which promises nothing, where that is more.
double groupDelta(double epsilon, double delta, std::uint64_t groups) {
    // Sum of a geometric series; the factor covers the rounding of expm1 and of the quotient.
    const double terms = epsilon > 0.0
                             ? std::expm1(static_cast<double>(groups) * epsilon) / std::expm1(epsilon)
                             : static_cast<double>(groups);
    const double grown = delta * terms * (1.0 + 1e-12);
    return delta > 0.0 ? (grown < 1.0 ? std::max(grown, delta) : 1.0) : 0.0;
}

} // namespace

ChargeUnits unitsOf(const DatasetRow& dataset) {
    return {dataset.adjacency, dataset.rowsPerPerson};
}

RegistryCharge inUnits(RegistryCharge charge, const ChargeUnits& from, const ChargeUnits& to) {
    const std::uint64_t sides =
        from.adjacency == Adjacency::AddOrRemoveOne && to.adjacency == Adjacency::ReplaceOne ? 2 : 1;
    const std::uint64_t rows =
        from.people && to.people ? from.rowsPerPerson : std::max(from.rowsPerPerson, to.rowsPerPerson);
    if (sides == 1 && rows == from.rowsPerPerson) {
        return charge;
    }
    if (charge.muSquared) {
        const double factor =
            quotientUp(static_cast<double>(sides * rows), static_cast<double>(from.rowsPerPerson));
        // factor² exactly, and its product with a sum that is rounded up.
        SpendSum squared;
        squared.addProduct(factor, factor);
        SpendSum converted;
        converted.addProduct(charge.muSquared->upper(), squared.upper());
        charge.muSquared = converted;
    }
    const std::uint64_t groups = sides * ((rows + from.rowsPerPerson - 1) / from.rowsPerPerson);
    if (groups > 1 && (charge.epsilon > 0.0 || charge.delta > 0.0)) {
        charge.delta = groupDelta(charge.epsilon, charge.delta, groups);
        SpendSum epsilon;
        epsilon.add(charge.epsilon, groups);
        charge.epsilon = epsilon.upper();
    }
    return charge;
}

bool isCovered(const RegistryCharge& charge, const RegistryCharge& by) {
    constexpr double rounding = 0x1p-36;
    const auto grown = [](SpendSum sum) {
        sum.add(sum.upper() * rounding);
        return sum;
    };
    return charge.muSquared.value_or(SpendSum()) <= grown(by.muSquared.value_or(SpendSum())) &&
           SpendSum(charge.epsilon) <= grown(SpendSum(by.epsilon)) &&
           SpendSum(charge.delta) <= grown(SpendSum(by.delta));
}

std::string originalId(std::string id) {
    id.erase(id.find_last_not_of('+') + 1);
    return id;
}

} // namespace parsimony::ledger
