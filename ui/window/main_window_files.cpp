// SPDX-License-Identifier: GPL-3.0-or-later
// What the window writes: classifiers, reports, copies of projects, plans.
#include "core/session/options_toml.h"
#include "ui/window/export_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/report_pdf.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
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
        [this](const QStringList& files) { say(tr("Wrote %1").arg(files.join(QStringLiteral(", ")))); },
        [this](const Problem& problem) { sayProblem(problem); });
}

void MainWindow::chooseReport() {
    const auto state = m_bench.state();
    if (!state || state->experiments.empty()) {
        say(tr("There is nothing to report yet: run a plan first."));
        return;
    }
    const QList<std::pair<QString, QString>> kinds{
        {tr("Web page (*.html)"), QStringLiteral("html")},
        {tr("PDF (*.pdf)"), QStringLiteral("pdf")},
        {tr("Markdown with pictures (*.md)"), QStringLiteral("md")},
        {tr("LaTeX (*.tex)"), QStringLiteral("tex")},
        {tr("JSON (*.json)"), QStringLiteral("json")},
        {tr("Entry for a registry of deployments (*.yaml)"), QStringLiteral("yaml")}};
    QStringList filters;
    for (const auto& [filter, suffix] : kinds) {
        filters << filter;
    }
    QString kind;
    QString file = QFileDialog::getSaveFileName(this, tr("Write a report"),
                                                suggestedFile(QStringLiteral("-report.html")),
                                                filters.join(QStringLiteral(";;")), &kind);
    if (file.isEmpty()) {
        return;
    }
    if (const auto chosen = filters.indexOf(kind); QFileInfo(file).suffix().isEmpty() && chosen >= 0) {
        file += QLatin1Char('.') + kinds[chosen].second;
    }
    writeReport(file);
}

void MainWindow::writeReport(const QString& file) {
    writeFiles([file](SessionPort& session) -> std::vector<std::filesystem::path> {
        if (QFileInfo(file).suffix().compare(QStringLiteral("pdf"), Qt::CaseInsensitive) != 0) {
            return session.files(wire::ReportCall{}, file.toStdString());
        }
        const QTemporaryDir folder;
        const QString markdown = folder.filePath(QStringLiteral("report.md"));
        (void)session.files(wire::ReportCall{}, markdown.toStdString());
        printReport(markdown, file);
        return {file.toStdString()};
    });
}

void MainWindow::chooseCopy() {
    if (m_bench.projectPath().isEmpty()) {
        say(tr("There is nothing to copy yet: open a project or run a plan first."));
        return;
    }
    const QString file = QFileDialog::getSaveFileName(this, tr("A copy for others"),
                                                      suggestedFile(QStringLiteral("-copy.parsimony")),
                                                      tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        writeCopy(file);
    }
}

void MainWindow::writeCopy(const QString& file) {
    writeFiles([file](SessionPort& session) { return session.files(wire::ShareCall{}, file.toStdString()); });
}

void MainWindow::choosePlanFile() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("The plan as a file"), suggestedFile(QStringLiteral(".toml")),
                                     tr("Configuration files (*.toml)"));
    if (!file.isEmpty()) {
        writePlan(file);
    }
}

void MainWindow::writePlan(const QString& file) {
    QSaveFile target(file);
    if (target.open(QIODevice::WriteOnly) &&
        target.write(QByteArray::fromStdString(
            session::planToml(m_request.options(), projectPath().toStdString()))) >= 0 &&
        target.commit()) {
        say(tr("Wrote %1").arg(file));
    } else {
        say(tr("%1 cannot be written: %2").arg(file, target.errorString()));
    }
}

QString MainWindow::suggestedFile(const QString& ending) const {
    const QFileInfo project(projectPath());
    const bool isHere = m_server.isEmpty() && !project.filePath().isEmpty();
    return (isHere ? project.absolutePath() : QDir::homePath()) + QLatin1Char('/') +
           (project.filePath().isEmpty() ? QStringLiteral("parsimony") : project.completeBaseName()) + ending;
}

QString MainWindow::projectPath() const {
    return m_bench.projectPath().isEmpty() ? m_request.projectPath() : m_bench.projectPath();
}

} // namespace parsimony::ui
