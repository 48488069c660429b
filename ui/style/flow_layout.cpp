// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace parsimony::ui {

namespace {
/// A style sheet can ask for more than the height that was given to a widget.
QSize sizeOf(const QLayoutItem& item) {
    return item.sizeHint().expandedTo(item.minimumSize());
}
} // namespace

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.append(item);
}

void FlowLayout::insertWidget(int index, QWidget* widget) {
    addWidget(widget); // makes the item
    m_items.move(m_items.size() - 1, index);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::sizeHint() const {
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty()) {
            const QSize own = sizeOf(*item);
            size = {size.width() + own.width() + (size.isEmpty() ? 0 : spacing()),
                    std::max(size.height(), own.height())};
        }
    }
    return size;
}

QSize FlowLayout::minimumSize() const {
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        size = item->isEmpty() ? size : size.expandedTo(item->minimumSize());
    }
    return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool forGood) const {
    int x = rect.x();
    int y = rect.y();
    int line = 0; // its height
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) {
            continue;
        }
        const QSize size = sizeOf(*item);
        if (x > rect.x() && x + size.width() > rect.x() + rect.width()) {
            x = rect.x();
            y += line + spacing();
            line = 0;
        }
        if (forGood) {
            item->setGeometry({x, y, std::min(size.width(), rect.width()), size.height()});
        }
        x += size.width() + spacing();
        line = std::max(line, size.height());
    }
    return y + line - rect.y();
}

} // namespace parsimony::ui
