// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window's project is, here or on a server: addresses, the last one, files to be walked through.
#include "ui/models/array_files.h"
#include "ui/models/array_paths.h"
#include "ui/models/kept_settings.h"
#include "ui/models/project_budget.h"
#include "ui/models/project_path.h"
#include "ui/window/main_window.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QProcess>
#include <QSettings>
#include <algorithm>

namespace parsimony::ui {

namespace {
const QString kProject = QStringLiteral("session/project");

/// `paths` with every folder among them replaced by the files of arrays in it, where the engine is.
QStringList withFolders(EnginePort& engine, const QStringList& paths) {
    QStringList files;
    for (const QString& path : paths) {
        if (isArrayFile(path) || isCalledAsPart(QFileInfo(path).fileName())) {
            files << path;
            continue;
        }
        try {
            QStringList inside, folders;
            for (const auto& entry : engine.ask(wire::FolderCall{path.toStdString()})) {
                (entry.folder ? folders : inside) << QString::fromStdString(entry.name);
            }
            files << arrayPathsIn(path, inside, folders);
        } catch (const Error&) {
            files << path; // no folder: who reads it says what it is
        }
    }
    return files;
}
} // namespace

QString MainWindow::lastProject() {
    const QString address = QSettings().value(kProject).toString();
    return ServerAddress::of(address) || QFileInfo::exists(address) ? address : QString();
}

void MainWindow::restoreSession() {
    if (const QString last = lastProject(); !last.isEmpty() && !ServerAddress::of(last)) {
        openProject(last);
    }
}

void MainWindow::setServer(const ServerAddress& server) {
    m_server = server.host;
    m_address = server;
    connect(&m_bench, &Workbench::waiting, this, [this](int seconds) {
        say(seconds > 0 ? tr("Waiting for %1: no answer for %2 s.").arg(m_server).arg(seconds) : QString());
    });
}

QString MainWindow::addressOf(const QString& path) const {
    return m_server.isEmpty() ? path : m_address.addressOf(path);
}

void MainWindow::openRecent(const QString& address) {
    const auto server = ServerAddress::of(address);
    if (server ? server->origin == m_address.origin && server->curator == m_address.curator
               : m_server.isEmpty()) {
        openProject(server ? server->project : address);
    } else {
        openElsewhere(address);
    }
}

void MainWindow::openElsewhere(const QString& address) {
    if (!QProcess::startDetached(QCoreApplication::applicationFilePath(), {address})) {
        say(tr("A window for %1 could not be started.").arg(address));
    }
}

void MainWindow::forgetProject() {
    QSettings().remove(kProject);
}

void MainWindow::rememberProject(const ProjectState& state) {
    const QString address = addressOf(state.path);
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

void MainWindow::chooseServer() {
    bool accepted = false;
    const QString address = QInputDialog::getText(
        this, tr("Open on a server"), tr("A project on another machine, over ssh:"), QLineEdit::Normal,
        QSettings()
            .value(QStringLiteral("server"), QStringLiteral("ssh://user@host/~/project.parsimony"))
            .toString(),
        &accepted);
    if (!accepted) {
        return;
    }
    if (!ServerAddress::of(address)) {
        say(tr("%1 is no address: ssh://user@host/path/project.parsimony").arg(address));
        return;
    }
    QSettings().setValue(QStringLiteral("server"), address);
    openElsewhere(address);
}

/// Lets a person walk through the server's folders to a file whose name ends so.
void MainWindow::browseServer(const QString& folder, const QString& ending,
                              const std::function<void(const QString&)>& take) {
    const auto choose = [this, folder, ending, take](const std::vector<wire::FolderEntry>& entries) {
        const QString whole = QStringLiteral("./"); // all files of this folder
        QStringList names{QStringLiteral("../")};
        if (ending.isEmpty()) {
            names.prepend(whole);
        }
        const qsizetype always = names.size();
        for (const auto& entry : entries) {
            const QString name = QString::fromStdString(entry.name);
            if (entry.folder || name.endsWith(ending)) {
                names << (entry.folder ? name + QLatin1Char('/') : name);
            }
        }
        QString words = folder.isEmpty() ? tr("The folder where the server begins:") : folder;
        if (names.size() == always) {
            words +=
                QLatin1Char('\n') + (ending.isEmpty() ? tr("There is no file in it that can be read here.")
                                                      : tr("No folder in it, and no file *%1.").arg(ending));
        }
        bool accepted = false;
        const QString name =
            QInputDialog::getItem(this, tr("Files of %1").arg(m_server), words, names, 0, true, &accepted);
        if (!accepted || name.isEmpty()) {
            return;
        }
        const QString path = QDir::cleanPath(
            folder.isEmpty() || name.startsWith(QLatin1Char('/')) ? name : folder + QLatin1Char('/') + name);
        if (name != whole && name.endsWith(QLatin1Char('/'))) {
            browseServer(path, ending, take);
        } else {
            take(path);
        }
    };
    m_bench.ask(this, wire::FolderCall{folder.toStdString()}, choose,
                [this](const Problem& problem) { sayProblem(problem); });
}

/// On a server beside the data: what can be written there is for the server to say.
QString MainWindow::suggestedPath() const {
    const session::RunOptions& options = m_request.options();
    if (m_server.isEmpty()) {
        return suggestedProjectPath(options);
    }
    const QFileInfo file(fileOfReference(options.place().empty() ? options.train.features : options.place()));
    return QDir::cleanPath(file.path() + QLatin1Char('/') + file.completeBaseName() +
                           QStringLiteral(".parsimony"));
}

void MainWindow::listFiles(Question& question, const QStringList& files,
                           std::function<void(const FileListing&)> take) {
    m_bench.ask(
        question,
        [files, elsewhere = !m_server.isEmpty()](const EngineAccess& access) {
            return ui::listFiles(access.engine, elsewhere ? withFolders(access.engine, files) : files);
        },
        std::move(take), [this](const Problem& problem) { sayProblem(problem); });
}

void MainWindow::listFiles(const QStringList& files, bool assign) {
    listFiles(assign ? m_droppedAsked : m_namedAsked, files, [this, assign](const FileListing& listing) {
        m_catalog.add(listing, assign ? &m_request : nullptr);
        if (m_request.projectPath().isEmpty() && m_request.hasData()) {
            m_request.setProjectPath(suggestedPath());
            say(tr("The first run makes the project %1. Ctrl+S stores it elsewhere.")
                    .arg(QDir::toNativeSeparators(m_request.projectPath())));
        }
    });
}

} // namespace parsimony::ui
