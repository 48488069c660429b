// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace parsimony::ui {

/// Tables and pictures that an operation found, one under the other, in the language and colours of the
/// window; they can be copied and saved.
class SheetView : public QWidget {
    Q_OBJECT
public:
    /// `name` is what accessibility calls it, `empty` what stands there before there is anything.
    SheetView(const QString& name, const QString& empty, QWidget* parent = nullptr);
    void setSheet(const SheetPtr& sheet); ///< null: none
    [[nodiscard]] const SheetPtr& sheet() const { return m_sheet; }
    void saveTo(const QString& file); ///< its figures as JSON, each picture as SVG beside it

signals:
    void message(QString text);
    void written(QStringList files);
    void failedWith(parsimony::ui::Problem problem);

private:
    void fill();
    void addTable(const Sheet::Table& table);
    void copy();

    SheetPtr m_sheet;
    QString m_empty;
    QLabel* m_title;
    QPushButton *m_copy, *m_save;
    QWidget* m_body;
    QVBoxLayout* m_column;
};

} // namespace parsimony::ui
