// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recent_projects.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace parsimony::ui {

namespace {
const QString kKey = QStringLiteral("recent");
constexpr int kMost = 12;
} // namespace

RecentProjects::RecentProjects(QObject* parent) : QAbstractListModel(parent) {
    reload();
}

int RecentProjects::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_paths.size());
}

QVariant RecentProjects::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const QString& path = m_paths[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return QFileInfo(path).completeBaseName();
    case Qt::ToolTipRole:
    case PathRole:
        return path;
    case FolderRole: {
        QString folder = QFileInfo(path).absolutePath();
        if (folder.startsWith(QDir::homePath())) {
            folder.replace(0, QDir::homePath().size(), QStringLiteral("~"));
        }
        return folder;
    }
    default:
        return {};
    }
}

void RecentProjects::add(const QString& path) {
    beginResetModel();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_paths.removeAll(absolute);
    m_paths.prepend(absolute);
    while (m_paths.size() > kMost) {
        m_paths.removeLast();
    }
    endResetModel();
    save();
}

void RecentProjects::remove(const QString& path) {
    beginResetModel();
    m_paths.removeAll(path);
    endResetModel();
    save();
}

void RecentProjects::reload() {
    beginResetModel();
    m_paths.clear();
    const auto stored = QSettings().value(kKey).toStringList();
    for (const QString& path : stored) {
        if (QFileInfo::exists(path)) {
            m_paths << path;
        }
    }
    endResetModel();
}

void RecentProjects::save() const {
    QSettings().setValue(kKey, m_paths);
}

} // namespace parsimony::ui
