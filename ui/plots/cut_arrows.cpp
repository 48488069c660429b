// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/cut_arrows.h"

#include <algorithm>
#include <limits>

namespace parsimony::ui {

CutArrows::CutArrows(const QCPGraph& line) : OwnDrawing(line.keyAxis(), line.valueAxis()), m_line(line) {
    setPen(line.pen());
}

std::vector<QPointF> CutArrows::tips() const {
    const QCPRange range = valueAxis()->range();
    std::vector<QPointF> tips;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (int i = 0; i < m_line.dataCount(); ++i) {
        low = std::min(low, m_line.dataMainValue(i));
        high = std::max(high, m_line.dataMainValue(i));
    }
    if (m_line.dataCount() == 0 || high < range.lower || low > range.upper) {
        return tips;
    }
    const double x = keyAxis()->coordToPixel(m_line.dataMainKey(0));
    const QRect area = clipRect();
    if (high > range.upper) {
        tips.emplace_back(x, area.top() + 1);
    }
    if (low < range.lower) {
        tips.emplace_back(x, area.bottom() - 1);
    }
    return tips;
}

void CutArrows::draw(QCPPainter* painter) {
    if (!m_line.visible()) {
        return;
    }
    const double wing = 3.4 * pen().widthF();
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(pen().color());
    const double middle = clipRect().center().y();
    for (const QPointF& tip : tips()) {
        const double back = tip.y() < middle ? 2.0 * wing : -2.0 * wing;
        painter->drawPolygon(QPolygonF{{tip, tip + QPointF(wing, back), tip + QPointF(-wing, back)}});
    }
}

} // namespace parsimony::ui
