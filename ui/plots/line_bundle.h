// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// Many lines of one pen over the same axes, drawn as they are: a curve of QCustomPlot looks at each segment
/// to see what of it is visible, which takes longer than drawing it.
class LineBundle : public QCPAbstractPlottable {
    Q_OBJECT
public:
    /// `places` has `length` numbers for each line, its heights over 0, 1, 2…; NaN leaves a gap.
    LineBundle(QCPAxis* x, QCPAxis* y, std::vector<float> places, std::size_t length);

    [[nodiscard]] std::size_t lines() const { return m_places.size() / m_length; }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    std::vector<float> m_places;
    std::size_t m_length;
};

} // namespace parsimony::ui
