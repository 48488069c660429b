// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// Moves the legend to the corner, or else the middle of an edge, where it hides least. It stays where it is
/// unless another place is better, so that it doesn't jump while somebody pans. True where even the best
/// place hides some of the data.
bool placeLegend(QCustomPlot& plot);

/// Whether there is room in the plot for a legend that stands above its axes as it is laid out now.
bool legendFitsAbove(const QCustomPlot& plot);

/// The legend above the axes, in as many columns as there is room for, while this lives.
class LegendAbove {
public:
    LegendAbove(QCustomPlot& plot, int width);
    ~LegendAbove();
    LegendAbove(const LegendAbove&) = delete;
    LegendAbove& operator=(const LegendAbove&) = delete;

private:
    QCustomPlot& m_plot;
    Qt::Alignment m_place;
};

} // namespace parsimony::ui
