// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/style/widgets.h"
#include "ui/workers/context.h"

class QPushButton;

namespace parsimony::ui {

class OptionFields;
class PartGauges;
class SplitEditor;

/// The cap of the dataset, what this experiment takes of it, and how it is shared out over phases and the
/// final run.
class BudgetSection : public Section {
    Q_OBJECT
public:
    explicit BudgetSection(const Context& context, QWidget* parent = nullptr);
    /// What each part's account has spent and has left; nothing when there is none yet.
    void setParts(const session::BudgetSnapshot* budget);
    /// The cap that an open project has fixed; the fields then show it and point to raising it.
    void setCap(std::optional<double> epsilon, std::optional<double> delta);

private:
    void buildFields();
    void buildSplit();
    void buildRaise();
    void refresh();

    Context m_context;
    OptionFields *m_cap = nullptr, *m_phases = nullptr;
    SplitEditor* m_split = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_raise = nullptr;
    QWidget* m_raiseForm = nullptr;
    std::optional<double> m_capEpsilon, m_capDelta;
    PartGauges* m_parts = nullptr;
};

} // namespace parsimony::ui
