// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/workers/context.h"

namespace parsimony::ui {

struct WindowParts;

/// Shows the open project, its runs and their budget in the parts of the window.
class ProjectView {
public:
    /// `parts` may still be filled until something is shown.
    ProjectView(const Context& context, const WindowParts& parts) : m_context(context), m_parts(parts) {}

    void showProject(const ProjectStatePtr& state);
    void showLive(const RunSnapshotPtr& run); ///< with its trials among those of the project
    void showPlan();                          ///< where no run is looked at
    void clear();                             ///< no project is open any more

private:
    void showRun(const RunSnapshotPtr& run);
    void showBudget();

    Context m_context;
    const WindowParts& m_parts;
};

} // namespace parsimony::ui
