// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/focus_return.h"

#include <QFrame>

class QLabel;
class QMenuBar;
class QPushButton;

namespace parsimony::ui {

/// All shortcuts on one sheet over the window; any key or click closes it.
class ShortcutSheet : public QFrame {
    Q_OBJECT
public:
    explicit ShortcutSheet(QWidget* window);
    void open(const QMenuBar& menus);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* m_body = nullptr;
    FocusReturn m_focus;
};

/// A tour in a card beside what it explains. It can be dismissed for good.
class Tour : public QFrame {
    Q_OBJECT
public:
    explicit Tour(QWidget* window);
    void start();
    [[nodiscard]] static bool wanted(); ///< not dismissed yet
    [[nodiscard]] int step() const { return m_step; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void show(int step);
    void finish();

    QLabel *m_title, *m_text, *m_count;
    QPushButton *m_next, *m_dismiss;
    QFrame* m_ring; ///< around what the step is about
    int m_step = 0;
    FocusReturn m_focus;
};

} // namespace parsimony::ui
