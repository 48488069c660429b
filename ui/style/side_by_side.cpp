// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/side_by_side.h"

#include <QBoxLayout>
#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

namespace parsimony::ui {

SideBySide::SideBySide(QWidget* side, int sideWidth, const QString& name, QWidget* rest, Least least,
                       QWidget* parent)
    : QWidget(parent), m_side(side), m_rest(rest), m_sideScroll(new QScrollArea), m_sideWidth(sideWidth),
      m_least(least) {
    auto* body = new QWidget;
    m_both = new QBoxLayout(QBoxLayout::LeftToRight, body);
    m_both->setContentsMargins(0, 0, 0, 0);
    m_both->setSpacing(0);
    m_sideScroll->setWidgetResizable(true);
    m_sideScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sideScroll->setAccessibleName(name);
    m_sideScroll->setWidget(side);
    m_both->addWidget(m_sideScroll);
    m_both->addWidget(rest, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(body);
    body->setAutoFillBackground(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
    side->installEventFilter(this);
    arrange();
}

void SideBySide::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool SideBySide::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_side && event->type() == QEvent::LayoutRequest) {
        arrange();
    }
    return QWidget::eventFilter(watched, event);
}

int SideBySide::sideWidth() const {
    // Longer words of another language, and the scroll bar beside them.
    const int bar = m_sideScroll->verticalScrollBar()->sizeHint().width();
    return std::max(m_sideWidth, m_side->minimumSizeHint().width() + bar);
}

void SideBySide::arrange() {
    const bool fits = beside();
    m_both->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_sideScroll->setMinimumWidth(fits ? sideWidth() : 0);
    m_sideScroll->setMaximumWidth(fits ? sideWidth() : QWIDGETSIZE_MAX);
    const int wanted =
        m_side->hasHeightForWidth() ? m_side->heightForWidth(width()) : m_side->sizeHint().height();
    m_sideScroll->setMinimumHeight(fits ? 0 : wanted);
    m_sideScroll->setMaximumHeight(fits ? QWIDGETSIZE_MAX : wanted);
    m_rest->setMinimumHeight(fits ? 0 : m_least.height);
}

} // namespace parsimony::ui
