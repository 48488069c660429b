// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/data_flow.h"

#include "core/session/option_paths.h"
#include "ui/models/array_paths.h"
#include "ui/models/data_catalog.h"
#include "ui/models/request.h"
#include "ui/window/data_section.h"
#include "ui/window/encoder_list.h"
#include "ui/window/engine_files.h"
#include "ui/window/run_flow.h"
#include "ui/workers/workbench.h"

#include <QDir>
#include <QFileInfo>

namespace parsimony::ui {

namespace {

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

DataFlow::DataFlow(const Context& context, EngineFiles& files, DataSection& section, RunFlow& flow,
                   QObject* parent)
    : QObject(parent), m_context(context), m_files(files), m_section(section), m_flow(flow) {
    connect(&m_section, &DataSection::filesWanted, this,
            [this] { m_files.chooseData([this](const QStringList& paths) { take(paths); }); });
    connect(&m_section, &DataSection::encoderWanted, this, &DataFlow::chooseEncoder);
    connect(&m_section, &DataSection::locateWanted, this, &DataFlow::locate);
    connect(&m_flow, &RunFlow::optionsTaken, this, &DataFlow::listMissing);
}

bool DataFlow::locked() {
    const bool running = m_context.bench.running();
    if (running) {
        emit said(tr("An experiment is running: its data cannot be changed now."));
    }
    return running;
}

QStringList DataFlow::filesIn(const QStringList& paths) {
    return m_files.here() ? m_context.catalog.expand(paths) : paths;
}

void DataFlow::take(const QStringList& paths) {
    if (locked()) {
        return;
    }
    emit taken();
    if (const QStringList files = filesIn(paths); !files.isEmpty()) {
        m_context.catalog.setBusy(true);
        list(m_taken, files, [this](const FileListing& listing) { add(listing, &m_context.request); });
    }
}

void DataFlow::listMissing() {
    const QStringList files = m_context.catalog.missingFiles(m_context.request.options());
    if (!files.isEmpty()) {
        list(m_named, files, [this](const FileListing& listing) { add(listing, nullptr); });
    }
}

void DataFlow::list(Question& question, const QStringList& files,
                    std::function<void(const FileListing&)> take) {
    m_context.bench.ask(
        question,
        [files, here = m_files.here()](const EngineAccess& access) {
            return listFiles(access.engine, here ? files : withFolders(access.engine, files));
        },
        std::move(take), [this](const Problem& problem) { emit failedWith(problem); });
}

void DataFlow::add(const FileListing& listing, Request* assign) {
    Request& request = m_context.request;
    m_context.catalog.add(listing, assign);
    if (request.projectPath().isEmpty() && request.hasData()) {
        request.setProjectPath(m_files.suggestedProject());
        emit said(tr("The first run makes the project %1. Ctrl+S stores it elsewhere.")
                      .arg(QDir::toNativeSeparators(request.projectPath())));
    }
}

void DataFlow::chooseEncoder(bool folder, const QString& instead) {
    if (!locked()) {
        m_files.chooseArrays(folder, tr("The same records by another encoder"), {},
                             [this, instead](const QString& place) { takeEncoder(place, instead); });
    }
}

void DataFlow::takeEncoder(const QString& place, const QString& instead) {
    if (const QStringList files = filesIn({place}); !files.isEmpty()) {
        m_context.catalog.setBusy(true);
        list(m_taken, files, [this, place, instead](const FileListing& listing) {
            m_context.catalog.add(listing, nullptr);
            m_section.encoders().take(place, instead);
        });
    }
}

void DataFlow::locate(const QString& file) {
    const QFileInfo lost(file);
    const bool folder = !isArrayFile(file);
    m_files.chooseArrays(folder, tr("Where is %1 now?").arg(lost.fileName()),
                         folder ? QString() : QLatin1Char('.') + lost.suffix(),
                         [this, file](const QString& now) { move(file, now); });
}

void DataFlow::move(const QString& from, const QString& to) {
    std::vector<session::MovedFile> moved{{from.toStdString(), to.toStdString()}};
    for (const QString& other :
         ui::filesIn(m_context.request.options())) { // what lay beside it has most likely come along
        const QString beside = QFileInfo(to).dir().filePath(QFileInfo(other).fileName());
        if (m_files.here() && other != from && QFileInfo(other).path() == QFileInfo(from).path() &&
            !QFileInfo::exists(other) && QFileInfo::exists(beside)) {
            moved.push_back({other.toStdString(), beside.toStdString()});
        }
    }
    m_context.catalog.forgetLost();
    m_flow.moveData(moved);
    listMissing();
}

void DataFlow::clear() {
    m_taken.drop();
    m_named.drop();
    m_context.catalog.clear();
}

} // namespace parsimony::ui
