// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/views/context.h"
#include "ui/views/widgets.h"

class QCheckBox;
class QPushButton;
class QTableView;

namespace parsimony::ui {

class PlanTableModel;

/// How the budget is used: method and knobs, and the whole plan before anything runs.
class PlanSection : public Section {
    Q_OBJECT
public:
    explicit PlanSection(const Context& context, QWidget* parent = nullptr);
    void setPlan(RunSnapshotPtr plan);
    void setProblem(const QString& problem); ///< in the engine's words; empty: none
    [[nodiscard]] PlanTableModel* model() const { return m_model; }

private:
    void buildFields();
    void buildAdvanced();
    void refresh();
    Field* text(FormGrid* grid, const QString& name, const QString& label, const QString& meaning,
                const QString& placeholder,
                const std::function<void(session::RunOptions&, const QString&)>& apply);

    Context m_context;
    PlanTableModel* m_model;
    QTableView* m_table = nullptr;
    QLabel *m_problem = nullptr, *m_empty = nullptr, *m_notices = nullptr;
    Choice *m_method = nullptr, *m_trainer = nullptr, *m_score = nullptr, *m_sampler = nullptr,
           *m_decomposition = nullptr, *m_fit = nullptr;
    Field *m_steps = nullptr, *m_stepSize = nullptr, *m_clip = nullptr, *m_momentum = nullptr,
          *m_scoreFraction = nullptr, *m_threads = nullptr, *m_seed = nullptr, *m_rates = nullptr,
          *m_runsMean = nullptr, *m_sampleRate = nullptr;
    FormGrid *m_grid = nullptr, *m_advanced = nullptr;
    QPushButton* m_more = nullptr;
};

} // namespace parsimony::ui
