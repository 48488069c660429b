// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QAbstractTableModel>
#include <vector>

namespace parsimony::ui {

/// A plan before anything runs: a row per statistic that runs build on, per phase and for the final run, with
/// what each release or trial costs.
class PlanTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, Trials, Epsilon, Mu, Sigma, StepSize, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setPlan(RunSnapshotPtr plan);
    [[nodiscard]] const RunSnapshotPtr& plan() const { return m_plan; }

private:
    struct Row {
        QString what, trials, epsilon, mu, sigma, stepSize;
    };
    void addStatistics();
    void addPhases();
    void addFinal();

    RunSnapshotPtr m_plan;
    std::vector<Row> m_rows;
};

} // namespace parsimony::ui
