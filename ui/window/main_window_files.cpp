// SPDX-License-Identifier: GPL-3.0-or-later
// What the window writes: classifiers, reports, copies of projects, plans.
#include "core/session/options_toml.h"
#include "ui/style/file_dialogs.h"
#include "ui/window/export_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/report_dialog.h"
#include "ui/window/report_pdf.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace parsimony::ui {

void MainWindow::exportModel(std::int64_t trial) {
    if (m_bench.projectPath().isEmpty()) {
        say(tr("There is no trained classifier yet: run a plan first."));
        return;
    }
    ExportDialog dialog(suggestedFile(QStringLiteral("-classifier.safetensors")), this);
    if (dialog.exec() == QDialog::Accepted) {
        exportModelTo(trial, dialog.file(), dialog.key());
    }
}

void MainWindow::exportModelTo(std::int64_t trial, const QString& file, const QString& key) {
    const wire::ExportCall call{trial > 0 ? std::optional(trial) : std::nullopt, {}, key.toStdString()};
    writeFiles([call, file](SessionPort& session) { return session.files(call, file.toStdString()); });
}

void MainWindow::writeFiles(std::function<std::vector<std::filesystem::path>(SessionPort&)> write) {
    m_bench.ask(
        this,
        [write = std::move(write), path = m_bench.projectPath().toStdString()](const EngineAccess& access) {
            QStringList files;
            for (const auto& written : write(*access.engine.open(path, false))) {
                files << QString::fromStdString(written.string());
            }
            return files;
        },
        [this](const QStringList& files) { sayWritten(files); },
        [this](const Problem& problem) { sayProblem(problem); });
}

void MainWindow::chooseReport() {
    const auto state = m_bench.state();
    if (!state || state->experiments.empty()) {
        say(tr("There is nothing to report yet: run a plan first."));
        return;
    }
    ReportDialog dialog(suggestedFile(QStringLiteral("-report.html")),
                        QString::fromStdString(m_trials.filter().canonical()), this);
    if (dialog.exec() == QDialog::Accepted) {
        writeReport(dialog.file(), dialog.call());
    }
}

void MainWindow::writeReport(const QString& file, const wire::ReportCall& call) {
    writeFiles([file, call](SessionPort& session) -> std::vector<std::filesystem::path> {
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

void MainWindow::chooseCopy() {
    if (m_bench.projectPath().isEmpty()) {
        say(tr("There is nothing to copy yet: open a project or run a plan first."));
        return;
    }
    const QString file =
        askSaveFile(this, tr("A copy for others"), suggestedFile(QStringLiteral("-copy.parsimony")),
                    tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        writeCopy(file);
    }
}

void MainWindow::writeCopy(const QString& file) {
    writeFiles([file](SessionPort& session) { return session.files(wire::ShareCall{}, file.toStdString()); });
}

void MainWindow::choosePlanFile() {
    const QString file = askSaveFile(this, tr("The plan as a file"), suggestedFile(QStringLiteral(".toml")),
                                     tr("Configuration files (*.toml)"));
    if (!file.isEmpty()) {
        writePlan(file);
    }
}

void MainWindow::writePlan(const QString& file) {
    if (writeWhole(file, QByteArray::fromStdString(
                             session::planToml(m_request.options(), projectPath().toStdString())))) {
        sayWritten({file});
    } else {
        sayProblem(notWritten(file));
    }
}

QString MainWindow::suggestedFile(const QString& ending) const {
    const QFileInfo project(projectPath());
    // A sample lies where the program keeps what is its own.
    const QString own = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const bool beside =
        m_server.isEmpty() && !project.filePath().isEmpty() && !project.absolutePath().startsWith(own);
    return (beside ? project.absolutePath() : folderFor(FolderOf::results)) + QLatin1Char('/') +
           (project.filePath().isEmpty() ? QStringLiteral("parsimony") : project.completeBaseName()) + ending;
}

QString MainWindow::projectPath() const {
    return m_bench.projectPath().isEmpty() ? m_request.projectPath() : m_bench.projectPath();
}

} // namespace parsimony::ui
