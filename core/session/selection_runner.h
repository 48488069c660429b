// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_plan.h"
#include "core/session/trial_runner.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace parsimony::session {

/// Makes the train part resident: all rows, or those flagged in `keep` (one flag a row).
using LoadTrainRows =
    std::function<std::unique_ptr<compute::ResidentData>(const std::vector<std::uint8_t>& keep)>;

struct SelectionData {
    LoadTrainRows load;
    std::size_t rows = 0;                              ///< of the train part's file
    const compute::ResidentData* validation = nullptr; ///< public, where scores come from it
};

/// The reservation of the whole selection: one trial of role "selection" whose event is the RDP curve.
[[nodiscard]] ledger::TrialSpec selectionSpec(const ExperimentPlan& plan, PartId train);

/// Runs a private selection whose trial was started (PRIVACY rule 22): a secret number of runs of candidates
/// from the plan's distribution, the best by released score, after subset tuning one final run on the other
/// records. Writes the winner alone, in one transaction: weights, score and the values of "selection".
/// Nothing else is stored, no checkpoint either, and nothing is told while it runs. Stopped when asked to:
/// nothing was written; then, and when it throws, the trial is over for good.
[[nodiscard]] TrialResult runSelection(const TrialContext& context, TrialId trial, const ExperimentPlan& plan,
                                       const SelectionData& data);

} // namespace parsimony::session
