// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/calls.h"

#include <QDialog>
#include <QList>
#include <utility>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace parsimony::ui {

/// What a report tells, and where it is written to.
class ReportDialog : public QDialog {
    Q_OBJECT
public:
    /// `filter` of the table of trials, in canonical words; empty: there is none.
    ReportDialog(const QString& suggestion, const QString& filter, QWidget* parent = nullptr);
    [[nodiscard]] QString file() const;
    [[nodiscard]] wire::ReportCall call() const;

private:
    [[nodiscard]] QString chooseFile();
    void addPlots();

    QString m_words; ///< of the filter
    QLineEdit* m_file = nullptr;
    QList<std::pair<const char*, QCheckBox*>> m_plots; ///< by their names
    QCheckBox* m_filtered = nullptr;
    QPushButton* m_write = nullptr;
};

} // namespace parsimony::ui
