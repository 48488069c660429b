// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/audit_values.h"

#include <QAbstractTableModel>

namespace parsimony::ui {

/// Every access to private rows that a ledger knows of, newest first.
class AccessTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Row, Time, What, Part, Experiment, Trial, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setAccesses(std::vector<AuditFindings::Access> accesses); ///< oldest first

private:
    std::vector<AuditFindings::Access> m_accesses;
};

/// What a ledger row of `kind` means as an access to private rows; empty when it is none.
[[nodiscard]] QString accessMeaning(RowKind kind);

} // namespace parsimony::ui
