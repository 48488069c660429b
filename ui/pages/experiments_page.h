// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/queued_run.h"
#include "ui/models/experiment_table_model.h"
#include "ui/workers/context.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace parsimony::ui {

class EvaluationPanel;

/// Experiments of this project and their released classifiers: look at one, run it again, test and export
/// its classifier.
class ExperimentsPage : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentsPage(const Context& context, QWidget* parent = nullptr);
    void setState(const ProjectStatePtr& state);
    void testOn(const QStringList& files); ///< names their arrays in the form of the test

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void showRequested(qint64 experiment);
    void rerunRequested(qint64 experiment);
    void exportRequested(qint64 finalTrial);
    void written(QStringList files);
    void lookQueued(parsimony::study::LookRequest look, double mostEpsilon);

private:
    [[nodiscard]] qint64 current() const;
    [[nodiscard]] qint64 finalTrialOf(qint64 experiment) const;
    void updateButtons();
    void fitTable();

    ExperimentTableModel m_model;
    ProjectStatePtr m_state;
    QTableView* m_table;
    QWidget* m_bar; ///< of what can be done with one of them
    EvaluationPanel* m_evaluation;
    QLabel* m_empty;
    QPushButton *m_show, *m_rerun, *m_export;
    bool m_filling = false;
};

} // namespace parsimony::ui
