// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/pages/start_page.h"
#include "ui/plots/plot.h"
#include "ui/style/focus_ring.h"
#include "ui/style/icons.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/budget_section.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_flow.h"
#include "ui/window/data_section.h"
#include "ui/window/desktop_notification.h"
#include "ui/window/engine_files.h"
#include "ui/window/inspector.h"
#include "ui/window/page_area.h"
#include "ui/window/plan_section.h"
#include "ui/window/project_flow.h"
#include "ui/window/result_files.h"
#include "ui/window/run_bar.h"
#include "ui/window/run_flow.h"
#include "ui/window/status_line.h"
#include "ui/window/study_section.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_layout.h"
#include "ui/window/window_menus.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {

/// Takes the style sheet away while a window is built, where no other is shown: Qt would ask it for all that
/// a part holds each time that the part gets a place in another, which took most of the time to start.
class BuiltWithoutStyleSheet {
public:
    BuiltWithoutStyleSheet() {
        const QWidgetList windows = QApplication::topLevelWidgets();
        if (std::none_of(windows.begin(), windows.end(),
                         [](const QWidget* one) { return one->isVisible(); })) {
            m_sheet = qApp->styleSheet();
            qApp->setStyleSheet({});
        }
    }
    ~BuiltWithoutStyleSheet() {
        if (!m_sheet.isEmpty()) {
            qApp->setStyleSheet(m_sheet);
        }
    }
    BuiltWithoutStyleSheet(const BuiltWithoutStyleSheet&) = delete;
    BuiltWithoutStyleSheet& operator=(const BuiltWithoutStyleSheet&) = delete;

private:
    QString m_sheet;
};

} // namespace

MainWindow::MainWindow(EnginePtr engine, QWidget* parent)
    : QMainWindow(parent),
      m_bench(std::move(engine)), m_context{m_bench, m_request, m_catalog, m_selection, m_trials} {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setMinimumSize(900, 600);
    m_parts.view = &m_view;
    new FocusRing(this);
    wireBench(); // before the parts: what is shown of an end stands when they tell of it
    {
        const BuiltWithoutStyleSheet quick;
        buildStrip();
        buildParts();
    }
    buildFlows();
    wireFlows();
    wirePages();
    wireInspector();
    m_parts.layout->restore();
    m_parts.pages->showPage(QSettings().value(QStringLiteral("session/page")).toString());
    updateTitle();
}

MainWindow::~MainWindow() {
    // A field that loses the focus while the window goes would still tell what was typed to members that are
    // gone.
    for (QObject* child : findChildren<QObject*>()) {
        child->blockSignals(true);
    }
}

void MainWindow::buildStrip() {
    m_parts.strip = new BudgetStrip;
    auto* top = addToolBar(tr("Budget"));
    top->setObjectName(QStringLiteral("budgetBar"));
    top->setMovable(false);
    top->setFloatable(false);
    top->toggleViewAction()->setEnabled(false); // the budget is always visible
    top->setContextMenuPolicy(Qt::PreventContextMenu);
    m_parts.strip->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    top->addWidget(m_parts.strip);
}

void MainWindow::buildParts() {
    QWidget* setup = buildSetup();
    m_parts.inspector = new Inspector(m_context);
    m_parts.inspector->setMinimumWidth(236);
    m_parts.trials = new TrialsPanel(m_context);
    m_parts.trials->setMinimumHeight(140);
    m_parts.start = new StartPage(m_recent);
    m_parts.pages = new PageArea(m_context);
    m_center = new QStackedWidget;
    m_center->addWidget(m_parts.start);
    m_center->addWidget(m_parts.pages);
    setCentralWidget(m_center);
    m_parts.status = new StatusLine;
    setStatusBar(m_parts.status);
    m_parts.layout = new WindowLayout(*this, setup, m_parts.inspector, m_parts.trials);
}

QWidget* MainWindow::buildSetup() {
    auto* setup = new QWidget;
    setup->setObjectName(QStringLiteral("setupPanel"));
    setup->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(setup);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Data, budget and plan"));
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("setupBody"));
    auto* sections = new QVBoxLayout(body);
    sections->setContentsMargins(0, 0, 0, 0);
    sections->setSpacing(0);
    m_parts.data = new DataSection(m_context);
    m_parts.budget = new BudgetSection(m_context);
    m_parts.plan = new PlanSection(m_context);
    m_parts.study = new StudySection(m_context);
    m_parts.runBar = new RunBar(m_context);
    sections->addWidget(m_parts.data);
    sections->addWidget(m_parts.budget);
    sections->addWidget(m_parts.plan);
    sections->addWidget(m_parts.study);
    sections->addStretch(1);
    scroll->setWidget(body);
    column->addWidget(scroll, 1);
    column->addWidget(m_parts.runBar);
    setup->setMinimumWidth(280);
    return setup;
}

void MainWindow::buildFlows() {
    m_parts.flow = new RunFlow(m_context, *m_parts.plan, *m_parts.runBar, this);
    m_parts.curator = new CuratorSwitch(m_context, *m_parts.data, *m_parts.strip, *m_parts.inspector, this);
    m_parts.files = new EngineFiles(m_context, *this);
    m_parts.dataFlow = new DataFlow(m_context, *m_parts.files, *m_parts.data, *m_parts.flow, this);
    m_parts.results = new ResultFiles(m_context, *m_parts.files, *this);
    m_parts.projects = new ProjectFlow(m_context, m_parts, m_recent, m_history, *this);
    m_menus = new WindowMenus(*this, m_bench, m_history, m_recent, m_parts);
}

void MainWindow::tellEnd(const QString& text) {
    QApplication::alert(this); // a long run has ended: the taskbar says so
    tellDesktop(text);
}

void MainWindow::tellDesktop(const QString& text) {
    if (!isActiveWindow() && isVisible()) {
        notifyDesktop(tr("Parsimony"), text);
    }
}

void MainWindow::updateTitle() {
    QString name = QFileInfo(m_parts.files->projectPath()).fileName();
    if (const QString& host = m_parts.files->host(); !host.isEmpty()) {
        name = name.isEmpty() ? host : tr("%1 on %2").arg(name, host);
    }
    QString title = !m_parts.projects->working() ? QStringLiteral("Parsimony")
                    : name.isEmpty()             ? tr("New project – Parsimony")
                                                 : tr("%1 – Parsimony").arg(name);
    if (m_bench.running()) {
        title = tr("running · %1").arg(title);
    }
    if (m_bench.state() && m_bench.state()->readOnly) {
        title += tr(" (read only)");
    }
    setWindowTitle(title);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_bench.running()) {
        // The run is paused at a durable checkpoint first; the window goes when it is written.
        m_closeWhenEnded = true;
        m_parts.flow->stopQueue();
        m_bench.requestStop();
        m_parts.status->say(tr("Saving a checkpoint before closing…"));
        event->ignore();
        return;
    }
    if (QWidget* field = focusWidget()) {
        field->clearFocus(); // what is being typed counts
    }
    m_parts.layout->save();
    QSettings settings;
    settings.setValue(QStringLiteral("session/page"), m_parts.pages->currentName());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && !m_bench.running()) {
        event->acceptProposedAction();
        m_parts.start->setDropActive(true);
    }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    m_parts.start->setDropActive(false);
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_parts.start->setDropActive(false);
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        m_parts.projects->openFiles(paths);
    }
}

} // namespace parsimony::ui
