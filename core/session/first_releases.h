// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_plan.h"

// What is released of private rows before the first trial, beside what a feature map needs.
namespace parsimony::session {

/// The mean that `--mean private` takes off every row. Throws Error(Usage) where nobody says what it may
/// take.
void planMean(ExperimentPlan& plan);

/// How far runs start along a prior, and the look by which `auto` weighs it, where nobody says how far.
void planPrior(ExperimentPlan& plan, Mu totalMu);

} // namespace parsimony::session
