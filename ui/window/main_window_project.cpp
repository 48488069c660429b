// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with projects and files: opening, closing, samples, requests from outside.
#include "ui/models/samples.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/start_page.h"
#include "ui/window/budget_section.h"
#include "ui/window/data_section.h"
#include "ui/window/help_sheets.h"
#include "ui/window/main_window.h"
#include "ui/window/run_bar.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

namespace parsimony::ui {

QString MainWindow::suggestProjectPath() const {
    const auto& o = m_request.options();
    const QString file = fileOfReference(o.data.empty() ? o.train.features : o.data);
    const QFileInfo info(file);
    QString folder = info.absolutePath();
    if (file.isEmpty() || !QFileInfo(folder).isWritable()) {
        folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    }
    const QString stem = file.isEmpty() ? QStringLiteral("project") : info.completeBaseName();
    QString path = QDir(folder).filePath(stem + QStringLiteral(".parsimony"));
    for (int i = 2; QFileInfo::exists(path); ++i) {
        path = QDir(folder).filePath(QStringLiteral("%1-%2.parsimony").arg(stem).arg(i));
    }
    return path;
}

QString MainWindow::missingInWords() const {
    const auto& o = m_request.options();
    if (!m_request.hasData()) {
        return tr("Choose training features first: drop files or open them under Data.");
    }
    if (o.data.empty() && o.train.labels.empty()) {
        return tr("Choose the labels of the training rows under Data.");
    }
    const bool capKnown = m_bench.state() && !m_bench.state()->budgets.empty();
    const bool classes = !o.classes && o.visibility != "public" && !capKnown;
    const bool budget = (!o.epsilon || !o.delta) && !capKnown;
    if (classes && budget) {
        return tr("Still to say: the number of classes under Data, ε and δ under Budget.");
    }
    if (budget) {
        return tr("Set ε and δ under Budget.");
    }
    if (classes) {
        return tr("Declare the number of classes under Data: it may not be counted from private labels.");
    }
    return {};
}

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
    requestChanged();
    updateTitle();
}

void MainWindow::closeProject() {
    if (m_bench.running()) {
        say(tr("An experiment is running: pause it before closing its project."));
        return;
    }
    m_bench.closeProject();
    for (Question* question : {&m_optionsAsked, &m_droppedAsked, &m_namedAsked, &m_curatorAsked}) {
        question->drop();
    }
    m_trials.setTrials({});
    m_experiments->setState({});
    m_selection.clear();
    m_catalog.clear();
    m_shown.reset();
    m_plan.reset();
    showRun({});
    m_budget->setCap(std::nullopt, std::nullopt);
    m_runBar->setInterrupted(0);
    m_request.setProjectPath({});
    m_queue.clear();
    m_queueRuns = false;
    m_data->clearCurator();
    if (m_curatorOn) {
        m_curatorAction->setChecked(false); // each project's ledger has to be told
        setCurator(false);
    }
    m_planDone = false;
    m_rerunTrial.reset();
    m_request.replace({});
    m_history.clear();
    m_data->setFolded(false);
    m_start->setProblem({});
    say({});
    setWorking(false);
    updateTitle();
}

void MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() == 1 && paths.first().endsWith(QLatin1String(".parsimony"))) {
        openProject(paths.first());
        return;
    }
    if (m_bench.running()) {
        say(tr("An experiment is running: its data cannot be changed now."));
        return;
    }
    if (!m_working) {
        newProject();
    }
    if (Tour::wanted() && isVisible()) {
        QTimer::singleShot(400, m_tour, [this] { m_tour->start(); });
    }
    const QStringList files = m_catalog.expand(paths);
    if (!files.isEmpty()) {
        m_catalog.setBusy(true);
        listFiles(files, true);
    }
}

void MainWindow::listFiles(const QStringList& files, bool assign) {
    m_bench.ask(
        assign ? m_droppedAsked : m_namedAsked,
        [files](const EngineAccess& access) { return ui::listFiles(access.engine, files); },
        [this, assign](const FileListing& listing) {
            m_catalog.add(listing, assign ? &m_request : nullptr);
            if (m_request.projectPath().isEmpty() && m_request.hasData()) {
                m_request.setProjectPath(suggestProjectPath());
                say(tr("The first run makes the project %1. Ctrl+S stores it elsewhere.")
                        .arg(QDir::toNativeSeparators(m_request.projectPath())));
            }
        },
        [this](const Problem& problem) { say(problem.message); });
}

void MainWindow::restoreSession() {
    const QString path = QSettings().value(QStringLiteral("session/project")).toString();
    if (!path.isEmpty() && QFileInfo::exists(path)) {
        openProject(path);
    }
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
    m_runWhenPlanned = runNow;
    if (!project.isEmpty()) {
        m_request.setProjectPath(project);
    }
    m_request.replace(options);
    const QStringList files = m_catalog.missingFiles(options);
    if (!files.isEmpty()) {
        listFiles(files, false);
    }
    if (m_request.projectPath().isEmpty()) {
        m_request.setProjectPath(suggestProjectPath());
    }
}

} // namespace parsimony::ui
