// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

namespace parsimony::ui {

/// What a project tells of the dataset `of`, by its number or, of a plan, which has none, by its name. Null
/// where the project does not have it.
[[nodiscard]] const session::BudgetSnapshot* budgetOf(const ProjectState& project,
                                                      const session::DatasetSnapshot& of);

/// The budget that the setup is about: of the plan's rows, else of those of the experiment that is shown,
/// else of the newest dataset. Null where there is none; both may be null.
[[nodiscard]] const session::BudgetSnapshot* budgetInSetup(const ProjectStatePtr& project,
                                                           const RunSnapshotPtr& plan);

} // namespace parsimony::ui
