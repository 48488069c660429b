// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/project_view.h"

#include "ui/models/project_budget.h"
#include "ui/models/selection.h"
#include "ui/models/selection_method.h"
#include "ui/models/trial_table_model.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/budget_section.h"
#include "ui/window/inspector.h"
#include "ui/window/page_area.h"
#include "ui/window/run_flow.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_parts.h"
#include "ui/workers/workbench.h"

namespace parsimony::ui {

void ProjectView::showProject(const ProjectStatePtr& state) {
    filter::ExperimentNamesById names;
    for (const auto& experiment : state->experiments) {
        names[experiment.id] = filter::namesIn(experiment);
    }
    m_context.trials.setExperiments(std::move(names));
    m_context.trials.shareTrials(shownTrials(state));
    m_parts.pages->setProject(state);
    if (!state->budgets.empty()) {
        const auto& budget = state->budgets.front().second;
        if (budget.capOpen) {
            m_parts.budget->setCap(std::nullopt, std::nullopt);
        } else {
            m_parts.budget->setCap(budget.targetEpsilon, budget.targetDelta);
        }
    }
    if (m_context.bench.running() && m_context.bench.live()) {
        m_context.trials.mergeTrials({});
    } else if (state->shown) {
        showRun(state->shown);
    }
    m_parts.flow->showProject(*state);
    showBudget();
}

void ProjectView::showRun(const RunSnapshotPtr& all) {
    const RunSnapshotPtr run = shownPart(all);
    m_parts.pages->setRun(run);
    m_parts.trials->setRun(run);
    m_parts.inspector->setRun(run);
}

void ProjectView::showLive(const RunSnapshotPtr& all) {
    const RunSnapshotPtr run = shownPart(all);
    std::vector<session::TrialSnapshot> trials;
    session::forEachTrial(*run, [&](const session::TrialSnapshot& trial) {
        trials.push_back(trial);
        trials.back().experiment = trial.experiment > 0 ? trial.experiment : run->experiment;
    });
    auto names = m_context.trials.experiments();
    filter::ExperimentNames& own = names[run->experiment];
    own.method = run->method.text();
    own.trainer = run->trainer;
    m_context.trials.setExperiments(std::move(names));
    m_context.trials.mergeTrials(trials);
    showRun(run);
    showBudget();
}

void ProjectView::showPlan() {
    const RunSnapshotPtr plan = m_parts.flow->plan();
    if (!m_parts.pages->shown() && !m_context.bench.running()) {
        showRun(plan); // none: the one before is no plan any more
    }
    showBudget();
}

void ProjectView::clear() {
    m_context.trials.setTrials(std::vector<session::TrialSnapshot>());
    m_parts.pages->setProject({});
    m_context.selection.clear();
    showRun({});
    m_parts.budget->setCap(std::nullopt, std::nullopt);
}

void ProjectView::showBudget() {
    const RunSnapshotPtr plan = m_parts.flow->plan();
    const auto live = m_context.bench.running() ? m_context.bench.live() : nullptr;
    const double planned = plan && !m_context.bench.running() ? plan->experimentEpsilon : 0.0;
    const bool opened = m_context.bench.state() && !m_context.bench.state()->budgets.empty();
    m_parts.budget->setParts(live     ? &live->budget
                             : opened ? budgetInSetup(m_context.bench.state(), plan)
                                      : nullptr);
    BudgetStrip& strip = *m_parts.strip;
    if (live) {
        strip.showBudget(live->budget, live->dataset, false, 0.0);
    } else if (opened) {
        // What is looked at may be on other data, or declare other classes, than what came first.
        const RunSnapshotPtr shown = m_parts.pages->shown();
        const session::BudgetSnapshot* its =
            shown ? budgetOf(*m_context.bench.state(), shown->dataset) : nullptr;
        const auto& [dataset, budget] = m_context.bench.state()->budgets.back();
        strip.showBudget(its != nullptr ? *its : budget, its != nullptr ? shown->dataset : dataset, false,
                         planned);
    } else if (const RunSnapshotPtr shown = m_parts.pages->shown()) {
        strip.showBudget(shown->budget, shown->dataset, false, planned);
    } else if (plan) {
        strip.showBudget(plan->budget, plan->dataset, true, planned);
    } else {
        strip.showEmpty(m_context.request.hasData());
    }
}

} // namespace parsimony::ui
