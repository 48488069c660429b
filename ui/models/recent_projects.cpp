// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recent_projects.h"

#include "ui/models/kept_settings.h"
#include "ui/models/number_format.h"
#include "ui/models/server_place.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QUrl>

namespace parsimony::ui {

namespace {
const QString kKey = QStringLiteral("recent");
const QString kSeen = QStringLiteral("recentSeen");
constexpr int kMost = 12;

QString absolutePath(const QString& path) {
    return isOnServer(path) ? path : QFileInfo(path).absoluteFilePath();
}
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
        return QFileInfo(isOnServer(path) ? QUrl(path).path() : path).completeBaseName();
    case Qt::ToolTipRole:
    case PathRole:
        return path;
    case FolderRole: {
        if (isOnServer(path)) {
            return QUrl(path).adjusted(QUrl::RemoveFilename | QUrl::RemoveQuery).toString();
        }
        QString folder = QFileInfo(path).absolutePath();
        if (folder.startsWith(QDir::homePath())) {
            folder.replace(0, QDir::homePath().size(), QStringLiteral("~"));
        }
        return folder;
    }
    case RemarkRole:
        return remarkOf(path);
    default:
        return {};
    }
}

QString RecentProjects::remarkOf(const QString& path) const {
    const QVariantList seen = QSettings().value(kSeen).toMap().value(path).toList();
    if (seen.size() != 2) {
        return {};
    }
    const double left = seen[1].toDouble();
    QStringList words;
    if (seen[0].toBool()) {
        words << tr("interrupted: open it to resume");
    }
    if (left >= 0.0) { // of public data nothing is kept
        words << (left > 0.0 ? tr("ε %1 left").arg(formatEpsilon(left, Rounding::Down)) : tr("nothing left"));
    }
    return words.join(QStringLiteral(" · "));
}

void RecentProjects::note(const QString& path, bool interrupted, std::optional<double> left) {
    const QString absolute = absolutePath(path);
    QVariantMap all = QSettings().value(kSeen).toMap();
    const QVariantList now{interrupted, left.value_or(-1.0)};
    if (all.value(absolute).toList() == now) {
        return;
    }
    for (const QString& known : all.keys()) {
        if (!m_paths.contains(known)) {
            all.remove(known);
        }
    }
    all[absolute] = now;
    keepSetting(kSeen, all);
    if (const auto row = m_paths.indexOf(absolute); row >= 0) {
        const QModelIndex at = index(static_cast<int>(row));
        emit dataChanged(at, at, {RemarkRole});
    }
}

void RecentProjects::add(const QString& path) {
    beginResetModel();
    const QString absolute = absolutePath(path);
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
        if (isOnServer(path) || QFileInfo::exists(path)) {
            m_paths << path;
        }
    }
    endResetModel();
}

void RecentProjects::save() const {
    keepSetting(kKey, m_paths);
}

} // namespace parsimony::ui
