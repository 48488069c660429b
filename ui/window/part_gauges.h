// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <QWidget>
#include <optional>

class QGridLayout;

namespace parsimony::ui {

/// A line for each part of a dataset: what its account has spent, holds in reserve and has left, in ε.
class PartGauges : public QWidget {
    Q_OBJECT
public:
    explicit PartGauges(QWidget* parent = nullptr);
    /// Hidden while no account exists yet.
    void setBudget(const session::BudgetSnapshot& budget);
    void clear();

private:
    void addLine(const QString& name, const session::PartBudget& part, const session::BudgetSnapshot& budget);

    QGridLayout* m_grid;
    std::optional<session::BudgetSnapshot> m_shown;
};

} // namespace parsimony::ui
