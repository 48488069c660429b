// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heat_marks.h"

#include "core/base/collected.h"
#include "ui/plots/held_back.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

constexpr double kRing = 12.0, kDiamond = 8.0; ///< at most, without their pens
constexpr double kRingPen = 4.0;
constexpr double kLeastShare = 0.7;  ///< of those: smaller marks are not seen
constexpr double kManyTrials = 16.0; ///< more than these are drawn smaller
constexpr double kReach = 12.0;      ///< from the panel's edge, at most: as far as the next panel

QPolygonF diamond(const QPointF& middle, double half) {
    return {{middle + QPointF(half, 0), middle + QPointF(0, half), middle + QPointF(-half, 0),
             middle + QPointF(0, -half)}};
}

QRectF around(const QPointF& middle, double side) {
    return {middle.x() - side / 2, middle.y() - side / 2, side, side};
}

} // namespace

HeatMarks::HeatMarks(QCPAxis* x, QCPAxis* y, const HeatPanel& panel, bool trials, double ink)
    : OwnDrawing(x, y), m_panel(panel), m_trials(trials), m_ink(ink) {}

double HeatMarks::markSize(const QSizeF& frame, const HeatPanel& panel, double largest) {
    const double cell = std::min(frame.width() / static_cast<double>(panel.rates.size()),
                                 frame.height() / static_cast<double>(panel.steps.size()));
    return std::clamp(cell, kLeastShare * largest, largest);
}

double HeatMarks::ringSize(const QSizeF& frame) const {
    return markSize(frame, m_panel, kRing * m_ink);
}

double HeatMarks::trialSize(const QSizeF& frame) const {
    const auto count = static_cast<double>(m_panel.searched.size());
    return markSize(frame, m_panel, kDiamond * m_ink) *
           std::clamp(std::sqrt(kManyTrials / std::max(1.0, count)), 0.7, 1.0);
}

QPointF HeatMarks::pixelOf(const QRectF& frame, double column, double row) const {
    return {frame.left() + (column + 0.5) * frame.width() / static_cast<double>(m_panel.rates.size()),
            frame.bottom() - (row + 0.5) * frame.height() / static_cast<double>(m_panel.steps.size())};
}

std::vector<QRectF> HeatMarks::places(const QRectF& frame) const {
    const std::size_t best = m_panel.best(), columns = m_panel.rates.size();
    const double ring = ringSize(frame.size()) * (1.0 + kRingPen / kRing);
    const std::size_t row = best / columns;
    const QPointF top = pixelOf(frame, static_cast<double>(best % columns), static_cast<double>(row));
    std::vector<QRectF> places{around(top, ring)};
    if (m_trials) {
        const double size = trialSize(frame.size());
        for (const HeatTrial& trial : m_panel.searched) {
            const QPointF at = pixelOf(frame, trial.column, trial.row);
            places.push_back(around(at, size * (trial.clamped ? 1.8 : 1.2)));
        }
    }
    return places;
}

QRect HeatMarks::clipRect() const {
    const QRect frame = OwnDrawing::clipRect();
    const int reach = static_cast<int>(std::ceil(kReach * m_ink));
    return frame.adjusted(-reach, -reach, reach, reach);
}

void HeatMarks::drawTrials(QCPPainter& painter, const QRectF& frame) const {
    const double half = trialSize(frame.size()) / 2.0;
    const double rim = 0.3 * half;
    auto at = collected<QPointF>(
        m_panel.searched, [&](const HeatTrial& trial) { return pixelOf(frame, trial.column, trial.row); });
    // All rims first: where trials crowd, those of one would cover the others, and all would be black.
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0));
    for (const QPointF& middle : at) {
        painter.drawPolygon(diamond(middle, half + rim));
    }
    painter.setPen(QPen(QColor(0, 0, 0, 110), 0.5 * rim));
    painter.setBrush(QColor(255, 255, 255));
    for (const QPointF& middle : at) {
        painter.drawPolygon(diamond(middle, half));
    }
    for (const auto& [color, width] :
         {std::pair(QColor(0, 0, 0), 3.4), std::pair(QColor(255, 255, 255), 1.4)}) {
        QCPScatterStyle lid = heldBackMark(color);
        lid.setPen(QPen(color, width * half / (kDiamond / 2.0)));
        lid.setSize(lid.size() * half / (kDiamond / 2.0));
        lid.applyTo(&painter, lid.pen());
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (m_panel.searched[i].clamped) {
                lid.drawShape(&painter, at[i]);
            }
        }
    }
}

void HeatMarks::draw(QCPPainter* painter) {
    const QRectF frame = OwnDrawing::clipRect();
    painter->setAntialiasing(true);
    if (m_trials) {
        drawTrials(*painter, frame);
    }
    // A ring, because colour alone does not find it: black and white are seen on every shade.
    const double size = ringSize(frame.size());
    const QPointF middle = places(frame).front().center();
    painter->setBrush(Qt::NoBrush);
    for (const auto& [color, width] :
         {std::pair(QColor(0, 0, 0), kRingPen), std::pair(QColor(255, 255, 255), 1.8)}) {
        painter->setPen(QPen(color, width * size / kRing));
        painter->drawEllipse(middle, size / 2.0, size / 2.0);
    }
}

} // namespace parsimony::ui
