// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot.h"

#include "ui/plots/opaque_buffer.h"
#include "ui/plots/tickers.h"
#include "ui/style/theme.h"

#include <algorithm>

namespace parsimony::ui {

namespace {
constexpr std::size_t kRememberedViews = 100;

} // namespace

Plot::Plot(const QString& name, const QString& title, QWidget* parent)
    : QCustomPlot(parent), m_title(title), m_buffer(new OpaqueBuffer(QSize(100, 100), 1.0)) {
    layer(QStringLiteral("overlay"))
        ->setMode(QCPLayer::lmLogical);                     // its buffer would be blended over each frame
    m_buffer->setDevicePixelRatio(mBufferDevicePixelRatio); // of the display that the window opens on
    mPaintBuffers = {m_buffer};
    setObjectName(name);
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(120, 100);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setNoAntialiasingOnDrag(true);
    setPlottingHint(QCP::phImmediateRefresh, false); // it would draw the rest of the window twice
    setSelectionTolerance(8);
    setLocale(QLocale::c());
    xAxis->setTicker(numberTicker(false));
    yAxis->setTicker(numberTicker(false));
    axisRect()->setupFullAxesBox(false);
    axisRect()->setMinimumMargins(QMargins(8, 12, 16, 8));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        applyTheme();
        restyle();
        redraw();
    });
    connect(this, &QCustomPlot::afterLayout, this, [this] { settleLegend(); });
    connect(this, &QCustomPlot::legendClick, this,
            [this](QCPLegend*, QCPAbstractLegendItem* item) { toggleSeries(item); });
    applyTheme();
}

void Plot::settleLegend() {
    if (legend == nullptr) {
        return; // a plot that lays itself out in panels
    }
    const auto layOut = [this] {
        for (const auto phase :
             {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) {
            plotLayout()->update(phase);
        }
    };
    // It stays where it was put while the plot keeps its size and entries: nothing jumps under a hand that
    // pans.
    const std::pair now(viewport().size(), legend->itemCount());
    if (std::exchange(m_legendFor, now) != now) {
        if (std::exchange(m_legendLeftOut, false)) {
            legend->setVisible(legend->itemCount() > 0);
            layOut();
        }
        if (m_legendAbove) {
            m_legendAbove.reset();
            layOut();
        }
    } else if (m_legendLeftOut) {
        legend->setVisible(false);
    }
    if (m_legendAbove || !placeLegend(*this)) {
        return;
    }
    m_legendAbove.emplace(*this, viewport().width());
    if (!legendFitsAbove(*this)) {
        m_legendAbove.reset();
        m_legendLeftOut = true;
        legend->setVisible(false);
    }
    layOut();
}

void Plot::toggleSeries(QCPAbstractLegendItem* item) {
    auto* entry = qobject_cast<QCPPlottableLegendItem*>(item);
    if (entry == nullptr) {
        return;
    }
    QCPAbstractPlottable* series = entry->plottable();
    series->setVisible(!series->visible());
    for (int i = 0; i < plottableCount(); ++i) {
        if (auto* bars = qobject_cast<QCPErrorBars*>(plottable(i)); bars && bars->dataPlottable() == series) {
            bars->setVisible(series->visible());
        }
    }
    const Colors& c = Theme::instance().colors();
    entry->setTextColor(series->visible() ? c.text : c.faint);
    QFont font = entry->font();
    font.setStrikeOut(!series->visible());
    entry->setFont(font);
    redraw();
}

void Plot::styleAxis(QCPAxis* axis) {
    const Colors& c = Theme::instance().colors();
    QFont font = Theme::font(static_cast<int>(std::lround(m_fontPixels)));
    axis->setBasePen(QPen(c.strongLine, m_ink));
    axis->setTickPen(QPen(c.strongLine, m_ink));
    axis->setSubTickPen(QPen(c.line, m_ink));
    axis->setTickLabelColor(c.muted);
    axis->setLabelColor(c.text);
    axis->setTickLabelFont(font);
    axis->setLabelFont(font);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(4);
    axis->setSubTickLengthIn(0);
    axis->setSubTickLengthOut(2);
    axis->grid()->setPen(QPen(c.line, m_ink));
    axis->grid()->setSubGridVisible(false);
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

void Plot::applyTheme() {
    const Colors& c = Theme::instance().colors();
    setBackground(QBrush(c.base));
    m_buffer->setBackground(c.base);
    for (QCPAxisRect* rect : axisRects()) {
        for (QCPAxis* axis : rect->axes()) {
            styleAxis(axis);
        }
        rect->axis(QCPAxis::atTop)->setVisible(false);
        rect->axis(QCPAxis::atRight)->setVisible(false);
    }
    if (legend == nullptr) {
        return; // a plot that lays itself out in panels has none
    }
    legend->setBrush(QColor(c.base.red(), c.base.green(), c.base.blue(), 220));
    legend->setBorderPen(QPen(c.line, m_ink));
    legend->setTextColor(c.text);
    legend->setFont(Theme::font(static_cast<int>(std::lround(m_fontPixels))));
    constexpr double kLargestMark = 14.0; // with its pen
    legend->setIconSize(16, std::max(static_cast<int>(std::ceil(kLargestMark * m_ink)),
                                     QFontMetrics(legend->font()).height()));
    legend->setRowSpacing(1);
    legend->setMargins(QMargins(6, 4, 6, 4));
}

QCPGraph* Plot::addMarks(double size) {
    QCPGraph* marks = addGraph();
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle(QCPScatterStyle(
        QCPScatterStyle::ssCircle, linePen(Theme::instance().colors().accent, 2.0), Qt::NoBrush, size));
    marks->removeFromLegend();
    return marks;
}

QPen Plot::linePen(const QColor& color, double width, Qt::PenStyle style) const {
    QPen pen(color, width, style);
    pen.setCapStyle(Qt::RoundCap);
    return pen;
}

void Plot::setEmptyText(const QString& text) {
    m_emptyText = text;
    for (QCPAxisRect* rect : axisRects()) {
        rect->setVisible(text.isEmpty());
    }
    update();
}

void Plot::setEmptyReason(const QString& text) {
    m_instead = text;
    if (empty()) {
        update();
    }
}

void Plot::redraw() {
    m_stale = !isVisible();
    if (!m_stale) {
        replot(QCustomPlot::rpQueuedReplot);
    }
}

void Plot::showEvent(QShowEvent* event) {
    QCustomPlot::showEvent(event);
    if (m_stale) {
        m_stale = false;
        replot(QCustomPlot::rpQueuedReplot);
    }
}

void Plot::draw(QCPPainter* painter) {
    QCustomPlot::draw(painter);
    drawOver(*painter);
}

void Plot::paintEvent(QPaintEvent*) {
    if (m_emptyText.isEmpty()) {
        const bool forPicture = std::exchange(m_forPicture, false);
        if (!forPicture && !qFuzzyCompare(mBufferDevicePixelRatio, devicePixelRatioF())) {
            setBufferDevicePixelRatio(devicePixelRatioF()); // the window came onto another display
            replot(QCustomPlot::rpQueuedRefresh);
        }
        QCPPainter painter(this);
        m_buffer->draw(&painter);
        drawOver(painter);
        return;
    }
    const Colors& c = Theme::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.base);
    painter.setFont(Theme::font(12));
    painter.setPen(c.muted);
    const int side = std::max(16, (width() - 420) / 2);
    painter.drawText(rect().adjusted(side, 8, -side, -8), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
}

void Plot::dataChanged() {
    if (!m_touched) {
        fitAxes();
    }
    redraw();
}

void Plot::fitView() {
    rememberView();
    m_touched = false;
    fitAxes();
    redraw();
}

void Plot::rememberView() {
    if (xAxis == nullptr || yAxis == nullptr) {
        return;
    }
    const std::pair<QCPRange, QCPRange> now(xAxis->range(), yAxis->range());
    if (!m_views.empty() && m_views.back().first == now.first && m_views.back().second == now.second) {
        return;
    }
    m_views.push_back(now);
    if (m_views.size() > kRememberedViews) {
        m_views.erase(m_views.begin());
    }
}

void Plot::undoView() {
    if (m_views.empty() || xAxis == nullptr) {
        return;
    }
    xAxis->setRange(m_views.back().first);
    yAxis->setRange(m_views.back().second);
    m_views.pop_back();
    m_touched = true;
    redraw();
}

void Plot::setLogX(bool on) {
    if (xAxis == nullptr) {
        return;
    }
    xAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    xAxis->setTicker(numberTicker(on));
    m_touched = false;
    dataChanged();
}

void Plot::setLogY(bool on) {
    if (yAxis == nullptr) {
        return;
    }
    yAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(numberTicker(on));
    m_touched = false;
    dataChanged();
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    if (!empty()) {
        emit readout(readoutAt(event->position()));
        setCursor(trialAt(event->position()) > 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
}

void Plot::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position();
    rememberView();
    QCustomPlot::mousePressEvent(event);
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
    QCustomPlot::mouseReleaseEvent(event);
    const bool moved = (event->position() - m_pressed).manhattanLength() > 3;
    if (moved) {
        m_touched = true;
    } else {
        if (!m_views.empty()) {
            m_views.pop_back(); // a click is no change of view
        }
        if (event->button() == Qt::LeftButton && !empty()) {
            emit trialPicked(trialAt(event->position()), event->modifiers().testFlag(Qt::ControlModifier));
        }
    }
}

void Plot::mouseDoubleClickEvent(QMouseEvent* event) {
    Q_UNUSED(event)
    fitView();
}

void Plot::wheelEvent(QWheelEvent* event) {
    rememberView();
    m_touched = true;
    QCustomPlot::wheelEvent(event);
}

void Plot::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    emit readout({});
}

void Plot::keyPressEvent(QKeyEvent* event) {
    if (xAxis == nullptr) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    const auto shift = [this](double dx, double dy) {
        rememberView();
        m_touched = true;
        xAxis->moveRange(dx * xAxis->range().size());
        yAxis->moveRange(dy * yAxis->range().size());
        redraw();
    };
    const auto zoom = [this](double factor) {
        rememberView();
        m_touched = true;
        xAxis->scaleRange(factor);
        yAxis->scaleRange(factor);
        redraw();
    };
    switch (event->key()) {
    case Qt::Key_Left:
        shift(-0.1, 0);
        break;
    case Qt::Key_Right:
        shift(0.1, 0);
        break;
    case Qt::Key_Up:
        shift(0, 0.1);
        break;
    case Qt::Key_Down:
        shift(0, -0.1);
        break;
    case Qt::Key_Plus:
        zoom(0.8);
        break;
    case Qt::Key_Minus:
        zoom(1.25);
        break;
    case Qt::Key_Home:
        fitView();
        break;
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

void Plot::prepareForPicture(double devicePixelRatio) {
    setBufferDevicePixelRatio(devicePixelRatio);
    m_forPicture = true;
    replot(QCustomPlot::rpQueuedRefresh);
}

} // namespace parsimony::ui
