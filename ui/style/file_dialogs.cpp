// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/file_dialogs.h"

#include "core/base/ledger_file.h"
#include "ui/models/kept_settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>

namespace parsimony::ui {

namespace {

struct FileDialogWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::FileDialogs)
};

QString settingOf(QLatin1String kind) {
    return QLatin1String("folder/") + kind;
}

} // namespace

QString folderFor(QLatin1String kind) {
    QString last = QSettings().value(settingOf(kind)).toString();
    if (!last.isEmpty() && QFileInfo(last).isDir()) {
        return last;
    }
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

void keepFolder(QLatin1String kind, const QString& file) {
    keepSetting(settingOf(kind), QFileInfo(file).absolutePath());
}

QString askOpenFile(QWidget* parent, QLatin1String kind, const QString& title, const QString& filter) {
    QString file = QFileDialog::getOpenFileName(parent, title, folderFor(kind), filter);
    if (!file.isEmpty()) {
        keepFolder(kind, file);
    }
    return file;
}

QStringList askOpenFiles(QWidget* parent, QLatin1String kind, const QString& title, const QString& filter) {
    QStringList files = QFileDialog::getOpenFileNames(parent, title, folderFor(kind), filter);
    if (!files.isEmpty()) {
        keepFolder(kind, files.first());
    }
    return files;
}

QString askFolder(QWidget* parent, QLatin1String kind, const QString& title) {
    QString folder = QFileDialog::getExistingDirectory(parent, title, folderFor(kind));
    if (!folder.isEmpty()) {
        keepFolder(kind, folder);
    }
    return folder;
}

QString askSaveFile(QWidget* parent, const QString& title, const QString& name, const QString& filter,
                    QString* chosen) {
    const QString start = QDir(folderFor(FolderOf::results)).filePath(name);
    QString file = QFileDialog::getSaveFileName(parent, title, start, filter, chosen);
    if (!file.isEmpty()) {
        keepFolder(FolderOf::results, file);
    }
    return file;
}

QString ledgerThere(const QString& file) {
    return isLedgerFile(file.toStdString())
               ? FileDialogWords::tr("%1 is a project or a registry, or belongs to one: choose another name.")
                     .arg(file)
               : QString();
}

bool writeWhole(const QString& file, const QByteArray& bytes) {
    QSaveFile into(file);
    return !isLedgerFile(file.toStdString()) && into.open(QIODevice::WriteOnly) &&
           into.write(bytes) == bytes.size() && into.commit();
}

Problem notWritten(const QString& file) {
    QString words = ledgerThere(file);
    if (words.isEmpty()) {
        words = FileDialogWords::tr("%1 cannot be written: choose another folder, or make room.").arg(file);
    }
    return {ErrorCode::Failed, words, words, {}};
}

} // namespace parsimony::ui
