// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heat_field.h"

namespace parsimony::ui {

HeatField::HeatField(QCPAxis* x, QCPAxis* y) : OwnDrawing(x, y) {}

void HeatField::setCells(const QImage& cells, const QColor& background) {
    m_cells = cells;
    m_background = background;
    m_made = {};
}

void HeatField::addLines(const std::vector<Polyline>& lines, const QPen& pen) {
    Lines added{pen, {}};
    added.strips.reserve(static_cast<qsizetype>(lines.size()));
    for (const Polyline& line : lines) {
        QVector<QPointF> strip;
        strip.reserve(static_cast<qsizetype>(line.size()));
        for (const auto& [column, row] : line) {
            strip << QPointF(column, row);
        }
        added.strips << strip;
    }
    m_lines.push_back(std::move(added));
    m_made = {};
}

QCPRange HeatField::getKeyRange(bool& found, QCP::SignDomain) const {
    found = !m_cells.isNull();
    return {-0.5, m_cells.width() - 0.5};
}

QCPRange HeatField::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = !m_cells.isNull();
    return {-0.5, m_cells.height() - 0.5};
}

void HeatField::draw(QCPPainter* painter) {
    const QRect area = clipRect();
    if (m_cells.isNull() || area.isEmpty()) {
        return;
    }
    const bool vectors = painter->modes().testFlag(QCPPainter::pmVectorized);
    if (vectors || painter->transform().type() > QTransform::TxTranslate) {
        paintInto(*painter, area, vectors);
        return;
    }
    const double ratio = painter->device()->devicePixelRatioF();
    const QSize pixels = (QSizeF(area.size()) * ratio).toSize();
    if (m_made.size() != pixels) {
        m_made = QImage(pixels, QImage::Format_RGB32);
        m_made.setDevicePixelRatio(ratio);
        m_made.fill(m_background);
        QPainter into(&m_made);
        paintInto(into, QRectF(QPointF(0, 0), QSizeF(area.size())), false);
    }
    painter->drawImage(area.topLeft(), m_made);
}

void HeatField::paintInto(QPainter& painter, const QRectF& area, bool vectors) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    // Programs that show vector files smooth small pictures: there each cell is many pixels.
    constexpr double kOverPaper = 3.0;
    painter.drawImage(area, vectors ? m_cells.scaled((area.size() * kOverPaper).toSize()) : m_cells);
    painter.setRenderHint(QPainter::Antialiasing);
    const double dx = area.width() / m_cells.width();
    const double dy = area.height() / m_cells.height();
    QVector<QPointF> pixels;
    for (const Lines& lines : m_lines) {
        painter.setPen(lines.pen);
        for (const QVector<QPointF>& strip : lines.strips) {
            pixels.resize(strip.size());
            std::transform(strip.begin(), strip.end(), pixels.begin(), [&](const QPointF& at) {
                return QPointF(area.left() + (at.x() + 0.5) * dx, area.bottom() - (at.y() + 0.5) * dy);
            });
            painter.drawPolyline(pixels.constData(), static_cast<int>(pixels.size()));
        }
    }
    painter.restore();
}

} // namespace parsimony::ui
