// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/legend_place.h"

#include <algorithm>

namespace parsimony::ui {

namespace {

/// How much a legend at `place` would hide: points first, then the line through them.
qsizetype hiddenBy(const QRect& place, const QCustomPlot& plot) {
    constexpr int kLooked = 2000; // of a graph; the shape of a cloud shows in fewer
    constexpr qsizetype kPoint = 10000;
    qsizetype hidden = 0;
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
    constexpr int kGap = 10; // the inset's margin, a point's own radius and a little air
    const QRect area = plot.axisRect()->rect();
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
    return least > 0;
}

LegendAbove::LegendAbove(QCustomPlot& plot, int width)
    : m_plot(plot), m_place(plot.axisRect()->insetLayout()->insetAlignment(0)) {
    constexpr int kMostColumns = 3;
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
