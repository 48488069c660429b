// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/part_guess.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace parsimony::ui {

class ElidedLabel;

/// One part of the data: its arrays, their shapes, what is wrong with them, and a menu to change them.
class PartRow : public QWidget {
    Q_OBJECT
public:
    PartRow(const QString& name, const QString& title, const QString& meaning, QWidget* parent = nullptr);
    void show(const session::PartFiles& part, const std::vector<ArrayInfo>& arrays,
              std::optional<std::uint64_t> trainWidth, bool removable);
    [[nodiscard]] bool good() const { return m_good; }

signals:
    void featuresChosen(const QString& reference);
    void labelsChosen(const QString& reference);
    void idsChosen(const QString& reference); ///< empty: none
    void fileWanted();
    void removed();

private:
    void openMenu();

    QString m_title;
    QLabel* m_state;
    ElidedLabel* m_file;
    ElidedLabel* m_shape;
    QToolButton* m_more;
    QStringList m_features, m_labels;
    session::PartFiles m_part;
    bool m_good = false, m_removable = false;
};

} // namespace parsimony::ui
