// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/style/widgets.h"
#include "ui/workers/context.h"

class QPushButton;
class QTableView;

namespace parsimony::ui {

class OptionFields;
class PlanTableModel;

/// How the budget is used: method and knobs, and the whole plan before anything runs.
class PlanSection : public Section {
    Q_OBJECT
public:
    explicit PlanSection(const Context& context, QWidget* parent = nullptr);
    void setPlan(RunSnapshotPtr plan);
    void setProblem(const Problem& problem); ///< an empty one: none
    [[nodiscard]] PlanTableModel* model() const { return m_model; }

private:
    void buildFields();
    void refresh();
    void showEmpty(); ///< what will be here, as long as data or budget are missing

    Context m_context;
    PlanTableModel* m_model;
    QTableView* m_table = nullptr;
    QLabel *m_problem = nullptr, *m_empty = nullptr, *m_searched = nullptr, *m_notices = nullptr;
    Choice* m_method = nullptr;
    OptionFields *m_fields = nullptr, *m_advanced = nullptr;
    QPushButton* m_more = nullptr;
};

} // namespace parsimony::ui
