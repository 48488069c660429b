// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/project_budget.h"

#include <algorithm>

namespace parsimony::ui {

const session::BudgetSnapshot* budgetOf(const ProjectState& project, const session::DatasetSnapshot& of) {
    const auto& all = project.budgets;
    const auto found = std::find_if(all.begin(), all.end(), [&of](const auto& each) {
        return of.id > 0 ? each.first.id == of.id : each.first.name == of.name;
    });
    return found == all.end() ? nullptr : &found->second;
}

const session::BudgetSnapshot* budgetInSetup(const ProjectStatePtr& project, const RunSnapshotPtr& plan) {
    if (project && !project->budgets.empty()) {
        if (const auto& of = plan ? plan : project->shown) {
            if (const session::BudgetSnapshot* known = budgetOf(*project, of->dataset)) {
                return known;
            }
        }
        if (!plan) {
            return &project->budgets.back().second;
        }
    }
    return plan ? &plan->budget : nullptr;
}

} // namespace parsimony::ui
