// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/result_files.h"

#include "core/session/options_toml.h"
#include "ui/models/request.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/file_dialogs.h"
#include "ui/window/engine_files.h"
#include "ui/window/export_dialog.h"
#include "ui/window/report_dialog.h"
#include "ui/window/report_pdf.h"
#include "ui/workers/workbench.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace parsimony::ui {

ResultFiles::ResultFiles(const Context& context, const EngineFiles& files, QWidget& window)
    : QObject(&window), m_context(context), m_files(files), m_window(window) {}

void ResultFiles::chooseExport(std::int64_t trial) {
    if (m_context.bench.projectPath().isEmpty()) {
        emit said(tr("There is no trained classifier yet: run a plan first."));
        return;
    }
    ExportDialog dialog(suggested(QStringLiteral("-classifier.safetensors")), &m_window);
    if (dialog.exec() == QDialog::Accepted) {
        writeExport(trial, dialog.file(), dialog.key());
    }
}

void ResultFiles::writeExport(std::int64_t trial, const QString& file, const QString& key) {
    const wire::ExportCall call{trial > 0 ? std::optional(trial) : std::nullopt, {}, key.toStdString()};
    write([call, file](SessionPort& session) { return session.files(call, file.toStdString()); });
}

void ResultFiles::write(std::function<std::vector<std::filesystem::path>(SessionPort&)> make) {
    m_context.bench.ask(
        this,
        [make = std::move(make),
         path = m_context.bench.projectPath().toStdString()](const EngineAccess& access) {
            QStringList files;
            for (const auto& written : make(*access.engine.open(path, false))) {
                files << QString::fromStdString(written.string());
            }
            return files;
        },
        [this](const QStringList& files) { emit written(files); },
        [this](const Problem& problem) { emit failedWith(problem); });
}

void ResultFiles::chooseReport() {
    const auto state = m_context.bench.state();
    if (!state || state->experiments.empty()) {
        emit said(tr("There is nothing to report yet: run a plan first."));
        return;
    }
    ReportDialog dialog(suggested(QStringLiteral("-report.html")),
                        QString::fromStdString(m_context.trials.filter().canonical()), &m_window);
    if (dialog.exec() == QDialog::Accepted) {
        writeReport(dialog.file(), dialog.call());
    }
}

void ResultFiles::writeReport(const QString& file, const wire::ReportCall& call) {
    write([file, call](SessionPort& session) -> std::vector<std::filesystem::path> {
        if (QFileInfo(file).suffix().compare(QStringLiteral("pdf"), Qt::CaseInsensitive) != 0) {
            return session.files(call, file.toStdString());
        }
        const QTemporaryDir folder;
        const QString markdown = folder.filePath(QStringLiteral("report.md"));
        (void)session.files(call, markdown.toStdString());
        printReport(markdown, file);
        return {file.toStdString()};
    });
}

void ResultFiles::chooseCopy() {
    if (m_context.bench.projectPath().isEmpty()) {
        emit said(tr("There is nothing to copy yet: open a project or run a plan first."));
        return;
    }
    const QString file =
        askSaveFile(&m_window, tr("A copy for others"), suggested(QStringLiteral("-copy.parsimony")),
                    tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        writeCopy(file);
    }
}

void ResultFiles::writeCopy(const QString& file) {
    write([file](SessionPort& session) { return session.files(wire::ShareCall{}, file.toStdString()); });
}

void ResultFiles::choosePlan() {
    const QString file = askSaveFile(&m_window, tr("The plan as a file"), suggested(QStringLiteral(".toml")),
                                     tr("Configuration files (*.toml)"));
    if (!file.isEmpty()) {
        writePlan(file);
    }
}

void ResultFiles::writePlan(const QString& file) {
    if (writeWhole(file, QByteArray::fromStdString(session::planToml(m_context.request.options(),
                                                                     m_files.projectPath().toStdString())))) {
        emit written({file});
    } else {
        emit failedWith(notWritten(file));
    }
}

QString ResultFiles::suggested(const QString& ending) const {
    const QFileInfo project(m_files.projectPath());
    // A sample lies where the program keeps what is its own.
    const QString own = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const bool beside =
        m_files.here() && !project.filePath().isEmpty() && !project.absolutePath().startsWith(own);
    return (beside ? project.absolutePath() : folderFor(FolderOf::results)) + QLatin1Char('/') +
           (project.filePath().isEmpty() ? QStringLiteral("parsimony") : project.completeBaseName()) + ending;
}

} // namespace parsimony::ui
