// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace parsimony::ui {

class Plot;
class Selection;

/// A plot with its bar: read-out of the cursor, log axes, back to all, export. One for every plot, so that
/// all behave alike.
class PlotPage : public QWidget {
    Q_OBJECT
public:
    PlotPage(Plot* plot, Selection& selection, QWidget* parent = nullptr);
    [[nodiscard]] Plot* plot() const { return m_plot; }
    [[nodiscard]] QHBoxLayout* bar() const { return m_bar; } ///< for controls of one plot; insert at index 1

signals:
    void message(QString text);

private:
    Plot* m_plot;
    QHBoxLayout* m_bar = nullptr;
    QLabel* m_readout = nullptr;
};

} // namespace parsimony::ui
