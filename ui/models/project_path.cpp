// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/project_path.h"

#include "ui/models/data_catalog.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace parsimony::ui {

QString suggestedProjectPath(const session::RunOptions& options) {
    const QString file = fileOfReference(options.place().empty() ? options.train.features : options.place());
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

} // namespace parsimony::ui
