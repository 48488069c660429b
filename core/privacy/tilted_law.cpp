// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/tilted_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::accounting {

TiltedLaw::TiltedLaw(const LatticeLoss& lattice, double lambda, double step)
    : offset(lattice.offset), infinite(lattice.infinite), first(lattice.first), weight(lattice.mass.size()),
      logWeight(lattice.mass.size()) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < lattice.mass.size(); ++i) {
        const double exponent = lambda * step * static_cast<double>(first + static_cast<std::int64_t>(i));
        logWeight[i] = lattice.mass[i] > 0 ? std::log(lattice.mass[i]) + exponent : -1e300;
        largest = std::max(largest, logWeight[i]);
    }
    long double total = 0;
    long double moment = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
        weight[i] = std::exp(logWeight[i] - largest);
        total += weight[i];
        moment += static_cast<long double>(weight[i]) * static_cast<long double>(i);
    }
    const long double middle = moment / total;
    long double second = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
        weight[i] = static_cast<double>(weight[i] / total);
        const long double distance = static_cast<long double>(i) - middle;
        second += weight[i] * distance * distance;
    }
    const auto logTotal = static_cast<double>(std::log(total));
    for (double& exponent : logWeight) {
        exponent -= largest + logTotal;
    }
    logMoment = logTotal + largest + lambda * lattice.offset;
    shift = first + static_cast<std::int64_t>(std::llround(middle));
    mean = static_cast<double>(middle) + static_cast<double>(first);
    variance = static_cast<double>(second);
}

double TiltedLaw::logMomentAt(double theta) const {
    // Where e^{θ·index} cannot overflow, the weights themselves are added up: one exponential for each entry.
    const double low = theta * static_cast<double>(first - shift);
    const double high = theta * static_cast<double>(first - shift + static_cast<std::int64_t>(weight.size()));
    if (std::max(std::abs(low), std::abs(high)) < 600.0) {
        Powers powers(theta);
        long double sum = 0;
        for (const double mass : weight) {
            sum += mass * powers.next();
        }
        return static_cast<double>(std::log(sum)) + low;
    }
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < logWeight.size(); ++i) {
        largest = std::max(largest, logWeight[i] + low + theta * static_cast<double>(i));
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < logWeight.size(); ++i) {
        sum += std::exp(logWeight[i] + low + theta * static_cast<double>(i) - largest);
    }
    return std::log(sum) + largest;
}

} // namespace parsimony::accounting
