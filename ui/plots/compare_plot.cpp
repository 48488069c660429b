// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare_plot.h"

#include "ui/models/number_format.h"
#include "ui/plots/trial_plot.h"
#include "ui/plots/whisker.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace parsimony::ui {

ComparePlot::ComparePlot(Against against, QWidget* parent)
    : Plot(against == Against::Epsilon ? QStringLiteral("compare") : QStringLiteral("split"),
           against == Against::Epsilon ? tr("Compare") : tr("Split"), parent),
      m_against(against) {
    xAxis->setLabel(against == Against::Epsilon ? tr("ε taken")
                                                : tr("share of the budget (μ²) that the search took / %"));
    yAxis->setLabel(tr("test accuracy / %"));
    setEmptyText(emptyWords());
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
}

QString ComparePlot::emptyWords() const {
    return m_against == Against::Epsilon
               ? tr("Finished experiments with a released test accuracy are compared here by what they took.")
               : tr("How to split a budget between searching and the final run: each finished experiment "
                    "becomes a point here. Drag the split under Budget and run again to add one.");
}

void ComparePlot::setRows(std::vector<ComparisonRow> rows) {
    m_rows = std::move(rows);
    if (m_rows.empty() != empty()) {
        setEmptyText(m_rows.empty() ? emptyWords() : QString());
    }
    rebuild();
    dataChanged();
}

double ComparePlot::xOf(const ComparisonRow& row) const {
    return m_against == Against::Epsilon ? row.epsilon : 100.0 * row.share;
}

void ComparePlot::rebuild() {
    clearPlottables();
    m_marks.assign(m_rows.size(), {});
    const Theme& theme = Theme::instance();
    std::map<QString, std::vector<const ComparisonRow*>> series;
    const bool trainers = std::any_of(m_rows.begin(), m_rows.end(), [this](const ComparisonRow& row) {
        return row.trainer != m_rows.front().trainer;
    });
    for (const auto& row : m_rows) {
        if (!std::isfinite(xOf(row))) {
            continue; // not private: no place on the axis
        }
        QString name = row.method + (trainers ? QStringLiteral(" · ") + row.trainer : QString()) +
                       (row.about.isEmpty() ? QString() : QStringLiteral(" · ") + row.about);
        if (m_against == Against::Split) {
            name += QStringLiteral(" · ε ") + formatEpsilon(row.epsilon, Rounding::Up);
        }
        series[name].push_back(&row);
    }
    int index = 0;
    for (auto& [name, rows] : series) {
        // Error bars follow the order of the graph, which sorts by x.
        std::stable_sort(rows.begin(), rows.end(),
                         [this](const auto* a, const auto* b) { return xOf(*a) < xOf(*b); });
        const QColor color = theme.phaseColor(index);
        QCPGraph* graph = addGraph();
        graph->setLineStyle(rows.size() > 1 ? QCPGraph::lsLine : QCPGraph::lsNone);
        graph->setPen(linePen(color, 1.0, Qt::DotLine));
        graph->setScatterStyle(QCPScatterStyle(phaseShape(index), linePen(color, 1.4), QBrush(color), 9));
        graph->setName(name);
        auto* bars = new QCPErrorBars(xAxis, yAxis);
        bars->removeFromLegend();
        bars->setDataPlottable(graph);
        bars->setPen(linePen(color, 1.2));
        bars->setSymbolGap(9);
        for (const auto* row : rows) {
            graph->addData(xOf(*row), 100.0 * row->mean);
            bars->addData(whiskerOf(row->error));
            m_marks[static_cast<std::size_t>(row - m_rows.data())] = graph->scatterStyle();
        }
        ++index;
    }
    legend->setVisible(!m_rows.empty());
}

QPixmap ComparePlot::markOf(int row) const {
    constexpr int kSide = 12;
    QPixmap mark(QSize(kSide, kSide) * devicePixelRatioF());
    mark.setDevicePixelRatio(devicePixelRatioF());
    mark.fill(Qt::transparent);
    QCPPainter painter(&mark);
    painter.setAntialiasing(true);
    const QCPScatterStyle style = m_marks.at(static_cast<std::size_t>(row));
    style.applyTo(&painter, style.pen());
    style.drawShape(&painter, kSide / 2.0, kSide / 2.0);
    return mark;
}

void ComparePlot::restyle() {
    rebuild();
}

void ComparePlot::fitAxes() {
    if (m_rows.empty()) {
        return;
    }
    double low = 100.0;
    double high = 0.0;
    double right = 0.0;
    double left = std::numeric_limits<double>::infinity(); // of what has a logarithm
    for (const auto& row : m_rows) {
        left = xOf(row) > 0.0 ? std::min(left, xOf(row)) : left;
        low = std::min(low, 100.0 * (row.mean - 2 * row.error));
        high = std::max(high, 100.0 * (row.mean + 2 * row.error));
        right = std::max(right, xOf(row));
    }
    const double pad = std::max(1.0, 0.1 * (high - low));
    if (logX()) {
        xAxis->setRange(std::isfinite(left) ? left / 1.4 : 0.1, std::isfinite(left) ? right * 1.4 : 10.0);
    } else if (m_against == Against::Split) {
        xAxis->setRange(-2.5, std::clamp(1.2 * right, 20.0, 102.5)); // symbols at the ends are whole
    } else {
        xAxis->setRange(0.0, right * 1.15);
    }
    yAxis->setRange(std::max(-1.0, low - pad), std::min(101.0, high + pad)); // of an accuracy
}

QString ComparePlot::readoutAt(const QPointF& pixel) {
    for (const auto& row : m_rows) {
        if (std::hypot(xAxis->coordToPixel(xOf(row)) - pixel.x(),
                       yAxis->coordToPixel(100.0 * row.mean) - pixel.y()) < 10.0) {
            QStringList ids;
            for (const qint64 id : row.experiments) {
                ids << QString::number(id);
            }
            return tr("%1 · ε %2 · search took %3 · %4 · experiment %5")
                .arg(row.method, formatEpsilon(row.epsilon, Rounding::Up), formatPercent(row.share, 1),
                     formatAccuracy(row.mean, row.error), ids.join(QStringLiteral(", ")));
        }
    }
    return {};
}

QString ComparePlot::csv() const {
    ComparisonModel model;
    model.setRows(m_rows);
    return model.toCsv();
}

} // namespace parsimony::ui
