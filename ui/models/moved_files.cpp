// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/moved_files.h"

#include "ui/models/kept_settings.h"

#include <QFileInfo>
#include <QSettings>
#include <QStringList>
#include <utility>

namespace parsimony::ui {

namespace {
QString keyOf(const QString& projectId) {
    return QStringLiteral("moved/") + projectId;
}
} // namespace

std::vector<session::MovedFile> keptMoves(const QString& projectId) {
    std::vector<session::MovedFile> moved;
    const QStringList texts =
        projectId.isEmpty() ? QStringList() : QSettings().value(keyOf(projectId)).toStringList();
    for (qsizetype i = 0; i + 1 < texts.size(); i += 2) {
        moved.push_back({texts[i].toStdString(), texts[i + 1].toStdString()});
    }
    return moved;
}

void keepMoves(const QString& projectId, const std::vector<session::MovedFile>& moved) {
    QStringList texts;
    for (const session::MovedFile& file : moved) {
        texts << QString::fromStdString(file.from) << QString::fromStdString(file.to);
    }
    if (!projectId.isEmpty()) {
        keepSetting(keyOf(projectId), texts);
    }
}

std::vector<session::MovedFile> stillMoved(std::vector<session::MovedFile> moved) {
    std::erase_if(moved, [](const session::MovedFile& file) {
        return QFileInfo::exists(QString::fromStdString(file.from));
    });
    return moved;
}

session::RunOptions withMoves(session::RunOptions options, const std::vector<session::MovedFile>& moved) {
    for (const session::MovedFile& file : moved) {
        options = session::withFileMoved(std::move(options), file.from, file.to);
    }
    return options;
}

} // namespace parsimony::ui
