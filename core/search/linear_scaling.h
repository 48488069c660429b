// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_kind.h"
#include "core/search/phase_start.h"
#include "core/search/search_space.h"
#include "core/search/sequential_method.h"

#include <optional>
#include <vector>

namespace parsimony::search {

/// One phase: `trials` runs, each with the same budget.
struct Phase {
    double epsilon = 0.0;     ///< of one trial alone, its score included
    std::optional<double> mu; ///< the same as μ, score included; absent for sub-sampled trainers
    int trials = 0;
};

struct LinearScalingSettings {
    SearchSpace space;
    NoiseFor noise;
    std::vector<Phase> phases; ///< ε rising strictly
    double finalEpsilon = 0.0; ///< of the final run alone
    std::optional<double> finalMu;
    int degree = 1;            ///< 1 or 2
    bool fitAgainstMu = false; ///< needs every μ
    PhaseStart start = PhaseStart::WholeRange;
    double phaseReach = kPhaseReach;
    std::optional<ReleasedFit> reused; ///< of another search: then no phases, and its degree and axis hold
    SearchKey key{};
};

/// The linear scaling rule (LSR-2 Algorithms 2 and 3): random r at two or more small budgets, a polynomial
/// through the winners, one final run at the r it predicts for the rest of the budget. A phase whose trials
/// were all lost drops out of the fit; with too few phases left the degree falls, and with one left r grows
/// in proportion to the budget. A fit that was released before takes the place of the phases: it costs
/// nothing, and the whole budget is the final run's.
class LinearScaling final : public SequentialMethod {
public:
    /// Throws Error(Usage) for settings that cannot give a fit, and what SearchSpace::check throws.
    explicit LinearScaling(LinearScalingSettings settings);

    [[nodiscard]] std::string name() const override {
        return std::string(methodName(MethodKind::LinearScaling));
    }
    [[nodiscard]] std::vector<Proposal> outline() const override;
    [[nodiscard]] std::vector<Proposal> nextBatch() override;
    [[nodiscard]] bool finished() const override;
    [[nodiscard]] int revision() const override;
    [[nodiscard]] std::optional<double> selectedR(int phase) const override;
    [[nodiscard]] std::optional<FitOutcome> fit() const override;
    [[nodiscard]] std::optional<int> result() const override;

protected:
    [[nodiscard]] std::optional<Proposal> waitingFor(int index) override;

private:
    [[nodiscard]] int finalIndex() const { return m_first.back(); }
    [[nodiscard]] bool phaseClosed(int phase) const;
    [[nodiscard]] std::optional<Position> positionOf(int phase, int trial) const;
    [[nodiscard]] Proposal blank(int phase, int index) const;
    [[nodiscard]] std::optional<Proposal> trialAt(int phase, int trial) const;
    /// Of the axes: the first phase draws them, its winner fixes them for all that follows. Absent while that
    /// is not known.
    [[nodiscard]] std::optional<train::Knobs> knobsOf(int phase, int trial) const;
    [[nodiscard]] SearchSpace spaceOf(int phase, train::Knobs knobs) const;
    [[nodiscard]] double budgetOf(int phase) const;
    [[nodiscard]] std::vector<FitPoint> winners() const;
    [[nodiscard]] double predictedR(Range range) const;
    [[nodiscard]] Proposal finalRun() const;

    LinearScalingSettings m_settings;
    std::vector<int> m_first;        ///< index of each phase's first trial; last: the final run
    mutable std::vector<int> m_open; ///< by phase: all its trials before this one are closed
    std::vector<std::vector<Position>> m_positions; ///< by phase; empty under bisection
    std::vector<std::uint32_t> m_steps;             ///< T by index, as planned
    std::vector<train::Knobs> m_knobs;              ///< of the first phase's trials
};

} // namespace parsimony::search
