// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/ledger_state.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// What an experiment was asked for, its plan's options: the plan and what its trials train with have to be
/// that.
class AskedOptions {
public:
    /// Whether the options are a run's: those of `evaluate` are not.
    [[nodiscard]] static bool isRun(const LedgerState::Experiment& experiment);

    /// Of the experiment's first plan. Throws Error(Failed) when its text does not hold together.
    void take(const BodyReader& plan);

    /// What is wrong with a plan of it.
    [[nodiscard]] static std::optional<Sentence>
    wrongPlan(const BodyReader& plan, const LedgerState::Experiment& experiment, const DatasetRow& dataset);
    /// And with the plan of a trial that trains.
    [[nodiscard]] std::optional<Sentence> wrongTrial(const TrialPlan& plan,
                                                     const LedgerState::Experiment& experiment) const;
    /// And with that of a private selection.
    [[nodiscard]] std::optional<Sentence> wrongTerms(const TrialPlan& plan,
                                                     const LedgerState::Experiment& experiment) const;

private:
    bool m_isKnown = false, m_hasAlpha = false;
    std::vector<double> m_clips, m_rates; ///< empty: not named
    std::optional<bool> m_bias;
    double m_runsMean = 10.0, m_fraction = 0.1;
    std::string m_runsFamily;
};

} // namespace parsimony::ledger
