// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/pages/start_page.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/budget_section.h"
#include "ui/window/data_section.h"
#include "ui/window/inspector.h"
#include "ui/window/plan_section.h"
#include "ui/window/run_bar.h"
#include "ui/window/trials_panel.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace parsimony::ui {

namespace {
/// Grows when docks change, so that an older arrangement is not applied to other docks.
constexpr int kLayoutVersion = 1;
} // namespace

MainWindow::MainWindow(EnginePtr engine, QWidget* parent)
    : QMainWindow(parent),
      m_bench(std::move(engine)), m_context{m_bench, m_request, m_catalog, m_selection, m_trials} {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(900, 600);
    buildLayout();
    buildMenus();
    wire();
    m_defaultState = saveState(kLayoutVersion);
    restoreLayout();
    setWorking(false);
    updateTitle();
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, &MainWindow::comeOnScreen, Qt::QueuedConnection);
}

MainWindow::~MainWindow() {
    // A field that loses the focus while the window goes would still tell what was typed to members that are
    // gone.
    for (QObject* child : findChildren<QObject*>()) {
        child->blockSignals(true);
    }
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
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
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildLayout() {
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

    m_strip = new BudgetStrip;
    auto* top = addToolBar(tr("Budget"));
    top->setObjectName(QStringLiteral("budgetBar"));
    top->setMovable(false);
    top->setFloatable(false);
    top->toggleViewAction()->setEnabled(false); // the budget is always visible
    top->setContextMenuPolicy(Qt::PreventContextMenu);
    m_strip->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    top->addWidget(m_strip);

    auto* setup = new QWidget;
    setup->setObjectName(QStringLiteral("setupPanel"));
    setup->setAttribute(Qt::WA_StyledBackground);
    auto* setupLayout = new QVBoxLayout(setup);
    setupLayout->setContentsMargins(0, 0, 0, 0);
    setupLayout->setSpacing(0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Data, budget and plan"));
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("setupBody"));
    auto* sections = new QVBoxLayout(body);
    sections->setContentsMargins(0, 0, 0, 0);
    sections->setSpacing(0);
    m_data = new DataSection(m_context);
    m_budget = new BudgetSection(m_context);
    m_planSection = new PlanSection(m_context);
    m_runBar = new RunBar(m_context);
    sections->addWidget(m_data);
    sections->addWidget(m_budget);
    sections->addWidget(m_planSection);
    sections->addStretch(1);
    scroll->setWidget(body);
    setupLayout->addWidget(scroll, 1);
    setupLayout->addWidget(m_runBar);
    setup->setMinimumWidth(280);

    m_inspector = new Inspector(m_context);
    m_inspector->setMinimumWidth(236);
    m_trialsPanel = new TrialsPanel(m_context);
    m_trialsPanel->setMinimumHeight(140);
    m_setupDock = addDock(QStringLiteral("dock.setup"), tr("Setup"), setup, Qt::LeftDockWidgetArea);
    m_inspectorDock =
        addDock(QStringLiteral("dock.inspector"), tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);
    m_trialsDock =
        addDock(QStringLiteral("dock.trials"), tr("Sweep"), m_trialsPanel, Qt::BottomDockWidgetArea);

    m_start = new StartPage(m_recent);
    auto* area = new QWidget;
    area->setObjectName(QStringLiteral("pageArea"));
    area->setAttribute(Qt::WA_StyledBackground);
    auto* areaLayout = new QVBoxLayout(area);
    areaLayout->setContentsMargins(0, 0, 0, 0);
    areaLayout->setSpacing(0);
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("pageBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(4, 0, 4, 0);
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("pageTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("Pages"));
    barLayout->addWidget(m_tabs, 1);
    m_pages = new QStackedWidget;
    areaLayout->addWidget(bar);
    areaLayout->addWidget(m_pages, 1);
    buildPages();
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);

    m_center = new QStackedWidget;
    m_center->addWidget(m_start);
    m_center->addWidget(area);
    setCentralWidget(m_center);

    m_status = new ElidedLabel(nullptr, Qt::ElideMiddle); // a long path must not make the window wider
    m_status->setObjectName(QStringLiteral("status"));
    m_status->setProperty("role", "muted");
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(8, 0, 8, 0);
    resize(1280, 800);
    resizeDocks({m_setupDock, m_inspectorDock}, {320, 256}, Qt::Horizontal);
    resizeDocks({m_trialsDock}, {280}, Qt::Vertical);
}

void MainWindow::setWorking(bool working) {
    m_working = working;
    const QList<QDockWidget*> docks = {m_setupDock, m_inspectorDock, m_trialsDock};
    if (working) {
        for (QDockWidget* dock : docks) {
            dock->setVisible(!m_hiddenDocks.contains(dock));
        }
        m_hiddenDocks.clear();
    } else {
        for (QDockWidget* dock : docks) {
            if (dock->isHidden() && m_center->currentIndex() == 1) {
                m_hiddenDocks << dock; // hidden by hand: stays so in the next project
            }
            dock->hide();
        }
    }
    m_center->setCurrentIndex(working ? 1 : 0);
}

void MainWindow::restoreLayout() {
    QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (!restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion)) {
        restoreState(m_defaultState, kLayoutVersion);
    }
    for (QDockWidget* dock : {m_setupDock, m_inspectorDock, m_trialsDock}) {
        if (settings.value(QStringLiteral("window/hidden")).toStringList().contains(dock->objectName())) {
            m_hiddenDocks << dock;
        }
    }
    showPage(settings.value(QStringLiteral("session/page")).toString());
    comeOnScreen();
}

void MainWindow::comeOnScreen() {
    const QRect frame = frameGeometry();
    for (const QScreen* screen : QGuiApplication::screens()) {
        if (screen->availableGeometry().intersects(frame.adjusted(40, 0, -40, -40))) {
            return;
        }
    }
    if (QGuiApplication::primaryScreen() != nullptr) {
        move(QGuiApplication::primaryScreen()->availableGeometry().topLeft());
    }
}

void MainWindow::fitScreen() {
    constexpr QSize kFrame(8, 40); // how large a frame will be is not known before it is there
    if (!isMaximized() && !isFullScreen()) {
        resize(size().boundedTo(screen()->availableGeometry().size() - kFrame));
    }
}

void MainWindow::saveLayout() const {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("session/project"), m_bench.projectPath());
    settings.setValue(QStringLiteral("session/page"), m_tabs->tabData(m_tabs->currentIndex()));
    if (m_working) {
        settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
        QStringList hidden;
        for (const QDockWidget* dock : {m_setupDock, m_inspectorDock, m_trialsDock}) {
            if (dock->isHidden()) {
                hidden << dock->objectName();
            }
        }
        settings.setValue(QStringLiteral("window/hidden"), hidden);
    }
}

void MainWindow::resetLayout() {
    restoreState(m_defaultState, kLayoutVersion);
    m_hiddenDocks.clear();
    setWorking(m_working);
    resizeDocks({m_setupDock, m_inspectorDock}, {320, 256}, Qt::Horizontal);
    resizeDocks({m_trialsDock}, {280}, Qt::Vertical);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_bench.running()) {
        // The run is paused at a durable checkpoint first; the window goes when it is written.
        m_closeWhenEnded = true;
        m_bench.requestStop();
        say(tr("Saving a checkpoint before closing…"));
        event->ignore();
        return;
    }
    if (QWidget* field = focusWidget()) {
        field->clearFocus(); // what is being typed counts
    }
    saveLayout();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && !m_bench.running()) {
        event->acceptProposedAction();
        m_start->setDropActive(true);
    }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_start->setDropActive(false);
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_start->setDropActive(false);
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        openFiles(paths);
    }
}

} // namespace parsimony::ui
