// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace parsimony::ui {

/// How one experiment's budget is shared out, in Gaussian DP: n_i trials of ε_i each, the rest for the final
/// run. A picture of the request while it is edited; what is charged is the engine's plan, never this.
class BudgetSplit {
public:
    struct Phase {
        double epsilon = 0.0; ///< of one trial
        int trials = 0;
    };
    struct Share {
        double epsilon = 0.0; ///< of one trial (or of the final run)
        double mu = 0.0;
        double fraction = 0.0; ///< of the total μ², all trials of the phase together
    };

    BudgetSplit() = default;
    BudgetSplit(double epsilon, double delta, std::vector<Phase> phases);

    [[nodiscard]] bool valid() const { return m_muTotal > 0.0; }
    [[nodiscard]] bool affordable() const { return m_muFinalSquared > 0.0; }
    [[nodiscard]] double missingEpsilon() const; ///< what the phases cost beyond the total; 0 when affordable
    [[nodiscard]] double finalEpsilon() const { return m_final.epsilon; }
    [[nodiscard]] const Share& finalShare() const { return m_final; }
    [[nodiscard]] const std::vector<Phase>& phases() const { return m_phases; }
    [[nodiscard]] const std::vector<Share>& shares() const { return m_shares; }
    [[nodiscard]] double delta() const { return m_delta; }
    [[nodiscard]] double epsilon() const { return m_epsilon; }

    /// The ε of one trial of `phase` when the phase takes `fraction` of the total μ²; rounded to three
    /// digits.
    [[nodiscard]] double epsilonForFraction(std::size_t phase, double fraction) const;

private:
    double m_epsilon = 0.0, m_delta = 0.0, m_muTotal = 0.0, m_muFinalSquared = 0.0;
    std::vector<Phase> m_phases;
    std::vector<Share> m_shares;
    Share m_final;
};

} // namespace parsimony::ui
