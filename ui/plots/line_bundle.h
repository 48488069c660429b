// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/own_drawing.h"

namespace parsimony::ui {

/// Many lines of one pen over the same axes, drawn as they are: a curve of QCustomPlot looks at each segment
/// to see what of it is visible, which takes longer than drawing it.
class LineBundle : public OwnDrawing {
    Q_OBJECT
public:
    /// `places` has `length` numbers for each line, its heights over 0, 1, 2…; NaN leaves a gap.
    LineBundle(QCPAxis* x, QCPAxis* y, std::vector<float> places, std::size_t length);

    [[nodiscard]] std::size_t lines() const { return m_places.size() / m_length; }

protected:
    void draw(QCPPainter* painter) override;

private:
    std::vector<float> m_places;
    std::size_t m_length;
};

} // namespace parsimony::ui
