// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_plan.h"

// `--prior-scale X`: how far runs start along the class means of public rows.
namespace parsimony::session {

/// Throws Error(Usage) where there is nothing that it could be a multiple of: the noise that a run puts into
/// a logit, from declared constants alone.
void checkPriorScale(const RunOptions& options, const Constants& constants);

/// Throws Error(Usage) where the final run goes on from pilots: they have another noise, and would start
/// elsewhere.
void checkStartOfPilots(const ExperimentPlan& plan);

} // namespace parsimony::session
