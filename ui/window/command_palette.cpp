// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_palette.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {

void collect(const QMenu& menu, const QString& prefix, QList<std::pair<QString, QAction*>>& out) {
    for (QAction* action : menu.actions()) {
        const QString name = prefix + QString(action->text()).remove(QLatin1Char('&'));
        if (action->menu() != nullptr) {
            emit action->menu()->aboutToShow(); // those of experiments, pages and projects are filled then
            collect(*action->menu(), name + QStringLiteral(" › "), out);
        } else if (!action->isSeparator() && !action->text().isEmpty()) {
            out << std::pair(name, action);
        }
    }
}

} // namespace

QList<std::pair<QString, QAction*>> allActions(const QMenuBar& menus) {
    QList<std::pair<QString, QAction*>> all;
    for (const QAction* top : menus.actions()) {
        if (top->menu() != nullptr) {
            collect(*top->menu(), QString(top->text()).remove(QLatin1Char('&')) + QStringLiteral(" › "), all);
        }
    }
    return all;
}

int fuzzyScore(const QString& typed, const QString& name) {
    int score = 0;
    qsizetype at = 0;
    for (const QChar letter : typed) {
        if (letter.isSpace()) {
            continue;
        }
        const qsizetype found = name.indexOf(letter, at, Qt::CaseInsensitive);
        if (found < 0) {
            return -1;
        }
        const bool wordStart = found == 0 || !name[found - 1].isLetterOrNumber();
        score += wordStart ? 8 : found == at ? 4 : 1;
        at = found + 1;
    }
    return score;
}

CommandPalette::CommandPalette(QWidget* window) : QFrame(window) {
    setObjectName(QStringLiteral("commandPalette"));
    setProperty("role", "card");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    m_edit = new QLineEdit;
    m_edit->setObjectName(QStringLiteral("commandPalette.edit"));
    m_edit->setPlaceholderText(tr("What do you want to do?"));
    m_edit->setAccessibleName(tr("Command"));
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("commandPalette.list"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_edit);
    column->addWidget(m_list, 1);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    hide();
}

void CommandPalette::hideEvent(QHideEvent*) {
    m_focus.giveBack(this);
}

void CommandPalette::open(const QMenuBar& menus) {
    m_focus.remember(this);
    m_actions = allActions(menus);
    m_edit->clear();
    fill({});
    const int w = std::min(560, parentWidget()->width() - 40);
    setGeometry((parentWidget()->width() - w) / 2, 64, w, std::min(380, parentWidget()->height() - 100));
    show();
    raise();
    m_edit->setFocus();
}

void CommandPalette::fill(const QString& typed) {
    std::vector<std::tuple<int, QString, QAction*>> hits;
    for (const auto& [name, action] : m_actions) {
        const int score = fuzzyScore(typed, name);
        if (score >= 0 && action->isEnabled()) {
            hits.emplace_back(score, name, action);
        }
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const auto& a, const auto& b) { return std::get<0>(a) > std::get<0>(b); });
    m_list->clear();
    for (const auto& [score, name, action] : hits) {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        auto* item =
            new QListWidgetItem(keys.isEmpty() ? name : name + QStringLiteral("      ") + keys, m_list);
        item->setData(Qt::UserRole, QVariant::fromValue<QObject*>(action));
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run() {
    QAction* action =
        m_list->currentItem() != nullptr
            ? qobject_cast<QAction*>(m_list->currentItem()->data(Qt::UserRole).value<QObject*>())
            : nullptr;
    hide();
    if (action != nullptr) {
        action->trigger();
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut && isVisible()) {
        hide();
    }
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        const int rows = m_list->count();
        switch (key->key()) {
        case Qt::Key_Escape:
            hide();
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run();
            return true;
        case Qt::Key_Down:
            m_list->setCurrentRow(rows > 0 ? (m_list->currentRow() + 1) % rows : -1);
            return true;
        case Qt::Key_Up:
            m_list->setCurrentRow(rows > 0 ? (m_list->currentRow() + rows - 1) % rows : -1);
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace parsimony::ui
