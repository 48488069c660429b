// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/run_snapshot.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace parsimony::session {

/// What followed from the look at a prior, and from its rows, which are public.
struct PriorVerdict {
    double promised = 0.0; ///< 0: none of its rows can be tested
    double believed = 0.0;
};

[[nodiscard]] nlohmann::json toJson(const PriorVerdict& verdict);

/// Of a plan: what is not known yet is absent. None where no prior is weighed.
[[nodiscard]] std::optional<PriorSnapshot> plannedPrior(const ExperimentPlan& plan);

/// What the ledger has of it by now: the released count, and with the result of the experiment, null before,
/// what was decided by it.
void readPrior(PriorSnapshot& prior, const ExperimentPlan& plan, const ledger::Project& project,
               ExperimentId experiment, const nlohmann::json& result);

/// What there is to say of it: whether the look can tell, and once it was decided what runs start from.
[[nodiscard]] std::vector<Notice> noticesOf(const PriorSnapshot& prior);

} // namespace parsimony::session
