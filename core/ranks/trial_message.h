// SPDX-License-Identifier: GPL-3.0-or-later
// Trials and what became of them, on their way between processes.
#pragma once

#include "core/compute/noise.h"
#include "core/ranks/call.h"
#include "core/train/trainer.h"

namespace parsimony::ranks {

/// A trial of public rows that begins where its trainer begins: another process may train it.
struct SentTrial {
    train::TrialPlan plan;
    compute::NoiseSource noise;
};

/// Throws Error(Refused) where the rows are private, whatever the plan: their noise, if any, is drawn by one
/// process.
void putTrial(CallWriter& message, const train::TrialPlan& plan, const compute::NoiseSource& noise);
[[nodiscard]] SentTrial getTrial(CallReader& message);

void putOutcome(CallWriter& message, const train::TrainOutcome& outcome);
[[nodiscard]] train::TrainOutcome getOutcome(CallReader& message);

} // namespace parsimony::ranks
