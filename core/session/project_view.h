// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_summary.h"
#include "core/session/run_snapshot.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::session {

/// A project as the ledger tells it at one moment.
struct ProjectView {
    std::string projectId; ///< the same in every copy
    bool readOnly = false;
    std::int64_t changeCounter = -1; ///< what is read was there when it stood so, or came later
    std::vector<ExperimentSummary> experiments;
    std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>> budgets;
    std::vector<TrialSnapshot> trials; ///< of all experiments
    std::optional<RunSnapshot> shown;  ///< the experiment that was asked for, or the newest
};

} // namespace parsimony::session
