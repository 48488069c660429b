// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with projects and files: opening, closing, dropping.
#include "core/session/option_paths.h"
#include "ui/models/project_path.h"
#include "ui/models/samples.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/start_page.h"
#include "ui/style/file_dialogs.h"
#include "ui/window/budget_section.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_section.h"
#include "ui/window/encoder_list.h"
#include "ui/window/help_sheets.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/run_flow.h"
#include "ui/window/study_section.h"
#include "ui/window/window_menus.h"
#include "ui/workers/server_address.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QTimer>
#include <algorithm>
#include <utility>

namespace parsimony::ui {

namespace {
constexpr int kTourDelayMilliseconds = 400; // the window is drawn first
constexpr int kNamesShown = 4;
} // namespace

void MainWindow::openProject(const QString& path) {
    if (m_bench.running()) {
        say(tr("An experiment is running: pause it before opening another project."));
        return;
    }
    closeProject();
    m_bench.openProject(path);
}

void MainWindow::newProject() {
    if (m_bench.running()) {
        say(tr("An experiment is running: pause it before starting another project."));
        return;
    }
    closeProject();
    setWorking(true);
    m_parts.flow->planRequest();
    updateTitle();
}

void MainWindow::closeProject() {
    if (m_bench.running()) {
        say(tr("An experiment is running: pause it before closing its project."));
        return;
    }
    m_bench.closeProject();
    forgetProject();
    m_droppedAsked.drop();
    m_namedAsked.drop();
    m_parts.flow->clear();
    m_trials.setTrials({});
    m_parts.pages->setProject({});
    m_selection.clear();
    m_catalog.clear();
    showRun({});
    m_parts.budget->setCap(std::nullopt, std::nullopt);
    m_request.setProjectPath({});
    m_parts.curator->clear(); // each project's ledger has to be told
    m_request.replace({});
    m_history.clear();
    m_parts.data->setFolded(false);
    m_parts.start->setProblem({});
    say({});
    setWorking(false);
    updateTitle();
}

void MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() == 1 && paths.first().endsWith(QLatin1String(".parsimony"))) {
        openProject(paths.first());
        return;
    }
    const auto state = m_bench.state();
    const auto finished = [](const auto& each) { return statusOf(each) == ExperimentStatus::Finished; };
    if (!m_bench.running() && m_working && state &&
        std::any_of(state->experiments.begin(), state->experiments.end(), finished)) {
        askWhatFor(paths);
    } else {
        takeData(paths);
    }
}

void MainWindow::askWhatFor(const QStringList& paths) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("What are these files for?"),
                                tr("What are these files for?"), QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("filesQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QStringList names;
    for (const QString& path : paths.mid(0, kNamesShown)) {
        names << QFileInfo(path).fileName();
    }
    if (paths.size() > kNamesShown) {
        names << QStringLiteral("…");
    }
    box->setInformativeText(tr("%1: an experiment has finished in %2. A new project begins with them, its "
                               "classifier can be tested on them, or another experiment here uses them.")
                                .arg(names.join(QStringLiteral(", ")), QFileInfo(projectPath()).fileName()));
    const auto offer = [&](const QString& name, const QString& text, std::function<void()> take) {
        auto* button = box->addButton(text, QMessageBox::ActionRole);
        button->setObjectName(QStringLiteral("files.") + name);
        connect(button, &QAbstractButton::clicked, this, std::move(take));
        return button;
    };
    box->setDefaultButton(offer(QStringLiteral("new"), tr("New project"), [this, paths] {
        newProject();
        takeData(paths);
    }));
    offer(QStringLiteral("test"), tr("Test sets"), [this, paths] {
        showPage(PageName::experiments);
        m_parts.pages->experiments().testOn(m_server.isEmpty() ? m_catalog.expand(paths) : paths);
    });
    offer(QStringLiteral("here"), tr("Another experiment here"), [this, paths] {
        m_catalog.clear(); // of these alone, not of what is there beside them
        takeData(paths);
    });
    box->open();
}

void MainWindow::takeData(const QStringList& paths) {
    if (m_bench.running()) {
        say(tr("An experiment is running: its data cannot be changed now."));
        return;
    }
    if (!m_working) {
        newProject();
    }
    if (Tour::wanted() && isVisible()) {
        QTimer::singleShot(kTourDelayMilliseconds, m_menus, &WindowMenus::startTour);
    }
    const QStringList files = m_server.isEmpty() ? m_catalog.expand(paths) : paths;
    if (!files.isEmpty()) {
        m_catalog.setBusy(true);
        listFiles(files, true);
    }
}

void MainWindow::listMissingFiles() {
    const QStringList files = m_catalog.missingFiles(m_request.options());
    if (!files.isEmpty()) {
        listFiles(files, false);
    }
}

void MainWindow::updateTitle() {
    QString name = QFileInfo(projectPath()).fileName();
    if (!m_server.isEmpty()) {
        name = name.isEmpty() ? m_server : tr("%1 on %2").arg(name, m_server);
    }
    QString title = !m_working       ? QStringLiteral("Parsimony")
                    : name.isEmpty() ? tr("New project – Parsimony")
                                     : tr("%1 – Parsimony").arg(name);
    if (m_bench.running()) {
        title = tr("running · %1").arg(title);
    }
    if (m_bench.state() && m_bench.state()->readOnly) {
        title += tr(" (read only)");
    }
    setWindowTitle(title);
}

void MainWindow::openSample(const QString& name) {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/samples");
    const QString project = folder + QLatin1Char('/') + name + QStringLiteral(".parsimony");
    if (QFileInfo::exists(project)) {
        openProject(
            project); // a sample's rows have one budget as well: show what was spent, don't spend again
        return;
    }
    setRequest(sampleOptions(name, samplesFolder()), project, false);
}

void MainWindow::startOrGoOn(const session::RunOptions& options, const QString& project) {
    if (QFileInfo::exists(project)) {
        openProject(project);
        m_goOn = true;
    } else {
        setRequest(options, project, true);
    }
}

void MainWindow::setRequest(const session::RunOptions& options, const QString& project, bool runNow) {
    newProject();
    m_parts.flow->runWhenPlanned(runNow);
    if (!project.isEmpty()) {
        m_request.setProjectPath(project);
    }
    m_request.replace(options);
    listMissingFiles();
    if (m_request.projectPath().isEmpty()) {
        m_request.setProjectPath(suggestedPath());
    }
}

void MainWindow::chooseFilesFor(void (MainWindow::*take)(const QStringList&)) {
    if (!m_server.isEmpty()) {
        browseServer({}, {}, [this, take](const QString& path) { (this->*take)({path}); });
        return;
    }
    const QStringList files =
        askOpenFiles(this, FolderOf::data, tr("Feature and label files"), arrayFileFilter());
    if (!files.isEmpty()) {
        (this->*take)(files);
    }
}

void MainWindow::chooseFiles() {
    chooseFilesFor(&MainWindow::openFiles);
}

void MainWindow::chooseData() {
    chooseFilesFor(&MainWindow::takeData);
}

void MainWindow::chooseEncoder(bool folder, const QString& instead) {
    const auto take = [this, instead](const QString& place) { takeEncoder(place, instead); };
    if (m_bench.running()) {
        say(tr("An experiment is running: its data cannot be changed now."));
    } else if (!m_server.isEmpty()) {
        browseServer({}, {}, take);
    } else {
        const QString title = tr("The same records by another encoder");
        const QString place = folder ? askFolder(this, FolderOf::data, title)
                                     : askOpenFile(this, FolderOf::data, title, arrayFileFilter());
        if (!place.isEmpty()) {
            take(place);
        }
    }
}

void MainWindow::takeEncoder(const QString& place, const QString& instead) {
    const QStringList files = m_server.isEmpty() ? m_catalog.expand({place}) : QStringList{place};
    if (!files.isEmpty()) {
        m_catalog.setBusy(true);
        listFiles(m_droppedAsked, files, [this, place, instead](const FileListing& listing) {
            m_catalog.add(listing, nullptr);
            m_parts.data->encoders().take(place, instead);
        });
    }
}

void MainWindow::locate(const QString& file) {
    const bool isFile = isArrayFile(file);
    if (!m_server.isEmpty()) {
        browseServer({}, isFile ? QLatin1Char('.') + QFileInfo(file).suffix() : QString(),
                     [this, file](const QString& path) { moveData(file, path); });
        return;
    }
    const QString title = tr("Where is %1 now?").arg(QFileInfo(file).fileName());
    const QString now = isFile ? askOpenFile(this, FolderOf::data, title, arrayFileFilter())
                               : askFolder(this, FolderOf::data, title);
    if (!now.isEmpty()) {
        moveData(file, now);
    }
}

void MainWindow::moveData(const QString& from, const QString& to) {
    std::vector<session::MovedFile> moved{{from.toStdString(), to.toStdString()}};
    for (const QString& other :
         filesIn(m_request.options())) { // what lay beside it has most likely come along
        const QString beside = QFileInfo(to).dir().filePath(QFileInfo(other).fileName());
        if (m_server.isEmpty() && other != from && QFileInfo(other).path() == QFileInfo(from).path() &&
            !QFileInfo::exists(other) && QFileInfo::exists(beside)) {
            moved.push_back({other.toStdString(), beside.toStdString()});
        }
    }
    m_catalog.forgetLost();
    m_parts.flow->moveData(moved);
    listMissingFiles();
}

void MainWindow::chooseStudy() {
    if (!m_server.isEmpty()) {
        browseServer({}, QStringLiteral(".toml"),
                     [this](const QString& path) { m_parts.study->setFile(path); });
        return;
    }
    const QString file =
        askOpenFile(this, FolderOf::study, tr("A study"), tr("Studies (*.toml);;All files (*)"));
    if (!file.isEmpty()) {
        m_parts.study->setFile(file);
    }
}

void MainWindow::chooseProject() {
    if (!m_server.isEmpty()) {
        browseServer({}, QStringLiteral(".parsimony"), [this](const QString& path) { openProject(path); });
        return;
    }
    const QString file = askOpenFile(this, FolderOf::project, tr("Open a project"),
                                     tr("Parsimony projects (*.parsimony);;All files (*)"));
    if (!file.isEmpty()) {
        openProject(file);
    }
}

void MainWindow::chooseProjectPath() {
    if (!m_bench.projectPath().isEmpty()) {
        say(tr("Everything is already in %1: each spend is written before it happens.")
                .arg(m_bench.projectPath()));
        return;
    }
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Where the project will be stored"),
        m_request.projectPath().isEmpty() ? suggestedPath() : m_request.projectPath(),
        tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        m_request.setProjectPath(
            file.endsWith(QLatin1String(".parsimony")) ? file : file + QStringLiteral(".parsimony"));
    }
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
        openFiles(paths);
    }
}

} // namespace parsimony::ui
