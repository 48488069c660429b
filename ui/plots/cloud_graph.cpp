// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/cloud_graph.h"

#include <cmath>
#include <vector>

namespace parsimony::ui {

namespace {
constexpr qsizetype kFew = 2000; ///< up to here each symbol is drawn where it lies between pixels
}

void CloudGraph::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                 const QCPScatterStyle& style) const {
    if (scatters.size() <= kFew || painter->modes().testFlag(QCPPainter::pmVectorized) ||
        painter->transform().type() > QTransform::TxTranslate) {
        QCPGraph::drawScatterPlot(painter, scatters, style);
        return;
    }
    const double ratio = painter->device()->devicePixelRatioF();
    const int reach = static_cast<int>(std::ceil(style.size() / 2.0 + style.pen().widthF())) + 1;
    QPixmap stamp(QSize(2 * reach, 2 * reach) * ratio);
    stamp.setDevicePixelRatio(ratio);
    stamp.fill(Qt::transparent);
    QCPPainter once(&stamp);
    once.setAntialiasing(true);
    style.applyTo(&once, pen());
    style.drawShape(&once, reach, reach);
    once.end();
    const QRectF area = QRectF(clipRect()).adjusted(-reach, -reach, reach, reach);
    const auto columns = static_cast<std::size_t>(std::ceil(area.width() * ratio)) + 1;
    const auto rows = static_cast<std::size_t>(std::ceil(area.height() * ratio)) + 1;
    std::vector<bool> stamped(columns * rows);
    for (const QPointF& at : scatters) {
        if (!area.contains(at)) {
            continue; // a missing value has no place either
        }
        const double column = std::floor((at.x() - area.left()) * ratio);
        const double row = std::floor((at.y() - area.top()) * ratio);
        std::vector<bool>::reference seen =
            stamped[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)];
        if (!seen) {
            seen = true;
            painter->drawPixmap(
                QPointF(area.left() + column / ratio - reach, area.top() + row / ratio - reach), stamp);
        }
    }
}

} // namespace parsimony::ui
