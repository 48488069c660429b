// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/own_drawing.h"

#include <array>
#include <vector>

namespace parsimony::ui {

/// A trial of a slice: its place in the frame, 0 to 1 from the left and from below, and its shade.
struct SlicePoint {
    float x = 0.0F, y = 0.0F;
    int shade = 0;
    std::uint32_t trial = 0; ///< its place among those with a score
    friend bool operator==(const SlicePoint&, const SlicePoint&) = default;
};

/// The points of a slice, few or 10^5: many are squares of a pixel in a picture that is made once for a size.
class SliceCloud : public OwnDrawing {
    Q_OBJECT
public:
    static constexpr int kShades = 12; ///< and one more for points without a number to colour them by
    SliceCloud(QCPAxis* x, QCPAxis* y, const std::vector<SlicePoint>& points,
               const std::array<QColor, kShades + 1>& colors);

    [[nodiscard]] static QPointF pixelOf(const SlicePoint& point, const QRectF& frame);
    /// Of the discs of few points, so small that the outermost stay whole in a small frame too.
    [[nodiscard]] static double discRadius(const QRectF& frame);

protected:
    void draw(QCPPainter* painter) override;

private:
    [[nodiscard]] QImage picture(const QSizeF& size, double ratio) const;

    const std::vector<SlicePoint>& m_points; ///< of the plot
    std::array<QColor, kShades + 1> m_colors;
    QImage m_made;
};

} // namespace parsimony::ui
