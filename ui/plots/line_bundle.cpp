// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/line_bundle.h"

#include <cmath>

namespace parsimony::ui {

LineBundle::LineBundle(QCPAxis* x, QCPAxis* y, std::vector<float> places, std::size_t length)
    : OwnDrawing(x, y), m_places(std::move(places)), m_length(length) {}

void LineBundle::draw(QCPPainter* painter) {
    applyDefaultAntialiasingHint(painter);
    painter->setAntialiasing(antialiased());
    painter->setPen(pen());
    painter->setBrush(Qt::NoBrush);
    std::vector<double> across(m_length);
    for (std::size_t i = 0; i < m_length; ++i) {
        across[i] = keyAxis()->coordToPixel(static_cast<double>(i));
    }
    const double foot = valueAxis()->coordToPixel(0.0);
    const double rise = valueAxis()->coordToPixel(1.0) - foot;
    QVector<QPointF> strip;
    const auto drawStrip = [&] {
        if (strip.size() > 1) {
            painter->drawPolyline(strip.constData(), static_cast<int>(strip.size()));
        }
        strip.clear();
    };
    for (std::size_t at = 0; at < m_places.size(); at += m_length) {
        for (std::size_t i = 0; i < m_length; ++i) {
            const auto place = static_cast<double>(m_places[at + i]);
            if (std::isnan(place)) {
                drawStrip();
            } else {
                strip << QPointF(across[i], foot + place * rise);
            }
        }
        drawStrip();
    }
}

} // namespace parsimony::ui
