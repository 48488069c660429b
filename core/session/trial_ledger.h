// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/search/sequential_method.h"
#include "core/session/experiment_plan.h"
#include "core/session/trial_runner.h"

#include <map>
#include <memory>
#include <string>

namespace parsimony::session {

/// Parts that a backend holds, by name.
using ResidentParts = std::map<std::string, std::unique_ptr<compute::ResidentData>>;

/// What a proposed run reserves, and everything needed to carry it out and to go on with it.
[[nodiscard]] ledger::TrialSpec trialSpecOf(const ExperimentPlan& plan, const search::Proposal& proposal,
                                            const train::TrialPlan& trial);

/// How a proposed run is scored, on parts that are resident.
[[nodiscard]] ScoreRequest scoreRequestOf(const ExperimentPlan& plan, const search::Proposal& proposal,
                                          const ResidentParts& resident);

/// The look at a part when the final run is done, and what came of it.
[[nodiscard]] ledger::TrialSpec evaluationSpecOf(const ExperimentPlan& plan,
                                                 const EvaluationBudget& evaluation);
[[nodiscard]] ledger::TrialOutcome evaluationOutcome(const EvaluationBudget& evaluation,
                                                     const ledger::Score& accuracy);

} // namespace parsimony::session
