// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/encoder_edits.h"
#include "ui/models/encoders.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QToolButton;

namespace parsimony::ui {

class ElidedLabel;
class Field;

/// One of several encoders: its name, which can be typed, where its rows lie, how wide they are, what is
/// wrong with them, and a menu to change the rest.
class EncoderRow : public QWidget {
    Q_OBJECT
public:
    /// Its widgets are named by its place in the list: "encoder.0.name".
    explicit EncoderRow(int place, QWidget* parent = nullptr);
    /// `idFiles`: arrays that could say whose the rows are.
    void show(const encoders::Listed& encoder, const QStringList& idFiles);
    /// Rows come later than what stands below them: puts it behind `before`, and returns what the next one
    /// is put behind.
    QWidget* setTabAfter(QWidget* before);
    void setNameProblem(const QString& problem); ///< of what was typed; empty: it is one

signals:
    void renamed(QString name);
    void placeWanted(bool folder);
    void idsChosen(encoders::PartOf part, QString reference); ///< empty: none
    void removed();

private:
    void openMenu();

    Field* m_name;
    ElidedLabel* m_place;
    QLabel *m_facts, *m_problem;
    QToolButton* m_more;
    QStringList m_idFiles;
    bool m_joined = false;
};

} // namespace parsimony::ui
