// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/rdp.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace parsimony::testing_support {

/// D_α of the composed events at each of `orders`, as the accountant takes it.
inline std::vector<double> rdpCurve(std::span<const PrivacyEvent> events, std::span<const double> orders) {
    const accounting::Composition composition = accounting::reduced(events);
    std::vector<double> values;
    for (const double order : orders) {
        values.push_back(accounting::logMomentUpper(composition, order) / (order - 1));
    }
    return values;
}

/// The least ε that the curve gives at δ.
inline double epsilonOfRdpCurve(std::span<const double> orders, std::span<const double> values,
                                double delta) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < orders.size(); ++i) {
        best = std::min(best, accounting::rdpToEpsilon(orders[i], values[i], delta));
    }
    return best;
}

} // namespace parsimony::testing_support
