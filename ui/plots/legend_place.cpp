// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/legend_place.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

constexpr int kLooked = 2000; // of a graph; the shape of a cloud shows in fewer

/// How much of the straight pieces between few points would be hidden.
qsizetype hiddenPieces(const QRect& place, const QCPGraph& graph) {
    constexpr int kFew = 100;
    constexpr int kLooks = 20; // along a piece
    if (graph.lineStyle() != QCPGraph::lsLine || graph.pen().style() == Qt::NoPen ||
        graph.dataCount() > kFew) {
        return 0;
    }
    qsizetype hidden = 0;
    for (int i = 1; i < graph.dataCount(); ++i) {
        const QPointF from = graph.coordsToPixels(graph.dataMainKey(i - 1), graph.dataMainValue(i - 1));
        const QPointF to = graph.coordsToPixels(graph.dataMainKey(i), graph.dataMainValue(i));
        for (int look = 1; look < kLooks; ++look) {
            const QPointF at = from + (to - from) * look / kLooks;
            hidden += place.contains(at.toPoint()) ? 1 : 0;
        }
    }
    return hidden;
}

/// How many ends of error bars would be hidden.
qsizetype hiddenErrors(const QRect& place, QCustomPlot& plot) {
    qsizetype hidden = 0;
    for (int p = 0; p < plot.plottableCount(); ++p) {
        const auto* bars = qobject_cast<QCPErrorBars*>(plot.plottable(p));
        const auto* graph = bars != nullptr ? qobject_cast<QCPGraph*>(bars->dataPlottable()) : nullptr;
        if (graph == nullptr || !bars->visible()) {
            continue;
        }
        const int count = std::min({graph->dataCount(), static_cast<int>(bars->data()->size()), kLooked});
        for (int i = 0; i < count; ++i) {
            const QCPErrorBarsData& error = bars->data()->at(i);
            for (const double end : {-error.errorMinus, error.errorPlus}) {
                const QPointF at =
                    graph->coordsToPixels(graph->dataMainKey(i), graph->dataMainValue(i) + end);
                hidden += !std::isnan(end) && place.contains(at.toPoint()) ? 1 : 0;
            }
        }
    }
    return hidden;
}

/// How much a legend at `place` would hide: points first, then lines and error bars.
qsizetype hiddenBy(const QRect& place, QCustomPlot& plot) {
    constexpr qsizetype kPoint = 10000;
    qsizetype hidden = hiddenErrors(place, plot);
    for (int g = 0; g < plot.graphCount(); ++g) {
        const QCPGraph* graph = plot.graph(g);
        const bool points = !graph->scatterStyle().isNone();
        if (!graph->visible() || (!points && graph->pen().style() == Qt::NoPen)) {
            continue;
        }
        const int stride = std::max(1, graph->dataCount() / kLooked);
        for (int i = 0; i < graph->dataCount(); i += stride) {
            const QPointF at = graph->coordsToPixels(graph->dataMainKey(i), graph->dataMainValue(i));
            hidden += place.contains(at.toPoint()) ? (points ? kPoint : 1) : 0;
        }
        hidden += hiddenPieces(place, *graph);
    }
    return hidden;
}

} // namespace

bool placeLegend(QCustomPlot& plot) {
    if (plot.legend == nullptr || !plot.legend->visible() || plot.axisRect() == nullptr) {
        return false;
    }
    QCPLayoutInset* inset = plot.axisRect()->insetLayout();
    if (inset->elementCount() != 1 || inset->insetPlacement(0) != QCPLayoutInset::ipBorderAligned) {
        return false;
    }
    constexpr int kGap = 7;           // a point's own radius and a little air
    const QRect area = inset->rect(); // of the axes, less its margins
    const auto hiddenAt = [&](Qt::Alignment corner) {
        QRect place(area.topLeft(), plot.legend->outerRect().size());
        if (corner & Qt::AlignRight) {
            place.moveRight(area.right());
        } else if (corner & Qt::AlignHCenter) {
            place.moveLeft(area.center().x() - place.width() / 2);
        }
        if (corner & Qt::AlignBottom) {
            place.moveBottom(area.bottom());
        } else if (corner & Qt::AlignVCenter) {
            place.moveTop(area.center().y() - place.height() / 2);
        }
        return hiddenBy(place.adjusted(-kGap, -kGap, kGap, kGap), plot);
    };
    const Qt::Alignment now = inset->insetAlignment(0);
    Qt::Alignment best = now;
    qsizetype least = hiddenAt(now);
    // Corners first; in a small plot there may be a point in each of them.
    for (const Qt::Alignment corner :
         {Qt::AlignLeft | Qt::AlignTop, Qt::AlignRight | Qt::AlignBottom, Qt::AlignRight | Qt::AlignTop,
          Qt::AlignLeft | Qt::AlignBottom, Qt::AlignHCenter | Qt::AlignTop, Qt::AlignRight | Qt::AlignVCenter,
          Qt::AlignHCenter | Qt::AlignBottom, Qt::AlignLeft | Qt::AlignVCenter}) {
        if (least == 0) {
            break;
        }
        if (const qsizetype hidden = hiddenAt(corner); hidden < least) {
            least = hidden;
            best = corner;
        }
    }
    if (best != now) {
        inset->setInsetAlignment(0, best);
        inset->update(QCPLayoutElement::upLayout);
    }
    const QSize size = plot.legend->outerRect().size();
    return least > 0 || size.width() > area.width() || size.height() > area.height();
}

bool legendFitsAbove(const QCustomPlot& plot) {
    constexpr double kMost = 0.35; // of the height: a plot is there for its data
    const QSize needed = plot.legend->minimumOuterSizeHint();
    return needed.width() <= plot.viewport().width() && needed.height() <= kMost * plot.viewport().height();
}

LegendAbove::LegendAbove(QCustomPlot& plot, int width)
    : m_plot(plot), m_place(plot.axisRect()->insetLayout()->insetAlignment(0)) {
    constexpr int kMostColumns = 8;
    constexpr double kNoMore = 0.001; // than it needs: the rest is for the axes
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, plot.legend);
    plot.plotLayout()->setRowStretchFactor(0, kNoMore);
    int columns = kMostColumns;
    do {
        plot.legend->setWrap(columns); // says where the next one goes; the order puts all in their places
        plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    } while (columns-- > 1 && plot.legend->minimumOuterSizeHint().width() > width);
}

LegendAbove::~LegendAbove() {
    m_plot.legend->setWrap(0);
    m_plot.legend->setFillOrder(QCPLegend::foRowsFirst);
    m_plot.axisRect()->insetLayout()->addElement(m_plot.legend, m_place);
    m_plot.plotLayout()->simplify();
}

} // namespace parsimony::ui
