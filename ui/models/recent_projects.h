// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <optional>

namespace parsimony::ui {

/// Projects opened lately, newest first, with how each was last seen; kept in the user's settings at once, so
/// that a window which is killed loses nothing. Files that are gone are left out when shown; projects on
/// servers stand there by their addresses.
class RecentProjects : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { PathRole = Qt::UserRole + 1, FolderRole, RemarkRole };

    explicit RecentProjects(QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    void add(const QString& path);
    void remove(const QString& path);
    /// Notes whether an experiment of the project waits to be resumed, and the ε that its train part has
    /// left; absent of public data.
    void note(const QString& path, bool interrupted, std::optional<double> left);
    void reload(); ///< from the settings, without files that are gone

private:
    void save() const;
    [[nodiscard]] QString remarkOf(const QString& path) const;
    QStringList m_paths;
};

} // namespace parsimony::ui
