// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_row.h"

#include "ui/style/widgets.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

namespace parsimony::ui {

namespace {
struct FileRowWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::FileRow)
};
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
    meaning->setWordWrap(true);
    grid.addWidget(roleLabel(label, "field"), row, 0);
    grid.addWidget(edit, row, 1);
    grid.addWidget(browse, row, 2);
    grid.addWidget(meaning, row + 1, 1, 1, 2);
    return edit;
}

} // namespace parsimony::ui
