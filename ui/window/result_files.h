// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/workers/context.h"
#include "ui/workers/session_port.h"

#include <QObject>

namespace parsimony::ui {

class EngineFiles;

/// Writes classifiers, reports, copies of projects and plans. `choose…` asks where to, `write…` is told.
class ResultFiles : public QObject {
    Q_OBJECT
public:
    ResultFiles(const Context& context, const EngineFiles& files, QWidget& window);

    void chooseExport(std::int64_t trial); ///< 0: the newest result
    /// With a `key` a signed statement is written beside it.
    void writeExport(std::int64_t trial, const QString& file, const QString& key = {});
    void chooseReport();
    /// What the project released, as the kind of file that the name ends in; .pdf beside those of the command
    /// line.
    void writeReport(const QString& file, const wire::ReportCall& call = {});
    void chooseCopy();
    void writeCopy(const QString& file); ///< of the project, without a curator's values
    void choosePlan();
    void writePlan(const QString& file); ///< what stands in the forms, for `--config` of the command line

signals:
    void said(QString text);
    void failedWith(parsimony::ui::Problem problem);
    void written(QStringList files);

private:
    void write(std::function<std::vector<std::filesystem::path>(SessionPort&)> make);
    [[nodiscard]] QString suggested(const QString& ending) const; ///< beside the project

    Context m_context;
    const EngineFiles& m_files;
    QWidget& m_window;
};

} // namespace parsimony::ui
