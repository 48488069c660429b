// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/encoder_row.h"
#include "ui/workers/context.h"

#include <vector>

class QMenu;
class QPushButton;
class QVBoxLayout;

namespace parsimony::ui {

class Choice;
class FormGrid;

/// The encoders of the same records, of which a search chooses: which there are, what ties their rows, which
/// is trained on. Where there is one set of rows, only the way to add another.
class EncoderList : public QWidget {
    Q_OBJECT
public:
    explicit EncoderList(const Context& context, QWidget* parent = nullptr);
    void refresh();
    /// Takes the rows of a folder or file that the catalog has looked at: in the place of the encoder
    /// `instead`, or as those of a further one.
    void take(const QString& place, const QString& instead);

signals:
    void placeWanted(bool folder, QString instead);

private:
    void buildTies();
    void buildButtons();
    void fillJoins();
    EncoderRow* addRow(int index);
    [[nodiscard]] std::string nameAt(int index) const;

    Context m_context;
    QVBoxLayout* m_rowsLayout;
    std::vector<EncoderRow*> m_rows;
    QLabel *m_meaning, *m_problem;
    FormGrid* m_ties = nullptr;
    Choice *m_order = nullptr, *m_alone = nullptr;
    QPushButton *m_add = nullptr, *m_join = nullptr;
    QMenu* m_joins = nullptr;
};

} // namespace parsimony::ui
