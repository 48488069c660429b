// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>
#include <optional>

namespace parsimony::ui {

/// Marks the state of a trial by a shape before its word, so that colour is never alone, its experiment by a
/// colour before its number, and writes a group's line over all columns.
class TrialDelegate : public QStyledItemDelegate {
public:
    explicit TrialDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    /// A cell as the style paints it, its mark aside.
    void paintCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    /// The same of a cell that is nothing but text, in a third of the time: the style lays each text out
    /// three times and asks the model for what it never has. False where there is more to it.
    [[nodiscard]] bool paintText(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const;
    [[nodiscard]] QMargins textMargins(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    static void paintGroup(QPainter* painter, const QStyleOptionViewItem& option, const QString& text,
                           const QModelIndex& index);

    mutable std::optional<QMargins> m_textMargins; ///< of the style: asked for once
};

} // namespace parsimony::ui
