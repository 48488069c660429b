// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_entry.h"
#include "core/session/experiment_plan.h"

#include <memory>

namespace parsimony::session {

/// What the plan's method may know: options and constants, typed. Throws Error(Usage) for options that can't
/// be read.
[[nodiscard]] search::SearchRequest searchRequestOf(const ExperimentPlan& plan);

/// How the plan's method split the budget.
[[nodiscard]] search::Shares sharesOf(const ExperimentPlan& plan);

/// κ of search::signalOf, which `auto` and what is released before it go by.
[[nodiscard]] double signalOf(const Constants& constants, Mu totalMu);

/// σ of a run of the plan.
[[nodiscard]] search::NoiseFor runNoiseOf(const ExperimentPlan& plan);

/// The search that a plan describes, in its first state. The same plan gives the same search. Throws
/// Error(Usage) for options that give no search.
[[nodiscard]] std::unique_ptr<search::SequentialMethod> makeMethod(const ExperimentPlan& plan);

} // namespace parsimony::session
