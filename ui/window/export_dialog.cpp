// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_dialog.h"

#include "ui/style/widgets.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

namespace parsimony::ui {

ExportDialog::ExportDialog(const QString& suggestion, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export the classifier"));
    setMinimumWidth(520);
    auto* grid = new QGridLayout(this);
    grid->setColumnStretch(1, 1);
    m_file = addFile(QStringLiteral("export.file"), tr("File"),
                     tr("Its ending chooses the format: .safetensors, .npz, .onnx or .csv."), 0, [this] {
                         return QFileDialog::getSaveFileName(
                             this, tr("Export the classifier"), file(),
                             tr("safetensors (*.safetensors);;NumPy (*.npz);;ONNX (*.onnx);;CSV (*.csv)"));
                     });
    m_key = addFile(QStringLiteral("export.key"), tr("Sign with"),
                    tr("Optional: an Ed25519 key, as “openssl genpkey -algorithm ed25519 -out key.pem” makes "
                       "it. A signed "
                       "statement beside the classifier names its files, its guarantee and the ledger it "
                       "comes from. The key "
                       "is read now and kept nowhere."),
                    2, [this] {
                        return QFileDialog::getOpenFileName(
                            this, tr("The key that signs"),
                            QSettings().value(QStringLiteral("folder/key")).toString(),
                            tr("Keys (*.pem);;All files (*)"));
                    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    m_export->setObjectName(QStringLiteral("export.accept"));
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!key().isEmpty()) {
            QSettings().setValue(QStringLiteral("folder/key"), QFileInfo(key()).absolutePath());
        }
        accept();
    });
    grid->addWidget(buttons, 4, 0, 1, 3);
    m_file->setText(suggestion);
}

QLineEdit* ExportDialog::addFile(const QString& name, const QString& label, const QString& hint, int row,
                                 const std::function<QString()>& choose) {
    auto* grid = qobject_cast<QGridLayout*>(layout());
    auto* edit = new QLineEdit;
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setAccessibleDescription(hint);
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setAccessibleName(tr("Choose: %1").arg(label));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, [edit, choose] {
        if (const QString chosen = choose(); !chosen.isEmpty()) {
            edit->setText(chosen);
        }
    });
    connect(edit, &QLineEdit::textChanged, this, &ExportDialog::check);
    auto* meaning = roleLabel(hint, "muted");
    meaning->setWordWrap(true);
    grid->addWidget(roleLabel(label, "field"), row, 0);
    grid->addWidget(edit, row, 1);
    grid->addWidget(browse, row, 2);
    grid->addWidget(meaning, row + 1, 1, 1, 2);
    return edit;
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
