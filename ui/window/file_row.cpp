// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_row.h"

#include "ui/style/file_dialogs.h"
#include "ui/style/widgets.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace parsimony::ui {

namespace {
struct FileRowWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::FileRow)
};

QString hintName(const QString& row) {
    return row + QStringLiteral(".hint");
}
} // namespace

QLineEdit* addFileRow(QGridLayout& grid, int row, const QString& name, const QString& label,
                      const QString& hint, const std::function<QString()>& choose) {
    auto* edit = new QLineEdit;
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setAccessibleDescription(hint);
    auto* browse = new QPushButton(FileRowWords::tr("Choose…"));
    browse->setAccessibleName(FileRowWords::tr("Choose: %1").arg(label));
    browse->setAutoDefault(false);
    QObject::connect(browse, &QPushButton::clicked, edit, [edit, choose] {
        if (const QString chosen = choose(); !chosen.isEmpty()) {
            edit->setText(chosen);
        }
    });
    auto* meaning = roleLabel(hint, "muted");
    meaning->setObjectName(hintName(name));
    meaning->setWordWrap(true);
    QObject::connect(edit, &QLineEdit::textChanged, meaning, [meaning, hint] {
        meaning->setText(hint);
        setRole(meaning, "muted");
    });
    grid.addWidget(roleLabel(label, "field"), row, 0);
    grid.addWidget(edit, row, 1);
    grid.addWidget(browse, row, 2);
    grid.addWidget(meaning, row + 1, 1, 1, 2);
    return edit;
}

bool canBeWritten(QLineEdit& edit) {
    const QFileInfo file(edit.text().trimmed());
    const QFileInfo folder(file.absolutePath());
    QString problem;
    if (const QString ledger = ledgerThere(file.absoluteFilePath()); !ledger.isEmpty()) {
        problem = ledger;
    } else if (!folder.isDir()) {
        problem = FileRowWords::tr("There is no folder %1.").arg(folder.filePath());
    } else if (file.isDir()) {
        problem = FileRowWords::tr("%1 is a folder.").arg(file.absoluteFilePath());
    } else if (!folder.isWritable() || (file.exists() && !file.isWritable())) {
        problem =
            FileRowWords::tr("You may not write %1: choose another folder.").arg(file.absoluteFilePath());
    }
    auto* below = edit.parentWidget()->findChild<QLabel*>(hintName(edit.objectName()));
    if (!problem.isEmpty() && below != nullptr) {
        below->setText(problem);
        setRole(below, "error");
        edit.setFocus(Qt::OtherFocusReason);
    }
    return problem.isEmpty();
}

} // namespace parsimony::ui
