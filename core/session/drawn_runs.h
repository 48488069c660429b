// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"
#include "core/session/experiment_plan.h"

#include <vector>

// Searches whose plan draws every run with its sample rate and its steps, and whose result is one of the
// runs: what the runs release is known before the first, whatever they score (PRIVACY rule 7).
namespace parsimony::session {

/// Shares the slice (plan.epsilon, plan.delta) among them: each kind of run gets the least noise with which
/// the slice would pay for as many runs of that kind alone, then all get more or less of it by one factor,
/// until the slice just pays for those that were drawn. Throws Error(Refused) when nothing fits.
void shareDrawnRuns(ExperimentPlan& plan, double scoreFraction);

/// Everything that they take of the train part, the experiment's other releases included.
[[nodiscard]] std::vector<PrivacyEvent> drawnEvents(const ExperimentPlan& plan);

} // namespace parsimony::session
