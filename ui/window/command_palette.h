// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/focus_return.h"

#include <QFrame>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;
class QMenuBar;

namespace parsimony::ui {

/// Every action of the menus by name: type a few letters, Enter runs it. Opens over the window, Esc closes
/// it.
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* window);
    void open(const QMenuBar& menus);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void fill(const QString& typed);
    void run();

    QLineEdit* m_edit;
    QListWidget* m_list;
    FocusReturn m_focus;
    QList<std::pair<QString, QAction*>> m_actions;
};

/// All actions of a menu bar that can be triggered, with the menus that they lie in: "View › Theme › Dark".
[[nodiscard]] QList<std::pair<QString, QAction*>> allActions(const QMenuBar& menus);

/// How well `typed` fits `name`: letters must occur in order; starts of words count most. −1: not at all.
[[nodiscard]] int fuzzyScore(const QString& typed, const QString& name);

} // namespace parsimony::ui
