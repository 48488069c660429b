// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QCPLayoutInset;

namespace parsimony::ui {

/// Equal panels side by side that wrap into rows.
struct PanelGrid {
    int count = 0, columns = 1;
    QPointF origin; ///< of the first frame
    QSizeF frame;   ///< of each, without what stands around it; in pixels
    QSizeF between; ///< from one frame to the next

    [[nodiscard]] int rows() const { return (count + columns - 1) / columns; }
    [[nodiscard]] QRectF at(int panel) const;
    [[nodiscard]] bool first(int panel) const { return panel % columns == 0; }      ///< of its row
    [[nodiscard]] bool lowest(int panel) const { return panel + columns >= count; } ///< nothing is below it
};

/// The number of columns that makes the panels largest, where `aspect` is the width that a panel of height 1
/// would like to have. In panels narrower than `readable` the numbers would run into each other: they are
/// taken where those of all other arrangements have next to no height.
[[nodiscard]] PanelGrid panelGrid(const QRectF& area, int count, const QSizeF& between, double aspect,
                                  double readable = 0.0);

/// Puts element `index` of `layout`, which fills a plot of `size`, at `frame`, in pixels of the plot.
void placeFrame(QCPLayoutInset& layout, int index, const QRectF& frame, const QSizeF& size);

} // namespace parsimony::ui
