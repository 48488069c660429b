// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/checklist_button.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>

namespace parsimony::ui {

namespace {
constexpr int kCheckPixels = 12, kRowsShown = 12;
} // namespace

QIcon colorMark(const QColor& color) {
    if (!color.isValid()) {
        return {};
    }
    QPixmap mark(kCheckPixels, kCheckPixels);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(1, 1, kCheckPixels - 2, kCheckPixels - 2), 3, 3);
    return mark;
}

ChecklistButton::ChecklistButton(const QString& name, const QString& meaning, const QString& all,
                                 const QString& some, QWidget* parent)
    : QToolButton(parent), m_all(all), m_some(some), m_search(new QLineEdit), m_list(new QListWidget) {
    setObjectName(name);
    setToolTip(meaning);
    setAccessibleName(meaning);
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(22);
    buildMenu();
    connect(m_search, &QLineEdit::textChanged, this, &ChecklistButton::search);
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        if (!m_filling) {
            showChosen();
            emit chosenChanged(chosen());
        }
    });
    showChosen();
}

void ChecklistButton::buildMenu() {
    auto* menu = new QMenu(this);
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(8, 8, 8, 8);
    m_search->setPlaceholderText(tr("search"));
    m_search->setAccessibleName(tr("Search the list"));
    m_search->installEventFilter(this);
    m_list->setAccessibleName(accessibleName());
    m_list->installEventFilter(this);
    auto* all = new QPushButton(tr("Show all"));
    connect(all, &QPushButton::clicked, this, [this] {
        if (!chosen().isEmpty()) {
            setChosen({});
            emit chosenChanged({});
        }
    });
    column->addWidget(m_search);
    column->addWidget(m_list);
    column->addWidget(all);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(box);
    menu->addAction(action);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this] {
        m_search->clear();
        const int rows = std::clamp(m_list->count(), 1, kRowsShown);
        m_list->setFixedHeight(std::max(18, m_list->sizeHintForRow(0)) * rows + 2 * m_list->frameWidth());
        m_list->setMinimumWidth(std::clamp(m_list->sizeHintForColumn(0) + 40, 160, 480));
        m_search->setFocus();
    });
}

void ChecklistButton::setEntries(const QList<Entry>& entries) {
    if (entries == m_entries) {
        return;
    }
    const QStringList before = chosen();
    m_entries = entries;
    m_filling = true;
    m_list->clear();
    for (const Entry& entry : entries) {
        auto* item = new QListWidgetItem(colorMark(entry.color), entry.text, m_list);
        item->setData(Qt::UserRole, entry.key);
        item->setCheckState(Qt::Unchecked);
    }
    m_filling = false;
    setChosen(before);
    search(m_search->text());
}

void ChecklistButton::setChosen(const QStringList& keys) {
    m_filling = true;
    for (int i = 0; i < m_list->count(); ++i) {
        auto* item = m_list->item(i);
        item->setCheckState(keys.contains(item->data(Qt::UserRole).toString()) ? Qt::Checked : Qt::Unchecked);
    }
    m_filling = false;
    showChosen();
}

QStringList ChecklistButton::chosen() const {
    QStringList keys;
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->checkState() == Qt::Checked) {
            keys << m_list->item(i)->data(Qt::UserRole).toString();
        }
    }
    return keys;
}

void ChecklistButton::search(const QString& text) {
    for (int i = 0; i < m_list->count(); ++i) {
        m_list->item(i)->setHidden(!m_list->item(i)->text().contains(text.trimmed(), Qt::CaseInsensitive));
    }
}

void ChecklistButton::showChosen() {
    const QStringList keys = chosen();
    const auto one = std::find_if(m_entries.begin(), m_entries.end(),
                                  [&](const Entry& entry) { return keys == QStringList{entry.key}; });
    setText((keys.isEmpty()           ? m_all
             : one != m_entries.end() ? one->text
                                      : m_some.arg(keys.size()).arg(m_entries.size())) +
            QStringLiteral(" ▾"));
    setIcon(one != m_entries.end() ? colorMark(one->color) : QIcon());
}

bool ChecklistButton::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) {
        return QToolButton::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    const auto firstShown = [this] {
        for (int i = 0; i < m_list->count(); ++i) {
            if (!m_list->item(i)->isHidden()) {
                return m_list->item(i);
            }
        }
        return static_cast<QListWidgetItem*>(nullptr);
    };
    if (watched == m_search && key == Qt::Key_Down) {
        m_list->setFocus();
        m_list->setCurrentItem(firstShown());
        return true;
    }
    if (watched == m_search && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        if (auto* item = firstShown(); item != nullptr && !m_search->text().trimmed().isEmpty()) {
            setChosen({item->data(Qt::UserRole).toString()}); // what was searched for, alone
            emit chosenChanged(chosen());
        }
        menu()->close();
        return true;
    }
    if (watched == m_list && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        menu()->close();
        return true;
    }
    return QToolButton::eventFilter(watched, event);
}

} // namespace parsimony::ui
