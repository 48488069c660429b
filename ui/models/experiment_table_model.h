// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QAbstractTableModel>

namespace parsimony::ui {

/// Experiments of a project side by side: method, price, result.
class ExperimentTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Started, Method, Trainer, Encoder, Epsilon, Accuracy, Status, ColumnCount };
    enum Role { ExperimentRole = Qt::UserRole + 1, FinishedRole, SeveralLabelsRole };
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// How an experiment ended, or that it goes on, in the window's language.
    [[nodiscard]] static QString statusText(const session::ExperimentSummary& experiment);

    void setExperiments(std::vector<session::ExperimentSummary> experiments);
    [[nodiscard]] const std::vector<session::ExperimentSummary>& experiments() const { return m_experiments; }
    [[nodiscard]] bool namesEncoders() const; ///< of any of them one is known

private:
    std::vector<session::ExperimentSummary> m_experiments;
};

} // namespace parsimony::ui
