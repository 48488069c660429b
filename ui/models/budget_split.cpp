// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/budget_split.h"

#include "ui/models/gaussian.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

BudgetSplit::BudgetSplit(double epsilon, double delta, std::vector<Phase> phases)
    : m_epsilon(epsilon), m_delta(delta), m_phases(std::move(phases)) {
    if (!(epsilon > 0.0) || epsilon > 1e6 || !(delta > 0.0) || !(delta < 1.0)) {
        return;
    }
    m_muTotal = muOf(epsilon, delta);
    const double total = m_muTotal * m_muTotal;
    m_muFinalSquared = total;
    for (const Phase& phase : m_phases) {
        Share share;
        share.epsilon = phase.epsilon;
        share.mu = phase.epsilon > 0.0 ? muOf(phase.epsilon, delta) : 0.0;
        share.fraction = phase.trials * share.mu * share.mu / total;
        m_muFinalSquared -= phase.trials * share.mu * share.mu;
        m_shares.push_back(share);
    }
    if (m_muFinalSquared > 0.0) {
        m_final.mu = std::sqrt(m_muFinalSquared);
        m_final.epsilon = epsilonOf(m_final.mu, delta);
        m_final.fraction = m_muFinalSquared / total;
    }
}

double BudgetSplit::missingEpsilon() const {
    if (!valid() || affordable()) {
        return 0.0;
    }
    return epsilonOf(std::sqrt(m_muTotal * m_muTotal - m_muFinalSquared), m_delta) - m_epsilon;
}

double BudgetSplit::epsilonForFraction(std::size_t phase, double fraction) const {
    if (!valid() || phase >= m_phases.size() || m_phases[phase].trials < 1) {
        return 0.0;
    }
    const double mu = m_muTotal * std::sqrt(std::clamp(fraction, 1e-6, 1.0) / m_phases[phase].trials);
    const double epsilon = epsilonOf(mu, m_delta);
    const double unit = std::pow(10.0, std::floor(std::log10(epsilon)) - 2.0);
    return std::max(unit, std::floor(epsilon / unit) * unit);
}

} // namespace parsimony::ui
