// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel says of its trials: how far a run is, how many trials there are, and why none.
#include "ui/models/number_format.h"
#include "ui/models/selection_method.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/widgets.h"
#include "ui/window/timeline.h"
#include "ui/window/trials_panel.h"

#include <QAction>
#include <QLabel>
#include <utility>

namespace parsimony::ui {

void TrialsPanel::setRun(RunSnapshotPtr run) {
    const bool hidden = run && statusOf(*run) == ExperimentStatus::Running && showsWinnerOnly(*run);
    if (std::exchange(m_hidden, hidden) != hidden) {
        updateCount();
    }
    m_timeline->setRun(std::move(run));
    m_progress->setFullText(m_timeline->summary());
    giveFilterRoom();
}

QString TrialsPanel::whyEmpty(bool none) const {
    return !none      ? tr("No trial matches the filter. Esc clears it.")
           : m_hidden ? tr("A private selection runs. Its winner stands here when it has ended.")
                      : tr("No trials yet. They appear here one by one while an experiment runs.");
}

void TrialsPanel::updateCount() {
    const int shown = m_context.trials.passingTrials();
    const int all = m_context.trials.totalRows();
    m_count->setText(all == 0       ? QString()
                     : all == 1     ? tr("1 trial")
                     : shown == all ? tr("%1 trials").arg(formatCount(static_cast<std::uint64_t>(all)))
                                    : tr("%1 of %2")
                                          .arg(formatCount(static_cast<std::uint64_t>(shown)),
                                               formatCount(static_cast<std::uint64_t>(all))));
    m_empty->setText(whyEmpty(all == 0));
    m_empty->setVisible(shown == 0);
    if (m_differs->isChecked()) {
        applyColumns();
    }
}

} // namespace parsimony::ui
