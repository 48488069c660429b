// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace parsimony::ui {

/// Marks the state of a trial by a shape before its word, so that colour is never alone, its experiment by a
/// colour before its number, and writes a group's line over all columns.
class TrialDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    static void paintGroup(QPainter* painter, const QStyleOptionViewItem& option, const QString& text,
                           const QModelIndex& index);
};

} // namespace parsimony::ui
