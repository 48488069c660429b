// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

class QWidget;

namespace parsimony::ui {

/// What people keep in folders of their own: data lies elsewhere than what is made of it.
struct FolderOf {
    static constexpr QLatin1String data{"features"}, project{"project"}, study{"study"}, key{"key"},
        results{"results"};
};

/// Where a dialog for such files begins: the folder that was chosen last while it is there, else the person's
/// documents, else their home; never where the program happens to have been started.
[[nodiscard]] QString folderFor(QLatin1String kind);
void keepFolder(QLatin1String kind, const QString& file); ///< that of `file` was chosen

/// Each asks for files of a kind and keeps their folder; empty when the person changed their mind.
[[nodiscard]] QString askOpenFile(QWidget* parent, QLatin1String kind, const QString& title,
                                  const QString& filter);
[[nodiscard]] QStringList askOpenFiles(QWidget* parent, QLatin1String kind, const QString& title,
                                       const QString& filter);
[[nodiscard]] QString askFolder(QWidget* parent, QLatin1String kind, const QString& title);
/// Where a result goes: `name` in the folder of the last one, or a path. `chosen` gets the filter.
[[nodiscard]] QString askSaveFile(QWidget* parent, const QString& title, const QString& name,
                                  const QString& filter, QString* chosen = nullptr);

/// What is wrong with writing over a project or a registry, where `file` is one; else empty.
[[nodiscard]] QString ledgerThere(const QString& file);
/// All of `bytes` into the file, or false and the file as it was.
[[nodiscard]] bool writeWhole(const QString& file, const QByteArray& bytes);
[[nodiscard]] Problem notWritten(const QString& file); ///< says so

} // namespace parsimony::ui
