// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"
#include "core/session/run_snapshot.h"

namespace parsimony::ui::test {

/// A plan by the exact Gaussian split; refuses what `before` cannot pay.
session::RunSnapshot planOf(const session::RunOptions& options, const session::BudgetSnapshot& before);
/// The curve that trials follow.
double accuracyAt(double r, double epsilon);

} // namespace parsimony::ui::test
