// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/focus_ring.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QTabBar>
#include <QTimer>

namespace parsimony::ui {

namespace {

constexpr int kWidth = 2;
constexpr int kRingGap = 1; ///< so that it is told from a button of its own colour

class Line : public QWidget {
public:
    explicit Line(QWidget* parent) : QWidget(parent) {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter(this).fillRect(event->rect(), Theme::instance().colors().accent);
    }
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        // Nothing inside is painted again when the line is: a plot of many points may lie there.
        setMask(QRegion(rect()) - QRegion(rect().adjusted(kWidth, kWidth, -kWidth, -kWidth)));
    }
};

bool isKeyOfFocus(int key) {
    return key == Qt::Key_Tab || key == Qt::Key_Backtab || (key >= Qt::Key_Left && key <= Qt::Key_Down);
}

/// Where the keys go within a widget.
QRect partOf(const QWidget& widget) {
    const auto* tabs = qobject_cast<const QTabBar*>(&widget);
    return tabs != nullptr ? tabs->tabRect(tabs->currentIndex()) : widget.rect();
}

/// What is seen of it with its line around, in the window's coordinates; a line that has no room around goes
/// inside.
QRect seen(const QWidget& widget) {
    constexpr int kAround = kWidth + kRingGap;
    QRect rect = partOf(widget).adjusted(-kAround, -kAround, kAround, kAround);
    for (const QWidget* each = &widget; !each->isWindow(); each = each->parentWidget()) {
        rect = rect.translated(each->pos()) & each->parentWidget()->rect();
    }
    return rect;
}

} // namespace

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

FocusRing::~FocusRing() {
    delete m_line;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress:
        m_byKeys = m_byKeys || isKeyOfFocus(static_cast<QKeyEvent*>(event)->key());
        placeSoon(); // arrows change the tab
        break;
    case QEvent::MouseButtonPress:
        m_byKeys = false;
        placeSoon();
        break;
    case QEvent::FocusIn:
        m_byKeys = m_byKeys || static_cast<QFocusEvent*>(event)->reason() == Qt::ShortcutFocusReason;
        follow(QApplication::focusWidget());
        break;
    case QEvent::FocusOut:
        placeSoon();
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (auto* moved = qobject_cast<QWidget*>(watched);
            m_target != nullptr && moved != nullptr && (moved == m_target || moved->isAncestorOf(m_target))) {
            placeSoon();
        }
        break;
    default:
        break;
    }
    return false;
}

void FocusRing::follow(QWidget* target) {
    // A menu shows itself where its keys go.
    const bool menu = qobject_cast<QMenu*>(target) != nullptr || qobject_cast<QMenuBar*>(target) != nullptr;
    m_target = menu ? nullptr : target;
    placeSoon();
}

void FocusRing::placeSoon() {
    if (!m_queued && (m_byKeys || m_line != nullptr)) {
        m_queued = true;
        QTimer::singleShot(0, this, [this] {
            m_queued = false;
            place();
        });
    }
}

void FocusRing::place() {
    const bool shown = m_byKeys && m_target != nullptr && m_target->hasFocus() && m_target->isVisible();
    const QRect rect = shown ? seen(*m_target) : QRect();
    if (rect.isEmpty()) {
        if (m_line != nullptr) {
            m_line->hide();
        }
        return;
    }
    if (m_line == nullptr || m_line->parentWidget() != m_target->window()) {
        delete m_line;
        m_line = new Line(m_target->window());
    }
    m_line->setGeometry(rect);
    m_line->raise();
    m_line->show();
}

} // namespace parsimony::ui
