// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/experiment_table_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace parsimony::ui {

class ComparePlot;

/// Experiments of this project and what came of them: compare, look at one, run it again, export its
/// classifier.
class ExperimentsPage : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentsPage(QWidget* parent = nullptr);
    void setState(const ProjectStatePtr& state);

signals:
    void showRequested(qint64 experiment);
    void rerunRequested(qint64 experiment);
    void exportRequested(qint64 finalTrial);

private:
    [[nodiscard]] qint64 current() const;
    [[nodiscard]] qint64 finalTrialOf(qint64 experiment) const;
    void updateButtons();

    ExperimentTableModel m_model;
    ProjectStatePtr m_state;
    QTableView* m_table;
    ComparePlot* m_plot;
    QLabel* m_empty;
    QPushButton *m_show, *m_rerun, *m_export;
};

} // namespace parsimony::ui
