// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_dialog.h"

#include "ui/style/file_dialogs.h"
#include "ui/window/file_row.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

namespace parsimony::ui {

ExportDialog::ExportDialog(const QString& suggestion, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export the classifier"));
    setMinimumWidth(520);
    auto* grid = new QGridLayout(this);
    grid->setColumnStretch(1, 1);
    m_file = addFileRow(*grid, 0, QStringLiteral("export.file"), tr("File"),
                        tr("Its ending chooses the format: .safetensors, .npz, .onnx or .csv."), [this] {
                            return QFileDialog::getSaveFileName(
                                this, tr("Export the classifier"), file(),
                                tr("safetensors (*.safetensors);;NumPy (*.npz);;ONNX (*.onnx);;CSV (*.csv)"));
                        });
    m_key =
        addFileRow(*grid, 2, QStringLiteral("export.key"), tr("Sign with"),
                   tr("Optional: an Ed25519 key, as “openssl genpkey -algorithm ed25519 -out key.pem” makes "
                      "it. A signed "
                      "statement beside the classifier names its files, its guarantee and the ledger it "
                      "comes from. The key "
                      "is read now and kept nowhere."),
                   [this] {
                       return askOpenFile(this, FolderOf::key, tr("The key that signs"),
                                          tr("Keys (*.pem);;All files (*)"));
                   });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    m_export->setObjectName(QStringLiteral("export.accept"));
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!canBeWritten(*m_file)) {
            return;
        }
        keepFolder(FolderOf::results, file());
        if (!key().isEmpty()) {
            keepFolder(FolderOf::key, key());
        }
        accept();
    });
    grid->addWidget(buttons, 4, 0, 1, 3);
    for (QLineEdit* edit : {m_file, m_key}) {
        connect(edit, &QLineEdit::textChanged, this, &ExportDialog::check);
    }
    m_file->setText(suggestion);
}

void ExportDialog::check() {
    if (m_export != nullptr) {
        m_export->setEnabled(!file().isEmpty() && (key().isEmpty() || QFileInfo(key()).isFile()));
    }
}

QString ExportDialog::file() const {
    return m_file->text().trimmed();
}

QString ExportDialog::key() const {
    return m_key->text().trimmed();
}

} // namespace parsimony::ui
