// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// What draws itself over two axes: not in the legend, found by no click of QCustomPlot's (the plot itself
/// knows which trial is near), and without a range unless it says one.
class OwnDrawing : public QCPAbstractPlottable {
public:
    OwnDrawing(QCPAxis* x, QCPAxis* y) : QCPAbstractPlottable(x, y) { removeFromLegend(); }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
        found = false;
        return {};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        found = false;
        return {};
    }

protected:
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
};

} // namespace parsimony::ui
