// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/engine_files.h"

#include "ui/models/array_files.h"
#include "ui/models/project_path.h"
#include "ui/models/request.h"
#include "ui/style/file_dialogs.h"
#include "ui/workers/workbench.h"

#include <QDir>
#include <QFileInfo>
#include <QInputDialog>

namespace parsimony::ui {

EngineFiles::EngineFiles(const Context& context, QWidget& window)
    : QObject(&window), m_context(context), m_window(window) {}

void EngineFiles::setServer(const ServerAddress& server) {
    m_server = server;
    connect(&m_context.bench, &Workbench::waiting, this, [this](int seconds) {
        emit said(seconds > 0 ? tr("Waiting for %1: no answer for %2 s.").arg(m_server.host).arg(seconds)
                              : QString());
    });
}

QString EngineFiles::addressOf(const QString& path) const {
    return here() ? path : m_server.addressOf(path);
}

QString EngineFiles::pathOf(const QString& address) const {
    const auto server = ServerAddress::of(address);
    if (server) {
        const bool same = server->origin == m_server.origin && server->curator == m_server.curator;
        return same ? server->project : QString();
    }
    return here() ? address : QString();
}

QString EngineFiles::projectPath() const {
    const QString open = m_context.bench.projectPath();
    return open.isEmpty() ? m_context.request.projectPath() : open;
}

/// On a server beside the data: what can be written there is for the server to say.
QString EngineFiles::suggestedProject() const {
    const session::RunOptions& options = m_context.request.options();
    if (here()) {
        return suggestedProjectPath(options);
    }
    const QFileInfo file(fileOfReference(options.place().empty() ? options.train.features : options.place()));
    return QDir::cleanPath(file.path() + QLatin1Char('/') + file.completeBaseName() +
                           QStringLiteral(".parsimony"));
}

void EngineFiles::chooseFile(QLatin1String kind, const QString& title, const QString& filter,
                             const QString& ending, const std::function<void(const QString&)>& take) {
    if (!here()) {
        browse({}, ending, take);
    } else if (const QString file = askOpenFile(&m_window, kind, title, filter); !file.isEmpty()) {
        take(file);
    }
}

void EngineFiles::chooseArrays(bool folder, const QString& title, const QString& ending,
                               const std::function<void(const QString&)>& take) {
    if (!folder || !here()) {
        chooseFile(FolderOf::data, title, arrayFileFilter(), ending, take);
    } else if (const QString place = askFolder(&m_window, FolderOf::data, title); !place.isEmpty()) {
        take(place);
    }
}

void EngineFiles::chooseData(const std::function<void(const QStringList&)>& take) {
    if (!here()) {
        browse({}, {}, [take](const QString& path) { take({path}); });
    } else if (const QStringList files =
                   askOpenFiles(&m_window, FolderOf::data, tr("Feature and label files"), arrayFileFilter());
               !files.isEmpty()) {
        take(files);
    }
}

void EngineFiles::browse(const QString& folder, const QString& ending,
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
        const QString name = QInputDialog::getItem(&m_window, tr("Files of %1").arg(m_server.host), words,
                                                   names, 0, true, &accepted);
        if (!accepted || name.isEmpty()) {
            return;
        }
        const QString path = QDir::cleanPath(
            folder.isEmpty() || name.startsWith(QLatin1Char('/')) ? name : folder + QLatin1Char('/') + name);
        if (name != whole && name.endsWith(QLatin1Char('/'))) {
            browse(path, ending, take);
        } else {
            take(path);
        }
    };
    m_context.bench.ask(this, wire::FolderCall{folder.toStdString()}, choose,
                        [this](const Problem& problem) { emit failedWith(problem); });
}

} // namespace parsimony::ui
