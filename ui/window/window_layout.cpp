// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_layout.h"

#include "ui/style/widgets.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QResizeEvent>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {
/// Grows when docks change, so that an older arrangement is not applied to other docks.
constexpr int kVersion = 1;
constexpr int kWidestForm = 420;
constexpr double kTrialsShare = 0.35; ///< of the window's height
const QString kShare = QStringLiteral("window/trialsShare");
} // namespace

WindowLayout::WindowLayout(QMainWindow& window, QWidget* setup, QWidget* inspector, QWidget* trials)
    : QObject(&window), m_window(window) {
    m_window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                            QMainWindow::AllowTabbedDocks);
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_setup = add(QStringLiteral("dock.setup"), tr("Setup"), setup, Qt::LeftDockWidgetArea);
    m_inspector = add(QStringLiteral("dock.inspector"), tr("Inspector"), inspector, Qt::RightDockWidgetArea);
    m_trials = add(QStringLiteral("dock.trials"), tr("Trials"), trials, Qt::BottomDockWidgetArea);
    m_sides = {Side{m_setup, 8, 320, "window/setupShare"},
               Side{m_inspector, 10, 256, "window/inspectorShare"}};
    m_window.resize(1280, 800);
    useDefaultSizes();
    m_window.installEventFilter(this);
    m_trials->installEventFilter(this);
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, &WindowLayout::comeOnScreen,
            Qt::QueuedConnection);
}

QDockWidget* WindowLayout::add(const QString& name, const QString& title, QWidget* widget,
                               Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(name);
    dock->setWidget(widget);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("pageBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 1, 4, 1);
    auto* heading = roleLabel(title, "faint");
    auto* close = toolButton(QStringLiteral("close"), tr("Hide %1 (View menu brings it back)").arg(title));
    close->setIconSize(QSize(10, 10));
    close->setFixedSize(18, 18);
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    row->addWidget(heading, 1);
    row->addWidget(close);
    dock->setTitleBarWidget(bar);
    m_window.addDockWidget(area, dock);
    return dock;
}

void WindowLayout::useDefaultSizes() {
    for (Side& side : m_sides) {
        side.share.reset();
    }
    m_trialsShare = kTrialsShare;
    useShares();
}

void WindowLayout::useShares() {
    m_sizeThen = m_window.size();
    QList<int> widths;
    for (const Side& side : m_sides) {
        // Wide forms are read no better: what a large window has more is for the plots, and for rows of the
        // table, unless a person says otherwise.
        const int width = m_sizeThen.width();
        const int wanted = side.share ? static_cast<int>(std::lround(*side.share * width))
                                      : std::clamp(width / side.parts, side.least, kWidestForm);
        widths << wanted;
    }
    m_window.resizeDocks({m_setup, m_inspector}, widths,
                         Qt::Horizontal); // at once: one gives way to the other
    m_window.resizeDocks({m_trials}, {static_cast<int>(std::lround(m_trialsShare * m_sizeThen.height()))},
                         Qt::Vertical);
}

void WindowLayout::takeShares() {
    for (Side& side : m_sides) {
        if (side.dock->isVisible() && side.widthThen > 0 && side.dock->width() != side.widthThen) {
            side.share = static_cast<double>(side.dock->width()) / m_sizeThen.width();
        }
        side.widthThen = 0;
    }
}

bool WindowLayout::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_shown) {
        if (watched == &m_window && m_window.size() != m_sizeThen) {
            QTimer::singleShot(0, this, &WindowLayout::useShares); // its layout comes first
        } else if (watched == m_trials && m_window.height() == m_sizeThen.height()) {
            m_trialsShare = static_cast<double>(m_trials->height()) / m_sizeThen.height(); // by hand
        }
    } else if (event->type() == QEvent::MouseButtonPress && watched == &m_window) {
        for (Side& side : m_sides) { // a border is dragged where the window itself is told of the mouse
            side.widthThen = side.dock->width();
        }
    } else if (event->type() == QEvent::MouseButtonRelease && watched == &m_window) {
        QTimer::singleShot(0, this, &WindowLayout::takeShares);
    }
    return QObject::eventFilter(watched, event);
}

void WindowLayout::setShown(bool shown) {
    if (shown == m_shown) {
        return;
    }
    m_shown = shown;
    for (QDockWidget* dock : docks()) {
        if (!shown && dock->isHidden()) {
            m_hiddenByHand << dock; // stays so in the next project
        }
        dock->setVisible(shown && !m_hiddenByHand.contains(dock));
    }
    if (shown) {
        m_hiddenByHand.clear();
        QTimer::singleShot(0, this, &WindowLayout::useShares);
    }
}

void WindowLayout::restore() {
    m_default = m_window.saveState(kVersion);
    m_shown = false; // what is hidden from here on was not hidden by hand
    const QSettings settings;
    m_window.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (!m_window.restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kVersion)) {
        m_window.restoreState(m_default, kVersion);
    }
    m_trialsShare = settings.value(kShare, kTrialsShare).toDouble();
    for (Side& side : m_sides) {
        const QVariant share = settings.value(QLatin1String(side.setting));
        side.share = share.isValid() ? std::optional(share.toDouble()) : std::nullopt;
    }
    const QStringList hidden = settings.value(QStringLiteral("window/hidden")).toStringList();
    for (QDockWidget* dock : docks()) {
        if (hidden.contains(dock->objectName())) {
            m_hiddenByHand << dock;
        }
        dock->hide();
    }
    comeOnScreen();
}

void WindowLayout::save() const {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), m_window.saveGeometry());
    if (m_shown) {
        settings.setValue(QStringLiteral("window/state"), m_window.saveState(kVersion));
        settings.setValue(kShare, m_trialsShare);
        for (const Side& side : m_sides) {
            if (side.share) {
                settings.setValue(QLatin1String(side.setting), *side.share);
            } else {
                settings.remove(QLatin1String(side.setting));
            }
        }
        QStringList hidden;
        for (const QDockWidget* dock : docks()) {
            if (dock->isHidden()) {
                hidden << dock->objectName();
            }
        }
        settings.setValue(QStringLiteral("window/hidden"), hidden);
    }
}

void WindowLayout::reset() {
    m_window.restoreState(m_default, kVersion);
    m_hiddenByHand.clear();
    for (QDockWidget* dock : docks()) {
        dock->setVisible(m_shown);
    }
    useDefaultSizes();
}

void WindowLayout::comeOnScreen() {
    const QRect frame = m_window.frameGeometry();
    for (const QScreen* screen : QGuiApplication::screens()) {
        if (screen->availableGeometry().intersects(frame.adjusted(40, 0, -40, -40))) {
            return;
        }
    }
    if (QGuiApplication::primaryScreen() != nullptr) {
        m_window.move(QGuiApplication::primaryScreen()->availableGeometry().topLeft());
    }
}

void WindowLayout::fitScreen() {
    constexpr QSize kFrame(8, 40); // how large a frame will be is not known before it is there
    if (!m_window.isMaximized() && !m_window.isFullScreen()) {
        m_window.resize(m_window.size().boundedTo(m_window.screen()->availableGeometry().size() - kFrame));
    }
}

} // namespace parsimony::ui
