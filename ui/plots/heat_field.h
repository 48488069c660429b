// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/contours.h"
#include "ui/plots/own_drawing.h"

#include <vector>

namespace parsimony::ui {

/// The cells of one panel as colours, with lines over them. On the screen both are drawn once into a picture
/// at the resolution of the device, which is copied from then on until the size, the colours or the lines
/// change; onto paper they are drawn as they are. The axes have to show all cells, from -0.5 to n - 0.5.
class HeatField : public OwnDrawing {
    Q_OBJECT
public:
    HeatField(QCPAxis* x, QCPAxis* y);

    /// Row 0 of `cells` is the top one; `background` shows where a cell has no value (alpha 0).
    void setCells(const QImage& cells, const QColor& background);
    void addLines(const std::vector<Polyline>& lines, const QPen& pen); ///< in cells, row 0 at the bottom

    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Lines {
        QPen pen;
        QVector<QVector<QPointF>> strips; ///< in cells
    };
    void paintInto(QPainter& painter, const QRectF& area, bool vectors) const;

    QImage m_cells, m_made;
    QColor m_background;
    std::vector<Lines> m_lines;
};

} // namespace parsimony::ui
