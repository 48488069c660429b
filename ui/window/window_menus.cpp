// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_menus.h"

#include "ui/models/experiment_table_model.h"
#include "ui/models/recent_projects.h"
#include "ui/models/undo_history.h"
#include "ui/pages/audit_page.h"
#include "ui/pages/plot_page.h"
#include "ui/plots/plot.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/window/command_palette.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_flow.h"
#include "ui/window/help_sheets.h"
#include "ui/window/inspector.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/window/result_files.h"
#include "ui/window/run_flow.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_layout.h"
#include "ui/window/window_parts.h"
#include "ui/workers/workbench.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTimer>

namespace parsimony::ui {

namespace {
constexpr int kTourDelayMilliseconds = 400; // the window is drawn first
}

WindowMenus::WindowMenus(QMainWindow& window, Workbench& bench, UndoHistory& history, RecentProjects& recent,
                         const WindowParts& parts)
    : QObject(&window), m_window(window), m_bench(bench), m_history(history), m_recent(recent),
      m_parts(parts), m_palette(new CommandPalette(&window)), m_shortcuts(new ShortcutSheet(&window)),
      m_tour(new Tour(&window)) {
    buildFile();
    buildEdit();
    buildView();
    buildExperiment();
    buildTools();
    buildHelp();
    connect(m_parts.dataFlow, &DataFlow::taken, this, [this] {
        if (Tour::wanted() && m_window.isVisible()) {
            QTimer::singleShot(kTourDelayMilliseconds, this, &WindowMenus::startTour);
        }
    });
}

void WindowMenus::startTour() {
    m_parts.projects->setWorking(true);
    m_tour->start();
}

void WindowMenus::buildFile() {
    ProjectFlow* projects = m_parts.projects;
    ResultFiles* results = m_parts.results;
    QMenu* file = m_window.menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New project"), QKeySequence::New, projects, &ProjectFlow::begin);
    file->addAction(tr("&Open project…"), QKeySequence::Open, projects, &ProjectFlow::choose);
    addRecent(file);
    file->addAction(tr("Open on a &server…"), projects, &ProjectFlow::chooseServer);
    file->addAction(tr("Open &feature files…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), projects,
                    &ProjectFlow::chooseFiles);
    QMenu* samples = file->addMenu(tr("&Samples"));
    samples->addAction(tr("Nouns of WordNet"), projects,
                       [projects] { projects->openSample(QStringLiteral("wordnet-nouns")); });
    samples->addAction(tr("Handwritten digits"), projects,
                       [projects] { projects->openSample(QStringLiteral("digits")); });
    file->addSeparator();
    file->addAction(tr("Where the project is &stored…"), QKeySequence::Save, projects,
                    &ProjectFlow::choosePath);
    file->addAction(tr("&Export the classifier…"), QKeySequence(Qt::CTRL | Qt::Key_E), results,
                    [results] { results->chooseExport(0); });
    file->addAction(tr("Write a &report…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), results,
                    &ResultFiles::chooseReport);
    file->addAction(tr("Save a copy for &others…"), results, &ResultFiles::chooseCopy);
    file->addAction(tr("Save the plan as &TOML…"), results, &ResultFiles::choosePlan);
    file->addSeparator();
    file->addAction(tr("&Close project"), QKeySequence(Qt::CTRL | Qt::Key_W), projects, &ProjectFlow::close);
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), &m_window, &QWidget::close);
}

void WindowMenus::addRecent(QMenu* file) {
    QMenu* menu = file->addMenu(tr("Open &again"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_recent.reload();
        for (int row = 0; row < m_recent.rowCount(); ++row) {
            const QModelIndex index = m_recent.index(row);
            const QString path = index.data(RecentProjects::PathRole).toString();
            menu->addAction(index.data().toString() + QStringLiteral(" · ") +
                                index.data(RecentProjects::FolderRole).toString(),
                            this, [this, path] { m_parts.projects->openRecent(path); });
        }
        if (menu->isEmpty()) {
            menu->addAction(tr("None yet"))->setEnabled(false);
        }
    });
}

void WindowMenus::buildEdit() {
    QMenu* edit = m_window.menuBar()->addMenu(tr("&Edit"));
    UndoHistory* history = &m_history;
    QAction* undo = edit->addAction(tr("&Undo"), QKeySequence::Undo, history, &UndoHistory::undo);
    QAction* redo = edit->addAction(tr("&Redo"), history, &UndoHistory::redo);
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    const auto update = [history, undo, redo] {
        undo->setEnabled(history->canUndo());
        redo->setEnabled(history->canRedo());
    };
    connect(history, &UndoHistory::changed, this, update);
    update();
    edit->addSeparator();
    const auto filter = [this] { m_parts.trials->focusFilter(); };
    edit->addAction(tr("&Filter trials"), QKeySequence::Find, this, filter);
    auto* slash = new QAction(tr("Filter trials"), this);
    slash->setShortcut(QKeySequence(Qt::Key_Slash));
    connect(slash, &QAction::triggered, this, filter);
    m_window.addAction(slash);
    edit->addAction(tr("&Note on the selected trial"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), this,
                    [this] { m_parts.inspector->focusNote(); });
    edit->addAction(tr("Copy trials as &CSV"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, [this] {
        m_parts.trials->copyAs(TrialsPanel::Format::Csv);
        emit said(tr("Copied the shown trials as CSV"));
    });
    edit->addAction(tr("Copy trials as &LaTeX"), this, [this] {
        m_parts.trials->copyAs(TrialsPanel::Format::Latex);
        emit said(tr("Copied the shown trials as LaTeX"));
    });
}

void WindowMenus::addThemes(QMenu* view) {
    QMenu* themes = view->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const std::pair<ThemeMode, QString> modes[] = {{ThemeMode::System, tr("As the &system")},
                                                   {ThemeMode::Light, tr("&Light")},
                                                   {ThemeMode::Dark, tr("&Dark")}};
    for (const auto& [mode, text] : modes) {
        QAction* action = themes->addAction(text, this, [mode = mode] {
            Theme::instance().setMode(mode);
            QSettings().setValue(QStringLiteral("view/theme"), static_cast<int>(mode));
        });
        action->setCheckable(true);
        action->setChecked(mode == Theme::instance().mode());
        group->addAction(action);
    }
}

void WindowMenus::addDocks(QMenu* view) {
    int key = Qt::Key_1;
    for (QDockWidget* dock : m_parts.layout->docks()) {
        QAction* toggle = view->addAction(dock->windowTitle());
        toggle->setCheckable(true);
        toggle->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key++)));
        connect(toggle, &QAction::triggered, dock,
                [this, dock](bool on) { dock->setVisible(on && m_parts.layout->shown()); });
        connect(dock, &QDockWidget::visibilityChanged, toggle,
                [toggle, dock] { toggle->setChecked(!dock->isHidden()); });
    }
}

void WindowMenus::addPlotViews(QMenu* view) {
    view->addAction(tr("Show &all of the plot"), QKeySequence(Qt::CTRL | Qt::Key_0), this, [this] {
        if (auto* page = m_parts.pages->currentPlotPage()) {
            page->showAll();
        }
    });
    view->addAction(tr("&Back to the view before"), QKeySequence(Qt::ALT | Qt::Key_Left), this, [this] {
        if (auto* page = m_parts.pages->currentPlotPage()) {
            page->plot()->undoView();
        }
    });
    QMenu* pages = view->addMenu(tr("Pa&ges"));
    connect(pages, &QMenu::aboutToShow, this, [this, pages] { m_parts.pages->fillMenu(*pages); });
    connect(pages, &QMenu::triggered, this, [this] { m_parts.projects->setWorking(true); });
    view->addAction(tr("&Next page"), QKeySequence(Qt::CTRL | Qt::Key_PageDown), this,
                    [this] { m_parts.pages->step(1); });
    view->addAction(tr("&Previous page"), QKeySequence(Qt::CTRL | Qt::Key_PageUp), this,
                    [this] { m_parts.pages->step(-1); });
}

void WindowMenus::buildView() {
    QMenu* view = m_window.menuBar()->addMenu(tr("&View"));
    addThemes(view);
    view->addSeparator();
    addDocks(view);
    view->addSeparator();
    view->addAction(m_parts.curator->action());
    view->addSeparator();
    view->addAction(tr("&Reset the arrangement"), m_parts.layout, &WindowLayout::reset);
    view->addSeparator();
    addPlotViews(view);
}

void WindowMenus::buildExperiment() {
    Workbench* bench = &m_bench;
    QMenu* menu = m_window.menuBar()->addMenu(tr("E&xperiment"));
    QAction* run = menu->addAction(icon(QStringLiteral("play")), tr("&Run the plan"),
                                   QKeySequence(Qt::CTRL | Qt::Key_R), m_parts.flow, &RunFlow::start);
    QAction* pause = menu->addAction(icon(QStringLiteral("pause")), tr("&Pause"),
                                     QKeySequence(Qt::CTRL | Qt::Key_P), bench, &Workbench::requestStop);
    QAction* resume = menu->addAction(tr("Re&sume"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), this,
                                      [this] { m_parts.flow->resume(0); });
    connect(menu, &QMenu::aboutToShow, this, [this, bench, run, pause, resume] {
        const auto shown = m_parts.pages->shown();
        run->setEnabled(!bench->running() && m_parts.flow->plan() != nullptr);
        pause->setEnabled(bench->running() && !bench->stopping());
        resume->setEnabled(!bench->running() && shown && statusOf(*shown) == ExperimentStatus::Interrupted);
    });
    connect(menu, &QMenu::aboutToHide, this, [run, pause, resume] {
        for (QAction* action : {run, pause, resume}) {
            action->setEnabled(true); // shortcuts check for themselves
        }
    });
    menu->addSeparator();
    addExperiments(menu);
}

void WindowMenus::addExperiments(QMenu* menu) {
    QMenu* experiments = menu->addMenu(tr("&Show experiment"));
    connect(experiments, &QMenu::aboutToShow, this, [this, experiments] {
        experiments->clear();
        if (!m_bench.state() || m_bench.state()->experiments.empty()) {
            experiments->addAction(tr("None yet"))->setEnabled(false);
            return;
        }
        const auto shown = m_parts.pages->shown();
        for (const auto& e : m_bench.state()->experiments) {
            auto* action = experiments->addAction(
                tr("%1 · %2 · %3")
                    .arg(e.id)
                    .arg(QString::fromStdString(e.method.text()), ExperimentTableModel::statusText(e)));
            action->setCheckable(true);
            action->setChecked(shown && shown->experiment == e.id);
            connect(action, &QAction::triggered, this, [this, id = e.id] { m_bench.showExperiment(id); });
        }
    });
}

void WindowMenus::buildTools() {
    QMenu* tools = m_window.menuBar()->addMenu(tr("&Tools"));
    tools->addAction(icon(QStringLiteral("search")), tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::Key_K),
                     this, [this] { m_palette->open(*m_window.menuBar()); });
    const auto addPage = [this, tools](const QString& text, const QString& page) {
        tools->addAction(text, this, [this, page] {
            m_parts.projects->setWorking(true);
            m_parts.pages->showPage(page);
        });
    };
    addPage(tr("&Calculator"), PageName::calculator);
    addPage(tr("&Attack a trainer"), PageName::attack);
    addPage(tr("&Measure this machine"), PageName::machine);
    tools->addAction(tr("&Verify the ledger"), this, [this] {
        m_parts.pages->showPage(PageName::audit);
        m_parts.pages->audit().verify();
    });
}

void WindowMenus::buildHelp() {
    QMenu* help = m_window.menuBar()->addMenu(tr("&Help"));
    QAction* keys =
        help->addAction(tr("&Keyboard shortcuts"), this, [this] { m_shortcuts->open(*m_window.menuBar()); });
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    help->addAction(tr("&Tour of the window"), this, &WindowMenus::startTour);
    help->addAction(tr("&About Parsimony"), this, &WindowMenus::about);
}

void WindowMenus::about() {
    QMessageBox::about(
        &m_window, tr("About Parsimony"),
        tr("<b>Parsimony %1</b><p>Private hyperparameter search with a budget that is kept.</p><p>Free "
           "software under the GNU General Public License, version 3 or later.</p>")
            .arg(QApplication::applicationVersion()));
}

} // namespace parsimony::ui
