// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of parallel coordinates: what is written at them, and under the mouse brushes, order, direction and
// scale.
#include "core/base/collected.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/plots/parallel_plot.h"
#include "ui/style/theme.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace parsimony::ui {

namespace {
constexpr double kReach = 9.0;         ///< pixels beside an axis that belong to it
constexpr double kSmallestDrag = 4.0;  ///< pixels: less is a click
constexpr double kHalfWidth = 5.0;     ///< of a brush, pixels
constexpr std::size_t kMostNames = 16; ///< that an axis has room for
constexpr int kLongestName = 14;       ///< letters
} // namespace

double ParallelPlot::placeOn(const Axis& axis, double value) {
    if (std::isnan(value)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double place = !(axis.high > axis.low) ? 0.5
                         : axis.logarithmic
                             ? std::log(std::max(value, 1e-300) / axis.low) / std::log(axis.high / axis.low)
                             : (value - axis.low) / (axis.high - axis.low);
    return axis.inverted ? 1.0 - place : place;
}

double ParallelPlot::valueOn(const Axis& axis, double place) {
    const double up = axis.inverted ? 1.0 - place : place;
    return axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, up)
                            : axis.low + up * (axis.high - axis.low);
}

std::optional<std::size_t> ParallelPlot::axisAt(const QPointF& pixel) const {
    const double near = std::round(xAxis->pixelToCoord(pixel.x()));
    const double y = yAxis->pixelToCoord(pixel.y());
    const bool there = near >= 0.0 && near < static_cast<double>(m_axes.size()) && y > -0.03 && y < 1.03 &&
                       std::abs(xAxis->coordToPixel(near) - pixel.x()) <= kReach;
    return there && !empty() ? std::optional(static_cast<std::size_t>(near)) : std::nullopt;
}

std::optional<std::size_t> ParallelPlot::axisNamedAt(const QPointF& pixel) const {
    const double near = std::round(xAxis->pixelToCoord(pixel.x()));
    const bool there = near >= 0.0 && near < static_cast<double>(m_axes.size()) &&
                       pixel.y() > axisRect()->bottom() && !empty();
    return there ? std::optional(static_cast<std::size_t>(near)) : std::nullopt;
}

std::optional<std::size_t> ParallelPlot::axisOf(TrialColumn column) const {
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        if (columnOf(m_axes[i]) == column) {
            return i;
        }
    }
    return std::nullopt;
}

std::vector<TrialColumn> ParallelPlot::axes() const {
    return collected<TrialColumn>(m_axes, [&](const Axis& axis) { return columnOf(axis); });
}

std::optional<QPointF> ParallelPlot::pixelOf(TrialColumn column, double value) const {
    const auto axis = axisOf(column);
    return axis ? std::optional(QPointF(xAxis->coordToPixel(static_cast<double>(*axis)),
                                        yAxis->coordToPixel(placeOn(m_axes[*axis], value))))
                : std::nullopt;
}

// What lies under the pixels where the mouse went down and up is meant as well.
std::pair<double, double> ParallelPlot::endsOf(const Brush& brush) const {
    const double pixel = std::abs(yAxis->pixelToCoord(1.0) - yAxis->pixelToCoord(0.0));
    return {std::min(brush.from, brush.to) - pixel, std::max(brush.from, brush.to) + pixel};
}

filter::FilterRange ParallelPlot::rangeOf(const Brush& brush) const {
    const Axis& axis = m_axes[brush.axis];
    const auto [bottom, top] = endsOf(brush);
    const double a = valueOn(axis, bottom);
    const double b = valueOn(axis, top);
    // Up to the end of an axis is no bound: trials to come may lie beyond.
    filter::FilterRange range{columnOf(axis), {}, {}};
    const auto inside = [](double place) { return place > 0.0 && place < 1.0; };
    if (inside(a < b ? bottom : top)) {
        range.low = std::min(a, b);
    }
    if (inside(a < b ? top : bottom)) {
        range.high = std::max(a, b);
    }
    return range;
}

std::vector<std::string> ParallelPlot::namesUnder(const Brush& brush) const {
    const Axis& axis = m_axes[brush.axis];
    const auto& all = m_names.at(axis.column);
    std::vector<std::string> names;
    const auto [bottom, top] = endsOf(brush);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const double place = placeOn(axis, static_cast<double>(k));
        if (place >= bottom && place <= top) {
            names.push_back(all[k]);
        }
    }
    return names;
}

void ParallelPlot::tellBrush(const Brush& brush, bool drawn) {
    const TrialColumn column = columnOf(m_axes[brush.axis]);
    if (m_names.contains(m_axes[brush.axis].column)) {
        emit named(column, drawn ? namesUnder(brush) : std::vector<std::string>());
    } else {
        emit brushed(drawn ? rangeOf(brush) : filter::FilterRange{column, {}, {}});
    }
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    const auto axis = event->button() == Qt::LeftButton ? axisAt(event->position()) : std::nullopt;
    if (const auto named = axisNamedAt(event->position()); named && event->button() == Qt::LeftButton) {
        m_moved = columnOf(m_axes[*named]);
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (!axis || event->modifiers() != Qt::NoModifier) {
        Plot::mousePressEvent(event);
        return;
    }
    const double place = std::clamp(yAxis->pixelToCoord(event->position().y()), 0.0, 1.0);
    m_brush = Brush{*axis, place, place};
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    if (m_moved) {
        const double last = static_cast<double>(m_axes.size()) - 1.0;
        const double to = std::clamp(std::round(xAxis->pixelToCoord(event->position().x())), 0.0, last);
        if (const auto from = axisOf(*m_moved)) {
            moveAxis(*m_moved, static_cast<int>(to) - static_cast<int>(*from));
        }
        return;
    }
    if (!m_brush) {
        Plot::mouseMoveEvent(event);
        if (axisAt(event->position())) {
            setCursor(Qt::SplitVCursor);
        } else if (axisNamedAt(event->position())) {
            setCursor(Qt::OpenHandCursor);
        }
        return;
    }
    m_brush->to = std::clamp(yAxis->pixelToCoord(event->position().y()), 0.0, 1.0);
    const double drawn = std::abs(yAxis->coordToPixel(m_brush->to) - yAxis->coordToPixel(m_brush->from));
    if (drawn >= kSmallestDrag) {
        tellBrush(*m_brush, true);
    }
    update();
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (std::exchange(m_moved, std::nullopt)) {
        setCursor(Qt::OpenHandCursor);
        return;
    }
    if (!m_brush) {
        Plot::mouseReleaseEvent(event);
        return;
    }
    const Brush brush = *m_brush;
    m_brush.reset();
    tellBrush(brush,
              std::abs(yAxis->coordToPixel(brush.to) - yAxis->coordToPixel(brush.from)) >= kSmallestDrag);
    update();
}

QCPItemText* ParallelPlot::addLabel(double x, double y, const QString& text) {
    auto* label = new QCPItemText(this);
    label->position->setCoords(x, y);
    label->setText(text);
    label->setFont(Theme::font(static_cast<int>(fontPixels()) - 1));
    label->setColor(Theme::instance().colors().muted);
    label->setClipToAxisRect(false);
    return label;
}

/// Its ends; of names each, on a ground of its own, because lines meet there.
void ParallelPlot::labelAxis(std::size_t index) {
    const Axis& axis = m_axes[index];
    const auto x = static_cast<double>(index);
    if (const auto names = m_names.find(axis.column); names != m_names.end()) {
        const std::size_t stride = 1 + names->second.size() / kMostNames;
        for (std::size_t k = 0; k < names->second.size(); k += stride) {
            QString name = QString::fromStdString(names->second[k]);
            if (name.size() > kLongestName) {
                name = name.left(kLongestName - 1) + QStringLiteral("…");
            }
            QCPItemText* label = addLabel(x, placeOn(axis, static_cast<double>(k)), name);
            QColor ground = Theme::instance().colors().base;
            ground.setAlphaF(0.85F);
            label->setBrush(ground);
            label->setPadding(QMargins(2, 0, 2, 0));
        }
        return;
    }
    for (const bool top : {false, true}) {
        const double end = top != axis.inverted ? axis.high : axis.low;
        addLabel(x, top ? 1.05 : -0.05,
                 columnOf(axis) == TrialColumn::Score ? formatPercent(end, 1) : formatQuantity(end, 3));
    }
}

void ParallelPlot::drawSelection(QCPPainter& painter) const {
    constexpr int kMostMarks = 50;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().colors().accent, 3.0));
    int marked = 0;
    for (std::size_t t = 0; t < m_trials.size() && marked < kMostMarks && !m_selection.trials().isEmpty();
         ++t) {
        if (!m_selection.contains(m_trials[t].id)) {
            continue;
        }
        QPolygonF line;
        for (std::size_t i = 0; i < m_axes.size(); ++i) {
            if (const double place = position(t, i); !std::isnan(place)) {
                line << QPointF(xAxis->coordToPixel(static_cast<double>(i)), yAxis->coordToPixel(place));
            }
        }
        painter.drawPolyline(line);
        ++marked;
    }
}

void ParallelPlot::drawOver(QCPPainter& painter) {
    drawSelection(painter);
    const QColor accent = Theme::instance().colors().accent;
    QColor soft = accent;
    soft.setAlphaF(0.25F);
    const auto band = [&](std::size_t axis, double from, double to) {
        const double x = xAxis->coordToPixel(static_cast<double>(axis));
        const QRectF area(
            QPointF(x - kHalfWidth, yAxis->coordToPixel(std::clamp(std::max(from, to), 0.0, 1.0))),
            QPointF(x + kHalfWidth, yAxis->coordToPixel(std::clamp(std::min(from, to), 0.0, 1.0))));
        painter.setPen(QPen(accent, 1.0));
        painter.setBrush(soft);
        painter.drawRect(area);
    };
    for (const auto& bounds : m_bounds) {
        const auto axis = axisOf(bounds.field);
        if (!axis || empty() || (m_brush && m_brush->axis == *axis)) {
            continue;
        }
        const Axis& a = m_axes[*axis];
        band(*axis, placeOn(a, bounds.low.value_or(a.low)), placeOn(a, bounds.high.value_or(a.high)));
    }
    if (m_brush) {
        band(m_brush->axis, m_brush->from, m_brush->to);
    }
}

void ParallelPlot::moveAxis(TrialColumn column, int places) {
    const auto axis = axisOf(column);
    const auto to = axis ? static_cast<int>(*axis) + places : -1;
    if (places == 0 || to < 0 || to >= static_cast<int>(m_axes.size())) {
        return;
    }
    const auto from = std::find(m_order.begin(), m_order.end(), m_axes[*axis].column);
    const auto other = std::find(m_order.begin(), m_order.end(), m_axes[static_cast<std::size_t>(to)].column);
    if (from < other) {
        std::rotate(from, from + 1, other + 1);
    } else {
        std::rotate(other, from, from + 1);
    }
    rearranged();
}

void ParallelPlot::invertAxis(TrialColumn column) {
    if (const auto axis = axisOf(column)) {
        m_inverted[m_axes[*axis].column].flip();
        rearranged();
    }
}

void ParallelPlot::setAxisLogarithmic(TrialColumn column, bool on) {
    if (const auto axis = axisOf(column)) {
        m_logarithmic[m_axes[*axis].column] = on;
        rearranged();
    }
}

void ParallelPlot::contextMenuEvent(QContextMenuEvent* event) {
    const double near = std::clamp(std::round(xAxis->pixelToCoord(event->pos().x())), 0.0,
                                   std::max(0.0, static_cast<double>(m_axes.size()) - 1.0));
    if (empty() || m_axes.empty()) {
        return;
    }
    const Axis axis = m_axes[static_cast<std::size_t>(near)];
    const TrialColumn column = columnOf(axis);
    QMenu menu(this);
    menu.addSection(trialColumnTitle(column));
    menu.addAction(tr("Move left"), this, [this, column] { moveAxis(column, -1); });
    menu.addAction(tr("Move right"), this, [this, column] { moveAxis(column, 1); });
    auto* upsideDown = menu.addAction(tr("Upside down"), this, [this, column] { invertAxis(column); });
    upsideDown->setCheckable(true);
    upsideDown->setChecked(axis.inverted);
    auto* logarithmic =
        menu.addAction(tr("Logarithmic"), this, [this, column](bool on) { setAxisLogarithmic(column, on); });
    logarithmic->setCheckable(true);
    logarithmic->setChecked(axis.logarithmic);
    logarithmic->setEnabled(axis.low > 0.0 && !m_names.contains(axis.column));
    menu.addAction(tr("Take the bounds off"), this, [this, near] {
        tellBrush({static_cast<std::size_t>(near), 0.0, 0.0}, false);
    });
    menu.exec(event->globalPos());
}

} // namespace parsimony::ui
