// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace parsimony::ui {

/// Where a classifier is written to, and the key that signs a statement on it, if any.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(const QString& suggestion, QWidget* parent = nullptr);
    [[nodiscard]] QString file() const;
    [[nodiscard]] QString key() const; ///< empty: nothing is signed

private:
    void check();

    QLineEdit *m_file = nullptr, *m_key = nullptr;
    QPushButton* m_export = nullptr;
};

} // namespace parsimony::ui
