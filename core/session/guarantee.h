// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"

#include <string>

namespace parsimony::session {

/// The adjacency that a guarantee names in results, cards and reports: "zero_out" for the option
/// add_or_remove_one, since the slack of the sums is proved for a record that becomes a row of zeros in its
/// place (PRIVACY rule 29, core/compute/types.h), else the option's own name.
[[nodiscard]] std::string printedAdjacency(Adjacency adjacency);

/// The guarantee of an experiment in one sentence: who is protected, by how much, under which adjacency, by
/// which accounting; for public data that nothing is claimed; of an evaluation what it takes of its part. One
/// more says so where sums of a device are charged for that is checked, not proved (PRIVACY rule 14).
[[nodiscard]] std::string guaranteeOf(const ExperimentPlan& plan);

/// The same as the ledger knows it: it says so when rows of that part were seen as public data before,
/// which no budget covers (PRIVACY rule 20).
[[nodiscard]] std::string guaranteeOf(const ExperimentPlan& plan, const ledger::Project& project);

} // namespace parsimony::session
