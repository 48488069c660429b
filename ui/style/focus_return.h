// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPointer>
#include <QWidget>

namespace parsimony::ui {

/// For what lies over the window for a moment: the focus goes back to where it was, not to the next in line.
class FocusReturn {
public:
    /// When `overlay` opens, before it takes the focus.
    void remember(const QWidget* overlay) {
        QWidget* now = QApplication::focusWidget();
        if (now != overlay && !overlay->isAncestorOf(now)) {
            m_before = now;
        }
    }
    /// In the hideEvent of `overlay`; nothing when the person has gone elsewhere.
    void giveBack(const QWidget* overlay) {
        const QWidget* now = QApplication::focusWidget();
        if (m_before && (now == overlay || overlay->isAncestorOf(now))) {
            m_before->setFocus(Qt::OtherFocusReason);
        }
        m_before = nullptr;
    }

private:
    QPointer<QWidget> m_before;
};

} // namespace parsimony::ui
