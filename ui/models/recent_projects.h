// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QStringList>

namespace parsimony::ui {

/// Projects opened lately, newest first, kept in the user's settings; files that are gone are left out when
/// shown.
class RecentProjects : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { PathRole = Qt::UserRole + 1, FolderRole };

    explicit RecentProjects(QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    void add(const QString& path);
    void remove(const QString& path);
    void reload(); ///< from the settings, without files that are gone

private:
    void save() const;
    QStringList m_paths;
};

} // namespace parsimony::ui
