// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/access_table_model.h"

namespace parsimony::ui {

QString accessMeaning(RowKind kind) {
    switch (kind) {
    case RowKind::Part:
        return AccessTableModel::tr("rows hashed, to know them again");
    case RowKind::Reservation:
        return AccessTableModel::tr("budget reserved");
    case RowKind::TrialRunning:
        return AccessTableModel::tr("opened by a trial");
    case RowKind::CuratorShown:
        return AccessTableModel::tr("curator values looked at");
    default:
        return {};
    }
}

int AccessTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_accesses.size());
}
int AccessTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AccessTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || role != Qt::DisplayRole) {
        return {};
    }
    const auto& access = m_accesses[m_accesses.size() - 1 - static_cast<std::size_t>(index.row())];
    const auto number = [](std::int64_t value) { return value > 0 ? QString::number(value) : QString(); };
    switch (index.column()) {
    case Row:
        return number(access.row);
    case Time:
        return access.time.left(19).replace(QLatin1Char('T'), QLatin1Char(' '));
    case What:
        return accessMeaning(access.what);
    case Part:
        return access.part;
    case Experiment:
        return number(access.experiment);
    case Trial:
        return number(access.trial);
    default:
        return {};
    }
}

QVariant AccessTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    }
    const QString titles[ColumnCount] = {tr("row"),  tr("time"),       tr("access to private rows"),
                                         tr("part"), tr("experiment"), tr("trial")};
    return role == Qt::DisplayRole ? QVariant(titles[section]) : QVariant();
}

void AccessTableModel::setAccesses(std::vector<AuditFindings::Access> accesses) {
    beginResetModel();
    m_accesses = std::move(accesses);
    endResetModel();
}

} // namespace parsimony::ui
