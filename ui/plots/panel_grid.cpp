// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/panel_grid.h"

#include <qcustomplot.h>

#include <algorithm>

namespace parsimony::ui {

QRectF PanelGrid::at(int panel) const {
    const QPointF step(frame.width() + between.width(), frame.height() + between.height());
    const int column = panel % columns;
    const int row = panel / columns;
    return {origin + QPointF(step.x() * column, step.y() * row), frame};
}

PanelGrid panelGrid(const QRectF& area, int count, const QSizeF& between, double aspect, double readable) {
    constexpr double kNarrow = 0.2; // what a panel counts in which numbers run into each other
    PanelGrid best;
    double largest = -1.0;
    for (int columns = 1; columns <= std::max(1, count); ++columns) {
        PanelGrid grid{count, columns, area.topLeft(), {}, between};
        const int rows = std::max(1, grid.rows());
        grid.frame = {(area.width() - (columns - 1) * between.width()) / columns,
                      (area.height() - (rows - 1) * between.height()) / rows};
        const double size = std::min(grid.frame.width() / aspect, grid.frame.height()) *
                            (grid.frame.width() < readable ? kNarrow : 1.0);
        if (columns == 1 || size > largest) {
            largest = size;
            best = grid;
        }
    }
    // Whole pixels, so that all are exactly equal; a plot too small for anything keeps a frame of a pixel.
    best.frame = {std::max(1.0, std::floor(best.frame.width())),
                  std::max(1.0, std::floor(best.frame.height()))};
    return best;
}

void placeFrame(QCPLayoutInset& layout, int index, const QRectF& frame, const QSizeF& size) {
    constexpr double kHalf = 0.5; // layouts cut to whole pixels: a little more keeps the one that was meant
    const double w = std::max(1.0, size.width());
    const double h = std::max(1.0, size.height());
    layout.setInsetRect(index, {(frame.left() + kHalf) / w, (frame.top() + kHalf) / h,
                                (frame.width() + kHalf) / w, (frame.height() + kHalf) / h});
}

} // namespace parsimony::ui
