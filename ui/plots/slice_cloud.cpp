// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/slice_cloud.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {
constexpr std::size_t kFew = 2000; ///< up to here each point is a disc
constexpr double kDisc = 2.6;      ///< its radius, at most
constexpr double kPad = 0.04;      ///< of the frame, free at each side
} // namespace

SliceCloud::SliceCloud(QCPAxis* x, QCPAxis* y, const std::vector<SlicePoint>& points,
                       const std::array<QColor, kShades + 1>& colors)
    : OwnDrawing(x, y), m_points(points), m_colors(colors) {}

QPointF SliceCloud::pixelOf(const SlicePoint& point, const QRectF& frame) {
    const auto inside = [](double place) { return kPad + place * (1.0 - 2.0 * kPad); };
    return {frame.left() + inside(point.x) * frame.width(),
            frame.bottom() - inside(point.y) * frame.height()};
}

double SliceCloud::discRadius(const QRectF& frame) {
    return std::min(kDisc, kPad * std::min(frame.width(), frame.height()));
}

QImage SliceCloud::picture(const QSizeF& size, double ratio) const {
    QImage made((size * ratio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    made.setDevicePixelRatio(ratio);
    made.fill(Qt::transparent);
    std::array<QRgb, kShades + 1> colors{};
    std::transform(m_colors.begin(), m_colors.end(), colors.begin(),
                   [](const QColor& c) { return c.rgba(); });
    const int side = static_cast<int>(std::lround(2.0 * ratio));
    for (const SlicePoint& point : m_points) {
        const QPointF at = pixelOf(point, QRectF(QPointF(0, 0), QSizeF(made.size())));
        const int left = std::clamp(static_cast<int>(at.x()) - side / 2, 0, std::max(0, made.width() - side));
        const int top = std::clamp(static_cast<int>(at.y()) - side / 2, 0, std::max(0, made.height() - side));
        for (int y = top; y < std::min(top + side, made.height()); ++y) {
            auto* line = reinterpret_cast<QRgb*>(made.scanLine(y));
            std::fill(line + left, line + std::min(left + side, made.width()),
                      colors[static_cast<std::size_t>(point.shade)]);
        }
    }
    return made;
}

void SliceCloud::draw(QCPPainter* painter) {
    const QRectF area = clipRect();
    const bool onScreen = !painter->modes().testFlag(QCPPainter::pmVectorized) &&
                          painter->transform().type() <= QTransform::TxTranslate;
    if (m_points.size() > kFew && onScreen) {
        const double ratio = painter->device()->devicePixelRatioF();
        if (m_made.size() != (area.size() * ratio).toSize().expandedTo({1, 1})) {
            m_made = picture(area.size(), ratio);
        }
        painter->drawImage(area.topLeft(), m_made);
        return;
    }
    applyDefaultAntialiasingHint(painter);
    painter->setAntialiasing(true);
    painter->setPen(Qt::NoPen);
    const double radius = discRadius(area);
    for (const SlicePoint& point : m_points) {
        painter->setBrush(m_colors[static_cast<std::size_t>(point.shade)]);
        painter->drawEllipse(pixelOf(point, area), radius, radius);
    }
}

} // namespace parsimony::ui
