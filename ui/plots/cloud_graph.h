// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// A graph whose points may be very many: on the screen their symbol is drawn once and stamped from then on,
/// once per pixel; few points, and those on paper, are drawn one by one.
class CloudGraph : public QCPGraph {
    Q_OBJECT
public:
    using QCPGraph::QCPGraph;

protected:
    void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;
};

} // namespace parsimony::ui
