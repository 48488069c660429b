// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/project_flow.h"

#include "ui/models/data_catalog.h"
#include "ui/models/kept_settings.h"
#include "ui/models/project_budget.h"
#include "ui/models/recent_projects.h"
#include "ui/models/samples.h"
#include "ui/models/undo_history.h"
#include "ui/pages/experiments_page.h"
#include "ui/pages/start_page.h"
#include "ui/style/file_dialogs.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_flow.h"
#include "ui/window/data_section.h"
#include "ui/window/engine_files.h"
#include "ui/window/page_area.h"
#include "ui/window/project_view.h"
#include "ui/window/run_flow.h"
#include "ui/window/window_parts.h"
#include "ui/workers/workbench.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

namespace parsimony::ui {

namespace {
const QString kProject = QStringLiteral("session/project");
constexpr int kNamesShown = 4;
} // namespace

ProjectFlow::ProjectFlow(const Context& context, const WindowParts& parts, RecentProjects& recent,
                         UndoHistory& history, QWidget& window)
    : QObject(&window), m_context(context), m_parts(parts), m_recent(recent), m_history(history),
      m_window(window) {
    connect(m_parts.start, &StartPage::filesWanted, this, &ProjectFlow::chooseFiles);
    connect(m_parts.start, &StartPage::projectWanted, this, &ProjectFlow::choose);
    connect(m_parts.start, &StartPage::openRequested, this, &ProjectFlow::openRecent);
    connect(m_parts.start, &StartPage::sampleRequested, this, &ProjectFlow::openSample);
}

void ProjectFlow::setWorking(bool working) {
    m_working = working;
    emit workingChanged(working);
}

bool ProjectFlow::locked(const QString& reason) {
    const bool running = m_context.bench.running();
    if (running) {
        emit said(reason);
    }
    return running;
}

void ProjectFlow::open(const QString& path) {
    if (!locked(tr("An experiment is running: pause it before opening another project."))) {
        close();
        m_context.bench.openProject(path);
    }
}

void ProjectFlow::begin() {
    if (!locked(tr("An experiment is running: pause it before starting another project."))) {
        close();
        setWorking(true);
        m_parts.flow->planRequest();
    }
}

void ProjectFlow::close() {
    if (locked(tr("An experiment is running: pause it before closing its project."))) {
        return;
    }
    m_context.bench.closeProject();
    QSettings().remove(kProject);
    m_parts.flow->clear();
    m_parts.view->clear();
    m_parts.dataFlow->clear();
    m_context.request.setProjectPath({});
    m_parts.curator->clear(); // each project's ledger has to be told
    m_context.request.replace({});
    m_history.clear();
    m_parts.data->setFolded(false);
    m_parts.start->setProblem({});
    emit said({});
    setWorking(false);
}

void ProjectFlow::opened(const ProjectStatePtr& state) {
    m_recent.add(m_parts.files->addressOf(state->path));
    m_context.request.setProjectPath(state->path);
    m_parts.start->setProblem({});
    setWorking(true);
    changed(state);
    if (!m_context.bench.running() && state->shown && state->shown->experiment > 0) {
        m_parts.flow->loadOptions(state->shown->experiment);
        if (m_goOn && statusOf(*state->shown) == ExperimentStatus::Interrupted) {
            m_parts.flow->resume(state->shown->experiment);
        }
    }
    m_goOn = false;
    m_parts.data->setFolded(state->shown && statusOf(*state->shown) == ExperimentStatus::Finished);
}

void ProjectFlow::changed(const ProjectStatePtr& state) {
    remember(*state);
    m_parts.view->showProject(state);
}

void ProjectFlow::openFailed(const QString& path, const Problem& problem) {
    if (m_parts.files->here()) {
        m_recent.remove(path);
    } else {
        m_context.request.setProjectPath(path); // a first run may make it there
    }
    QSettings().remove(kProject); // the next start does not try again
    setWorking(false);
    m_parts.start->setProblem(problem);
}

void ProjectFlow::openFiles(const QStringList& paths) {
    if (paths.size() == 1 && paths.first().endsWith(QLatin1String(".parsimony"))) {
        open(paths.first());
        return;
    }
    const auto state = m_context.bench.state();
    const auto finished = [](const auto& each) { return statusOf(each) == ExperimentStatus::Finished; };
    if (!m_context.bench.running() && m_working && state &&
        std::any_of(state->experiments.begin(), state->experiments.end(), finished)) {
        askWhatFor(paths);
        return;
    }
    if (!m_working) {
        begin();
    }
    m_parts.dataFlow->take(paths);
}

void ProjectFlow::askWhatFor(const QStringList& paths) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("What are these files for?"),
                                tr("What are these files for?"), QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("filesQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QStringList names;
    for (const QString& path : paths.mid(0, kNamesShown)) {
        names << QFileInfo(path).fileName();
    }
    if (paths.size() > kNamesShown) {
        names << QStringLiteral("…");
    }
    box->setInformativeText(
        tr("%1: an experiment has finished in %2. A new project begins with them, its "
           "classifier can be tested on them, or another experiment here uses them.")
            .arg(names.join(QStringLiteral(", ")), QFileInfo(m_parts.files->projectPath()).fileName()));
    const auto offer = [&](const QString& name, const QString& text, std::function<void()> take) {
        auto* button = box->addButton(text, QMessageBox::ActionRole);
        button->setObjectName(QStringLiteral("files.") + name);
        connect(button, &QAbstractButton::clicked, this, std::move(take));
        return button;
    };
    box->setDefaultButton(offer(QStringLiteral("new"), tr("New project"), [this, paths] {
        begin();
        m_parts.dataFlow->take(paths);
    }));
    offer(QStringLiteral("test"), tr("Test sets"), [this, paths] {
        m_parts.pages->showPage(PageName::experiments);
        m_parts.pages->experiments().testOn(m_parts.dataFlow->filesIn(paths));
    });
    offer(QStringLiteral("here"), tr("Another experiment here"), [this, paths] {
        m_context.catalog.clear(); // of these alone, not of what is there beside them
        m_parts.dataFlow->take(paths);
    });
    box->open();
}

void ProjectFlow::openSample(const QString& name) {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/samples");
    const QString project = folder + QLatin1Char('/') + name + QStringLiteral(".parsimony");
    if (QFileInfo::exists(project)) {
        open(project); // its rows have one budget as well: show what was spent, don't spend again
        return;
    }
    setRequest(sampleOptions(name, samplesFolder()), project, false);
}

void ProjectFlow::startOrGoOn(const session::RunOptions& options, const QString& project) {
    if (QFileInfo::exists(project)) {
        open(project);
        m_goOn = true;
    } else {
        setRequest(options, project, true);
    }
}

void ProjectFlow::setRequest(const session::RunOptions& options, const QString& project, bool runNow) {
    begin();
    m_parts.flow->runWhenPlanned(runNow);
    if (!project.isEmpty()) {
        m_context.request.setProjectPath(project);
    }
    m_context.request.replace(options);
    m_parts.dataFlow->listMissing();
    if (m_context.request.projectPath().isEmpty()) {
        m_context.request.setProjectPath(m_parts.files->suggestedProject());
    }
}

void ProjectFlow::choose() {
    m_parts.files->chooseFile(FolderOf::project, tr("Open a project"),
                              tr("Parsimony projects (*.parsimony);;All files (*)"),
                              QStringLiteral(".parsimony"), [this](const QString& path) { open(path); });
}

void ProjectFlow::chooseFiles() {
    m_parts.files->chooseData([this](const QStringList& paths) { openFiles(paths); });
}

void ProjectFlow::choosePath() {
    if (!m_context.bench.projectPath().isEmpty()) {
        emit said(tr("Everything is already in %1: each spend is written before it happens.")
                      .arg(m_context.bench.projectPath()));
        return;
    }
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Where the project will be stored"),
                                                      m_context.request.projectPath().isEmpty()
                                                          ? m_parts.files->suggestedProject()
                                                          : m_context.request.projectPath(),
                                                      tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        m_context.request.setProjectPath(
            file.endsWith(QLatin1String(".parsimony")) ? file : file + QStringLiteral(".parsimony"));
    }
}

QString ProjectFlow::last() {
    const QString address = QSettings().value(kProject).toString();
    return ServerAddress::of(address) || QFileInfo::exists(address) ? address : QString();
}

void ProjectFlow::restore() {
    if (const QString address = last(); !address.isEmpty() && !ServerAddress::of(address)) {
        open(address);
    }
}

void ProjectFlow::openRecent(const QString& address) {
    const QString path = m_parts.files->pathOf(address);
    path.isEmpty() ? openElsewhere(address) : open(path);
}

void ProjectFlow::openElsewhere(const QString& address) {
    if (!QProcess::startDetached(QCoreApplication::applicationFilePath(), {address})) {
        emit said(tr("A window for %1 could not be started.").arg(address));
    }
}

void ProjectFlow::chooseServer() {
    bool accepted = false;
    const QString address = QInputDialog::getText(
        &m_window, tr("Open on a server"), tr("A project on another machine, over ssh:"), QLineEdit::Normal,
        QSettings()
            .value(QStringLiteral("server"), QStringLiteral("ssh://user@host/~/project.parsimony"))
            .toString(),
        &accepted);
    if (!accepted) {
        return;
    }
    if (!ServerAddress::of(address)) {
        emit said(tr("%1 is no address: ssh://user@host/path/project.parsimony").arg(address));
        return;
    }
    QSettings().setValue(QStringLiteral("server"), address);
    openElsewhere(address);
}

void ProjectFlow::remember(const ProjectState& state) {
    const QString address = m_parts.files->addressOf(state.path);
    if (QSettings().value(kProject) != address) {
        keepSetting(kProject, address);
    }
    const auto waits = [](const session::ExperimentSummary& experiment) {
        // One that runs when this is read by a later window has been killed.
        return statusOf(experiment) == ExperimentStatus::Interrupted ||
               statusOf(experiment) == ExperimentStatus::Running;
    };
    const bool interrupted = !state.readOnly && // nothing can be resumed in a copy for others
                             std::any_of(state.experiments.begin(), state.experiments.end(), waits);
    if (!state.budgets.empty()) {
        const session::BudgetSnapshot* shown = state.shown ? budgetOf(state, state.shown->dataset) : nullptr;
        const session::BudgetSnapshot& budget = shown != nullptr ? *shown : state.budgets.back().second;
        m_recent.note(address, interrupted,
                      budget.simulated ? std::nullopt : std::optional(budget.remainingEpsilon));
    }
}

} // namespace parsimony::ui
