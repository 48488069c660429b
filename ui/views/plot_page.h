// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

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
    /// A button of this plot alone that is on or off, left of those that all plots have.
    void addToggle(const QString& name, const QString& text, const QString& meaning, bool on,
                   const std::function<void(bool)>& apply);

signals:
    void message(QString text);

private:
    Plot* m_plot;
    QHBoxLayout *m_bar = nullptr, *m_toggles = nullptr;
    QLabel* m_readout = nullptr;
};

} // namespace parsimony::ui
