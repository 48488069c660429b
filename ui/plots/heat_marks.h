// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heatmap.h"
#include "ui/plots/own_drawing.h"

namespace parsimony::ui {

/// What lies on the cells of a panel: a ring around the best one and diamonds where searches tried. They grow
/// with the cells, up to a size, and are whole at the edges of the panel too.
class HeatMarks : public OwnDrawing {
    Q_OBJECT
public:
    /// `ink`: what sizes are multiplied by on a narrow figure.
    HeatMarks(QCPAxis* x, QCPAxis* y, const HeatPanel& panel, bool trials, double ink);

    /// Where they are in a panel of that frame: no words stand there. The ring's place is the first.
    [[nodiscard]] std::vector<QRectF> places(const QRectF& frame) const;
    /// How large a mark of a cell is in a panel of that frame.
    [[nodiscard]] static double markSize(const QSizeF& frame, const HeatPanel& panel, double largest);

protected:
    void draw(QCPPainter* painter) override;
    QRect clipRect() const override; ///< a little more than the panel

private:
    [[nodiscard]] QPointF pixelOf(const QRectF& frame, double column, double row) const;
    [[nodiscard]] double ringSize(const QSizeF& frame) const;
    [[nodiscard]] double trialSize(const QSizeF& frame) const;
    void drawTrials(QCPPainter& painter, const QRectF& frame) const;

    const HeatPanel& m_panel; ///< of the plot
    bool m_trials;
    double m_ink;
};

} // namespace parsimony::ui
