// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that are chosen in the table of trials, and the selection that all views share.
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/window/trials_panel.h"

#include <QTableView>
#include <utility>

namespace parsimony::ui {

namespace {
constexpr qsizetype kFew = 16; ///< chosen trials, whose rows are looked for one by one
}

void TrialsPanel::selectionFromTable() {
    if (m_syncing) {
        return;
    }
    m_syncing = true;
    QSet<qint64> ids;
    for (const auto& index : m_table->selectionModel()->selectedRows()) {
        ids.insert(m_context.trials.trialAt(index.row()).id);
    }
    const auto current = m_table->currentIndex();
    const bool marked = current.isValid() && !ids.isEmpty() && !m_context.trials.isGroup(current.row());
    m_context.selection.select(ids, marked ? m_context.trials.trialAt(current.row()).id : 0);
    m_syncing = false;
}

void TrialsPanel::markSelected() {
    const auto& chosen = m_context.selection.trials();
    const TrialTableModel& trials = m_context.trials;
    QItemSelection selection;
    const auto mark = [&](int first, int last) {
        selection.select(trials.index(first, 0), trials.index(last, kTrialColumns - 1));
    };
    if (chosen.size() <= kFew) {
        for (const qint64 id : chosen) {
            if (const int row = trials.rowOf(id); row >= 0) {
                mark(row, row);
            }
        }
    }
    int begin = -1; // of rows side by side: with 10^5 chosen a search for each would not end
    for (int row = 0; row <= trials.rowCount() && chosen.size() > kFew; ++row) {
        const bool in =
            row < trials.rowCount() && !trials.isGroup(row) && chosen.contains(trials.trialAt(row).id);
        if (in && begin < 0) {
            begin = row;
        } else if (!in && begin >= 0) {
            mark(std::exchange(begin, -1), row - 1);
        }
    }
    m_syncing = true;
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_syncing = false;
}

void TrialsPanel::selectionToTable() {
    if (m_syncing) {
        return;
    }
    markSelected();
    m_syncing = true;
    const int row = m_context.trials.rowOf(m_context.selection.current());
    if (row >= 0) {
        m_table->selectionModel()->setCurrentIndex(m_context.trials.index(row, 0),
                                                   QItemSelectionModel::NoUpdate);
        m_table->scrollTo(m_context.trials.index(row, 0));
    }
    m_syncing = false;
}

} // namespace parsimony::ui
