// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/trial_delegate.h"

#include "ui/models/trial_columns.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <algorithm>

namespace parsimony::ui {

namespace {

/// What a column's mark takes before its text.
int markWidth(const QModelIndex& index) {
    constexpr int kExperiment = 16, kState = 14;
    return index.column() == static_cast<int>(TrialColumn::Experiment) ? kExperiment
           : index.column() == static_cast<int>(TrialColumn::State)    ? kState
                                                                       : 0;
}

} // namespace

QSize TrialDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(markWidth(index), 0);
}

void TrialDelegate::paintGroup(QPainter* painter, const QStyleOptionViewItem& option, const QString& text,
                               const QModelIndex& index) {
    const Colors& c = Theme::instance().colors();
    const auto* table = qobject_cast<const QTableView*>(option.widget);
    const auto* model = qobject_cast<const TrialTableModel*>(index.model());
    painter->save();
    painter->setClipRect(option.rect);
    const bool current = table != nullptr && table->hasFocus() && table->currentIndex().row() == index.row();
    painter->fillRect(option.rect, current ? c.accentSoft : c.hover);
    // Each cell paints its piece of one line of text, which begins where the table does.
    QRect line = option.rect;
    line.setLeft(table != nullptr ? -table->horizontalHeader()->offset() : line.left());
    line.setRight(std::max(line.right(), line.left() + 4000));
    painter->setPen(c.text);
    painter->setFont(Theme::font(12, QFont::DemiBold));
    const bool folded = model != nullptr && model->isFolded(index.row());
    painter->drawText(line.adjusted(10, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      (folded ? QStringLiteral("▸  ") : QStringLiteral("▾  ")) + text);
    painter->restore();
}

void TrialDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    if (const QString group = index.data(TrialTableModel::GroupRole).toString(); !group.isEmpty()) {
        paintGroup(painter, option, group, index);
        return;
    }
    QStyleOptionViewItem shifted = option;
    if (option.state.testFlag(QStyle::State_Selected)) {
        shifted.state.setFlag(QStyle::State_HasFocus, false); // the whole row is marked: no box around a cell
    }
    shifted.rect.adjust(markWidth(index), 0, 0, 0);
    if (index.column() == static_cast<int>(TrialColumn::Experiment)) {
        QStyledItemDelegate::paint(painter, shifted, index);
        const auto color = Theme::instance().experimentColor(index.data(TrialTableModel::SortRole).toInt());
        painter->fillRect(QRectF(option.rect.left() + 6, option.rect.center().y() - 4, 9, 9), color);
        return;
    }
    const bool marked = index.column() == static_cast<int>(TrialColumn::State);
    if (!marked) {
        QStyledItemDelegate::paint(painter, shifted, index);
        return;
    }
    const Colors& c = Theme::instance().colors();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(option.rect, c.accentSoft);
    }
    QStyledItemDelegate::paint(painter, shifted, index);
    const auto state = static_cast<session::TrialState>(index.data(TrialTableModel::StateRole).toInt());
    const QRectF mark(option.rect.left() + 6, option.rect.center().y() - 3, 7, 7);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    switch (state) {
    case session::TrialState::Finished:
        painter->setPen(Qt::NoPen);
        painter->setBrush(c.good);
        painter->drawEllipse(mark);
        break;
    case session::TrialState::Running:
    case session::TrialState::Reserved:
        painter->setPen(QPen(c.accent, 1.4));
        painter->setBrush(state == session::TrialState::Running ? c.accentSoft : QColor(Qt::transparent));
        painter->drawEllipse(mark);
        break;
    case session::TrialState::Interrupted: // as a pause is written
        painter->setPen(QPen(c.accent, 1.8));
        painter->drawLine(mark.topLeft() + QPointF(1.5, 0), mark.bottomLeft() + QPointF(1.5, 0));
        painter->drawLine(mark.topRight() - QPointF(1.5, 0), mark.bottomRight() - QPointF(1.5, 0));
        break;
    case session::TrialState::Planned:
    case session::TrialState::Unknown:
        painter->setPen(QPen(c.faint, 1.2, Qt::DotLine));
        painter->drawEllipse(mark);
        break;
    default:
        painter->setPen(QPen(c.danger, 1.6));
        painter->drawLine(mark.topLeft(), mark.bottomRight());
        painter->drawLine(mark.topRight(), mark.bottomLeft());
    }
    painter->restore();
}

} // namespace parsimony::ui
