// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/look_price.h"

#include "core/privacy/gaussian_dp.h"

#include <algorithm>

namespace parsimony::session {

double mostEpsilonOfLook(const BudgetSnapshot& budget, std::uint64_t records) {
    constexpr double kWantedError = 0.0025; // what a look aims at, in a share of the rows
    const Delta delta{budget.targetDelta};
    double mu = 0.5 * muOf(Epsilon{budget.targetEpsilon}, delta).value(); // a quarter of μ²
    if (records > 0) {
        mu = std::min(mu, 1.0 / (kWantedError * static_cast<double>(records)));
    }
    return epsilonOf(Mu{mu}, delta).value();
}

} // namespace parsimony::session
