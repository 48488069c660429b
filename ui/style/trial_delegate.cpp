// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/trial_delegate.h"

#include "ui/models/trial_columns.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QTextLayout>
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

TrialDelegate::TrialDelegate(QObject* parent) : QStyledItemDelegate(parent) {
    connect(&Theme::instance(), &Theme::changed, this, [this] { m_textMargins.reset(); });
}

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

QMargins TrialDelegate::textMargins(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (!m_textMargins) {
        QStyleOptionViewItem full = option;
        initStyleOption(&full, index);
        const QStyle* style = option.widget->style();
        const QRect text = style->subElementRect(QStyle::SE_ItemViewItemText, &full, option.widget);
        const int beside = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option.widget) + 1;
        m_textMargins =
            QMargins(text.left() - option.rect.left() + beside, text.top() - option.rect.top(),
                     option.rect.right() - text.right() + beside, option.rect.bottom() - text.bottom());
    }
    return *m_textMargins;
}

bool TrialDelegate::paintText(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    constexpr QStyle::State more =
        QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver | QStyle::State_Editing;
    if ((option.state & more) != 0 || !option.state.testFlag(QStyle::State_Enabled) ||
        option.direction != Qt::LeftToRight || option.widget == nullptr) {
        return false;
    }
    const QString text = index.data(Qt::DisplayRole).toString();
    if (text.isEmpty()) {
        return true;
    }
    const QRect place = option.rect.marginsRemoved(textMargins(option, index));
    const Qt::Alignment alignment(index.data(Qt::TextAlignmentRole).toInt());
    QTextOption how(alignment);
    how.setWrapMode(QTextOption::ManualWrap);
    how.setTextDirection(Qt::LeftToRight);
    QTextLayout layout(text, option.font);
    layout.setTextOption(how);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(place.width());
    const bool one = !layout.createLine().isValid();
    layout.endLayout();
    const QRectF bounds = layout.boundingRect();
    if (!one || line.naturalTextWidth() > place.width() || bounds.height() > place.height()) {
        return false; // to be cut
    }
    const bool active = option.state.testFlag(QStyle::State_Active);
    const QPen before = painter->pen();
    painter->setPen(option.palette.color(active ? QPalette::Normal : QPalette::Inactive, QPalette::Text));
    const QRect at = QStyle::alignedRect(Qt::LayoutDirectionAuto, alignment, bounds.size().toSize(), place);
    layout.draw(painter, QPointF(place.x(), at.top()));
    painter->setPen(before);
    return true;
}

void TrialDelegate::paintCell(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    if (!paintText(painter, option, index)) {
        QStyledItemDelegate::paint(painter, option, index);
    }
}

void TrialDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const auto* trials = qobject_cast<const TrialTableModel*>(index.model());
    if (trials != nullptr && trials->isGroup(index.row())) {
        paintGroup(painter, option, index.data(TrialTableModel::GroupRole).toString(), index);
        return;
    }
    QStyleOptionViewItem shifted = option;
    if (option.state.testFlag(QStyle::State_Selected)) {
        shifted.state.setFlag(QStyle::State_HasFocus, false); // the whole row is marked: no box around a cell
    }
    shifted.rect.adjust(markWidth(index), 0, 0, 0);
    if (index.column() == static_cast<int>(TrialColumn::Experiment)) {
        paintCell(painter, shifted, index);
        const auto color = Theme::instance().experimentColor(index.data(TrialTableModel::SortRole).toInt());
        painter->fillRect(QRectF(option.rect.left() + 6, option.rect.center().y() - 4, 9, 9), color);
        return;
    }
    const bool marked = index.column() == static_cast<int>(TrialColumn::State);
    if (!marked) {
        paintCell(painter, shifted, index);
        return;
    }
    const Colors& c = Theme::instance().colors();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(option.rect, c.accentSoft);
    }
    paintCell(painter, shifted, index);
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
