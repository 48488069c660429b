// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit_page.h"
#include "ui/pages/plot_page.h"
#include "ui/plots/plot.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheets.h"
#include "ui/window/inspector.h"
#include "ui/window/main_window.h"
#include "ui/window/trials_panel.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>

namespace parsimony::ui {

void MainWindow::buildMenus() {
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildExperimentMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New project"), QKeySequence::New, this, &MainWindow::newProject);
    file->addAction(tr("&Open project…"), QKeySequence::Open, this, &MainWindow::chooseProject);
    file->addAction(tr("Open &feature files…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), this,
                    &MainWindow::chooseFiles);
    QMenu* samples = file->addMenu(tr("&Samples"));
    samples->addAction(tr("Nouns of WordNet"), this, [this] { openSample(QStringLiteral("wordnet-nouns")); });
    samples->addAction(tr("Handwritten digits"), this, [this] { openSample(QStringLiteral("digits")); });
    file->addSeparator();
    file->addAction(tr("Where the project is &stored…"), QKeySequence::Save, this,
                    &MainWindow::chooseProjectPath);
    file->addAction(tr("&Export the classifier…"), QKeySequence(Qt::CTRL | Qt::Key_E), this,
                    [this] { exportModel(0); });
    file->addSeparator();
    file->addAction(tr("&Close project"), QKeySequence(Qt::CTRL | Qt::Key_W), this,
                    &MainWindow::closeProject);
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
}

void MainWindow::buildEditMenu() {
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = edit->addAction(tr("&Undo"), QKeySequence::Undo, &m_history, &UndoHistory::undo);
    QAction* redo = edit->addAction(tr("&Redo"), &m_history, &UndoHistory::redo);
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    const auto update = [this, undo, redo] {
        undo->setEnabled(m_history.canUndo());
        redo->setEnabled(m_history.canRedo());
    };
    connect(&m_history, &UndoHistory::changed, this, update);
    update();
    edit->addSeparator();
    edit->addAction(tr("&Filter trials"), QKeySequence::Find, this, [this] { m_trialsPanel->focusFilter(); });
    auto* slash = new QAction(tr("Filter trials"), this);
    slash->setShortcut(QKeySequence(Qt::Key_Slash));
    connect(slash, &QAction::triggered, this, [this] { m_trialsPanel->focusFilter(); });
    addAction(slash);
    edit->addAction(tr("&Note on the selected trial"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), this,
                    [this] { m_inspector->focusNote(); });
    edit->addAction(tr("Copy trials as &CSV"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, [this] {
        m_trialsPanel->copyAs(false);
        say(tr("Copied the shown trials as CSV"));
    });
    edit->addAction(tr("Copy trials as &LaTeX"), this, [this] {
        m_trialsPanel->copyAs(true);
        say(tr("Copied the shown trials as LaTeX"));
    });
}

void MainWindow::buildViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
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
    view->addSeparator();
    for (QDockWidget* dock : {m_setupDock, m_trialsDock, m_inspectorDock}) {
        QAction* toggle = view->addAction(dock->windowTitle());
        toggle->setCheckable(true);
        toggle->setShortcut(QKeySequence(Qt::CTRL | (dock == m_setupDock    ? Qt::Key_1
                                                     : dock == m_trialsDock ? Qt::Key_2
                                                                            : Qt::Key_3)));
        connect(toggle, &QAction::triggered, dock,
                [this, dock](bool on) { dock->setVisible(on && m_working); });
        connect(dock, &QDockWidget::visibilityChanged, toggle,
                [toggle, dock] { toggle->setChecked(!dock->isHidden()); });
    }
    view->addSeparator();
    m_curatorAction = view->addAction(tr("C&urator values"));
    m_curatorAction->setCheckable(true);
    m_curatorAction->setToolTip(
        tr("Show what was computed from private rows without a charge. The ledger gets a row "
           "that says so."));
    connect(m_curatorAction, &QAction::triggered, this, &MainWindow::setCurator);
    view->addSeparator();
    view->addAction(tr("&Reset the arrangement"), this, &MainWindow::resetLayout);
    view->addSeparator();
    view->addAction(tr("Show &all of the plot"), QKeySequence(Qt::CTRL | Qt::Key_0), this, [this] {
        if (auto* page = currentPlotPage()) {
            page->showAll();
        }
    });
    view->addAction(tr("&Back to the view before"), QKeySequence(Qt::ALT | Qt::Key_Left), this, [this] {
        if (auto* page = currentPlotPage()) {
            page->plot()->undoView();
        }
    });
    view->addAction(tr("&Next page"), QKeySequence(Qt::CTRL | Qt::Key_PageDown), this,
                    [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % m_tabs->count()); });
    view->addAction(tr("&Previous page"), QKeySequence(Qt::CTRL | Qt::Key_PageUp), this, [this] {
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() - 1) % m_tabs->count());
    });
}

void MainWindow::buildExperimentMenu() {
    QMenu* menu = menuBar()->addMenu(tr("E&xperiment"));
    QAction* run = menu->addAction(icon(QStringLiteral("play")), tr("&Run the plan"),
                                   QKeySequence(Qt::CTRL | Qt::Key_R), this, &MainWindow::startRun);
    QAction* pause = menu->addAction(icon(QStringLiteral("pause")), tr("&Pause"),
                                     QKeySequence(Qt::CTRL | Qt::Key_P), &m_bench, &Workbench::requestStop);
    QAction* resume =
        menu->addAction(tr("Re&sume"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), this, [this] {
            if (!m_bench.projectPath().isEmpty()) {
                m_bench.resumeRun(m_bench.projectPath(), 0);
            }
        });
    connect(menu, &QMenu::aboutToShow, this, [this, run, pause, resume] {
        run->setEnabled(!m_bench.running() && m_plan != nullptr);
        pause->setEnabled(m_bench.running() && !m_bench.stopping());
        resume->setEnabled(!m_bench.running() && m_shown && m_shown->status == "interrupted");
    });
    connect(menu, &QMenu::aboutToHide, this, [run, pause, resume] {
        for (QAction* action : {run, pause, resume}) {
            action->setEnabled(true); // shortcuts check for themselves
        }
    });
    menu->addSeparator();
    QMenu* experiments = menu->addMenu(tr("&Show experiment"));
    connect(experiments, &QMenu::aboutToShow, this, [this, experiments] {
        experiments->clear();
        if (!m_bench.state() || m_bench.state()->experiments.empty()) {
            experiments->addAction(tr("None yet"))->setEnabled(false);
            return;
        }
        for (const auto& e : m_bench.state()->experiments) {
            auto* action = experiments->addAction(
                tr("%1 · %2 · %3")
                    .arg(e.id)
                    .arg(QString::fromStdString(e.method), QString::fromStdString(e.status)));
            action->setCheckable(true);
            action->setChecked(m_shown && m_shown->experiment == e.id);
            connect(action, &QAction::triggered, this, [this, id = e.id] { m_bench.showExperiment(id); });
        }
    });
}

void MainWindow::buildHelpMenu() {
    m_palette = new CommandPalette(this);
    m_shortcuts = new ShortcutSheet(this);
    m_tour = new Tour(this);
    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    tools->addAction(icon(QStringLiteral("search")), tr("&Commands…"), QKeySequence(Qt::CTRL | Qt::Key_K),
                     this, [this] { m_palette->open(*menuBar()); });
    tools->addAction(tr("&Calculator"), this, [this] {
        setWorking(true);
        showPage(QStringLiteral("calculator"));
    });
    tools->addAction(tr("&Verify the ledger"), this, [this] {
        showPage(QStringLiteral("audit"));
        m_audit->verify();
    });
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    QAction* keys =
        help->addAction(tr("&Keyboard shortcuts"), this, [this] { m_shortcuts->open(*menuBar()); });
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    help->addAction(tr("&Tour of the window"), this, [this] {
        setWorking(true);
        m_tour->start();
    });
    help->addAction(tr("&About Parsimony"), this, [this] {
        QMessageBox::about(
            this, tr("About Parsimony"),
            tr("<b>Parsimony %1</b><p>Private hyperparameter search with a budget that is kept.</p><p>Free "
               "software under the GNU General Public License, version 3 or later.</p>")
                .arg(QApplication::applicationVersion()));
    });
}

PlotPage* MainWindow::currentPlotPage() const {
    auto* page = qobject_cast<PlotPage*>(m_pages->currentWidget());
    return page != nullptr ? page : m_pages->currentWidget()->findChild<PlotPage*>();
}

void MainWindow::chooseFiles() {
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Feature and label files"), QSettings().value(QStringLiteral("folder/data")).toString(),
        tr("Arrays (*.npy *.npz *.h5 *.hdf5 *.safetensors *.csv *.tsv);;All files (*)"));
    if (!files.isEmpty()) {
        QSettings().setValue(QStringLiteral("folder/data"), QFileInfo(files.first()).absolutePath());
        openFiles(files);
    }
}

void MainWindow::chooseProject() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a project"), QSettings().value(QStringLiteral("folder/project")).toString(),
        tr("Parsimony projects (*.parsimony);;All files (*)"));
    if (!file.isEmpty()) {
        QSettings().setValue(QStringLiteral("folder/project"), QFileInfo(file).absolutePath());
        openProject(file);
    }
}

void MainWindow::chooseProjectPath() {
    if (!m_bench.projectPath().isEmpty()) {
        say(tr("Everything is already in %1: each spend is written before it happens.")
                .arg(m_bench.projectPath()));
        return;
    }
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Where the project will be stored"), m_request.projectPath(),
                                     tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        m_request.setProjectPath(
            file.endsWith(QLatin1String(".parsimony")) ? file : file + QStringLiteral(".parsimony"));
    }
}

void MainWindow::exportModel(std::int64_t trial) {
    if (m_bench.projectPath().isEmpty()) {
        say(tr("There is no trained classifier yet: run a plan first."));
        return;
    }
    const QString suggestion = QFileInfo(m_bench.projectPath()).absolutePath() + QLatin1Char('/') +
                               QFileInfo(m_bench.projectPath()).completeBaseName() +
                               QStringLiteral("-classifier.safetensors");
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export the classifier"), suggestion,
        tr("safetensors (*.safetensors);;NumPy (*.npz);;ONNX (*.onnx);;CSV (*.csv)"));
    if (!file.isEmpty()) {
        exportModelTo(trial, file);
    }
}

void MainWindow::exportModelTo(std::int64_t trial, const QString& file) {
    const auto write = [trial, path = m_bench.projectPath().toStdString(),
                        output = file.toStdString()](const EngineAccess& access) {
        QStringList files;
        for (const auto& written :
             access.engine.open(path, false)
                 ->exportModel(trial > 0 ? std::optional(trial) : std::nullopt, output)) {
            files << QString::fromStdString(written.string());
        }
        return files;
    };
    m_bench.ask(
        this, write,
        [this](const QStringList& files) { say(tr("Wrote %1").arg(files.join(QStringLiteral(", ")))); },
        [this](const Problem& problem) { say(problem.message); });
}

} // namespace parsimony::ui
