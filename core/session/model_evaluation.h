// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/session/session.h"

namespace parsimony::session {

/// One look at private rows by a released classifier: the rows become a part of the project's newest private
/// dataset, with an account of their own (or that of the part whose rows they share), and the accuracy is a
/// noisy count charged to it: a standard error of 0.25 points, at most a quarter of what is left. Throws
/// Error(Usage) when the project has no private dataset or the classifier does not fit the rows,
/// Error(Refused) when nothing is left.
[[nodiscard]] PrivateEvaluation evaluatePrivately(ledger::Project& project, const ledger::Registry& registry,
                                                  const PrivateEvaluationRequest& request,
                                                  std::stop_token stop, const RunObserver& observer);

/// An evaluation that a kill cut off has no state to go on from: ends it, as failed unless its count was
/// released, charged as it is. False when `experiment` is none. Throws Error(Usage) when it ended already,
/// Error(Failed) when another process runs it.
bool endInterruptedEvaluation(ledger::Project& project, ExperimentId experiment);

} // namespace parsimony::session
